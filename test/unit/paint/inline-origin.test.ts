import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

describe('text in inline boxes', () => {
  /** Returns how far below whole px the text of a box is, in a line whose baseline is lowered by a third of a pixel. */
  async function beyond(box: string): Promise<number> {
    const style = '<style>body,p{margin:0;font:16px Tinos}</style>';
    const paint = await inspect(`<!DOCTYPE html>${style}<p><sup>a</sup>${box}</p>`, 'paint', null);
    const baselines = [...paint.matchAll(/drawGlyphs \S+ (\S+)/g)].map((match) => Number(match[1]));
    return Number((baselines[1]! % 1).toFixed(3));
  }
  const THIRD = 0.328;

  it('keeps its place in the line', async () => {
    expect(await beyond('x')).to.equal(THIRD);
    expect(await beyond('<span>x</span>')).to.equal(THIRD);
    expect(await beyond('<span>x<b>y</b></span>')).to.equal(THIRD);
    expect(await beyond('<span>x<b style="padding:1px">y</b></span>')).to.equal(THIRD);
  });

  it('is on whole px if the box has edges or an outline', async () => {
    expect(await beyond('<span style="padding:1px">x</span>')).to.equal(0);
    expect(await beyond('<span style="margin-right:-1px">x</span>')).to.equal(0);
    expect(await beyond('<span style="outline:1px solid">x</span>')).to.equal(0);
  });

  it('is on whole px if the box contains margins, other metrics, another alignment or an atomic inline', async () => {
    expect(await beyond('<span>x<b style="margin:1px">y</b></span>')).to.equal(0);
    expect(await beyond('<span>x<small>y</small></span>')).to.equal(0);
    expect(await beyond('<span>x<sub>y</sub></span>')).to.equal(0);
    expect(await beyond('<span>x<b style="display:inline-block">y</b></span>')).to.equal(0);
    expect(await beyond('<u>x<span>y<sub>z</sub></span></u>')).to.equal(THIRD);
  });
});
