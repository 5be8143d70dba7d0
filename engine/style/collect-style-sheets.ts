import type { Budget } from '../budget.ts';
import { reportComplaints } from '../css/complaints.ts';
import type { StyleSheet } from '../css/rules.ts';
import { type StyleReader, styleSheetText } from '../css/style-reader.ts';
import { SourceText } from '../css/syntax/source-text.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Document, Element, Node } from '../document/node.ts';
import { nextNode, textOf } from '../document/parse.ts';
import { isStyleElement, isStyleSheetLink } from '../document/element-facts.ts';

/** The author's style sheets in document order: `style`, and `link` to data: URLs. Alternates and disabled ones are left out. */
export function collectStyleSheets(
  document: Document,
  reader: StyleReader,
  diagnostics: Diagnostics,
  budget: Budget,
): StyleSheet[] {
  const sheets: StyleSheet[] = [];
  for (let node: Node | null = document.root; node !== null; node = nextNode(node, document.root)) {
    budget.tick();
    if (node.type !== 'element') continue;
    const source = sheetSource(node);
    if (source === null) continue;
    const content = reader.sheet(source.text);
    reportComplaints(content.complaints, source, diagnostics);
    sheets.push({ source, media: node.attribute('media') ?? '', content });
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
