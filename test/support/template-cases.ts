/** Headers and footers whose styles must not meet those of their document, for every interface that accepts them. */

export interface TemplateCase {
  readonly name: string;
  readonly html: string;
  readonly header: string;
  readonly footer: string;
  /** The words of the pages: of the document, the header and the footer. */
  readonly words: readonly string[];
}

export const TEMPLATE_CASES: readonly TemplateCase[] = [
  {
    name: 'whole documents whose rules hide and enlarge what the document has',
    html: '<!doctype html><style>b { display: none }</style><p>one</p>',
    header:
      '<html><head><style>p { display: none } * { font-size: 300px !important } i { font-size: 10px !important }</style></head><body><i>H</i></body></html>',
    footer:
      '<html><head><style>p { position: absolute; top: -9999px } b { font-size: 10px }</style></head><body><b>F</b></body></html>',
    words: ['one H F'],
  },
  {
    name: 'rules for html and body, in the template and in the document',
    html: '<style>body::before { content: "document " } html { direction: rtl; writing-mode: vertical-rl }</style>one',
    header: '<style>body::before { content: "header " } body { font-size: 10px }</style>H',
    footer: '<style>html { font-size: 10px } body { text-transform: uppercase }</style><i style="margin: auto">f</i>',
    words: ['document one header H F'],
  },
  {
    name: 'custom properties, page numbers and page rules',
    html: '<style>:root { --a: "document" }</style><p>one<p style="break-before: page">two',
    header:
      '<style>@page { size: 50px } b { font-size: 10px } b::before { content: var(--a, "own") " " counter(page) }</style><b></b>',
    footer:
      '<style>:root { --a: "footer" } b { font-size: 10px } b::after { content: var(--a) }</style><b class=pageNumber></b>',
    words: ['one own 1 1footer', 'two own 2 2footer'],
  },
  {
    name: 'layouts from right to left, of flex items and of tables',
    html: '<style>div, td { display: none !important }</style>one',
    header: '<div style="display: flex; direction: rtl; font-size: 10px"><span>H</span></div>',
    footer: '<table style="font-size: 10px; width: 100%"><tr><td>F</table>',
    words: ['one H F'],
  },
];

/** Returns the words of each page, sorted: readers see headers before or after the text. */
export const inOrder = (pages: readonly string[]): string[] =>
  pages.map((text) => text.trim().split(/\s+/).sort().join(' '));
