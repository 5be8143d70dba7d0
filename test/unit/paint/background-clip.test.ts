import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const LOOK = [
  'background: red',
  'background-clip: text',
  'color: transparent',
  'text-decoration: underline',
  'text-shadow: 1px 1px blue',
  '-webkit-text-stroke: 2px transparent',
].join(';');

describe('background-clip: text', () => {
  it('shows the background through glyphs, their strokes and lines of any color, but not through shadows', async () => {
    const page = await inspect(
      `<!DOCTYPE html><style>@page{size:400px}</style><p style="${LOOK}">x</p>`,
      'paint',
      null,
    );
    const [, mask = ''] = /mask alpha[^\n]*\n([^]*?)endMaskImage/.exec(page) ?? [];
    const drawn = [...mask.matchAll(/(fillRect|drawGlyphs)[^\n]*(#\w+)(.*)\n/g)].map(
      ([, name, color, rest]) => `${name} ${color}${rest}`,
    );
    expect(drawn).to.deep.equal(['fillRect #000000', 'drawGlyphs #000000 stroke 2 ""']);
  });
});
