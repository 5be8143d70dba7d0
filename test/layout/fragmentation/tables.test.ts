import { expect } from 'chai';
import { layout } from '../../support/layout.ts';
import { places } from './places.ts';

const STYLE = '<style>table{border-spacing:0}td{padding:0}</style>';

describe('tables on pages', () => {
  it('inherit break values of cells and their first children', async () => {
    const table = '<table id="t"><td><div id="a" style="height:10px;break-before:page"></div></td><td>x</td></table>';
    expect(await places(`${STYLE}<div id="p" style="height:10px"></div>${table}`)).to.deep.equal([
      'p 0+10',
      't 0+20, t 0+20, a 5+10',
    ]);
  });

  it('continue in the next row after a forced break inside a cell', async () => {
    const cell = '<div id="a" style="height:10px"></div><div id="b" style="height:10px;break-before:page"></div>';
    expect(
      await places(
        `${STYLE}<table><tr><td>${cell}</td></tr><tr><td><div id="c" style="height:9px"></div></td></tr></table>`,
      ),
    ).to.deep.equal(['a 0+10', 'b 0+10, c 0+9']);
  });

  it('begin a row with a forced break inside a cell where it is, whatever the edges of its other cells', async () => {
    const broken =
      '<td><div id="a" style="height:10px"></div><div id="b" style="height:10px;break-before:page"></div></td>';
    const table = `<table><tr><td><div id="x" style="height:20px"></div></td></tr><tr><td style="padding:3px;border:1px solid">y</td>${broken}</tr></table>`;
    expect(await places(`${STYLE}${table}`)).to.deep.equal(['x 0+20, a 0+10', 'b 0+10']);
  });

  it("end with the last row if only spacing doesn't fit", async () => {
    const row = (id: string): string => `<tr id="${id}"><td><div style="height:20px"></div></td></tr>`;
    const table = `<table id="t" style="border-spacing:4px"><tbody>${row('a')}${row('b')}</tbody></table>`;
    expect(
      await places(`${STYLE}<div style="height:50px"></div>${table}<div id="n" style="height:9px"></div>`),
    ).to.deep.equal(['t 50+50, t 0+50, a 0+20, b 24+20', 'n 0+9']);
  });

  it('keep the rows of a spanning cell that avoids breaks together', async () => {
    const row = (id: string, cell = ''): string =>
      `<tr id="${id}">${cell}<td><div style="height:20px"></div></td></tr>`;
    const group = `${row('b', '<td rowspan="3" style="break-inside:avoid">group</td>')}${row('c')}${row('d')}`;
    const table = `<table><tbody>${row('a', '<td></td>')}${group}</tbody></table>`;
    const before = '<div id="p" style="height:20px"></div>';
    expect(await places(`${STYLE}${before}${table}`)).to.deep.equal(['p 0+20, a 0+20, b 20+20, c 40+20, d 60+20']);
    expect(await places(`${STYLE}${before}${before}${table}`)).to.deep.equal([
      'p 0+20, p 20+20, a 0+20',
      'b 0+20, c 20+20, d 40+20',
    ]);
    const onlyInColumns = table.replace('avoid', 'avoid-column');
    expect(await places(`${STYLE}${before}${before}${onlyInColumns}`)).to.deep.equal([
      'p 0+20, p 20+20, a 0+20, b 20+20, c 40+20',
      'd 0+20',
    ]);
  });

  it('break between the rows of an unbreakable group that is taller than a page', async () => {
    const row = (id: string, content: string): string =>
      `<tr id="${id}" style="break-inside:avoid"><td>${content}</td></tr>`;
    const box = '<div style="height:40px"></div>';
    const rows = `${row('a', box)}${row('b', box)}${row('c', 'one<br>two<br>three')}`;
    expect(await places(`${STYLE}<table><tbody style="break-inside:avoid">${rows}</tbody></table>`)).to.deep.equal([
      'a 0+40, b 40+40',
      'c 0+60',
    ]);
    const held = `<tr id="a"><td rowspan="3" style="break-inside:avoid"></td><td>${box}</td></tr>${row('b', box)}${row('c', 'one<br>two<br>three')}`;
    expect(await places(`${STYLE}<table><tbody>${held}</tbody></table>`)).to.deep.equal(['a 0+40, b 40+40', 'c 0+60']);
    const lines =
      '<tr id="a"><td><div style="height:70px"></div></td></tr><tr id="b"><td style="orphans:2">1<br>2<br>3</td></tr>';
    expect(await places(`${STYLE}<table><tbody style="break-inside:avoid">${lines}</tbody></table>`)).to.deep.equal([
      'a 0+70',
      'b 0+60',
    ]);
  });

  it('end a row-spanning cell with the last row of each page', async () => {
    const row = (id: string, cell = ''): string =>
      `<tr id="${id}">${cell}<td><div style="height:35px;break-inside:avoid"></div></td></tr>`;
    for (const mode of ['', 'direction:rtl']) {
      const table = `<table style="${mode}"><tbody>${row('a', '<td id="s" rowspan="4">x</td>')}${row('b')}${row('c')}${row('d')}</tbody></table>`;
      expect(await places(`${STYLE}${table}`)).to.deep.equal(['a 0+35, s 0+70, b 35+35', 'c 0+35, s 0+70, d 35+35']);
    }
    const spaced = `<table style="border-spacing:4px"><tbody>${row('a', '<td id="s" rowspan="3">x</td>')}${row('b')}${row('c')}</tbody></table>`;
    expect(await places(`${STYLE}${spaced}`)).to.deep.equal(['a 0+35, s 0+74, b 39+35', 'c 0+35, s -4+39']);
  });

  it('repeat a footer at the end of each page, regardless of the padding around the table', async () => {
    const row = (id: string): string =>
      `<tr id="${id}"><td><div style="height:20px;break-inside:avoid"></div></td></tr>`;
    const rows = ['a', 'b', 'c', 'd', 'e'].map(row).join('');
    const table = `<table><tbody>${rows}</tbody><tfoot id="f">${row('g')}</tfoot></table>`;
    expect(await places(`${STYLE}<div style="padding:15px 0">${table}</div>`)).to.deep.equal([
      'a 0+20, b 20+20, c 40+20, f 60+20, g 0+20',
      'd 0+20, e 20+20, f 40+20, g 0+20',
    ]);
    expect(await places(`${STYLE}<div style="padding:15px 0;box-decoration-break:clone">${table}</div>`)).to.deep.equal(
      ['a 0+20, b 20+20, f 40+20, g 0+20', 'c 0+20, d 20+20, f 40+20, g 0+20', 'e 0+20, f 20+20, g 0+20'],
    );
  });

  it('break between their last rows if the padding of a surrounding box does not fit', async () => {
    const row = (id: string): string => `<tr id="${id}"><td><div style="height:20px"></div></td></tr>`;
    const foot = '<tfoot><tr id="f"><td><div style="height:20px"></div></td></tr></tfoot>';
    const table = `<table>${foot}<tbody>${row('a')}${row('b')}${row('c')}</tbody></table>`;
    for (const box of ['padding-bottom:30px', 'border-bottom:30px solid', 'padding-bottom:30px;display:flow-root'])
      expect(await places(`${STYLE}<div style="${box}">${table}</div>`)).to.deep.equal([
        'a 0+20, b 20+20, f 0+20',
        'c 0+20, f 0+20',
      ]);
  });

  it('repeat headers in balanced columns of any height', async () => {
    const cell = '<td><div style="height:20px"></div></td>';
    const rows = Array.from({ length: 6 }, (_, i) => `<tr id="r${i}">${cell}</tr>`).join('');
    const table = `<table><thead id="h"><tr>${cell}</tr></thead><tbody>${rows}</tbody></table>`;
    expect(await places(`${STYLE}<div style="columns:3;column-gap:0">${table}</div>`)).to.deep.equal([
      'h 0+20, r0 0+20, r1 20+20, h 0+20, r2 0+20, r3 20+20, h 0+20, r4 0+20, r5 20+20',
    ]);
  });

  it('repeat headers and footers on pages that are defined only by `display`', async () => {
    const row = (id: string): string =>
      `<div style="display:table-row"><div id="${id}" style="height:20px"></div></div>`;
    const head = `<div style="display:table-header-group">${row('h')}</div>`;
    const foot = `<div style="display:table-footer-group">${row('f')}</div>`;
    const rows = ['a', 'b', 'c', 'd'].map(row).join('');
    const expected = ['h 0+20, a 0+20, b 0+20, c 0+20, f 0+20', 'h 0+20, d 0+20, f 0+20'];
    expect(await places(`<div style="display:table">${head}${foot}${rows}</div>`)).to.deep.equal(expected);
    // Without a table element, an anonymous table is created.
    expect(await places(`<div>${head}${foot}${rows}</div>`)).to.deep.equal(expected);
    const auto = `<table><thead style="break-inside:auto"><tr id="h"><td></td></tr></thead><tbody>${['a', 'b', 'c', 'd', 'e', 'g'].map((id) => `<tr id="${id}"><td><div style="height:20px"></div></td></tr>`).join('')}</tbody></table>`;
    expect((await places(`${STYLE}${auto}`)).join(' ').match(/h /g)).to.have.length(1);
  });

  it('place boxes positioned against a cell by its padding box, regardless of the alignment of its contents', async () => {
    const positioned =
      '<div id="p" style="position:absolute;bottom:0;height:10px"></div><div id="q" style="position:absolute;top:0;height:10px"></div>';
    for (const align of ['top', 'middle', 'bottom', 'baseline']) {
      const cell = `<td id="c" style="position:relative;height:60px;vertical-align:${align}"><div id="i" style="height:20px"></div>${positioned}</td>`;
      const content = { top: 0, middle: 20, bottom: 40, baseline: 0 }[align];
      expect(await places(`${STYLE}<table><tr>${cell}</tr></table>`)).to.deep.equal([
        `c 0+60, i ${content}+20, p 50+10, q 0+10`,
      ]);
    }
    const still =
      '<td id="c" style="position:relative;height:60px"><div id="i" style="height:20px"></div><div id="s" style="position:absolute;height:10px"></div></td>';
    expect(await places(`${STYLE}<table><tr>${still}</tr></table>`)).to.deep.equal(['c 0+60, i 20+20, s 40+10']);
  });

  it('are one containing block over all their pages', async () => {
    const row = (id: string, inner = ''): string =>
      `<tr id="${id}"><td>${inner}<div style="height:40px;break-inside:avoid"></div></td></tr>`;
    const box = (id: string, style: string): string =>
      `<div id="${id}" style="position:absolute;height:10px;${style}"></div>`;
    const inner = `${box('e', 'bottom:0')}${box('m', 'top:75%')}${box('s', 'top:5px')}`;
    // Both are as high as the first page, with its empty rest, and the rows on the second.
    for (const [table, tbody] of [
      ['position:relative', ''],
      ['', 'position:relative'],
    ])
      expect(
        (
          await places(
            `${STYLE}<table style="${table}"><tbody style="${tbody}">${row('a', inner)}${row('b')}${row('c')}${row('d')}</tbody></table>`,
          )
        ).map((page) => page.split(', ').sort()),
        table,
      ).to.deep.equal([
        ['a 0+40', 'b 40+40', 's 5+10'],
        ['c 0+40', 'd 40+40', 'e 70+10', 'm 35+10'],
      ]);
  });

  it('are one containing block with repeated headers, and in rows that a break splits', async () => {
    const end = '<div id="e" style="position:absolute;bottom:0;height:10px"></div>';
    const lines = 'x<br>'.repeat(6);
    expect(
      await places(`${STYLE}<table><tr id="r" style="position:relative"><td>${end}${lines}</td></tr></table>`),
    ).to.deep.equal(['r 0+100', 'r 0+40, e 30+10']);
  });

  const spanning = (height: number): string => {
    const box = (size: number): string => `<div style="height:${size}px;break-inside:avoid"></div>`;
    return `<tr id="a"><td rowspan="2">${box(height)}</td><td>${box(10)}</td></tr><tr id="b"><td>${box(40)}</td></tr>`;
  };

  it("keep a row with its cell that spans the next row, if the cell doesn't fit on the page", async () => {
    expect(
      await places(`${STYLE}<div id="p" style="height:70px"></div><table><tbody>${spanning(45)}</tbody></table>`),
    ).to.deep.equal(['p 0+70', 'a 0+10, b 10+40']);
  });

  it('begin a page with the spacing after the rows of continued cells', async () => {
    const table = `<table style="border-spacing:4px"><tbody id="s">${spanning(10)}</tbody></table>`;
    expect(await places(`${STYLE}<div style="height:60px"></div>${table}`)).to.deep.equal([
      's 4+10, a 0+10',
      's 4+40, b 0+40',
    ]);
  });

  it('begin a page with the rest of a row-spanning cell, above the spacing', async () => {
    const box = (size: number, id = ''): string => `<div ${id} style="height:${size}px;break-inside:avoid"></div>`;
    const cell = `<td id="c" rowspan="2">${box(30)}${box(20, 'id="y"')}</td>`;
    const table = `<tr>${cell}<td>${box(10)}</td></tr><tr id="r"><td>${box(40)}</td></tr>`;
    expect(
      await places(`${STYLE}<div style="height:60px"></div><table style="border-spacing:4px">${table}</table>`),
    ).to.deep.equal(['c 0+36', 'r 0+40, c -4+44, y 0+20']);
  });

  it("don't leave headers on a page without rows if every part repeats them", async () => {
    const row = (id: string, height: number): string =>
      `<tr id="${id}"><td><div style="height:${height}px;break-inside:avoid"></div></td></tr>`;
    const table = `<table><thead style="break-inside:avoid">${row('h', 10)}</thead><tbody>${row('a', 40)}${row('b', 40)}</tbody></table>`;
    expect(await places(`${STYLE}<div id="p" style="height:60px"></div>${table}`)).to.deep.equal([
      'p 0+60',
      'h 0+10, a 0+40, b 40+40',
    ]);
  });

  it('look up break values of captions and row groups in visual order, not source order', async () => {
    const captioned =
      '<table id="t"><caption style="caption-side:bottom;break-before:avoid"></caption><tr><td><div style="height:50px;break-inside:avoid"></div></td></tr></table>';
    const before = '<div id="a" style="height:20px"></div><div id="b" style="height:40px"></div>';
    expect(await places(`${STYLE}${before}${captioned}`)).to.deep.equal(['a 0+20, b 20+40', 't 0+50, t 0+50']);
    const cell = '<td><div style="height:20px"></div></td>';
    const grouped = `<table id="t"><tfoot style="break-before:page;break-inside:auto"><tr>${cell}</tr></tfoot><tbody id="g"><tr>${cell}</tr></tbody></table>`;
    expect(await places(`${STYLE}${before}${grouped}`)).to.deep.equal([
      'a 0+20, b 20+40, t 60+40, t 0+40, g 0+20',
      't 0+20, t 0+20',
    ]);
  });

  it('are sliced where their height continues without rows', async () => {
    expect(
      await places(
        '<div id="t" style="display:table;height:150px;width:20px"></div><div id="z" style="height:5px"></div>',
      ),
    ).to.deep.equal(['t 0+100, t 0+100', 't 0+50, t 0+50, z 50+5']);
  });

  it('end even if their last border is thicker than a page', async () => {
    const table =
      '<table id="t" style="border-bottom:250px solid"><td><div id="a" style="height:20px"></div></td></table>';
    const pages = await places(`${STYLE}${table}`);
    // The border starts on a separate page.
    expect(pages.length).to.equal(4);
  });

  it('have cloned edges on every page', async () => {
    const table =
      '<table id="t" style="border:10px solid;box-decoration-break:clone"><td><div id="a" style="height:100px"></div></td></table>';
    expect(await places(`${STYLE}${table}`)).to.deep.equal(['t 0+100, t 0+100, a 0+80', 't 0+40, t 0+40, a 0+20']);
  });

  it('include the outer halves of their collapsed borders with repeated groups on later pages', async () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `<tr><td>${name}`).join('');
    const groups = async (header: string, footer: string): Promise<string[]> => {
      const { dump } = await layout(
        `<style>@page{size:200px 100px;margin:0}body{margin:0}table{border-collapse:collapse}
        tr{break-inside:avoid}td{border:8px solid;padding:0;height:8px;font:8px/8px Arial}</style>
        <table>${header}<tbody>${rows}</tbody>${footer}</table>`,
      );
      return [...dump.matchAll(/TableRowGroup <(\w+)>.* y(\S+)/g)].map(([, name, y]) => `${name} ${y}`);
    };
    // Rows of 16px: six of them fit on a page of 100px with one half border, but not with two.
    const page = ['thead 4', 'tbody 20', 'tfoot 68'];
    const last = ['thead 4', 'tbody 20', 'tfoot 36'];
    expect(await groups('<thead><tr><td>H</thead>', '<tfoot><tr><td>F</tfoot>')).to.deep.equal(
      [page, page, last].flat(),
    );
    expect(await groups('', '')).to.deep.equal(['tbody 4', 'tbody 0']);
  });

  it('place positioned children of rows once', async () => {
    expect(
      await places(
        `${STYLE}<div style="display:table"><div style="display:table-row;height:150px"><div style="position:absolute" id="abs">x</div></div></div>`,
      ),
    ).to.deep.equal(['abs 0+20', '']);
  });

  it('have captions whose margin a break truncates', async () => {
    const caption = '<div id="c" style="display:table-caption;margin-top:200px;height:20px;contain:size"></div>';
    expect(
      await places(
        `<div id="a" style="height:60px"></div><div style="display:table"><div style="display:table-caption"></div>${caption}</div>`,
      ),
    ).to.deep.equal(['a 0+60', 'c 0+20']);
  });

  it('repeat positioned boxes contained in their headers, and others only if they are fixed', async () => {
    const row = '<tr><td style="height:30px;padding:0"></td></tr>';
    const table = (position: string, cell = ''): string =>
      `<style>@page{size:200px 100px;margin:0}</style><table style="border-spacing:0"><thead style="break-inside:avoid"><tr><th style="height:20px;${cell}"><b style="position:${position}">b</b></th></tr></thead>${row.repeat(4)}</table>`;
    const positioned = ({ dump }: { dump: string }): string[] =>
      dump.split('\n').filter((line) => line.includes('<b>'));
    expect(positioned(await layout(table('absolute', 'position:relative')))).to.have.length(2);
    expect(positioned(await layout(table('absolute')))).to.have.length(1);
    const fixed = positioned(await layout(table('fixed')));
    expect(fixed.map((line) => line.includes('repeated'))).to.deep.equal([false, true]);
  });

  it('let the overflow of their cells continue next to the following rows', async () => {
    const line = (id: string): string => `<div id="${id}" style="height:40px;break-inside:avoid"></div>`;
    const over = `<td style="padding:0"><div style="height:20px;width:40px">${line('a')}${line('b')}${line('c')}</div></td>`;
    const table = (rows: string): string => `<table style="border-spacing:0">${rows}</table>`;
    expect(await places(`${table(`<tr id="r">${over}</tr>`)}<div id="z" style="height:90px"></div>`)).to.deep.equal([
      'r 0+20, a 0+40, b 40+40, z 20+80',
      'r 0+0, c 0+40, z 0+10',
    ]);
    expect(
      await places(
        table(
          `<tr id="r">${over}</tr><tr id="s"><td style="padding:0;height:50px"></td></tr><tr id="t"><td style="padding:0;height:50px"></td></tr>`,
        ),
      ),
    ).to.deep.equal(['r 0+20, a 0+40, b 40+40, s 20+50, t 70+30', 'r 0+0, c 0+40, t 0+20']);
  });

  it('place a caption once, after the overflow of the cells', async () => {
    const tall = '<div style="height:20px;width:40px"><div id="a" style="height:150px"></div></div>';
    const caption = '<caption id="c" style="caption-side:bottom;height:10px"></caption>';
    expect(
      await places(`<table style="border-spacing:0">${caption}<tr><td style="padding:0">${tall}</td></tr></table>`),
    ).to.deep.equal(['a 0+100, c 20+10', 'a 0+50']);
  });
});

describe('tables with unbreakable captions', () => {
  it('break as late as possible if they fit on no page', async () => {
    const row =
      '<tr><td style="padding:0"><div id="a" style="height:60px"></div><div id="b" style="height:60px"></div></td></tr>';
    const caption = '<caption id="c" style="height:30px"></caption>';
    expect(await places(`<table style="border-spacing:0;break-inside:avoid">${caption}${row}</table>`)).to.deep.equal([
      'c 0+30, a 0+60, b 60+10',
      'b 0+50',
    ]);
  });
});

describe('positioned boxes on pages in vertical writing modes', () => {
  it('are split along the block axis', async () => {
    const abs = '<div id="abs" style="position:absolute;block-size:250px;inline-size:9px;inset-block-start:0"></div>';
    expect(
      await places(
        `<style>html{writing-mode:vertical-rl}</style><div style="position:relative;block-size:250px">${abs}</div>`,
      ),
    ).to.deep.equal(['abs 0+9', 'abs 0+9']);
  });
});
