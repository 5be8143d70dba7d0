import { expect } from 'chai';
import { dumpPages } from '../../../engine/debug/dump-fragments.ts';
import { layoutDocument } from '../../../engine/render.ts';
import { expectFragments, layout } from '../../support/layout.ts';

const rows = (count: number): string => Array.from({ length: count }, (_, i) => `<tr><td>${i + 1}</td></tr>`).join('');

/** Returns the y of every row on each page. */
async function rowsByPage(html: string): Promise<number[][]> {
  const { dump } = await layout(html);
  return dump
    .split(/^page \d+ /m)
    .slice(1)
    .map((page) => [...page.matchAll(/TableRow <tr>.* y([\d.]+) /g)].map((match) => Number(match[1])));
}

describe('tables without cells', () => {
  const heightOf = async (content: string, style = ''): Promise<number> => {
    const { dump } = await layout(`<table style="border-spacing:10px;${style}">${content}</table>`);
    return Number(/TableWrapper <table> .* h(\S+)/.exec(dump)?.[1]);
  };

  it('have spacing once if a column has a width', async () => {
    expect(await heightOf('<col width=30><tbody></tbody>')).to.equal(10);
    expect(await heightOf('<col width=30><thead></thead><tbody></tbody>')).to.equal(10);
    expect(await heightOf('<col><tbody></tbody>', 'table-layout:fixed;width:100px')).to.equal(10);
    expect(await heightOf('<col width=30>')).to.equal(0);
  });

  it('have no spacing if no column has a width', async () => {
    expect(await heightOf('<tbody></tbody>')).to.equal(0);
    expect(await heightOf('<col><tbody></tbody>')).to.equal(0);
    expect(await heightOf('<tr></tr>')).to.equal(0);
    expect(await heightOf('<tr><td style="padding:0"></td></tr>')).to.equal(20);
  });
});

