import { expect } from 'chai';
import { places } from './places.ts';

describe('flex containers on pages', () => {
  it('stay as high as their row if repeated headers have enlarged it', async () => {
    const head = '<thead><tr><th style="height:20px;padding:0"></th></tr></thead>';
    const rows = '<tr><td style="height:30px;padding:0"></td></tr>'.repeat(9);
    const table = `<table id="t" style="border-spacing:0;width:80px">${head}${rows}</table>`;
    const pages = await places(
      `<div style="display:flex"><div id="s" style="display:flex;width:20px"></div>${table}</div>`,
    );
    const heights = (id: string): number =>
      pages.reduce((sum, page) => sum + Number(new RegExp(`${id} [\\d.-]+\\+([\\d.]+)`).exec(page)?.[1] ?? 0), 0);
    expect(heights('s')).to.equal(heights('t'));
  });

  it('distribute the height that a stretched container gains by breaks elsewhere among its flexible rows', async () => {
    const lines = '<div id="l">a<br>b<br>c</div>';
    const inRow = (style: string, inside: string): Promise<string[]> =>
      places(
        `<div style="height:50px"></div><div style="display:flex;font-size:9px;line-height:20px"><div id="a" style="${style};width:50px">${inside}</div>${lines}</div>`,
      );
    const [fixed, flexible] = ['<div id="x" style="height:10px"></div>', '<div id="y" style="flex:1"></div>'];
    const column = 'display:flex;flex-direction:column';
    expect(await inRow(column, fixed + flexible)).to.deep.equal([
      'a 0+50, x 0+10, y 10+40, l 0+50',
      'a 0+20, y 0+20, l 0+20',
    ]);
    expect(await inRow('display:flex', `<div id="x" style="${column}">${flexible}</div>`)).to.deep.equal([
      'a 0+50, x 0+50, y 0+50, l 0+50',
      'a 0+20, x 0+20, y 0+20, l 0+20',
    ]);
    const two = '<div id="x" style="width:50px">a</div><div id="y" style="width:50px">b</div>';
    const grown = ['a 0+50, x 0+30, y 30+20, l 0+50', 'a 0+20, y 0+20, l 0+20'];
    expect(await inRow('display:flex;flex-wrap:wrap', two)).to.deep.equal(grown);
    expect(await inRow('display:grid', two)).to.deep.equal(grown);
    expect(await inRow('display:grid;grid-template-rows:auto 1fr', two)).to.deep.equal([
      'a 0+50, x 0+20, y 20+30, l 0+50',
      'a 0+20, y 0+20, l 0+20',
    ]);
    expect(await inRow('display:grid;align-content:start', two)).to.deep.equal([
      'a 0+50, x 0+20, y 20+20, l 0+50',
      'a 0+20, l 0+20',
    ]);
  });

  it('grow flexible items until their maximum, over several pages', async () => {
    const column = (max: string): string =>
      `<div id="a" style="display:flex;flex-direction:column;width:50px"><div id="x" style="height:130px"></div><div id="y" style="flex:1;max-height:${max}"></div><div id="z" style="height:10px"></div></div>`;
    const text = `<div><p style="margin:0 0 10px">a<br>b<br>c</p>${'<br>d'.repeat(8)}</div>`;
    const inRow = (max: string): Promise<string[]> =>
      places(`<div style="display:flex;font-size:9px;line-height:20px">${column(max)}${text}</div>`);
    expect(await inRow('none')).to.deep.equal([
      'a 0+100, x 0+100',
      'a 0+100, x 0+30, y 30+70',
      'a 0+80, y 0+70, z 70+10',
    ]);
    expect(await inRow('50px')).to.deep.equal(['a 0+100, x 0+100', 'a 0+100, x 0+30, y 30+50, z 80+10', 'a 0+80']);
  });

  it('move following items down if a break enlarges an item, also in reverse order', async () => {
    const lines = '<div id="a" style="flex:none;width:100%;line-height:20px">a<br>b<br>c</div>';
    const below = '<div id="b" style="flex:none;width:100%;height:10px"></div>';
    const before = '<div style="height:50px"></div>';
    for (const flow of ['column-reverse', 'row wrap-reverse'])
      expect(
        await places(`${before}<div style="display:flex;flex-flow:${flow};font-size:9px">${below}${lines}</div>`),
        flow,
      ).to.deep.equal(['a 0+50', 'a 0+20, b 20+10']);
  });

  it('move on instead of being sliced in the margin below an item', async () => {
    const item = '<div id="a" style="height:40px"></div><div id="b" style="height:40px;margin-bottom:20px"></div>';
    for (const flow of ['column', 'row wrap']) {
      const flex = `<div style="display:flex;flex-flow:${flow}">${item.replaceAll('height', 'width:200px;height')}</div>`;
      expect(await places(`<div style="height:10px"></div>${flex}`)).to.deep.equal(['', 'a 0+40, b 40+40']);
    }
    // The same applies to an item.
    const nested = `<div style="display:flex">${item.slice(item.indexOf('<div id="b"'))}</div>`;
    const rows = `<div style="display:flex;flex-direction:column"><div id="a" style="height:55px"></div>${nested}</div>`;
    expect(await places(rows)).to.deep.equal(['a 0+55', 'b 0+40']);
  });

  it("move on if the margin below an item doesn't fit, even if they could break there", async () => {
    const item = (id: string): string => `<div id="${id}" style="width:200px;height:35px;margin-bottom:20px"></div>`;
    for (const flow of ['column', 'row wrap']) {
      const flex = `<div style="display:flex;flex-flow:${flow};padding-bottom:5px">${item('a')}${item('b')}${item('c')}</div>`;
      expect(await places(`<div style="height:10px"></div>${flex}`), flow).to.deep.equal([
        '',
        'a 0+35, b 55+35',
        'c 10+35',
      ]);
    }
  });

  it('drop the gap between items at the end of a column or page', async () => {
    const items = ['a', 'b', 'c', 'd'].map((id) => `<div id="${id}" style="width:60px;height:40px"></div>`).join('');
    const flex = `<div style="display:flex;flex-direction:column;height:250px;gap:30px">${items}</div>`;
    expect(await places(flex)).to.deep.equal(['a 0+40, b 70+30', 'b 0+10, c 40+40', 'd 0+40']);
    expect(await places(`<section style="columns:4;height:100px;column-fill:auto">${flex}</section>`)).to.deep.equal([
      'a 0+40, b 70+30, b 0+10, c 40+40, d 0+40',
    ]);
  });

  it('drop the part of a grid gutter added by space distribution at a page end', async () => {
    const items = (style = ''): string =>
      ['a', 'b', 'c', 'd'].map((id) => `<div id="${id}" style="width:60px;height:40px;${style}"></div>`).join('');
    const grid = 'display:grid;align-content:space-between;height:250px';
    expect(await places(`<div style="${grid}">${items()}</div>`)).to.deep.equal([
      'a 0+40, b 70+30',
      'b 0+10, c 40+40',
      'd 0+40',
    ]);
    // The gutter ends with the page, so nothing is dropped and margins stay.
    const column = 'display:flex;flex-direction:column;height:350px;gap:50px';
    expect(await places(`<div style="${column}">${items('margin:5px 0')}</div>`)).to.deep.equal([
      'a 5+40',
      'b 5+40',
      'c 5+40',
      'd 5+40',
    ]);
  });

  it('end even if their end padding is higher than a page', async () => {
    expect(await places('<div id="f" style="display:flex;padding-bottom:250px"></div>')).to.deep.equal([
      'f 0+100',
      'f 0+100',
      'f 0+100',
      'f 0+50',
    ]);
  });

  it('keep their end padding whole if their empty part is sliced', async () => {
    const flex =
      '<div id="f" style="display:flex;box-sizing:border-box;min-height:100px;padding-bottom:30px"><i>x</i></div>';
    expect(await places(`<div style="padding-top:20px">${flex}</div>`)).to.deep.equal(['f 20+70', 'f 0+30']);
  });

  it('lay out each column of a multi-line column container separately', async () => {
    const items =
      '<div id="a" style="height:60px"></div><div id="b" style="height:70px;break-inside:avoid"></div>' +
      '<div id="c" style="height:120px"></div>';
    expect(await places(`<div style="display:flex;flex-flow:column wrap;height:150px">${items}</div>`)).to.deep.equal([
      'a 0+60, c 0+100',
      'b 0+70, c 0+20',
    ]);
  });

  it('move later lines down by the height that a break added to a line', async () => {
    const first =
      '<div id="a" style="width:200px"><div style="contain:size;height:60px"></div><div style="contain:size;height:60px"></div></div>';
    expect(
      await places(
        `<div style="display:flex;flex-wrap:wrap">${first}<div id="b" style="width:200px;height:20px"></div></div>`,
      ),
    ).to.deep.equal(['a 0+100', 'a 0+60, b 60+20']);
  });

  it('stretch items to a line that a break has enlarged', async () => {
    const tall = '<div style="contain:size;height:60px"></div><div style="contain:size;height:60px"></div>';
    expect(await places(`<div style="display:flex"><div id="a">${tall}</div><div id="b"></div></div>`)).to.deep.equal([
      'a 0+100, b 0+100',
      'a 0+60, b 0+60',
    ]);
  });

  it('start a line that overflows from a margin at the start of a page instead of leaving the page blank', async () => {
    const items =
      '<div id="a" style="width:150px;height:80px;margin-bottom:30px"></div>' +
      '<div id="b" style="width:150px;height:95px;break-inside:avoid"></div><div id="c" style="width:150px;height:5px"></div>';
    expect(await places(`<div style="display:flex;flex-wrap:wrap">${items}</div>`)).to.deep.equal([
      'a 0+80',
      'b 0+95, c 95+5',
    ]);
  });

  it('leave no page blank for the margin of an unbreakable item', async () =>
    expect(
      await places(
        '<div style="display:flex"><div id="a" style="height:80px;margin-top:15px;padding-top:10px;break-inside:avoid"></div></div>',
      ),
    ).to.deep.equal(['a 0+90']));

  it('continue with the next item next to overflowing contents', async () => {
    const item = '<div id="a" style="height:20px"><div id="in" style="height:130px"></div></div>';
    expect(
      await places(
        `<div style="display:flex;flex-direction:column;height:60px">${item}<div id="b" style="height:40px"></div></div>`,
      ),
    ).to.deep.equal(['a 0+20, in 0+100, b 20+40', 'a 0+0, in 0+30']);
  });

  it('move a single lower item of a line to the next page', async () => {
    const items =
      '<div id="a" style="width:40px;height:90px"></div><div id="b" style="width:40px;margin-top:50px;contain:size;height:60px"></div>';
    expect(await places(`<div style="display:flex;align-items:start">${items}</div>`)).to.deep.equal([
      'a 0+90',
      'b 0+60',
    ]);
  });

  it("move a fitting grid, but not lines of flex items, when the end edge below doesn't fit", async () => {
    const items = '<div id="a" style="width:100%;height:40px"></div><div id="b" style="width:100%;height:40px"></div>';
    const inPadding = (display: string): string =>
      `<div style="height:10px"></div><div style="padding-bottom:20px"><div style="display:${display}">${items}</div></div>`;
    expect(await places(inPadding('grid'))).to.deep.equal(['', 'a 0+40, b 40+40']);
    expect(await places(inPadding('flex;flex-wrap:wrap'))).to.deep.equal(['a 0+40', 'b 0+40']);
    const padded = `<div style="height:10px"></div><div style="display:grid;padding-bottom:20px">${items}</div>`;
    expect(await places(padded)).to.deep.equal(['', 'a 0+40, b 40+40']);
  });

  it("move a whole table row, but not a row of flex or grid items, when the end edge of a cell doesn't fit", async () => {
    const cell = '<p id="a" style="height:20px"></p><p id="b" style="height:20px"></p>';
    const around = (row: string): string => `<style>p{margin:0}</style><div style="height:50px"></div>${row}`;
    const padding = 'padding:0 0 20px';
    const table = (style: string): string =>
      around(`<table style="border-spacing:0"><tr><td style="${style}">${cell}</td></tr></table>`);
    const items = (display: string): string =>
      around(`<div style="display:${display}"><div style="${padding}">${cell}</div><div>x</div></div>`);
    expect(await places(table(padding))).to.deep.equal(['', 'a 0+20, b 20+20']);
    // The page cuts off a margin before the edge. That leaves no gap in which the cell could be broken.
    const margin = '<p style="margin:0 0 10px"></p>';
    expect(await places(table('padding:0 0 5px').replace('</p></td>', `</p>${margin}</td>`))).to.deep.equal([
      '',
      'a 0+20, b 20+20',
    ]);
    expect(await places(items('flex'))).to.deep.equal(['a 0+20', 'b 0+20']);
    expect(await places(items('grid;grid-template-columns:1fr 1fr'))).to.deep.equal(['a 0+20', 'b 0+20']);
    expect(await places(table('padding:0 0 80px'))).to.deep.equal(['', 'a 0+20, b 20+20', '']);
  });

  it('cut the end edge of a table cell instead of moving contents that fit', async () => {
    const rows = (contents: string, style = ''): Promise<string[]> =>
      places(
        `<table style="border-spacing:0"><tr style="${style}"><td id="t" style="padding:0 0 30px">${contents}</td></tr></table><div id="z" style="height:10px"></div>`,
      );
    const lines = '<div id="a" style="height:40px"></div><div id="b" style="height:50px"></div>';
    const cut = ['t 0+100, a 0+40, b 40+50', 't 0+20, z 20+10'];
    expect(await rows(lines)).to.deep.equal(cut);
    expect(await rows(lines, 'break-inside:avoid')).to.deep.equal(cut);
    // Contents after a break that should be avoided still move together.
    const tied = lines.replace('40px', '40px;break-after:avoid').replace('50px', '50px;break-inside:avoid');
    expect(await rows(`<div id="c" style="height:20px"></div>${tied}`)).to.deep.equal([
      't 0+100, c 0+20',
      't 0+100, a 0+40, b 40+50',
      't 0+20, z 20+10',
    ]);
  });

  it('move a whole grid row for one of its items', async () => {
    const items =
      '<div id="a" style="height:20px"></div><div id="b" style="margin-top:10px;contain:size;height:30px"></div>';
    const rows = `<div style="height:70px;grid-column:1/-1"></div>${items}`;
    expect(await places(`<div style="display:grid;grid-template-columns:1fr 1fr">${rows}</div>`)).to.deep.equal([
      '',
      'a 0+20, b 10+30',
    ]);
  });

  it('keep margins if the page ends inside them', async () => {
    const items = '<div id="a" style="height:70px"></div><div id="b" style="margin-top:50px;height:10px"></div>';
    expect(await places(`<div style="display:flex;flex-direction:column">${items}</div>`)).to.deep.equal([
      'a 0+70',
      'b 20+10',
    ]);
  });

  it('propagate breaks before any item of the first line to the container', async () => {
    const items = '<div id="a" style="height:10px"></div><div id="b" style="height:10px;break-before:page"></div>';
    expect(
      await places(`<div id="p" style="height:10px"></div><div style="display:flex">${items}</div>`),
    ).to.deep.equal(['p 0+10', 'a 0+10, b 0+10']);
  });

  it('ignore page names of items side by side', async () => {
    const items = '<div id="a" style="page:x;height:10px"></div><div id="b" style="height:10px"></div>';
    expect(await places(`<div style="display:flex;flex-wrap:wrap">${items}</div>`)).to.deep.equal(['a 0+10, b 0+10']);
  });

  it('split positioned boxes that they contain', async () => {
    expect(
      await places(
        '<div style="display:flex;position:relative;height:150px"><div id="abs" style="position:absolute;top:0;bottom:0;width:9px"></div></div>',
      ),
    ).to.deep.equal(['abs 0+100', 'abs 0+50']);
  });

  it('lay out nested containers in bounded time', async () => {
    const depth = 40;
    const tall = '<div style="contain:size;height:60px"></div><div style="contain:size;height:60px"></div>';
    const nested = `${'<div style="display:flex">'.repeat(depth)}<div id="a">${tall}</div>${'</div>'.repeat(depth)}`;
    expect(await places(nested)).to.deep.equal(['a 0+100', 'a 0+60']);
  });

  it("don't grow for contents that overflow them unbroken", async () => {
    expect(
      await places(
        '<div style="display:flex;min-height:120px"><div id="a"><div id="in" style="width:9px;height:200%"></div></div></div><div id="z" style="height:9px"></div>',
      ),
    ).to.deep.equal(['a 0+100, in 0+100', 'a 0+20, in 0+100, z 20+9', 'a 0+0, in 0+40']);
  });
});

