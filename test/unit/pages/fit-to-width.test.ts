import { expect } from 'chai';
import { BoxKind } from '../../../engine/boxes/box.ts';
import type { BoxFragment, LineFragment } from '../../../engine/layout/contract/fragment.ts';
import { layoutDocument } from '../../../engine/render.ts';

const WIDE = '<div style="width:500px;height:10px"></div>';

async function scaleOf(style: string, html = WIDE): Promise<number> {
  const { pages } = await layoutDocument(
    `<style>@page{size:400px 300px;margin:0}body{margin:0}${style}</style>${html}`,
  );
  return pages[0]!.scale;
}

function boxesIn(fragment: BoxFragment | LineFragment): BoxFragment[] {
  const inside = fragment.children.flatMap((child) => (child.type === 'text' ? [] : boxesIn(child)));
  return fragment.type === 'box' ? [fragment, ...inside] : inside;
}

describe('content wider than the page', () => {
  it("shrinks to fit even if the viewport's overflow hides it on screen", async () => {
    for (const style of ['', 'body{overflow-x:hidden}', 'html{overflow-x:hidden}'])
      expect(await scaleOf(style), style).to.equal(0.8);
  });

  it('is laid out on whole px, rounded up for the flow and down for positioned boxes', async () => {
    const style = '@page{size:A4;margin:20mm}main{width:650.5px;height:983px}i{position:fixed;inset:0}';
    const html = '<main></main><i></i>';
    const { pages } = await layoutDocument(`<style>body{margin:0}${style}</style>${html}`);
    const { scale, root, positioned } = pages[0]!;
    expect(scale).to.be.closeTo(643 / 650.5, 1e-9);
    expect(pages.length).to.equal(1);
    expect(root!.fragment.width / 64).to.equal(651);
    expect(positioned.map(({ fragment }) => [fragment.width / 64, fragment.height / 64])).to.deep.equal([[650, 982]]);
  });

  it('has the same tolerance as a line that still fits', async () => {
    const wide = (lu: number): string => `<div style="width:${400 + lu / 64}px;height:10px"></div>`;
    expect(await scaleOf('', wide(1))).to.equal(1);
    expect(await scaleOf('', wide(2))).to.be.below(1);
  });

  it('does not shrink the page where a box hides it', async () => {
    expect(await scaleOf('html{overflow-x:hidden}body{overflow-x:hidden}')).to.equal(1);
    for (const style of ['overflow:hidden', 'overflow-x:clip', 'contain:paint'])
      expect(await scaleOf('', `<div style="${style}">${WIDE}</div>`), style).to.equal(1);
  });

  it('shrinks its page further if the sheet would still cut off its text', async () => {
    const style = '@page{size:400px 100px;margin:0}body{margin:0;font:20px/1 Arimo}';
    // The text is 400 px wide and overflows a centered box, so it begins further right on a wider page.
    const text = `<div style="width:300px;height:40px;margin:auto">${'m'.repeat(24)}</div>`;
    const html = `<style>${style}</style>${text}<div style="height:100px"></div>x`;
    const { pages, diagnostics } = await layoutDocument(html);
    const [first, second] = pages.map(({ scale }) => scale);
    expect(first).to.be.closeTo(400 / 475, 0.001);
    expect(second).to.be.closeTo(400 / 450, 0.001);
    const messages = diagnostics.list().flatMap(({ code, message }) => (code.startsWith('page/') ? [message] : []));
    expect(messages).to.deep.equal([
      '<div> is wider than the page area. Pages are scaled to 89 %.',
      '<div> is wider than the page area. Its page is scaled to 84 %.',
    ]);
  });

  it('shrinks the page for a table in columns, whose position depends on the page breaks', async () => {
    const table = '<table style="width:500px;border-spacing:0"><td style="padding:0;height:10px"></table>';
    expect(await scaleOf('', `<div style="columns:1">${table}</div>`)).to.equal(0.8);
    expect(await scaleOf('', table)).to.equal(1);
  });

  it('is measured from boxes with an area, at their transformed positions', async () => {
    const wide = 'width:500px;height:10px;transform-origin:0 0;';
    for (const [html, scale] of [
      ['<div style="width:500px"></div>', 1],
      ['<div style="width:500px;height:0"><i style="float:left;width:1px;height:1px"></i></div>', 0.8],
      [`<div style="${wide}transform:scale(.5)"></div>`, 1],
      [`<div style="${wide}transform:rotate(90deg)"></div>`, 1],
      ['<div style="width:250px;height:10px;transform-origin:0 0;scale:2"></div>', 0.8],
      [
        '<div style="width:50px;height:10px;transform-origin:0 0;scale:2"><div style="width:250px;height:1px"></div></div>',
        0.8,
      ],
      ['<table style="width:200px;transform:translate(50%)"><td style="padding:0"></table>', 1],
    ] as const)
      expect(await scaleOf('', html), html).to.equal(scale);
  });
  it('means content taller than the page in vertical text, unless its lines run upwards', async () => {
    const tall = '<div style="width:10px;height:375px"></div>';
    for (const [mode, scale] of [
      ['vertical-lr', 0.8],
      ['vertical-rl', 0.8],
      ['sideways-lr', 1],
      ['vertical-lr;direction:rtl', 1],
      ['horizontal-tb', 1],
    ] as const)
      expect(await scaleOf(`html{writing-mode:${mode}}`, tall), mode).to.equal(scale);
    const moved = '<div style="width:10px;height:250px;translate:0 50%"></div>';
    expect(await scaleOf('html{writing-mode:vertical-rl}', moved)).to.equal(0.8);
    expect(await scaleOf('html{writing-mode:vertical-rl}', WIDE)).to.equal(1);
  });
  it('excludes text that hangs at the end of a line', async () => {
    const line = (css: string): string =>
      `<p style="font:100px/1 serif,monospace;width:400px;text-align:justify;text-align-last:right;margin:0;${css}">日本語の。`;
    expect(await scaleOf('', line('hanging-punctuation:force-end'))).to.equal(1);
    const spaces = `<pre style="margin:0;width:380px;white-space:pre-wrap">${'a'.repeat(40)}${' '.repeat(60)}b</pre>`;
    expect(await scaleOf('', spaces)).to.equal(1);
    expect(await scaleOf('', spaces.replace('pre-wrap', 'pre'))).to.be.below(1);
    const coloured = spaces.replace('">', '"><b><i>').replace('b</pre>', 'b</i></b></pre>');
    expect(await scaleOf('', coloured)).to.equal(1);
    const down = coloured.replace('width:380px', 'height:280px').replace('a'.repeat(40), 'a'.repeat(30));
    expect(await scaleOf('html{writing-mode:vertical-lr}', down)).to.equal(1);
    expect(await scaleOf('', coloured.replace('<i>', '<i style="border-right:30px solid">'))).to.equal(1);
  });
});

