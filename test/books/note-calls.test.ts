import { expect } from 'chai';
import { inspect } from '../../engine/debug/inspect.ts';
import { render } from '../../engine/index.ts';
import { layoutDocument } from '../../engine/render.ts';
import { linesOf } from './pages.ts';

const HEAD =
  '<!doctype html><style>@page { size: 300px 200px; margin: 20px } * { margin: 0 } body { font: 10px/20px Arial } i { float: footnote } ::footnote-call { font-size: 10px; vertical-align: baseline } ' +
  'a::after { content: "URL " attr(href); float: footnote } li::before { content: "note"; float: footnote }</style>';

async function linesIn(html: string): Promise<{ body: string[]; notes: string[] }> {
  const { pages } = await layoutDocument(HEAD + html);
  const { root, footnotes } = pages[0]!;
  return {
    body: linesOf([root!]).map(({ text }) => text),
    notes: linesOf(footnotes).map(({ text }) => text),
  };
}

describe('the call of a footnote', () => {
  it("stays on the line of the word before it, regardless of the word's last character", async () => {
    for (const [text, direction] of [
      ['who pays it?', ''],
      ['who pays it—', ''],
      ['who pays it-', ''],
      ['who pays it!)', 'direction: rtl'],
      ['本文です。', ''],
      ['本文', 'writing-mode: vertical-rl'],
    ] as const) {
      const size = direction.startsWith('writing') ? 'height' : 'width';
      const width = direction.startsWith('writing') ? 25 : text.startsWith('本') ? 55 : 60;
      const { body } = await linesIn(`<p style="${size}: ${width}px; ${direction}">${text}<i>note</i>`);
      expect(
        body.some((line) => line === '1'),
        `${text}: ${body.join('|')}`,
      ).to.equal(false);
    }
  });

  it('may begin a line after white space', async () => {
    expect((await linesIn('<p style="width: 45px">who pays <i>note</i>')).body.at(-1)).to.match(/1$/);
  });
});

describe('the decorations of an inline box', () => {
  it('are drawn under its own text, and not under its notes', async () => {
    for (const [tag, style] of [
      ['u', ''],
      ['del', ''],
      ['ins', 'direction: rtl'],
      ['u', 'writing-mode: vertical-rl'],
    ]) {
      const html = `${HEAD}<p style="${style}">before <${tag}>words<i>a note</i></${tag!.split(' ')[0]}> after`;
      const painted = (await inspect(html, 'paint', null)).split('\n').map((line) => line.trim());
      // Under the words, and under the call.
      expect(painted.filter((line) => line.startsWith('fillRect')).length, html).to.equal(2);
    }
  });
});

describe('a leader in a flex item', () => {
  it('fills the line of the item', async () => {
    for (const style of ['', 'direction: rtl', 'display: inline-flex; width: 260px']) {
      const html = `<style>div { display: flex } b::after { content: leader('.') "7" }</style><div style="${style}"><s>1.</s><b>Title</b></div>`;
      expect((await linesIn(html)).body.at(-1)).to.match(/\.{20,}/);
    }
  });
});

describe('generated content that floats to the notes', () => {
  it('has a call, a marker and a number', async () => {
    const { body, notes } = await linesIn('<p>See <a href=x>one</a> and <a href=y>two</a>.<ul><li>item</ul>');
    expect(body).to.deep.equal(['See one1 and two2.', '3item']);
    expect(notes).to.deep.equal(['1. URL x', '2. URL y', '3. note']);
  });

  it('is linked from its call', async () => {
    const { pdf } = await render(`${HEAD}<p>See <a href="https://example.org/">one</a>`, { compress: false });
    const text = Buffer.from(pdf).toString('latin1');
    const names = [...text.matchAll(/\/Dest<(\w+)>/g)].map(([, name]) => name!.toLowerCase());
    expect(names).to.have.length(2);
    for (const name of names) expect(text).to.contain(`<${name}> [`);
  });
});

describe('a note called in rows that every page repeats', () => {
  /** Returns the notes on each page. */
  async function notesOn(css: string, html: string): Promise<string[]> {
    const { pages, diagnostics } = await layoutDocument(`${HEAD}<style>${css}</style>${html}`);
    expect(diagnostics.list()).to.deep.equal([]);
    return pages.map(({ footnotes }) =>
      linesOf(footnotes)
        .map(({ text }) => text.replace(/^\d+\. /, ''))
        .join(' '),
    );
  }

  const ROWS = '<tr><td>row'.repeat(11);

  it('is shown once, on the first page that calls it', async () => {
    const table = `<table><thead><tr><th>h<i>head</i><tfoot><tr><th>f<i>foot</i><tbody>${ROWS}</table>`;
    for (const style of ['', 'table { border-collapse: collapse }', 'body { display: grid }', 'div { float: left }'])
      expect(await notesOn(style, `<div>${table}</div>`), style).to.deep.equal(['head foot', '', '']);
    expect(await notesOn('div { columns: 2; column-fill: auto }', `<div>${table}</div>`)).to.deep.equal([
      'head foot',
      '',
    ]);
  });

  it('follows the rows that only copies or only originals show', async () => {
    const repeat = (value: string): string => `style="-pagewright-repeat: ${value}"`;
    const head = `<thead><tr><th>h<tr ${repeat('only')}><th>h<i>copy</i><tr ${repeat('none')}><th>h<i>first</i>`;
    const foot = `<tfoot><tr ${repeat('only')}><th>f<i>carried</i><tr ${repeat('none')}><th>f<i>total</i>`;
    expect(
      await notesOn('th { font-size: 6px; line-height: 8px }', `<table>${head}${foot}<tbody>${ROWS}</table>`),
    ).to.deep.equal(['first carried', 'copy', 'total']);
  });
});
