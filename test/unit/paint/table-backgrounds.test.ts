import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE =
  '<!DOCTYPE html><style>@page{size:200px;margin:0}body{margin:0}td{padding:0;width:40px;height:20px}</style>';

/** Returns the rectangles that a document fills, as "x y width height". */
async function fillsOf(html: string): Promise<string[]> {
  const text = await inspect(PAGE + html, 'paint', null);
  return [...text.matchAll(/fillRect\S* (\S+ \S+ \S+ \S+)/g)].map((match) => match[1]!);
}

const table = (spacing: number, inside: string): string =>
  `<table style="border-spacing:${spacing}px">${inside}</table>`;

describe('backgrounds of rows, row groups and columns', () => {
  it('are painted in cells, not in the spacing between them', async () => {
    const row = (style: string): string => `<tr style="${style}"><td></td><td></td></tr>`;
    expect(await fillsOf(table(10, row('background:red')))).to.deep.equal(['10 10 40 20', '60 10 40 20']);
    expect(await fillsOf(table(10, `<tbody style="background:red">${row('').repeat(2)}</tbody>`))).to.deep.equal([
      '10 10 40 20',
      '60 10 40 20',
      '10 40 40 20',
      '60 40 40 20',
    ]);
    expect(await fillsOf(table(10, `<col><col style="background:red">${row('').repeat(2)}`))).to.deep.equal([
      '60 10 40 20',
      '60 40 40 20',
    ]);
  });

  it('are one rectangle if cells fill them', async () => {
    expect(await fillsOf(table(0, '<tr style="background:red"><td></td><td></td></tr>'))).to.deep.equal(['0 0 80 20']);
  });

  it('reach as far as the cells that begin in them', async () => {
    const rows = '<tr style="background:red"><td rowspan="2"></td><td></td></tr><tr><td></td></tr>';
    expect(await fillsOf(table(0, rows))).to.deep.equal(['0 0 40 40', '40 0 40 20']);
  });

  it('continue across breaks in the columns of a table', async () => {
    const image = 'background:linear-gradient(red, blue)';
    const rows = '<tr><td style="height:150px"></td></tr>'.repeat(2);
    const text = await inspect(PAGE + table(0, `<col style="${image}">${rows}`), 'paint', null);
    const gradients = [...text.matchAll(/fillGradient M 0 0 L 40 0 L 40 (\d+) .* linear (\S+ \S+ \S+ \S+)/g)];
    expect(gradients.map(([, height, line]) => `${height}: ${line}`)).to.deep.equal([
      '200: 20 0 20 200',
      '100: 20 0 20 300',
    ]);
  });
});
