import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';
import { host } from '../../../engine/platform/host.ts';
import { changedFont, fontFaceOf, long, words } from '../../support/sfnt.ts';

const FIRST_LETTER = 0x61;
const LETTERS = 26;
/** The glyph of the letter a in Cousine, whose lower-case letters are in order. */
const FIRST_GLYPH = 0x44;

/**
 * Returns Cousine reduced to the letters a to z. Its underline is 0.25 em below the baseline, and up to 0.5 em lower
 * along the axis UNDO (0 to 1000).
 */
const lettersFont = (): string =>
  fontFaceOf(
    'letters',
    changedFont(host().read('fonts/Cousine-400.ttf')!, (tables) => {
      for (const tag of ['GSUB', 'GPOS', 'GDEF', 'DSIG', 'name']) tables.delete(tag);
      const post = tables.get('post')!;
      post.writeInt16BE(-512, 8);
      post.writeInt16BE(102, 10);
      const group = [...long(FIRST_LETTER), ...long(FIRST_LETTER + LETTERS - 1), ...long(FIRST_GLYPH)];
      tables.set('cmap', words(0, 1, 3, 10, ...long(12), 12, 0, ...long(28), ...long(0), ...long(1), ...group));
      const axis = [0x554e, 0x444f, ...long(0), ...long(0), ...long(1000 << 16), 0, 256];
      tables.set('fvar', words(1, 0, 16, 2, 1, 20, 0, 8, ...axis));
      // One region from the start to the end of the axis, over which the metric changes by -1024.
      const regions = [1, 1, 0, 0x4000, 0x4000];
      const store = [1, ...long(12), 1, ...long(12 + 2 * regions.length), ...regions, 1, 1, 1, 0, -1024];
      tables.set('MVAR', words(1, 0, 0, 8, 1, 20, 0x756e, 0x646f, 0, 0, ...store));
    }),
  );

const paintOf = (html: string): Promise<string> => inspect(`<!DOCTYPE html>${html}`, 'paint', null);

describe('text decoration', () => {
  it('underlines the alternative text of inline images only, at its own baseline', async () => {
    const underlines = async (style: string): Promise<number[]> => {
      const link = `<a style="text-decoration:underline"><img src="data:," alt="alt" style="${style}"></a>`;
      const paint = await paintOf(`<body style="margin:0;font:20px/30px Arimo">${link}`);
      return [...paint.matchAll(/fillRect (?:\S+) (\S+) \S+ 2 /g)].map(([, y]) => Number(y));
    };
    const [usual] = await underlines('');
    const [lower] = await underlines('vertical-align:-10px');
    expect(lower! - usual!).to.equal(10);
    expect(await underlines('display:inline-block;height:90px')).to.deep.equal([]);
  });

  /** Returns the distance from the baseline down to the underline of 40 px text. */
  async function depth(style: string): Promise<number> {
    const css = `font:40px/2 letters,serif;text-decoration:underline;text-underline-position:from-font;${style}`;
    const paint = await paintOf(`${lettersFont()}<div style="${css}">aaa</div>`);
    const top = Number(/fillRect \S+ (\S+)/.exec(paint)?.[1]);
    return top - Number(/drawGlyphs \S+ (\S+)/.exec(paint)?.[1]);
  }

  it('takes the underline position from the first font, whether or not that has a space', async () => {
    expect(await depth('')).to.equal(10);
    expect(await depth('text-underline-offset:3px')).to.equal(13);
  });

  it('follows the position that variations give', async () => {
    expect(await depth("font-variation-settings:'UNDO' 1000")).to.equal(30);
    expect(await depth("font-variation-settings:'UNDO' 500")).to.equal(20);
  });

  it('is dotted and dashed from a whole px to a whole px', async () => {
    const lineOf = async (style: string): Promise<string> => {
      const css = `margin:0 8.6px;font:16px/2 serif;text-decoration:underline ${style}`;
      const paint = await paintOf(`<style>@page{margin:0}body{margin:0}</style><p style="${css}">Thickness test.</p>`);
      return /strokePath.*/.exec(paint)![0];
    };
    expect(await lineOf('dotted 1px')).to.match(/M ?8 \S+ L ?103 /);
    expect(await lineOf('dashed 2px')).to.match(/M ?8 \S+ L ?103 /);
  });

  it('is 1 px below the descent with `under`, regardless of its thickness', async () => {
    const under = (thickness: number): Promise<number> =>
      depth(`text-underline-position:under;text-decoration-thickness:${thickness}px`);
    expect(await under(20)).to.equal(await under(1));
    expect(await under(1)).to.equal(Math.round(40 * 0.3) + 1);
  });

  it('leaves ink gaps of at most 13 px extra on each side', async () => {
    const gap = async (thickness: number): Promise<number> => {
      const style = `font:64px serif;text-decoration:underline ${thickness}px;text-underline-offset:0`;
      const paint = await paintOf(`<div style="${style}">iigii</div>`);
      const [first, last] = [...paint.matchAll(/fillRect (\S+) \S+ (\S+)/g)].map(([, x, width]) => [+x!, +width!]);
      return last![0]! - first![0]! - first![1]!;
    };
    expect((await gap(40)) - (await gap(13))).to.be.lessThan(4);
    expect((await gap(13)) - (await gap(5))).to.be.greaterThan(12);
  });

  it('sets tab stops by the space of the first font that has one', async () => {
    const css = 'font:40px letters,Cousine;white-space:pre;tab-size:4';
    const paint = await paintOf(`${lettersFont()}<div style="${css}">\tx</div>`);
    const [x] = [...paint.matchAll(/drawGlyphs (\S+)/g)].map(([, at]) => Number(at)).slice(-1);
    expect(x).to.be.closeTo(8 + 4 * 24, 0.2);
  });

  it('draws line-through at the same distance below the top of all text, regardless of its size or alignment', async () => {
    const paint = await paintOf(
      '<p style="margin:0;font:40px/2 Arimo"><s>a<b style="font:20px Arimo;vertical-align:9px">b</b>',
    );
    const [outer, inner] = [...paint.matchAll(/fillRect \S+ (\S+)/g)].map((match) => Number(match[1]));
    // The tops are 36 and 18 px above the baselines, which are 9 px apart.
    expect(inner! - outer!).to.be.closeTo(36 - 18 - 9, 1);
  });

  it('takes unspecified values from the font of the block that contains the text', async () => {
    const lineOf = async (style: string, inner: string): Promise<string> => {
      const paint = await paintOf(`<div style="font:20px Arimo;text-decoration:underline;${style}">${inner}</div>`);
      return /fillRect \S+ \S+ \S+ (\S+)/.exec(paint)![1]!;
    };
    expect(await lineOf('', '<p style="font-size:60px">a</p>')).to.equal('6');
    expect(await lineOf('', '<b style="font-size:60px">a</b>')).to.equal('2');
    expect(await lineOf('text-decoration-thickness:.1em', '<p style="font-size:60px">a</p>')).to.equal('2');
  });
});
