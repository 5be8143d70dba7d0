import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/**
 * Returns the distance of the surrounding baseline from the inline-block's start. With `font: 10px/20px`, lines are 20
 * px high.
 */
async function textBeside(contents: string): Promise<number> {
  const { dump } = await layout(
    `<div style="font:10px/20px Arial"><div id="i" style="display:inline-block">${contents}</div>x</div>`,
  );
  const top = Number(/<div#i> {2}x[\d.-]+ y([\d.-]+)/.exec(dump)?.[1]);
  const text = [...dump.matchAll(/text x[\d.]+ y([\d.]+) /g)].at(-1);
  return Math.round(Number(text?.[1]) - top);
}

describe('the baseline of an inline-block', () => {
  it('is that of its last line', async () => {
    const one = await textBeside('a');
    expect((await textBeside('<div>a</div><div>b</div>')) - one).to.equal(20);
    expect((await textBeside('<p style="margin:0">a<p style="margin:0;position:relative;top:5px">b')) - one).to.equal(
      20,
    );
  });

  it('is the margin edge of a scroll container that is last', async () => {
    const hidden = (style: string) => `<div style="overflow:hidden;${style}">a<br>b</div>`;
    const edge = await textBeside(hidden(''));
    expect(edge).to.equal(await textBeside('a<div style="overflow:hidden;height:20px"></div>'));
    expect((await textBeside(hidden('margin-bottom:7px'))) - edge).to.equal(7);
    expect((await textBeside(`<div>${hidden('')}</div>`)) - edge).to.equal(0);
    expect((await textBeside(`${hidden('')}c`)) - (await textBeside('a<br>b<br>c'))).to.equal(0);
  });

  it('is the first baseline of a flex container or grid that is last', async () => {
    const one = await textBeside('a');
    for (const display of ['flex', 'grid'])
      expect(await textBeside(`<div style="display:${display}"><div>a<br>b</div></div>`), display).to.equal(one);
  });
});

describe('an inline box split by blocks', () => {
  it('makes the following line as high as its font requires, even without contents', async () => {
    const heightOf = async (style: string): Promise<number> => {
      const { dump } = await layout(
        `<div id="d" style="font:10px/20px Arial"><span style="${style}">a<div>b</div></span>c</div>`,
      );
      return Number(/<div#d> .* h([\d.]+)/.exec(dump)?.[1]);
    };
    expect(await heightOf('')).to.equal(60);
    expect(await heightOf('line-height:30px')).to.equal(90);
  });
});
