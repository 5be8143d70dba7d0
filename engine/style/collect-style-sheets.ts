import type { Budget } from '../budget.ts';
import { parseMediaQueryList } from '../css/at-rules/media.ts';
import type { StyleSheet } from '../css/rules.ts';
import { parseStyleSheet, type SheetContext } from '../css/stylesheet.ts';
import { SourceText } from '../css/syntax/source-text.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { dataUrlText, decodeDataUrl } from '../document/data-url.ts';
import type { Document, Element } from '../document/node.ts';
import { nextNode, textOf } from '../document/parse.ts';
import { isStyleElement, isStyleSheetLink } from '../document/element-facts.ts';

/** The author's style sheets in document order: `style`, and `link` to data: URLs. Alternates and disabled ones are left out. */
export function collectStyleSheets(document: Document, diagnostics: Diagnostics, budget: Budget): StyleSheet[] {
  const sheets: StyleSheet[] = [];
  let keys = 0;
  const context: SheetContext = {
    diagnostics,
    budget,
    origin: 'author',
    loadImport: styleSheetText,
    nextKey: () => ++keys,
  };
  for (
    let node: Element | ReturnType<typeof nextNode> = document.root;
    node !== null;
    node = nextNode(node, document.root)
  ) {
    budget.tick();
    if (node.type !== 'element') continue;
    const source = sheetSource(node);
    if (source !== null)
      sheets.push(parseStyleSheet(source, parseMediaQueryList(node.attribute('media') ?? ''), context));
  }
  return sheets;
}

function sheetSource(element: Element): SourceText | null {
  if (element.tag === 'style' && isStyleElement(element)) {
    const { position } = element;
    return new SourceText(textOf(element), 'document', position?.line, position === null ? 1 : position.column);
  }
  if (element.tag !== 'link' || !element.isHtml || !isStyleSheetLink(element)) return null;
  const href = element.attribute('href') ?? '';
  if (href === '') return null;
  const text = styleSheetText(href);
  return text === null ? null : new SourceText(text, 'data: style sheet');
}

/** The text of a data: style sheet; null when it is no such thing. */
function styleSheetText(url: string): string | null {
  const data = decodeDataUrl(url);
  if (data === null) return null;
  return data.mediaType === 'text/css' || data.mediaType === 'text/plain' ? dataUrlText(data) : null;
}
