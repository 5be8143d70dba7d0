/** Where characters stand that no font has: found when all is done, in the few documents that have such, so that others needn't keep the place of every element. */
import { Budget, type Limits } from '../budget.ts';
import { Diagnostics, type SourcePosition } from '../diagnostics.ts';
import { decodeHtml } from './encoding.ts';
import { type Document, type Element, Namespace, type Node } from './node.ts';
import { nextNode, parseDocument } from './parse.ts';

/** Larger documents aren't read a second time. */
const MOST_TEXT = 1_000_000;
const MOST_CHARACTERS = 20;

/** The code point that a diagnostic names. */
const NAMED = /\bU\+([\dA-F]{4,6})\b/;
/** Elements whose text is no part of a page. */
const UNSHOWN = new Set(['title', 'style', 'script', 'template']);

/** Gives diagnostics about characters the place of the element where each stands first. `limits`: those within which the document has been read before. */
export function placeMissingCharacters(html: string | Uint8Array, diagnostics: Diagnostics, limits: Limits): void {
  const missing = diagnostics.list().filter(({ code }) => code === 'font/missing-glyph');
  if (missing.length === 0 || html.length > MOST_TEXT) return;
  const characters = missing.slice(0, MOST_CHARACTERS).flatMap(({ message }) => characterOf(message) ?? []);
  const text = typeof html === 'string' ? html : decodeHtml(html).text;
  const document = parseDocument(text, new Budget(limits), new Diagnostics(), [], true);
  const places = firstPlaces(document, new Set(characters));
  diagnostics.place('font/missing-glyph', (message) => places.get(characterOf(message) ?? '') ?? null);
}

function characterOf(message: string): string | null {
  const code = NAMED.exec(message)?.[1];
  return code === undefined ? null : String.fromCodePoint(Number.parseInt(code, 16));
}

function firstPlaces({ root }: Document, characters: Set<string>): ReadonlyMap<string, SourcePosition | null> {
  const places = new Map<string, SourcePosition | null>();
  for (let node: Node | null = root; node !== null && characters.size > 0; node = nextNode(node, root)) {
    if (node.type !== 'text' || isUnshown(node.parent)) continue;
    for (const character of characters) {
      if (!node.data.includes(character)) continue;
      characters.delete(character);
      places.set(character, placeAround(node.parent));
    }
  }
  return places;
}

const isUnshown = (element: Element | null): boolean =>
  element !== null && element.namespace === Namespace.Html && UNSHOWN.has(element.tag);

function placeAround(inner: Element | null): SourcePosition | null {
  for (let element = inner; element !== null; element = element.parent)
    // An element with a style attribute has the place of that.
    if (element.position !== null) return { ...element.position, source: 'document' };
  return null;
}
