import { expect } from 'chai';
import { render, type RenderOptions } from '../../engine/index.ts';
import { pdf as puppeteerPdf } from '../../engine/puppeteer.ts';
import { layoutDocument } from '../../engine/render.ts';
import { linesOf } from '../books/pages.ts';
import { extractText } from '../support/pdfium.ts';
import { inOrder, TEMPLATE_CASES } from '../support/template-cases.ts';

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const words = async (html: string, options: RenderOptions): Promise<string[]> =>
  (await extractText((await render(html, options)).pdf)).map((text) => text.replace(/\s+/g, ' ').trim());

/** Returns the lines of the first page's margin boxes: their text and where they begin. */
async function marginLines(html: string, options: RenderOptions): Promise<[string, number, number][]> {
  const { pages } = await layoutDocument(html, options);
  return linesOf(pages[0]!.marginBoxes).map(({ text, x, y }) => [text, x, y]);
}

const ROOM = { top: 60, right: 60, bottom: 60, left: 60 };

describe('header and footer templates', () => {
  const BODY = '<style>html { font: 10px/12px Arial } body { margin: 0 }</style><h1>Title</h1><p>Text</p>';

  it('are separate documents whose styles stay inside them', async () => {
    const plain = await layoutDocument(BODY, {});
    const footer =
      '<html><head><style>html { color: navy } body { font: 30px/40px Arial; margin: 10px auto } h1, p { margin: 50px } * { padding: 9px }' +
      '@page { size: A6; margin: 0 } :root { --own: 1 }</style></head><body><p>F</p></body></html>';
    const styled = await layoutDocument(BODY, { footer });
    const text = ({ pages }: typeof plain): unknown => pages.map(({ root, width }) => [width, root && linesOf([root])]);
    expect(text(styled)).to.deep.equal(text(plain));
    const at = { pageSize: '300px 300px', margin: 100 };
    const lines = await marginLines(BODY, { ...at, footer });
    expect(lines).to.deep.equal([['F', 177, 230]]);
  });

  it("are not affected by the document's styles, inheritance, custom properties, rem or quirks", async () => {
    const options: RenderOptions = {
      header: '<div><b style="font-size: 1rem">H</b><p style="color: var(--c, red); margin: 0">I</p></div>',
    };
    const bare = '<!doctype html><p>x</p>';
    const styled =
      '<style>html { font-size: 40px; line-height: 3; direction: rtl; --c: blue; writing-mode: vertical-rl } ' +
      '* { display: none !important; color: green } div { padding: 30px }</style><p>x</p>';
    expect(await marginLines(styled, options)).to.deep.equal(await marginLines(bare, options));
  });

  it('have a body without margins, in every writing mode and direction', async () => {
    const options = { pageSize: '300px 200px', margin: 40 };
    const at = async (style: string): Promise<(string | number)[]> => {
      const header = `<html style="${style}"><body style="font: 10px/20px Arial">H</body></html>`;
      return (await marginLines('<p>x', { ...options, header }))[0]!;
    };
    expect(await at('')).to.deep.equal(['H', 40, 10]);
    expect((await at('direction: rtl'))[1]).to.be.greaterThan(240);
    expect((await at('writing-mode: vertical-lr')).slice(0, 2)).to.deep.equal(['H', 40]);
  });

  it('place positioned boxes in the margin', async () => {
    const footer = '<div style="position: absolute; right: 0; bottom: 0; font: 10px/20px Arial">F</div>';
    const [line] = await marginLines('<p>x', { pageSize: '300px 200px', margin: 40, footer });
    expect(line![2]).to.equal(180);
  });

  it('print counters and named strings of the document, and link to its elements', async () => {
    const html =
      '<style>h1 { string-set: chapter content(); break-before: page }</style><h1 id=one>One</h1><h1 id=two>Two</h1>';
    const header =
      '<style>b::after { content: string(chapter) " " counter(page) "/" counter(pages) " " target-counter("#two", page) }</style>' +
      '<b></b> <a href="#two">go</a>';
    expect(await words(html, { header })).to.deep.equal(['One One 1/2 2 go', 'Two Two 2/2 2 go']);
    expect(latin1((await render(html, { header, compress: false })).pdf).match(/\/Subtype ?\/Link/g)).to.have.length(2);
  });

  it('load their own files and fonts, and name themselves in diagnostics', async () => {
    const asked: string[] = [];
    const { diagnostics } = await render('<p>x', {
      header: '<link rel=stylesheet href=own.css><p style="colour: red">H',
      footer: '<img src=https://example.org/a.png>',
      external: 'ignore',
      resources: (url) => {
        asked.push(url);
        return Promise.resolve(url === 'own.css' ? new TextEncoder().encode('p { colr: red }') : null);
      },
    });
    expect(asked).to.deep.equal(['own.css']);
    expect(diagnostics.map(({ code, source, line }) => [code, source, line])).to.deep.include.members([
      ['css/unknown-property', 'header style attribute', 1],
      ['css/unknown-property', 'header own.css', 1],
    ]);
    expect(diagnostics.map(({ message }) => message)).to.include(
      'footer img src https://example.org/a.png is external and was skipped.',
    );
  });

  it('are the same in pagewright/puppeteer', async () => {
    const footerTemplate =
      '<html><head><style>body { font-size: 20px; color: navy } p { display: none }</style></head><body><b>F</b></body></html>';
    const margin = { top: 50, right: 50, bottom: 50, left: 50 };
    const shown = { displayHeaderFooter: true, headerTemplate: '<i></i>', footerTemplate, margin };
    const [text] = await extractText(await puppeteerPdf('<style>b { display: none }</style><p>x</p>', shown));
    expect(text!.replace(/\s+/g, ' ').trim()).to.equal('x F');
  });

  for (const { name, html, header, footer, words: expected } of TEMPLATE_CASES) {
    const shown = { displayHeaderFooter: true, headerTemplate: header, footerTemplate: footer, margin: ROOM };
    it(`keep their styles to themselves: ${name}`, async () =>
      expect(inOrder(await words(html, { header, footer, margin: 60 }))).to.deep.equal(inOrder(expected)));
    it(`keep them in pagewright/puppeteer: ${name}`, async () =>
      expect(inOrder(await extractText(await puppeteerPdf(html, shown)))).to.deep.equal(inOrder(expected)));
  }

  it('support flex even if nothing else uses it', async () => {
    const header = '<div style="display: flex; justify-content: space-between"><i>a</i><i>b</i></div>';
    const [a, b] = await marginLines('<p>x', { header });
    expect([a![0], b![0]]).to.deep.equal(['a', 'b']);
    expect(b![1]).to.be.greaterThan(500);
  });

  it('fill empty elements that have wkhtmltopdf classes', async () => {
    const classes = ['page', 'frompage', 'topage', 'webpage', 'section', 'subsection', 'title', 'doctitle', 'date'];
    const header = `${classes.map((name) => `<i class=${name}></i>`).join(' ')} <b class=page>kept</b>`;
    const html =
      '<title>T</title><h1>One</h1><h2>Part</h2><p style="break-before: page"><h2>Other<br>part</h2><h1 style="break-before: page">Two</h1>';
    const given: RenderOptions = { header, baseUrl: 'https://example.org/a', date: new Date('2026-03-04') };
    expect((await words(html, given)).map((text) => text.replace(/^.*?(?=\d 1)/, ''))).to.deep.equal([
      '1 1 3 https://example.org/a One Part T T 2026-03-04 kept',
      '2 1 3 https://example.org/a One Other part T T 2026-03-04 kept',
      '3 1 3 https://example.org/a Two T T 2026-03-04 kept',
    ]);
  });

  it('can be hidden by pages', async () => {
    const html =
      '<style>@page :first { --pagewright-header: none } @page end { --pagewright-footer: none } #end { page: end }</style>' +
      '<p>one</p><p style="break-before: page">two</p><p id=end>three</p>';
    expect(await words(html, { header: 'H', footer: 'F' })).to.deep.equal(['one F', 'two H F', 'three H']);
  });

  it('report the margin boxes of the document that they replace', async () => {
    const html =
      '<style>@page { @top-left-corner { content: "c" }\n@bottom-right { content: "b" } }</style>\n<style>\n@page :first { @top-left { content: "t" } }</style>x';
    const said = async (options: RenderOptions): Promise<string[]> =>
      (await render(html, { margin: ROOM, ...options })).diagnostics.map(
        ({ code, line, message }) => `${code} ${line}: ${message}`,
      );
    expect(await said({ header: 'h' })).to.deep.equal([
      'template/replaced-margin-box 4: The header template replaces the margin box @top-left of the document.',
    ]);
    expect(await said({ footer: 'f' })).to.deep.equal([
      'template/replaced-margin-box 1: The footer template replaces the margin box @bottom-right of the document.',
    ]);
  });

  it('report classes that print nothing because an option is missing', async () => {
    const header = '<b>\n<i class="small date"></i></b>';
    const said = async (options: RenderOptions): Promise<unknown[]> =>
      (await render('x', options)).diagnostics.map(({ code, message, source, line }) => [code, message, source, line]);
    expect(await said({ header })).to.deep.equal([
      ['template/empty-class', 'The class date prints nothing: set the option date.', 'header document', 2],
    ]);
    expect(await said({ header, date: new Date(0) })).to.deep.equal([]);
    expect(await said({ footer: '<b class=title></b>' })).to.deep.equal([]);
  });
});
