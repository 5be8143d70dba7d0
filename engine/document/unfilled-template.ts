/** Reports templates of Liquid and similar languages that were given without data, so that their tags are printed. */
import type { Diagnostics, SourcePosition } from '../diagnostics.ts';
import { isVerbatim } from './verbatim.ts';
import { type Document, type Element, type Node } from './node.ts';
import { nextNode } from './parse.ts';
import { SourcePositions } from './source-positions.ts';

/** A tag in text: `{{ customer.name | upcase }}`, `{% for item in items %}`. Sets such as `{{1, 2}}` aren't. */
const TAG = /\{\{-?\s*[a-z_][^{}]{0,300}\}\}|\{%-?\s*[a-z][^{}%]{0,300}%\}/i;

/** `markup`: the text of the document. `source`: its name in positions. */
export function reportUnfilled(
  markup: string,
  { root }: Document,
  diagnostics: Diagnostics,
  source = 'document',
): void {
  if (!TAG.test(markup)) return;
  for (let node: Node | null = root; node !== null; node = nextNode(node, root)) {
    if (node.type !== 'text' || node.parent === null) continue;
    const tag = TAG.exec(node.data)?.[0];
    if (tag === undefined || isVerbatim(node.parent)) continue;
    const message = `The text contains \`${tag}\`, which is printed as it is. To fill in a template, pass its data.`;
    const position = positionOf(markup, tag, node.parent, source);
    return diagnostics.warnAbout('template/not-filled', message, { position, index: node.parent.index });
  }
}

/** Returns the position of the tag, which the text of an element contains. */
function positionOf(markup: string, tag: string, { tagEnd, position }: Element, source: string): SourcePosition | null {
  const at = markup.indexOf(tag, Math.max(0, tagEnd));
  return at < 0 ? position : new SourcePositions(markup, { source, line: 1, column: 1 }).at(at);
}
