/** Reports the markup of other PDF libraries (mPDF, TCPDF, xhtml2pdf, dompdf) and what to write instead. */
import type { Diagnostics } from '../diagnostics.ts';
import { type Document, type Element, type Node } from './node.ts';
import { nextNode } from './parse.ts';
import { isVerbatim } from './verbatim.ts';

const BREAK = 'break-before: page on the next element';
const RUNNING = '@page margin boxes, position: running(), or the options header and footer';
const NUMBER = 'counter(page) and counter(pages) in a margin box or in content';
const COLUMNS = 'the CSS properties columns and break-before: column';
const CONTENTS = 'a list of links with target-counter(attr(href), page)';
const OUTLINE = 'bookmark-level and bookmark-label';
const IMAGE = 'an SVG or another image that the server draws';
const WATERMARK = 'a box with position: fixed';

/** The replacement of an element, by its tag. */
const TAGS: ReadonlyMap<string, string> = new Map([
  ['pagebreak', BREAK],
  ['formfeed', BREAK],
  ['page_break', BREAK],
  ['pdf:nextpage', BREAK],
  ['pdf:nexttemplate', 'named pages: @page NAME and the property page'],
  ['pdf:nextframe', COLUMNS],
  ['tocpagebreak', CONTENTS],
  ['htmlpageheader', RUNNING],
  ['htmlpagefooter', RUNNING],
  ['sethtmlpageheader', RUNNING],
  ['sethtmlpagefooter', RUNNING],
  ['pageheader', RUNNING],
  ['pagefooter', RUNNING],
  ['setpageheader', RUNNING],
  ['setpagefooter', RUNNING],
  ['page_header', RUNNING],
  ['page_footer', RUNNING],
  ['pdf:pagenumber', NUMBER],
  ['pdf:pagecount', NUMBER],
  ['columns', COLUMNS],
  ['column_break', COLUMNS],
  ['columnbreak', COLUMNS],
  ['newcolumn', COLUMNS],
  ['toc', CONTENTS],
  ['tocentry', CONTENTS],
  ['pdf:toc', CONTENTS],
  ['indexentry', CONTENTS],
  ['indexinsert', CONTENTS],
  ['bookmark', OUTLINE],
  ['pdf:outline', OUTLINE],
  ['barcode', IMAGE],
  ['pdf:barcode', IMAGE],
  ['qrcode', IMAGE],
  ['textcircle', IMAGE],
  ['dottab', "leader('.') in content"],
  ['watermarktext', WATERMARK],
  ['watermarkimage', WATERMARK],
  ['pdf:spacer', 'margins'],
  ['pdf:font', '@font-face'],
  ['tcpdf', 'HTML and CSS: methods are not called'],
]);

/** Placeholders in text. */
const PLACEHOLDER = /\{(?:PAGENO|nbpg|nb|PAGE_NUM|PAGE_COUNT|:p[gtn]\w:|:pnp:|:ptp:|DATE [^}]{1,40})\}/;

/** Matches any text that could be foreign markup, so that other documents aren't searched. */
const SIGN =
  /<(?:pagebreak|formfeed|page_|pdf:|toc|htmlpage|sethtmlpage|pageheader|pagefooter|setpage|column|newcolumn|index[ei]|bookmark|barcode|qrcode|textcircle|dottab|watermark|tcpdf|script[^>]{0,100}php)|\{(?:PAGE|nb|:p|DATE )/i;

/** `markup`: the text of the document. */
export function reportForeignMarkup(markup: string, { root }: Document, diagnostics: Diagnostics): void {
  if (!SIGN.test(markup)) return;
  for (let node: Node | null = root; node !== null; node = nextNode(node, root)) {
    if (node.type === 'element') reportElement(node, diagnostics);
    else if (node.parent !== null && !isVerbatim(node.parent)) {
      const placeholder = PLACEHOLDER.exec(node.data)?.[0];
      if (placeholder !== undefined) report(placeholder, NUMBER, node.parent, diagnostics);
    }
  }
}

function reportElement(element: Element, diagnostics: Diagnostics): void {
  if (!element.isHtml) return;
  const instead = TAGS.get(element.tag);
  if (instead !== undefined) report(`<${element.tag}>`, instead, element, diagnostics);
  else if (element.tag === 'script' && /php/i.test(element.attribute('type') ?? ''))
    report('<script type="text/php">', NUMBER, element, diagnostics);
}

function report(what: string, instead: string, element: Element, diagnostics: Diagnostics): void {
  const message = `${what} belongs to another PDF library and has no effect here; use ${instead}.`;
  diagnostics.warnAbout('html/foreign-markup', message, element);
}
