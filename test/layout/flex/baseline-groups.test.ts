import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the inline offsets of the boxes `a` and `b`. */
async function acrossOf(html: string): Promise<number[]> {
  const { dump } = await layout(html);
  return ['a', 'b'].map((id) => Number(new RegExp(`#${id}>.* x(\\S+) y`).exec(dump)?.[1]));
}

describe('baseline-sharing groups of flex containers', () => {
  const items = '<div id=a style="writing-mode:vertical-lr">x</div><div id=b style="writing-mode:vertical-rl">x</div>';

  it('are at opposite sides if block flows are opposite', async () => {
    const column = (align: string): string =>
      `<div style="display:flex;flex-direction:column;width:100px;align-items:${align}">${items}</div>`;
    expect(await acrossOf(column('baseline'))).to.deep.equal([0, 80]);
    expect(await acrossOf(column('last baseline'))).to.deep.equal([80, 0]);
    const row = (mode: string): string =>
      `<div style="display:flex;writing-mode:${mode};width:100px;align-items:baseline">${items}</div>`;
    expect(await acrossOf(row('vertical-lr'))).to.deep.equal([0, 80]);
    expect(await acrossOf(row('vertical-rl'))).to.deep.equal([0, 80]);
  });

  it('are swapped if lines are stacked from the end', async () => {
    const { dump } = await layout(
      '<div style="display:flex;flex-wrap:wrap-reverse;height:100px"><div id=a style="align-self:baseline">x</div><div id=b style="align-self:last baseline">x</div></div>',
    );
    expect(['a', 'b'].map((id) => new RegExp(`#${id}>.* y(\\S+)`).exec(dump)?.[1])).to.deep.equal(['80', '0']);
  });

  it('use the final baselines of stretched items in a nested container', async () => {
    const bar = (display: string, item: string): string =>
      `<div style="display:flex;align-items:baseline;font:10px/10px Arimo"><p id=p style="margin:0">x</p><div id=a style="display:${display};height:8px">${item}</div></div>`;
    const tops: string[] = [];
    for (const display of ['flex', 'grid'])
      for (const item of ['<i></i>', '<i style="display:flex;align-items:end"><b style="height:2px">&nbsp;</b></i>']) {
        const { dump } = await layout(bar(display, item));
        tops.push(['p', 'a'].map((id) => new RegExp(`#${id}>.* y(\\S+)`).exec(dump)?.[1]).join());
      }
    expect(tops).to.deep.equal(['0,0', '6,0', '0,0', '6,0']);
  });
});
