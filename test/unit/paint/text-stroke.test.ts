import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE = '<!DOCTYPE html><style>@page{size:400px;margin:0}p{-webkit-text-stroke:5px orange}</style>';

async function calls(style: string): Promise<string[]> {
  const text = await inspect(`${PAGE}<p style="${style}">x</p>`, 'paint', null);
  return [...text.matchAll(/drawGlyphs|strokePath/g)].map(([call]) => call);
}

describe('-webkit-text-stroke', () => {
  it('is painted over the fill, or under it if paint-order says so', async () => {
    for (const order of ['normal', 'fill', 'markers fill'])
      expect(await calls(`paint-order:${order}`), order).to.deep.equal(['drawGlyphs']);
    for (const order of ['stroke', 'stroke fill', 'markers stroke'])
      expect(await calls(`paint-order:${order}`), order).to.deep.equal(['strokePath', 'drawGlyphs']);
  });
});