describe('grid containers on pages', () => {
  it('let an item extend into the next page without delaying the next row', async () => {
    expect(
      await places(
        '<div style="display:grid;grid-template:40px 40px/1fr 1fr"><div id="a" style="height:130px"></div><div id="b"></div><div id="c"></div></div>',
      ),
    ).to.deep.equal(['a 0+100, b 0+40, c 40+40', 'a 0+30']);
  });

  it('grow items only in content-sized rows', async () => {
    const tall = '<div style="contain:size;height:60px"></div><div style="contain:size;height:60px"></div>';
    const grid = (rows: string): string =>
      `<div style="display:grid;grid-template-rows:${rows}"><div id="a">${tall}</div></div><div id="z" style="height:9px"></div>`;
    expect(await places(grid('auto'))).to.deep.equal(['a 0+100', 'a 0+60, z 60+9']);
    expect(await places(grid('120px'))).to.deep.equal(['a 0+100', 'a 0+20, z 20+9']);
  });

  it('place positioned children in areas on later pages', async () => {
    expect(
      await places(
        '<div style="display:grid;grid-template-rows:100px 50px;position:relative"><div id="abs" style="position:absolute;grid-row:2;inset:5px"></div></div>',
      ),
    ).to.deep.equal(['', 'abs 5+40']);
  });

  it('break inside the first item of a column with padding instead of moving it', async () => {
    const item = '<div id="a" style="font:16px/20px Arial">1<br>2<br>3<br>4</div><div id="b" style="height:9px"></div>';
    const column = `<div style="display:flex;flex-direction:column;padding:20px">${item}</div>`;
    expect(await places(`<div style="height:30px"></div>${column}`)).to.deep.equal(['a 20+50', 'a 0+40, b 40+9']);
  });

  it('break in the margin before the first item of a column', async () => {
    const item = '<div id="b" style="margin-top:20px;height:50px"></div>';
    expect(
      await places(
        `<div id="a" style="height:80px"></div><div id="f" style="display:flex;flex-direction:column">${item}</div>`,
      ),
    ).to.deep.equal(['a 0+80, f 80+20', 'f 0+50, b 0+50']);
  });

  it('let the overflow of a float in an item continue', async () => {
    const float = '<div style="float:left;height:20px"><div id="a" style="width:9px;height:150px"></div></div>';
    expect(await places(`<div style="display:grid"><div>${float}</div></div>`)).to.deep.equal(['a 0+100', 'a 0+50']);
    expect(await places(`<div style="display:flex"><div>${float}</div></div>`)).to.deep.equal(['a 0+100', 'a 0+50']);
  });

  it('place an item at the end of its rows next to those that it spans, not after them', async () => {
    const item = '<div id="b" style="height:10px;grid-row:span 2"></div>';
    expect(
      await places(
        `<div style="display:grid;grid-template-columns:1fr 1fr;align-items:end">${item}<div></div><div id="a" style="height:250px"></div></div>`,
      ),
    ).to.deep.equal(['a 0+100', 'a 0+100', 'b 40+10, a 0+50']);
  });

  it('stretch an item over the rows that it spans if a break moves the last of them down', async () => {
    const rows =
      '<div id="a" style="height:60px"></div><div id="b" style="height:60px;break-inside:avoid"></div><div id="c"></div>';
    const item = '<div id="s" style="grid-row:span 2"></div>';
    expect(
      await places(`<div style="display:grid;grid-template-columns:50px 50px">${item}${rows}</div>`),
    ).to.deep.equal(['s 0+100, a 0+60', 's 0+60, b 0+60, c 60+0']);
  });

  it('end an item with the last of the rows that it spans if a break moves only some of them down', async () => {
    const lines = '<div id="l" style="font-size:9px;line-height:20px">a<br>b<br>c<br>d</div>';
    const item = '<div id="s" style="grid-row:span 3"></div>';
    const box = (id: string): string => `<div id="${id}" style="height:40px"></div>`;
    const grid = `<div style="display:grid;grid-template-columns:50px 50px">${item}${box('x')}${lines}${box('y')}${box('z')}</div>`;
    expect(await places(grid)).to.deep.equal([
      's 0+100, x 0+40, l 40+60',
      's 0+80, l 0+40, y 40+40, z 80+20',
      'z 0+20',
    ]);
  });

  it('keep the rows together that an item spans and does not break in', async () => {
    const item = '<div id="s" style="grid-row:span 2;break-inside:avoid"></div>';
    const rows = '<div id="a" style="height:30px"></div><div id="b" style="height:30px"></div>';
    const below = '<div id="c" style="height:30px;grid-column:1/3;break-inside:avoid;break-before:avoid"></div>';
    expect(
      await places(
        `<div id="p" style="height:20px"></div><div style="display:grid;grid-template-columns:50px 50px">${item}${rows}${below}</div>`,
      ),
    ).to.deep.equal(['p 0+20', 's 0+60, a 0+30, b 30+30, c 60+30']);
  });

  it('drop the rest of a gutter in which a page ends', async () => {
    const items = ['a', 'b', 'c']
      .map((id) => `<div id="${id}" style="flex:none;width:100%;height:45px"></div>`)
      .join('');
    const rest = '<div id="z" style="height:10px"></div>';
    const expected = ['a 0+45, b 55+45', 'c 0+45, z 45+10'];
    for (const style of ['display:grid', 'display:flex;flex-wrap:wrap', 'display:flex;flex-direction:column'])
      expect(await places(`<div style="${style};gap:10px">${items}</div>${rest}`), style).to.deep.equal(expected);
    const spread = '<div style="display:flex;flex-flow:column;height:150px;justify-content:space-between">';
    expect(await places(`${spread}<div></div><div id="a" style="height:20px"></div></div>`)).to.deep.equal([
      '',
      'a 30+20',
    ]);
  });
});
