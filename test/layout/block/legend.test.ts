import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';
import { layout } from '../../support/layout.ts';

const STYLE = '<style>fieldset{margin:0;padding:0;border:10px solid}legend{padding:0;width:40px;height:20px}</style>';

/** Returns the position of the element with the id `i`: x, y. */
async function placeOf(html: string): Promise<number[]> {
  const { dump } = await layout(`${STYLE}${html}`);
  return /#i>.* x(\S+) y(\S+)/.exec(dump)?.slice(1).map(Number) ?? [];
}

describe('legends', () => {
  const fieldset = (legend: string, style = ''): string =>
    `<fieldset style="width:100px;${style}"><legend id=i ${legend}></legend></fieldset>`;

  it('are positioned by `align` and justify-self', async () => {
    expect(await placeOf(fieldset(''))).to.deep.equal([10, 0]);
    expect(await placeOf(fieldset('align=center'))).to.deep.equal([40, 0]);
    expect(await placeOf(fieldset('align=right'))).to.deep.equal([70, 0]);
    expect(await placeOf(fieldset('align=left', 'direction:rtl'))).to.deep.equal([10, 0]);
    expect(await placeOf(fieldset('style="justify-self:end"', 'direction:rtl'))).to.deep.equal([10, 0]);
    const vertical = 'writing-mode:vertical-lr;height:100px;width:auto';
    expect(await placeOf(fieldset('align=right', vertical))).to.deep.equal([0, 90]);
  });

  it('follow their own physical text alignment, not one that sets blocks apart', async () => {
    expect(await placeOf(fieldset('style="text-align:center"'))).to.deep.equal([40, 0]);
    expect(await placeOf(fieldset('', 'text-align:right'))).to.deep.equal([70, 0]);
    expect(await placeOf(fieldset('style="text-align:left"', 'text-align:right'))).to.deep.equal([10, 0]);
    expect(await placeOf(fieldset('style="text-align:left"', 'direction:rtl'))).to.deep.equal([10, 0]);
    expect(await placeOf(fieldset('style="text-align:end"'))).to.deep.equal([10, 0]);
    expect(await placeOf(`<div align=center>${fieldset('')}</div>`)).to.deep.equal([10, 0]);
  });

  it('precede the text around them, which forms one paragraph', async () => {
    const { dump } = await layout(`${STYLE}<fieldset>one <legend></legend>and <b>two</b></fieldset>`);
    expect(dump.match(/^ *line /gm), dump).to.have.length(1);
  });

  it("don't provide a baseline for their fieldset", async () => {
    const html = `<div style="display:flex;align-items:baseline"><b id=i>x</b><fieldset><legend style="height:40px">legend</legend>content</fieldset></div>`;
    expect(await placeOf(html)).to.deep.equal([0, 40]);
  });

  it('leave a gap in the left and right borders of vertical fieldsets', async () => {
    const painted = (mode: string): Promise<string> =>
      inspect(
        `<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0}</style>${STYLE}<fieldset style="writing-mode:${mode};width:100px;height:100px"><legend></legend></fieldset>`,
        'paint',
        null,
      );
    // The legend is 40 px wide. The border starts 15 px inside and is omitted next to it.
    expect(await painted('vertical-lr')).to.match(/clipPath .*M 25 10 L 100120 10 L 100120 30 L 25 30 Z/);
    expect(await painted('vertical-rl')).to.match(/clipPath .*10 L 95 10 L 95 30/);
  });
});
