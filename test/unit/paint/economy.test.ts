import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

describe('documents printed without backgrounds', () => {
  /** Returns what is filled and drawn: each with its color. */
  const painted = async (body: string, printBackground = false): Promise<readonly string[]> => {
    const html = `<!DOCTYPE html><style>@page { size: 300px } body { margin: 0 }</style>${body}`;
    const paint = await inspect(html, 'paint', null, { printBackground });
    return [...paint.matchAll(/(fillRect|fillPath|drawGlyphs)[^#]*(#\w+)/g)].map(
      ([, what, color]) => `${what} ${color}`,
    );
  };

  it('have white backgrounds, which still cover what is below them', async () => {
    const white = ['fillRect #ffffff'];
    expect(await painted('<div style="background: red; height: 9px">')).to.deep.equal(white);
    expect(await painted('<div style="background: linear-gradient(red, blue); height: 9px">')).to.deep.equal(white);
    expect(await painted('<div style="border-top: 9px solid red">')).to.deep.equal(['fillRect #ff0000']);
    expect(await painted('<div style="background: red; height: 9px">', true)).to.deep.equal(['fillRect #ff0000']);
  });

  it('have dark text, with its lines, marks and bullets', async () => {
    const text = (style: string): Promise<readonly string[]> => painted(`<p style="${style}">x`);
    expect(await text('color: white')).to.deep.equal(['drawGlyphs #ababab']);
    expect(await text('color: yellow')).to.deep.equal(['drawGlyphs #abab00']);
    expect(await text('color: #700')).to.deep.equal(['drawGlyphs #770000']);
    const decorated = 'color: white; text-decoration: underline; text-emphasis: dot';
    expect(await text(decorated)).to.deep.equal(['fillRect #ababab', 'drawGlyphs #ababab', 'drawGlyphs #ababab']);
    const list = '<ul style="color: white; list-style: square"><li><b style="color: black">x</b></ul>';
    expect(await painted(list)).to.deep.equal(['drawGlyphs #000000', 'fillRect #ababab']);
  });

  it('keep the colors of exact elements and what they contain, and backgrounds in the shape of text', async () => {
    const exact = '<div style="background: red; color: white; print-color-adjust: exact">x<b>y</b></div>';
    expect(await painted(exact)).to.deep.equal(['fillRect #ff0000', 'drawGlyphs #ffffff', 'drawGlyphs #ffffff']);
    const shaped = '<div style="background: red; background-clip: text; color: transparent">x</div>';
    expect(await painted(shaped)).to.include('fillRect #ff0000');
  });
});
