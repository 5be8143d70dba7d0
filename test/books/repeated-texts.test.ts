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

  it('knows its page in blocks and flex items inside of them', async () => {
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

  it('knows its page in fixed boxes, wherever they stand', async () => {
    for (const style of [
      'bottom: 0',
      'top: 0; right: 0',
      'left: -10px; writing-mode: vertical-rl',
      'bottom: 0; display: flex',
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

  it('costs no more than the pages and the references', async () => {
    const links = Array.from({ length: 3000 }, (_, i) => `<p><a href="#p${i}">x</a> <b id=p${i}>y</b></p>`).join('');
    const css = `a::after { content: target-counter(attr(href), page) } i { position: fixed; bottom: 0 } i::after { ${PAGE} }`;
    const { pages } = await layoutDocument(`${HEAD}${css}</style><i>f</i>${links}`, { limits: { deadlineMs: 20_000 } });
    expect(pages.length).to.be.greaterThan(300);
  });
});