describe('a table wider than the page', () => {
  const cells = '<td style="padding:0"><div style="width:100px;height:10px"></div></td>';
  const table = (columns: number): string =>
    `<table style="border-spacing:0"><tr>${cells.repeat(columns)}</tr></table>`;

  /** Returns the scale of the first page, and the widths of the first paragraph's font and the tables in px. */
  async function sizes(html: string, style = ''): Promise<{ scale: number; font: number; tables: number[] }> {
    const { pages } = await layoutDocument(
      `<!DOCTYPE html><style>@page{size:400px 300px;margin:0}body{margin:0}p{font:10px Arial;margin:0}${style}</style><p>x${html}`,
    );
    const found = boxesIn(pages[0]!.root!.fragment);
    const tables = found.filter(({ box }) => box.kind === BoxKind.TableWrapper);
    return {
      scale: pages[0]!.scale,
      font: found.find(({ box }) => box.element?.tag === 'p')!.style.font.fontSize,
      tables: tables.map((fragment) => (fragment.writingMode.vertical ? fragment.height : fragment.width) / 64),
    };
  }

  it('shrinks with the page in a box that is too wide by its own size', async () => {
    for (const size of ['width', 'min-width']) {
      const html = `<div style="${size}:400px;padding:0 50px"><table style="width:100%"><td><p>x</table></div>`;
      const { pages } = await layoutDocument(
        `<!DOCTYPE html><style>@page{size:400px 300px;margin:0}body{margin:0}p{font:10px Arial}</style>${html}`,
      );
      const fonts = boxesIn(pages[0]!.root!.fragment).filter(({ box }) => box.element?.tag === 'p');
      expect([pages[0]!.scale, ...fonts.map(({ style }) => style.font.fontSize)], size).to.deep.equal([0.8, 10]);
    }
  });

  it('shrinks alone, so that other text keeps its size', async () => {
    for (const html of [
      table(5),
      table(12),
      `<div style="display:flex"><div>${table(5)}</div></div>`,
      `<div style="display:grid">${table(5)}</div>`,
      `<div style="float:left">${table(5)}</div>`,
      `<div style="position:absolute">${table(5)}</div>`,
      `<div style="display:inline-block;vertical-align:top">${table(5)}</div>`,
      `<table style="border-spacing:0"><td style="padding:0">${table(5)}</table>`,
      '<div style="display:table;width:900px;height:10px"></div>',
    ]) {
      const { scale, font, tables } = await sizes(html);
      expect([scale, font], html).to.deep.equal([1, 10]);
      for (const width of tables) expect(width, html).to.be.within(396, 400);
    }
  });

  it('shrinks with the page if its contents would fit', async () => {
    for (const [around, style, scale] of [
      ['', 'width:100%;margin-left:100px', 0.8],
      ['', 'width:125%', 0.8],
      ['', 'width:100%;position:relative;left:100px', 0.8],
      ['', 'width:100%;transform:translateX(100px)', 0.8],
      ['', 'width:200px;margin-left:300px', 0.8],
      ['display:flex', 'flex:none;width:100%;margin-left:100px', 0.8],
      ['margin-right:-100px', 'width:100%', 0.8],
    ] as const) {
      const found = await sizes(`<div style="${around}"><table style="border-spacing:0;${style}"><td>x</table></div>`);
      expect([found.scale, found.font], `${around} ${style}`).to.deep.equal([scale, 10]);
    }
    const { scale, tables } = await sizes(
      '<table style="float:right;width:50px;margin-right:-100px"><td style="height:10px"></table>',
    );
    expect([scale, ...tables]).to.deep.equal([0.8, 50]);
  });

  it('shrinks no further once its contents fit', async () => {
    const { scale, tables } = await sizes(
      `<div>${table(5).replace('style="', 'style="width:100%;margin-left:50px;')}</div>`,
    );
    expect([scale, tables[0]]).to.deep.equal([1, 400]);
  });

  it('shrinks to the width of the box around it', async () => {
    expect((await sizes(`<div style="padding:50px">${table(5)}</div>`)).tables[0]).to.be.within(297, 300);
    const fits = await sizes(`<div style="width:200px">${table(3)}</div>`);
    expect([fits.scale, ...fits.tables]).to.deep.equal([1, 300]);
  });

  it('shrinks in right-to-left and vertical pages', async () => {
    expect((await sizes(table(5), 'html{direction:rtl}')).tables[0]).to.be.within(396, 400);
    const down = table(5).replaceAll('width:100px;height:10px', 'height:100px;width:10px');
    expect((await sizes(down, 'html{writing-mode:vertical-rl}')).tables[0]).to.be.within(297, 300);
  });

  it('shrinks to at least a fifth, and then the page shrinks too', async () => {
    const { scale, tables } = await sizes(table(25));
    expect(scale).to.be.closeTo(0.8, 0.01);
    expect(tables[0]).to.be.closeTo(500, 1);
  });

  it('shrinks after the pages have shrunk for other content', async () => {
    const { scale, tables } = await sizes(`<div style="width:500px;height:10px"></div>${table(10)}`);
    expect(scale).to.equal(0.8);
    expect(tables[0]).to.be.within(496, 500);
  });

  it('is reported, with a warning if its text becomes hard to read', async () => {
    const report = async (columns: number): Promise<string[]> => {
      const { diagnostics } = await layoutDocument(
        `<!DOCTYPE html><style>@page{size:400px 300px;margin:0}body{margin:0}</style>\n${table(columns)}`,
      );
      return diagnostics.list().map(({ code, severity, line, message }) => `${code} ${severity} ${line} ${message}`);
    };
    expect(await report(5)).to.deep.equal([
      'page/shrunk info 2 <table> is wider than the page area. It is scaled to 80 %.',
    ]);
    expect(await report(10)).to.deep.equal([
      'page/shrunk warning 2 <table> is wider than the page area. It is scaled to 40 %.',
    ]);
  });
});
