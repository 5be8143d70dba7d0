/** Contents, indexes and endnotes that are filled before style. */
import { expect } from 'chai';
import { render, type RenderError } from '../../engine/index.ts';
import { layoutDocument } from '../../engine/render.ts';
import { book, expectPages, pageText } from './pages.ts';

const NO_LEADER = '<style>.contents-link::after{content:" " target-counter(attr(href),page)}</style>';
const PAGE = 'style="break-before:page"';

describe('books: contents', () => {
  it('list the headings with their pages, nested by selector', () =>
    expectPages(
      `${NO_LEADER}<nav data-contents="h1, h2"></nav><h1 ${PAGE}>One</h1><h2 ${PAGE}>Half</h2><h1 ${PAGE}>Two</h1>`,
      ['One 2 / Half 3 / Two 4', 'One', 'Half', 'Two'],
    ));

  it('print leaders and page numbers by default', async () => {
    const { pages } = await book('<nav data-contents=h1></nav><h1>One</h1>');
    expect(pageText(pages[0]!)).to.match(/^One ?\.{9,} ?1 \/ One$/);
  });

  it('skip headings inside the list, hidden ones and parts that the author leaves out', () =>
    expectPages(
      `${NO_LEADER}<nav data-contents="h1"><h1>Contents</h1></nav><h1 hidden>Draft</h1><h1>A <em>b</em><small data-contents-omit>(old)</small></h1><h1 data-contents-title="Short">Long</h1>`,
      ['Contents / A b 1 / Short 1 / A b(old) / Long'],
    ));

  it('list figures and tables by their captions', () =>
    expectPages(
      `${NO_LEADER}<nav data-contents="figure, table"></nav><figure><figcaption>Sea</figcaption></figure><table><caption>Tides</caption><tr><td>1</table>`,
      ['Sea 1 / Tides 1 / Sea / Tides / 1'],
    ));

  it('cover only the nearest ancestor that data-contents-within selects', () =>
    expectPages(
      `${NO_LEADER}<section><nav data-contents=h2 data-contents-within=section></nav><h2>A</h2></section><section><nav data-contents=h2 data-contents-within=section></nav><h2>B</h2></section>`,
      ['A 1 / A / B 1 / B'],
    ));

  it('report selectors that are invalid or match nothing', async () => {
    expect((await book('<nav data-contents="h1,,"></nav><h1>A</h1>')).diagnostics).to.deep.equal([
      'html/generated-list',
    ]);
    const { diagnostics } = await render('<p>\n<nav data-contents=h1></nav>');
    expect(diagnostics).to.have.length(1);
    expect(diagnostics[0]).to.include({ code: 'html/generated-list', line: 2, column: 1 });
  });

  it('refuse lists that grow beyond what the document contains', async () => {
    const failure = async (lists: number, entries: number): Promise<unknown> => {
      const html = '<nav data-contents="p" data-contents-within="main"></nav>'.repeat(lists) + '<p>x'.repeat(entries);
      return render(`<main>${html}`, { limits: { maxPages: 1 } }).catch((error: RenderError) => error.code);
    };
    for (const [lists, entries] of [
      [2000, 2000],
      [300, 300],
    ] as const)
      expect(await failure(lists, entries), `${lists} lists`).to.equal('document_too_complex');
    expect(await failure(2, 3000)).to.equal('page_limit_exceeded');
  });
});

describe('books: indexes', () => {
  const term = (name: string, text = 'x', more = ''): string =>
    `<p><span data-index-term="${name}" ${more}>${text}</span>`;

  it('sort terms by letter, with subterms and page ranges', () =>
    expectPages(
      `${term('Zoo > lions')}<p ${PAGE}><span data-index-term>apple</span><p ${PAGE}><i data-index-term=apple></i>y<p ${PAGE}><i data-index-term=apple></i>z<section ${PAGE} data-index-list></section>`,
      ['x', 'apple', 'y', 'z', 'A / apple, 2–4 / Z / Zoo / lions, 1'],
    ));

  it('print the first and last page of a range once', () =>
    expectPages(
      `<div data-index-term=long data-index-range><p>a<p ${PAGE}>b<p ${PAGE}>c</div><div data-index-term=short data-index-range>d</div><section ${PAGE} data-index-list></section>`,
      ['a', 'b', 'c / d', 'L / long, 1–3 / S / short, 3'],
    ));

  it('refer to other terms', () =>
    expectPages(
      `${term('Fonts')}${term('Typeface', '', 'data-index-see="Fonts"')}${term('Fonts', '', 'data-index-see-also="Letters"')}${term('Letters')}<section ${PAGE} data-index-list></section>`,
      ['x / x', 'F / Fonts, 1, see also Letters / L / Letters, 1 / T / Typeface, see Fonts'],
    ));

  it('ignore accents, case and punctuation, and group symbols', () =>
    expectPages(
      `${['émile', 'Eva', 'zzz', '“Eden”', '42'].map((name) => term(name)).join('')}<section ${PAGE} data-index-list></section>`,
      ['x / x / x / x / x', '# / 42, 1 / E / “Eden”, 1 / émile, 1 / Eva, 1', 'Z / zzz, 1'],
    ));

  it('collect only the terms of their name', () =>
    expectPages(
      `${term('Ada', 'a', 'data-index-in=people')}${term('engine', 'b')}<section ${PAGE} data-index-list=people></section><section ${PAGE} data-index-list></section>`,
      ['a / b', 'A / Ada, 1', 'E / engine, 1'],
    ));

  it('report references to unknown terms', async () => {
    const { diagnostics } = await book(`${term('A', '', 'data-index-see="B"')}<section data-index-list></section>`);
    expect(diagnostics).to.deep.equal(['html/generated-list']);
  });
});

describe('books: collected endnotes', () => {
  it('move to the section, with links in both directions', async () => {
    const html = `<style>.endnote-list{list-style:none}</style><p>a<span class=e>first</span> b<span class=e>second</span><section ${PAGE} data-endnotes=".e"></section>`;
    await expectPages(html, ['a1 b2', 'first ↩ / second ↩']);
    const { document } = await layoutDocument(html);
    const hrefs: (string | null)[] = [];
    const visit = (element: typeof document.root): void => {
      if (element.tag === 'a') hrefs.push(`${element.id} ${element.attribute('href')}`);
      for (const child of element.children) if (child.type === 'element') visit(child);
    };
    visit(document.root);
    expect(hrefs).to.deep.equal([
      'endnote-call-1 #endnote-1',
      'endnote-call-2 #endnote-2',
      'null #endnote-call-1',
      'null #endnote-call-2',
    ]);
  });

  it('are collected by chapter', () =>
    expectPages(
      `<style>.endnote-list{list-style:none}</style>${['a', 'b'].map((x) => `<section><p>${x}<i>${x}${x}</i><div data-endnotes=i data-endnotes-within=section></div></section>`).join('')}`,
      ['a1 / aa ↩ / b1 / bb ↩'],
    ));

  it('keep their calls out of contents', () =>
    expectPages(
      `${NO_LEADER}<style>.endnote-list{list-style:none}</style><nav data-contents=h1></nav><h1>A<i>n</i></h1><div data-endnotes=i></div>`,
      ['A 1 / A1 / n ↩'],
    ));
});
