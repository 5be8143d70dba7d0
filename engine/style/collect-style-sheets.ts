import type { Budget } from '../budget.ts';
import { reportComplaints } from '../css/complaints.ts';
import type { StyleSheet } from '../css/rules.ts';
import type { StyleReader } from '../css/style-reader.ts';
import { SourceText } from '../css/syntax/source-text.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Document, Element, Node, ShadowTree } from '../document/node.ts';
import { nextNode, textOf } from '../document/parse.ts';
import { isStyleElement, isStyleSheetLink } from '../document/element-facts.ts';
import { userStyleName } from '../document/load-references.ts';
import type { UserStyle } from '../render-options.ts';

/** The author's style sheets in document order, shadow trees' too: `style`, and `link`. Alternates and disabled ones are left out. */
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
    const source = sheetSource(node, reader);
    if (source === null) continue;
    sheets.push(readSheet(source, node.attribute('media') ?? '', reader, diagnostics, node.place?.tree ?? null));
  }
  return sheets;
}

/** The caller's own style sheets, which stand behind the document's. One that isn't there was reported when it was looked for. */
export function userStyleSheets(
  styles: readonly UserStyle[],
  reader: StyleReader,
  diagnostics: Diagnostics,
): StyleSheet[] {
  return styles.flatMap((style, index) => {
    const source = typeof style === 'string' ? new SourceText(style, userStyleName(index)) : reader.sheetAt(style.url);
    return source === null ? [] : [readSheet(source, '', reader, diagnostics)];
  });
}

/** A style sheet of our own, which means nothing to people. */
export function generatedSheet(text: string, reader: StyleReader): StyleSheet {
  return { source: new SourceText(text, 'options'), media: '', content: reader.sheet(text), tree: null };
}

function readSheet(
  source: SourceText,
  media: string,
  reader: StyleReader,
  diagnostics: Diagnostics,
  tree: ShadowTree | null = null,
): StyleSheet {
  const content = reader.sheet(source.text);
  reportComplaints(content.complaints, source, diagnostics);
  return { source, media, content, tree };
}

function sheetSource(element: Element, reader: StyleReader): SourceText | null {
  if (element.tag === 'style' && isStyleElement(element)) {
    const { position } = element;
    return new SourceText(textOf(element), 'document', position?.line, position === null ? 1 : position.column);
  }
  if (element.tag !== 'link' || !element.isHtml || !isStyleSheetLink(element)) return null;
  const href = element.attribute('href') ?? '';
  return href === '' ? null : reader.sheetAt(href);
}
