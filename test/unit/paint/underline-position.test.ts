import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

describe('underlines of vertical text', () => {
  /** Tells whether the line of 20 px text in a 100 px box is to the right of its middle. */
  const isRight = async (style: string, lang = 'en'): Promise<boolean> => {
    const css = `writing-mode:vertical-rl;font:20px/100px serif;${style}`;
    const html = `<!DOCTYPE html><html lang=${lang}><div style="text-decoration:underline;${css}">日`;
    const paint = await inspect(html, 'paint', null);
    return Number(/fillRect \S+ (\S+) \S+ 2 /.exec(paint)?.[1]) < -8;
  };

  it('are on the side that text-underline-position names, or on the customary one in Japanese and Korean', async () => {
    expect(await isRight('text-underline-position:right')).to.equal(true);
    expect(await isRight('text-underline-position:left')).to.equal(false);
    expect(await isRight('')).to.equal(false);
    expect(await isRight('', 'ja')).to.equal(true);
    expect(await isRight('text-underline-position:under left', 'ja')).to.equal(false);
  });

  it('keep clear of the text, because there is no shared alphabetic baseline', async () => {
    const top = async (style: string): Promise<number> => {
      const css = `writing-mode:vertical-rl;font:20px/100px serif;text-decoration:underline 2px;${style}`;
      const paint = await inspect(`<!DOCTYPE html><div style="${css}">abc`, 'paint', null);
      return Number(/fillRect \S+ (\S+)/.exec(paint)![1]) - Number(/drawGlyphs \S+ (\S+)/.exec(paint)![1]);
    };
    const clear = await top('text-underline-position:under');
    expect(clear).to.be.greaterThan(4);
    expect(await top('')).to.equal(clear);
    expect(await top('text-underline-position:from-font')).to.equal(clear);
    expect(await top('text-underline-offset:3px')).to.equal(clear + 3);
  });

  it('swap sides with overlines', async () => {
    expect(await isRight('text-decoration:overline')).to.equal(true);
    expect(await isRight('text-decoration:overline', 'ja')).to.equal(false);
  });

  it('are those of horizontal text if the text is set sideways', async () => {
    expect(await isRight('text-orientation:sideways;text-underline-position:right')).to.equal(false);
  });
});
