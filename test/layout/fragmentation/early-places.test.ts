import { expect } from 'chai';
import { places } from './places.ts';
import { layout } from '../../support/layout.ts';

/** Returns the text of each page, joined from its lines. */
async function linesOfPages(html: string): Promise<string[]> {
  const { dump } = await layout(html);
  return dump.split(/^page /m).map((page) => [...page.matchAll(/line .*"(.*)"/g)].map(([, text]) => text).join(' '));
}

describe('content measured without a fragmentainer', () => {
  it('is searched for break positions if a break after it is avoided', async () => {
    const [, first, second] = await linesOfPages(
      `<style>@page{size:200px 60px}</style>
      <div style="display:grid"><div>one<br>two<br>three<div style="break-before:avoid">four</div></div></div>`,
    );
    expect([first, second]).to.deep.equal(['one two', 'three four']);
  });

  it("is searched if only the padding at its end doesn't fit", async () => {
    const lines = '<p style="margin:0">one<br>two<br>three<br>four<br>five</p>';
    const contents = [
      `<div style="padding-bottom:20px">${lines}</div>`,
      `<div style="padding-bottom:20px"><div style="margin-bottom:15px">${lines}</div></div>`,
      `<section><div style="border-bottom:20px solid">${lines}</div></section>`,
    ];
    for (const content of contents)
      for (const html of [
        `<div>${content}</div>`,
        `<div style="display:flex"><div>${content}</div></div>`,
        `<div style="display:flex;flex-direction:column;height:110px"><div style="flex-shrink:0">${content}</div></div>`,
        `<div style="display:grid"><div>${content}</div></div>`,
        `<table style="border-spacing:0"><td style="padding:0">${content}</table>`,
        `<div style="float:left">${content}</div>`,
        `<div style="position:absolute">${content}</div>`,
        `<div style="display:flex"><div>${content}</div><div></div></div>`,
        `<div style="display:grid;grid-template-columns:1fr 1fr"><div>${content}</div><div></div></div>`,
      ]) {
        const [, first, second] = await linesOfPages(
          `<style>@page{size:200px 110px;margin:0}body{margin:0}</style>${html}`,
        );
        expect([first, second], html).to.deep.equal(['one two three', 'four five']);
      }
  });

  it('is searched if it is the last item of a column with end padding', async () => {
    const item = '<div style="display:flex;flex-direction:column"><p>two</p><p>three</p><p>four</p></div>';
    const [, first, second] = await linesOfPages(
      `<style>@page{size:200px 90px;margin:0}body,p{margin:0}</style><div style="display:flex;flex-direction:column;padding-bottom:20px"><p>one</p>${item}</div>`,
    );
    expect([first, second]).to.deep.equal(['one two three', 'four']);
  });

  it('is kept if a continued child ends above the padding', async () => {
    const contents =
      '<div style="height:30px">one</div><p style="margin:0 0 10px">two<br>three<br>four<br>five</p><div style="height:30px;margin-bottom:20px">six</div>';
    for (const container of ['', 'display:flex;flex-direction:column', 'display:grid'])
      for (const style of ['padding-bottom:20px', 'border-bottom:20px solid']) {
        const html = `<div style="height:10px"></div><section style="${style}"><div style="${container}">${contents}</div></section>`;
        const [, , second] = await linesOfPages(`<style>@page{size:200px 90px;margin:0}body{margin:0}</style>${html}`);
        expect(second, html).to.equal('four five six');
      }
  });

  it('is laid out again if columns are filled sequentially', async () => {
    const { dump } = await layout(
      `<div style="float:left"><div style="columns:3;column-fill:auto;width:90px;column-gap:0">a b c d e f g</div></div>`,
    );
    expect(dump).to.match(/Multicol <div> {2}x0 y0 {2}w90 h80/);
  });
});

