import { expect } from 'chai';
import { render } from '../../../engine/index.ts';

const PAGE =
  '<!DOCTYPE html><style>@page{size:200px;margin:0}body{margin:0;font-size:0}table{border-spacing:0}td{padding:0}</style>';

/** The rectangles that a document fills, px. */
async function rects(html: string): Promise<number[][]> {
  const { pdf } = await render(PAGE + html, { compress: false });
  return [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/^([-\d. ]+) re\nf$/gm),
  ].map(([, numbers]) => numbers!.split(' ').map(Number));
}

describe('filled rectangles that touch', () => {
  const block = (color: string, more = ''): string => `<div style="height:10px;background:${color};${more}"></div>`;

  it('reach under those that are painted later, so that no seam shows', async () => {
    expect(await rects(block('red') + block('blue'))).to.deep.equal([
      [0, 0, 200, 12],
      [0, 10, 200, 10],
    ]);
    const flex = (dir: string): Promise<number[][]> =>
      rects(
        `<div dir=${dir} style="display:flex;height:10px"><p style="width:20px;margin:0;background:red"></p><p style="width:30px;margin:0;background:blue"></p></div>`,
      );
    expect(await flex('ltr')).to.deep.equal([
      [0, 0, 22, 10],
      [20, 0, 30, 10],
    ]);
    expect(await flex('rtl')).to.deep.equal([
      [178, 0, 22, 10],
      [150, 0, 30, 10],
    ]);
  });

  it('reach under neighbors in two directions without showing at the corner between them', async () => {
    const row = '<tr><td style="width:20px;height:10px;background:red"><td style="width:20px;background:blue">';
    const [first, under] = await rects(`<table>${row}${row}</table>`);
    expect([first, under]).to.deep.equal([
      [0, 0, 22, 10],
      [0, 8, 20, 4],
    ]);
  });

  it('reach over the gaps that rounding leaves, as between columns', async () => {
    const columns = `<div style="columns:3;column-gap:0;column-fill:auto;width:176px;height:10px">${block('red').repeat(3)}</div>`;
    const filled = await rects(columns);
    const edges = filled.filter(([, , width]) => width! > 10).map(([x, , width]) => [x!, x! + width!] as const);
    expect(edges).to.have.length(3);
    for (const [i, [x]] of edges.entries()) if (i > 0) expect(edges[i - 1]![1]).to.be.greaterThan(x + 1);
    const near = (gap: number): Promise<number[][]> =>
      rects(block('red') + block('blue', `position:absolute;width:200px;top:${10 + gap}px`));
    expect((await near(1 / 64))[0]).to.deep.equal([0, 0, 200, 12]);
    expect((await near(-1 / 64))[0]).to.deep.equal([0, 0, 200, 12]);
    expect((await near(2 / 64))[0]).to.deep.equal([0, 0, 200, 10]);
  });

  it('reach as far along their sides as they touch', async () => {
    const narrow = block('blue', 'width:50px;margin-left:20px');
    expect(await rects(block('red') + narrow)).to.deep.equal([
      [0, 0, 200, 10],
      [20, 8, 50, 4],
      [20, 10, 50, 10],
    ]);
    expect(await rects(block('red') + block('blue', 'height:1px'))).to.deep.equal([
      [0, 0, 200, 11],
      [0, 10, 200, 1],
    ]);
  });

  it('are unchanged next to transparent, clipped, separate or specially painted content', async () => {
    for (const more of [
      'background:rgb(0 0 255 / 50%)',
      'opacity:.5',
      'border-radius:3px',
      'margin-top:1px',
      'transform:scale(.9)',
      'mix-blend-mode:multiply',
      '-pagewright-overprint:overprint',
    ])
      expect(await rects(block('red') + block('blue', more)), more).to.deep.include([0, 0, 200, 10]);
    const clipped = `<div style="overflow:hidden;width:90px">${block('blue')}</div>`;
    expect(await rects(block('red') + clipped)).to.deep.include([0, 0, 200, 10]);
  });
});
