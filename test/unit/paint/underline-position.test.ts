import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

describe('underlines of vertical text', () => {
  /** Is the line of a text of 20 px in a box of 100 px on the right of its middle? */
  const isRight = async (style: string, lang = 'en'): Promise<boolean> => {
    const css = `writing-mode:vertical-rl;font:20px/100px serif;${style}`;
    const html = `<!DOCTYPE html><html lang=${lang}><div style="text-decoration:underline;${css}">日`;
    const paint = await inspect(html, 'paint', null);
    return Number(/fillRect \S+ (\S+) \S+ 2 /.exec(paint)?.[1]) < -8;
  };

  it('stand on the side that text-underline-position names, and where Japanese and Korean have them', async () => {
    expect(await isRight('text-underline-position:right')).to.equal(true);
    expect(await isRight('text-underline-position:left')).to.equal(false);
    expect(await isRight('')).to.equal(false);
    expect(await isRight('', 'ja')).to.equal(true);
    expect(await isRight('text-underline-position:under left', 'ja')).to.equal(false);
  });

  it('trade places with overlines', async () => {
    expect(await isRight('text-decoration:overline')).to.equal(true);
    expect(await isRight('text-decoration:overline', 'ja')).to.equal(false);
  });

  it('are those of horizontal text where it lies on its side', async () => {
    expect(await isRight('text-orientation:sideways;text-underline-position:right')).to.equal(false);
  });
});
