import { expect } from 'chai';
import { layout } from '../../support/layout.ts';
import { places } from './places.ts';

const STYLE = '<style>table{border-spacing:0}td{padding:0}p{margin:0}</style>';
const box = (id: string, height: number): string => `<div id="${id}" style="height:${height}px"></div>`;

/** Returns the texts of the lines of each page of 200 x 100 px. */
async function linesOf(html: string): Promise<string[][]> {
  const { dump } = await layout(`<style>@page{size:200px 100px;margin:0}</style>${html}`);
  const pages: string[][] = [];
  for (const line of dump.split('\n')) {
    if (line.startsWith('page ')) pages.push([]);
    const text = / line .* "(.*)"$/.exec(line);
    if (text !== null) pages[pages.length - 1]!.push(text[1]!);
  }
  return pages;
}

describe('break positions', () => {
  it('between table rows are used if the table must not be separated from what follows', async () => {
    const rows = 'abcd'.replace(/./g, (id) => `<tr><td>${box(id, 20)}`);
    expect(
      await places(`${STYLE}${box('p', 20)}<table>${rows}</table><div id="t" style="height:20px;break-before:avoid">`),
    ).to.deep.equal(['p 0+20, a 0+20, b 0+20, c 0+20', 'd 0+20, t 20+20']);
  });

  it('before an empty block are used even if its margins extend past the page and only the end edge is left', async () => {
    const around = `<div id="b" style="border:4px solid">${box('a', 30)}<div style="margin:10px 0"></div></div>`;
    expect(await places(`${box('p', 60)}${around}${box('n', 9)}`)).to.deep.equal([
      'p 0+60, b 60+40, a 4+30',
      'b 0+4, n 4+9',
    ]);
  });

  it("next to empty inline boxes aren't affected by break values of earlier siblings", async () => {
    const item = '<div id="m" style="break-inside:avoid;height:60px"></div>';
    const head = '<div id="h" style="break-after:avoid;height:20px"></div>';
    expect(await places(`${box('p', 40)}${head}<a></a>${item}`)).to.deep.equal(['p 0+40, h 40+20', 'm 0+60']);
    expect(await places(`${box('p', 40)}${head}${item}`)).to.deep.equal(['p 0+40', 'h 0+20, m 20+60']);
  });

  it('after a box move the floats and the positioned boxes without an inset that follow it', async () => {
    const after = '<div id="a" style="height:20px;break-after:page"></div>';
    const float = (id: string): string => `<div id="${id}" style="float:left;height:20px;width:20px"></div>`;
    const absolute = (style = ''): string => `<div id="b" style="position:absolute;height:20px;${style}"></div>`;
    const both = ['a 0+20', 'f 0+20, z 0+20'];
    expect(await places(after + float('f') + box('z', 20))).to.deep.equal(both);
    expect(await places(after + float('f'))).to.deep.equal(['a 0+20', 'f 0+20']);
    expect(await places(after + float('f') + float('g') + box('z', 20))).to.deep.equal([
      'a 0+20',
      'f 0+20, g 0+20, z 0+20',
    ]);
    expect(await places(`<div>${after}</div>${float('f')}${box('z', 20)}`)).to.deep.equal(both);
    expect(await places(after + absolute())).to.deep.equal(['a 0+20', 'b 0+20']);
    expect(await places(after + absolute('top:40px'))).to.deep.equal(['a 0+20, b 40+20']);
    // The break is inside the container, so it doesn't follow it as well.
    for (const style of ['', 'height:50px'])
      expect(await places(`<div style="${style}">${after}${float('f')}</div>${box('z', 20)}`), style).to.deep.equal(
        both,
      );
    // Flex and grid containers aren't broken before a positioned child, so the break follows them.
    for (const display of ['flex;flex-direction:column', 'flex', 'grid'])
      expect(
        await places(`<div style="display:${display}">${after}${absolute()}</div>${box('z', 20)}`),
        display,
      ).to.deep.equal(['a 0+20, b 0+20', 'z 0+20']);
    // The margin of the next block stays below the break.
    expect(await places(`${after}${float('f')}<div id="z" style="height:20px;margin-top:30px"></div>`)).to.deep.equal([
      'a 0+20',
      'f 0+20, z 30+20',
    ]);
  });

  it('before an empty block keep the lines above it together', async () => {
    const clearfix = '<style>.n{padding-bottom:15px}.n::after{content:"";display:block;clear:both}</style>';
    expect(await linesOf(`${STYLE}${clearfix}${box('x', 30)}<div class="n"><p>a<br>b<br>c</p></div>`)).to.deep.equal([
      ['a', 'b', 'c'],
      [],
    ]);
  });

  it('exist between empty inline boxes and the block after them', async () => {
    const panel = (first: string): string =>
      `<div id="n" style="padding:10px 0">${first}<div id="a" style="height:40px;break-inside:avoid"></div></div>`;
    expect(await places(`${STYLE}${box('p', 60)}${panel('')}`)).to.deep.equal(['p 0+60', 'n 0+60, a 10+40']);
    for (const first of ['<a></a>', '<b> <i></i> </b>', '<div></div>'])
      expect(await places(`${STYLE}${box('p', 60)}${panel(first)}`)).to.deep.equal([
        'p 0+60, n 60+40',
        'n 0+50, a 0+40',
      ]);
  });

  it("don't exist after empty boxes if the start edge above them doesn't fit", async () => {
    const panel =
      '<div id="n" style="padding:10px 0"><a></a><div id="a" style="height:40px;break-inside:avoid"></div></div>';
    expect(await places(`${STYLE}${box('p', 90)}${panel}`)).to.deep.equal(['p 0+90, n 90+10', 'n 0+50, a 0+40']);
    expect(await places(`${STYLE}${box('p', 91)}${panel}`)).to.deep.equal(['p 0+91', 'n 0+60, a 10+40']);
  });

  it("before an end edge that doesn't fit ignore orphans and widows if necessary", async () => {
    const box = (lines: string): string =>
      `<div style="padding-bottom:30px;font:20px/20px Arimo"><p>${lines}</p></div>`;
    expect(await linesOf(`${STYLE}${box('a<br>b<br>c<br>d')}`)).to.deep.equal([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(await linesOf(`${STYLE}${box('a<br>b</p><p>c<br>d<br>e')}`)).to.deep.equal([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
    const two = `<div style="height:40px"></div>${box('a<br>b')}`;
    expect(await linesOf(`${STYLE}${two}`)).to.deep.equal([['a'], ['b']]);
    const pushed = `${box('x</p></div><div style="padding-bottom:30px"><p>a<br>b<br>c').replace('30px', '0')}`;
    expect(await linesOf(`${STYLE}${pushed}`)).to.deep.equal([['x', 'a', 'b'], ['c']]);
  });

  it("aren't used past the end of a clipping box", async () => {
    const sheet = `<div style="height:96px;overflow:hidden">${box('a', 80)}<div style="padding-bottom:9px"><p>one</p></div></div>`;
    expect(await linesOf(`${STYLE}${sheet}`)).to.deep.equal([['one']]);
    const badge = '<i style="position:absolute;height:150px;bottom:-80px"></i>';
    for (const overflow of ['hidden', 'clip']) {
      const { pages } = await layout(
        `<style>@page{size:200px 100px}</style><div style="height:100px;overflow:${overflow};position:relative">${badge}</div>`,
      );
      expect(pages.length).to.equal(1);
    }
  });

  it("aren't used past the end of a box with paint containment", async () => {
    const child = `<p style="height:120px">x</p>`;
    for (const contain of ['paint', 'content', 'strict'])
      expect(
        await linesOf(`${STYLE}<p>a</p><div style="height:60px;contain:${contain}">${child}</div><p>b`),
      ).to.deep.equal([['a', 'x', 'b']]);
  });

  it("aren't used in a box of definite height whose first line overflows it", async () => {
    const tall = '<div style="height:60px;line-height:120px">x</div>';
    expect(await linesOf(`${STYLE}<p>a</p>${tall}<p>b`)).to.deep.equal([['a', 'x', 'b'], ['x']]);
    const pushed =
      '<i style="float:left;width:9px;height:60px"></i><div style="clear:both;height:60px;line-height:60px">x</div>';
    expect(await linesOf(`${STYLE}<p>a</p>${pushed}`)).to.deep.equal([['a'], ['x']]);
  });

  it('slice fieldsets with cloned edges on every page', async () => {
    const style = 'margin:0;padding:10px;border:5px solid;box-decoration-break:clone';
    expect(await places(`<fieldset id="f" style="${style}">${box('a', 100)}</fieldset>`)).to.deep.equal([
      'f 0+100, f 15+70, a 0+70',
      'f 0+60, f 15+30, a 0+30',
    ]);
  });

  it('leave the rest of a row-spanning cell for later pages', async () => {
    const table = '<table><tr><td>x<td rowspan="2">a<br>b<br>c<br>d<br>e<br>f<br>g<br>h<br>i<tr><td>y</table>';
    const lines = (await linesOf(`${STYLE}${box('p', 50)}${table}`)).flat();
    expect(lines.filter((line) => line !== 'x' && line !== 'y')).to.deep.equal([...'abcdefghi']);
  });

  it('before spanners belong to the columns, forced or not', async () => {
    const spanner = '<div style="column-span:all">s</div>';
    expect(
      await linesOf(`<div style="columns:3">a<div style="break-after:column"></div>${spanner}b</div>`),
    ).to.deep.equal([['a', 's', 'b']]);
  });

  it("that are forced don't make columns higher", async () => {
    const columns = '<div id="m" style="columns:2">a<div style="break-before:column;break-after:column"></div>b</div>';
    expect(await places(`<div style="display:inline-block">${columns}</div>`)).to.deep.equal([
      'm 0+20, m 0+20, m 0+20, m 0+20, m 0+20, m 0+20',
    ]);
  });
});

describe('boxes around a box that avoids breaks', () => {
  const STYLES =
    '<style>body { margin: 0; font: 10px/20px Arial } p, ul { margin: 0; padding: 0; list-style: none } .a { break-inside: avoid }</style><p>one</p>';
  const lines = (count: number): string => Array.from({ length: count }, (_, i) => i + 1).join('<br>');
  const around: Record<string, (inner: string) => string> = {
    'a section': (inner) => `<section><div class=a>${inner}</div></section>`,
    'a list': (inner) => `<ul><li class=a>${inner}</ul>`,
    'another that avoids breaks': (inner) => `<div class=a><div class=a>${inner}</div></div>`,
    'three levels': (inner) => `<div><div class=a><div><div class=a>${inner}</div></div></div></div>`,
  };
  for (const [name, wrap] of Object.entries(around))
    it(`move only if it fits on a page (${name})`, async () => {
      expect(await linesOf(STYLES + wrap(lines(5)))).to.deep.equal([['one'], ['1', '2', '3', '4', '5']]);
      expect(await linesOf(STYLES + wrap(lines(7)))).to.deep.equal([
        ['one', '1', '2', '3', '4'],
        ['5', '6', '7'],
      ]);
    });
});

describe('columns', () => {
  it('are measured at the height of their contents, even with forced breaks inside', async () => {
    const forced = '<table><td>a<div style="break-before:column;height:0"></div></table>';
    const filled = '<div style="columns:2;column-fill:auto"><p>a</p><p style="break-before:column">b</p></div>';
    for (const inside of [forced, filled]) {
      const { pages } = await layout(
        `${STYLE}<div style="display:grid"><div><div style="columns:3">${inside}</div></div></div>`,
      );
      expect(pages.length).to.equal(1);
    }
  });

  it('start on the next page if none of their contents fits', async () => {
    const columns = '<div style="position:absolute;top:198px"><div style="columns:2">a</div></div>';
    expect(await linesOf(columns)).to.deep.equal([[], [], ['a']]);
  });

  it('side by side are limited in number', async () => {
    const slices = '<div style="columns:2;height:0"><div style="height:99999999px;break-inside:avoid">x</div></div>';
    const error = await layout(slices).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).to.include({ code: 'document_too_complex' });
  });
});

describe('positioned boxes on other pages', () => {
  const paragraphs = box('a', 90) + box('b', 90) + box('c', 90);

  it('may be far below the end of the flow', async () => {
    expect(await places('<div id="x" style="position:absolute;top:250px;height:10px"></div>')).to.deep.equal([
      '',
      '',
      'x 50+10',
    ]);
  });

  it('are placed where their containing block began', async () => {
    const badge = '<div id="x" style="position:absolute;top:5px;height:10px"></div>';
    expect(await places(`${paragraphs}${badge}`)).to.deep.equal([
      'a 0+90, b 90+10, x 5+10',
      'b 0+80, c 80+20',
      'c 0+70',
    ]);
    expect(await places(`${box('p', 20)}<div style="position:relative">${paragraphs}${badge}</div>`)).to.deep.equal([
      'p 0+20, a 0+80, x 5+10',
      'a 0+10, b 10+90',
      'c 0+90',
    ]);
  });

  it('continue from page to page there', async () => {
    const badge = '<div id="x" style="position:absolute;top:50px;height:120px"></div>';
    expect(await places(`${paragraphs}${badge}`)).to.deep.equal([
      'a 0+90, b 90+10, x 50+50',
      'b 0+80, c 80+20, x 0+70',
      'c 0+70',
    ]);
  });

  it('are placed in earlier columns', async () => {
    const badge = '<div id="x" style="position:absolute;top:5px;height:30px"></div>';
    const columns = `<div style="columns:2;column-fill:auto;height:50px"><div style="position:relative">${box('a', 80)}${badge}</div></div>`;
    expect(await places(columns)).to.deep.equal(['a 0+50, x 5+30, a 0+30']);
  });

  it('is not sought in overflow, which is a flow parallel to what comes after the box', async () => {
    const overflow = '<div style="height:10px;contain:size"></div><div style="height:20px;contain:size"></div>';
    const html = `<div style="columns:2;column-fill:auto;height:90px">
      <div id="a" style="height:50px"></div><div id="b" style="height:10px"></div>
      <div id="c" style="height:10px;break-before:avoid">${overflow}</div>
      <div id="d" style="height:45px;break-before:avoid;break-inside:avoid"></div></div>`;
    expect(await places(html)).to.deep.equal(['a 0+50, b 0+10, c 10+10, d 20+45']);
  });

  it('beyond the end of a clipping box leave out only what is invisible', async () => {
    const positioned = '<div id="p" style="position:absolute;top:0;width:9px;height:200px"></div>';
    const box = `<div id="c" style="position:relative;overflow:hidden;height:200px"><div id="a" style="height:225px"></div>${positioned}</div>`;
    expect(await places(box)).to.deep.equal(['c 0+100, a 0+100, p 0+100', 'c 0+100, a 0+125, p 0+100']);
    expect(await places(`<div style="columns:2;column-fill:auto;height:100px">${box}</div>`)).to.deep.equal([
      'c 0+100, a 0+100, p 0+100, c 0+100, a 0+125, p 0+100',
    ]);
  });
});