describe('tables', () => {
  it('have spacing after each column in which a cell begins, even if all of them span others', async () => {
    const cells = async (first: string, second: string): Promise<string[]> => {
      const cell = (span: string): string => `<td colspan=${span} style="padding:0;width:10px">`;
      const row = (spans: string): string => `<tr>${spans.split(' ').map(cell).join('')}`;
      const { dump } = await layout(`<table style="border-spacing:2px">${row(first)}${row(second)}</table>`);
      return [...dump.matchAll(/TableCell <td>\s+x(\S+) /g)].map((match) => match[1]!);
    };
    expect(await cells('2 1', '1 2')).to.deep.equal(['0', '14', '0', '12']);
    expect(await cells('2 1', '2 1')).to.deep.equal(['0', '12', '0', '12']);
  });

  it('stretch cells across the rows that they span, and surround them with spacing', async () => {
    await expectFragments(
      '<style>table{border-spacing:2px}td{padding:1px;height:20px}</style><table style="width:200px"><tr><td style="width:50px"><td rowspan=2><tr><td></table>',
      `
      TableWrapper <table>  x0 y0  w200 h50
        Table <table>  x0 y0  w200 h50
          TableRowGroup <tbody>  x2 y2  w196 h46
            TableRow <tr>  x0 y0  w196 h22
              TableCell <td>  x0 y0  w52 h22
              TableCell <td>  x54 y0  w142 h46
            TableRow <tr>  x0 y24  w196 h22
              TableCell <td>  x0 y0  w52 h22`,
    );
  });

  it('share collapsed borders, with half of the widest outside the grid', async () => {
    await expectFragments(
      '<style>table{border-collapse:collapse}td{padding:0;border:2px solid;width:10px;height:10px}</style><table><tr><td style="border:6px solid"><td></table>',
      `
      TableWrapper <table>  x0 y0  w34 h22
        Table <table>  x0 y0  w34 h22
          TableRowGroup <tbody>  x3 y3  w30 h16
            TableRow <tr>  x0 y0  w30 h16
              TableCell <td>  x0 y0  w16 h16
              TableCell <td>  x16 y0  w14 h16`,
    );
  });

  it('repeat their header on every page', async () => {
    const style =
      '<style>@page{size:200px 100px;margin:0}table{border-spacing:0}td,th{padding:0;height:20px;line-height:20px}</style>';
    const pages = await rowsByPage(
      `${style}<table><thead><tr><th>head</th></tr></thead><tbody>${rows(6)}</tbody></table>`,
    );
    expect(pages.map((page) => page.length)).to.deep.equal([5, 3]);
  });

  it('break between rows at forced breaks', async () => {
    const pages = await rowsByPage(`<table><tr><td>1</td></tr><tr style="break-before:page"><td>2</td></tr></table>`);
    expect(pages.map((page) => page.length)).to.deep.equal([1, 1]);
  });

  it("move a row that doesn't fit at all, and split one that is too long", async () => {
    const style =
      '<style>@page{size:200px 100px;margin:0}table{border-spacing:0}td{padding:0;font:10px/20px Arial}</style>';
    const lines = (count: number): string => Array.from({ length: count }, () => 'x').join('<br>');
    const cells = (...counts: number[]): string => counts.map((n) => `<tr><td>${lines(n)}</td></tr>`).join('');
    expect((await rowsByPage(`${style}<table>${cells(4, 3)}</table>`)).map((page) => page.length)).to.deep.equal([
      1, 1,
    ]);
    expect((await rowsByPage(`${style}<table>${cells(1, 8)}</table>`)).map((page) => page.length)).to.deep.equal([
      2, 1,
    ]);
  });

  it('create no boxes for white space between their parts, even if it is preserved', async () => {
    const table = '<table>\n<tr>\n <td style="padding:0">a\n</td>\n</tr>\n</table>';
    const dumpOf = async (markup: string): Promise<string> =>
      (await layout(`<style>table{border-spacing:0}</style><div style="white-space:pre;width:100px">${markup}</div>`))
        .dump;
    expect(await dumpOf(table)).to.equal(await dumpOf(table.replace(/>\s+</g, '><')));
  });

  it('have cells with border-box heights in quirks mode', async () => {
    const cell =
      '<style>body{margin:0}</style><table cellspacing=0><tr><td id="c" style="height:60px;padding:5px;border:2px solid">';
    const heightOf = (html: string): Promise<string | undefined> =>
      layoutDocument(html).then(({ pages }) => /#c>.* h(\d+)/.exec(dumpPages(pages))?.[1]);
    expect(await heightOf(cell)).to.equal('60');
    expect(await heightOf(`<!DOCTYPE html>${cell}`)).to.equal('74');
  });

  it('use all available width if percentages leave none for a column', async () => {
    const { dump } = await layout(
      '<style>td{width:100%;padding:0}</style><div style="width:200px"><table cellspacing=0><tr><td>a<td>b</table></div>',
    );
    expect(dump).to.match(/TableWrapper <table> {2}x0 y0 {2}w200 /);
  });

  it('are no wider than their cells inside other cells and items, even if percentages require more', async () => {
    const inner = '<table class=i><tr><td style="width:100%">a<td>b</table>';
    const widths = async (html: string): Promise<string[]> => {
      const { dump } = await layout(`<style>*{padding:0;border-spacing:0}.i{font:10px Cousine}</style>${html}`);
      return [...dump.matchAll(/TableWrapper <table.i> .* w(\S+) h/g)].map(([, width]) => width!);
    };
    const ab = '12.03';
    expect(await widths(`<table><tr><td>${inner}<td>c</table>`)).to.deep.equal([ab]);
    expect(await widths(`<table><tr><td><div style="float:left">${inner}</div></table>`)).to.deep.equal([ab]);
    for (const display of ['flex', 'grid;grid-template-columns:max-content'])
      expect(await widths(`<div style="display:${display}"><div style="flex:none">${inner}</div></div>`)).to.deep.equal(
        [ab],
      );
    expect(await widths(`<table style="width:300px"><tr><td width=200>${inner}<td>c</table>`)).to.not.deep.equal([ab]);
    expect(await widths(`<div style="width:200px"><div style="float:left">${inner}</div></div>`)).to.deep.equal([
      '200',
    ]);
    const absolute = `<div style="position:absolute">${inner}</div>`;
    const section = `<section style="position:relative;width:200px"><table><tr><td>${absolute}</table></section>`;
    expect(await widths(section)).to.deep.equal(['200']);
  });

  it('are aligned to the end of the row if all its cells are empty', async () => {
    const { dump } = await layout(
      '<style>div div{display:table-cell;width:9px;height:50px;border-bottom:10px solid}</style><div>x<div style="display:inline-table"><div></div></div></div>',
    );
    // The border is below the baseline, next to the descenders.
    expect(dump).to.match(/TableWrapper <div> {2}x\S+ y0 /);
  });
});

/** Returns the widths of the cells of a fixed table, 400 px wide. */
async function fixedWidths(cells: string): Promise<number[]> {
  const { dump } = await layout(
    `<style>table{table-layout:fixed;width:400px;border-spacing:0}td{padding:0 20px}</style><table><tr>${cells}</table>`,
  );
  return [...dump.matchAll(/TableCell .* w([\d.]+) /g)].map((match) => Number(match[1]));
}

describe('fixed tables', () => {
  it('add the edges of cells to percentages', async () => {
    expect(await fixedWidths('<td style="width:10%"><td style="width:30%"><td>')).to.deep.equal([80, 160, 160]);
    expect(await fixedWidths('<td style="width:60%"><td style="width:60%"><td>')).to.deep.equal([200, 200, 0]);
    expect(
      await fixedWidths('<td style="width:10%;box-sizing:border-box"><td style="width:90%;box-sizing:border-box">'),
    ).to.deep.equal([40, 360]);
  });

  it('distribute the rest of percentages proportionally', async () => {
    expect((await fixedWidths('<td style="width:10%"><td style="width:30%">')).map(Math.round)).to.deep.equal([
      133, 267,
    ]);
    expect((await fixedWidths('<td style="width:10%"><td style="width:90%">')).map(Math.round)).to.deep.equal([
      67, 333,
    ]);
  });

  it('limit the lengths of cells', async () => {
    expect(await fixedWidths('<td style="width:90px;max-width:50px"><td>')).to.deep.equal([90, 310]);
  });
});
