import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the width of an `input` with monospaced text, in which each character is .6em wide. */
async function widthOf(attributes: string, size = 50): Promise<number> {
  const style = `font-size:${size}px;border:0;padding:0`;
  const { dump } = await layout(`<p><input id=i style="${style}" ${attributes}></p>`);
  return Math.round(Number(/#i>.* w(\S+)/.exec(dump)?.[1]));
}

describe('date and time fields', () => {
  it('are as wide as the widest date, regardless of their value', async () => {
    // Two digits twice, six for the year, two slashes, 2 px around each field, and an icon of 1em with 2 px on both
    // sides.
    expect(await widthOf('type=date')).to.equal(12 * 30 + 3 * 2 + 50 + 4);
    expect(await widthOf('type=date value=2026-11-23')).to.equal(await widthOf('type=date'));
    expect(await widthOf('type=month value=2026-05')).to.equal(await widthOf('type=month value=2026-09'));
  });

  it('have icons that scale with their text', async () => {
    const small = await widthOf('type=week', 10);
    expect(await widthOf('type=week')).to.be.greaterThan(4 * small);
  });

  it('run from left to right', async () => {
    const xs = async (dir: string): Promise<string[] | null> => {
      const { dump } = await layout(`<p style="width:9000px" dir=${dir}><input style="float:left" type=date></p>`);
      return dump.match(/x\S+/g);
    };
    expect(await xs('rtl')).to.deep.equal(await xs('ltr'));
  });

  it('are aligned to the baseline of their text', async () => {
    const line = async (type: string): Promise<string | undefined> => {
      const field = `<input type=${type} style="display:block;font:16px/20px Arial;padding:0;border:0;height:22px">`;
      const { dump } = await layout(`<p style="margin:0">x<span style="display:inline-block">${field}</span>`);
      return /line x0 .* (h\S+ base\S+)/.exec(dump)?.[1];
    };
    expect(await line('date')).to.equal(await line('text'));
  });
});
