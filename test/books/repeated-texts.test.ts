import { expect } from 'chai';
import { layoutDocument } from '../../engine/render.ts';
import { linesOf } from './pages.ts';

const HEAD =
  '<!doctype html><style>@page { size: 300px 200px; margin: 20px } * { margin: 0; padding: 0 } body { font: 10px/20px Arial } table { border-spacing: 0; width: 100% } th, td { font-weight: normal; text-align: start; padding: 0 } ';

/** The lines on each page that name a page. */
async function namesOn(css: string, html: string): Promise<string[]> {
  const { pages, diagnostics } = await layoutDocument(`${HEAD}${css}</style>${html}`);
  expect(diagnostics.list()).to.deep.equal([]);
  return pages.map(({ root, positioned }) =>
    linesOf([...(root === null ? [] : [root]), ...positioned])
      .filter(({ text }) => /[@#]/.test(text))
      .map(({ text }) => text)
      .join(' '),
  );
}

const ROWS = '<tr><td>row'.repeat(16);
const PAGE = 'content: "@" counter(page) "/" counter(pages)';

describe('books: content that every page repeats', () => {
  it('knows its page in headers and footers of tables', async () => {
    for (const style of [
      '',
      'table { direction: rtl }',
      'table { border-collapse: collapse }',
      'th { vertical-align: middle }',
    ])
      expect(
        await namesOn(
          `${style} th::after { ${PAGE} }`,
          `<table><thead><tr><th>h<tfoot><tr><th>f<tbody>${ROWS}</table>`,
        ),
        style,
      ).to.deep.equal(['h@1/3 f@1/3', 'h@2/3 f@2/3', 'h@3/3 f@3/3']);
  });

  it('knows its page in blocks and flex items inside them', async () => {
    const head = '<thead><tr><th><div><p><b>h</b></p></div>';
    expect(await namesOn(`b::after { ${PAGE} }`, `<table>${head}<tbody>${ROWS}</table>`)).to.deep.equal([
      'h@1/3',
      'h@2/3',
      'h@3/3',
    ]);
    expect(
      await namesOn(`b::after { ${PAGE} } p { display: flex }`, `<table>${head}<tbody>${ROWS}</table>`),
    ).to.deep.equal(['h@1/3', 'h@2/3', 'h@3/3']);
  });

  it('knows its page in fixed boxes, wherever they are placed', async () => {
    for (const style of [
      'bottom: -20px',
      'top: -20px; right: 0',
      'left: -20px; writing-mode: vertical-rl',
      'bottom: -20px; display: flex',
    ])
      expect(
        await namesOn(
          `i { position: fixed; ${style} } i b::after { ${PAGE} }`,
          `<i><b>f</b></i>${'<p>line'.repeat(20)}`,
        ),
        style,
      ).to.deep.equal(['f@1/3', 'f@2/3', 'f@3/3']);
  });

  it('has the named strings of its page', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => `<tr class=v><td>r${i + 1}`).join('');
    expect(
      await namesOn(
        'tr.v { string-set: s content() } th::after { content: "#" string(s, first) "-" string(s, last) }',
        `<table><thead><tr><th>h<tbody>${rows}</table>`,
      ),
    ).to.deep.equal(['h#r1-r7', 'h#r8-r12']);
  });

  it('has empty named strings on the first page', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => `<tr class=v><td>r${i + 1}`).join('');
    const table = `<table><thead><tr><th>#h<tbody>${rows}</table>`;
    const css = (which: string): string =>
      `tr.v { string-set: s content() } th::after { content: string(s, ${which}) }`;
    expect(await namesOn(css('start'), table)).to.deep.equal(['#h', '#hr7']);
    expect(
      await namesOn(
        'i { position: fixed } i::after { content: "#" string(s, start) } p { string-set: s content() }',
        `<i></i>a${'<p>p'.repeat(9)}`,
      ),
    ).to.deep.equal(['#', '#p']);
    expect(
      await namesOn(
        'h2 { string-set: s content(); font: inherit } i { position: fixed } i::after { content: string(s, start) }',
        `<i></i>a<h2>#b</h2>${'<p>c'.repeat(9)}`,
      ),
    ).to.deep.equal(['#b', '#b']);
  });

  it('takes time in proportion to the pages and references', async () => {
    const links = Array.from({ length: 3000 }, (_, i) => `<p><a href="#p${i}">x</a> <b id=p${i}>y</b></p>`).join('');
    const css = `a::after { content: target-counter(attr(href), page) } i { position: fixed; bottom: 0 } i::after { ${PAGE} }`;
    const { pages } = await layoutDocument(`${HEAD}${css}</style><i>f</i>${links}`, { limits: { deadlineMs: 20_000 } });
    expect(pages.length).to.be.greaterThan(300);
  });

  const COUNTED = Array.from({ length: 12 }, (_, i) => `<tr class=v><td>r${i + 1}`).join('');
  const SHOWN = 'content: "#" counter(n) "/" counter(sub)';

  it('carries sums forward in headers and footers of tables', async () => {
    const table = `<table><thead><tr><th>h<tfoot><tr><th>f<tbody>${COUNTED}</table>`;
    const count = '@page { counter-reset: sub } .v { counter-increment: n 10 sub }';
    const after = '<p style="counter-increment: n 500">after';
    for (const style of ['', 'table { direction: rtl }', 'body { writing-mode: vertical-rl }', 'div { display: grid }'])
      expect(
        await namesOn(
          `${style} ${count} body { counter-reset: n } th::after { ${SHOWN} }`,
          `<div>${table}${after}</div>`,
        ),
        style,
      ).to.deep.equal(
        style.includes('vertical') ? ['h#0/0 f#110/11', 'h#110/0 f#120/1'] : ['h#0/0 f#60/6', 'h#60/0 f#120/6', ''],
      );
  });

  it('counts each of two tables on a page separately', async () => {
    const table = `<table><thead><tr><th>h<tfoot><tr><th>f<tbody><tr class=v><td>r</table>`;
    const css = 'table { counter-reset: n } .v { counter-increment: n } th::after { content: "#" counter(n) }';
    expect(await namesOn(css, table + table)).to.deep.equal(['h#0 f#1 h#0 f#1']);
  });

  it('carries sums forward in fixed boxes: the end of the page at the bottom, its start elsewhere', async () => {
    const css = `body { counter-reset: n } p { counter-increment: n } i { position: fixed } i::after { content: "#" counter(n) }`;
    const lines = '<p>line'.repeat(20);
    const shown = (place: string): Promise<string[]> => namesOn(css, `<i style="${place}">i</i>${lines}`);
    expect(await shown('bottom: -20px; left: 0')).to.deep.equal(['i#8', 'i#16', 'i#20']);
    expect(await shown('top: -20px')).to.deep.equal(['i#0', 'i#8', 'i#16']);
  });

  it('counts increments inside the header', async () => {
    const css = 'thead { counter-reset: n } th { counter-increment: n } th::after { content: "#" counter(n) }';
    const table = `<table><thead><tr><th>h<th>h<tbody>${ROWS}</table>`;
    expect(await namesOn(css, table)).to.deep.equal(Array(3).fill('h#1 h#2'));
  });

  it('shows the text of the running element of its page', async () => {
    const running = (name: string): string => `<div class=r>#<b>${name}</b></div>`;
    const css = '.r { position: running(r) } th::after { content: element(r, last) } u::after { content: element(r) }';
    const rows = '<tr><td>row'.repeat(5);
    for (const style of [
      '',
      'u { position: fixed; bottom: -20px }',
      'u { position: fixed; writing-mode: vertical-rl; top: 0; left: -20px }',
    ])
      expect(
        await namesOn(
          `${css} ${style}`,
          `${running('one')}<div>${style && '<u></u>'}</div><table><thead><tr><th><tbody>${rows}${`<tr><td>${running('two')}row`}${rows}</table>`,
        ),
        style,
      ).to.deep.equal(style === '' ? ['#two', '#two'] : ['#two #one', '#two #two']);
  });

  it('finds running elements and strings at their own position, also before positioned boxes', async () => {
    for (const position of ['fixed', 'absolute']) {
      const { pages } = await layoutDocument(
        `${HEAD}@page { @top-left { content: element(r) } @top-right { content: string(s) } } .r { position: running(r) } u { position: ${position}; bottom: 0 } i { display: none; string-set: s content() }</style>` +
          '<div class=r>one</div><i>a</i><u>u</u><p>text</p><div class=r>two</div><i>b</i><p style="break-before: page">text</p>',
      );
      expect(pages.map(({ marginBoxes }) => linesOf(marginBoxes).map(({ text }) => text))).to.deep.equal([
        ['one', 'a'],
        ['two', 'b'],
      ]);
    }
  });
});