describe('boxes that avoid breaks and that no page has room for', () => {
  const box = (id: string, height: number, style = ''): string =>
    `<div id="${id}" style="height:${height}px;${style}"></div>`;
  const tall = (style: string): string =>
    `<div id="t" style="break-inside:avoid;${style}">${['u', 'v', 'w'].map((id) => box(id, 40, 'break-inside:avoid')).join('')}</div>`;

  it('start where they are', async () => {
    for (const style of ['', 'overflow:hidden;display:flow-root', 'display:flex;flex-direction:column'])
      expect(await places(`${box('p', 20)}${tall(style)}`), style).to.deep.equal([
        'p 0+20, t 20+80, u 0+40, v 40+40',
        't 0+40, w 0+40',
      ]);
  });

  it('move if a page has room for them', async () => {
    const fits = tall('').replace(/<div id="w"[^>]*><\/div>/, '');
    expect(await places(`${box('p', 30)}${fits}`)).to.deep.equal(['p 0+30', 't 0+80, u 0+40, v 40+40']);
  });

  it('don’t move preceding content with them, even if a break after it is avoided', async () => {
    const chain = `${box('p', 20)}${box('h', 30, 'break-after:avoid')}<div id="t" style="break-inside:avoid">${box('u', 40, 'break-inside:avoid')}${box('v', 40, 'break-inside:avoid')}</div>`;
    expect(await places(chain)).to.deep.equal(['p 0+20, h 20+30, t 50+50, u 0+40', 't 0+40, v 0+40']);
  });

  it('leave no page blank if they can’t be split', async () => {
    const pages = await places(
      `<body style="margin:8px">${'<span id="i" style="display:inline-block;height:150px;width:10px"></span>'}`,
    );
    expect(pages).to.have.length(2);
  });

  it('are broken between the rows of a row group', async () => {
    const row = (id: string): string =>
      `<tr id="${id}" style="break-inside:avoid"><td style="padding:0">${box('x', 40)}</td></tr>`;
    const table = `<table style="border-spacing:0"><tbody style="break-inside:avoid">${row('a')}${row('b')}${row('c')}</tbody></table>`;
    expect((await places(`${box('p', 20)}${table}`)).map((page) => page.replace(/, x [^,]*/g, ''))).to.deep.equal([
      'p 0+20, a 0+40, b 40+40',
      'c 0+40',
    ]);
  });
});

describe('boxes that avoided breaks tie together', () => {
  const line = (text: string, style = ''): string => `<p style="margin:0;${style}">${text}</p>`;
  const tied = (count: number): string =>
    Array.from({ length: count }, (_, i) => line(`h${i}`, 'break-after:avoid')).join('');
  const rows = (count: number): string =>
    Array.from({ length: count }, (_, i) => `<tr style="break-before:avoid"><td style="padding:0">h${i}`).join('');
  const page = '<style>@page{size:200px 80px;margin:0}body{margin:0;line-height:20px}</style>';

  it('fill the page if none has room for them, in every kind of container', async () => {
    for (const [open, content] of [
      ['', tied(6)],
      ['<div style="display:flow-root">', tied(6)],
      ['<div style="display:flex;flex-direction:column">', tied(6)],
      ['<div style="display:grid">', tied(6)],
      ['<table style="border-spacing:0">', rows(6)],
    ] as const)
      expect((await linesOfPages(`${page}${line('a')}${open}${content}`)).slice(1), open).to.deep.equal([
        'a h0 h1 h2',
        'h3 h4 h5',
      ]);
  });

  it('move together if a page has room for them', async () => {
    for (const open of ['', '<div style="display:flex;flex-direction:column">', '<div style="display:grid">'])
      expect((await linesOfPages(`${page}${line('a')}${line('b')}${open}${tied(3)}`)).slice(1), open).to.deep.equal([
        'a b',
        'h0 h1 h2',
      ]);
  });

  it('move together with the first lines of content that may break', async () => {
    const text = line('one<br>two<br>three<br>four<br>five<br>six');
    for (const open of ['', '<div style="display:flex;flex-direction:column">', '<div style="display:grid">'])
      expect(
        (await linesOfPages(`${page}${line('a')}${line('b')}${open}${tied(1)}${text}`)).slice(1),
        open,
      ).to.deep.equal(['a b', 'h0 one two three', 'four five six']);
  });
});

describe('list items without lines', () => {
  it('are as tall as the line of their marker and their own edges', async () => {
    const item = (inner: string): string =>
      `<ul style="margin:0"><li id="i" style="line-height:20px;padding:5px 0 15px">${inner}</li></ul>`;
    expect((await places(item('')))[0]).to.match(/^i 0\+40\b/);
    expect((await places(item('<div style="float:left;height:5px">x</div>')))[0]).to.match(/^i 0\+40\b/);
    expect((await places(item('<div></div>')))[0]).to.match(/^i 0\+20\b/);
  });
});
