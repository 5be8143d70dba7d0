/**
 * Finds the positions of elements that diagnostics are about, of characters missing from all fonts, and of attributes
 * with dangling references. They are searched at the end, in the few documents that need it, so that others needn't
 * keep the position of every element.
 */
import type { DiagnosticCode } from '../diagnostic-codes.ts';
import type { Diagnostics, SourcePosition } from '../diagnostics.ts';
import { type Document, type Element, Namespace, type Node } from './node.ts';
import { nextNode, positionsOf } from './parse.ts';
import { decodeMarkup } from './parse-xhtml.ts';

const MOST_CHARACTERS = 20;
const MOST_REFERENCES = 20;

/** Characters that separate URLs from the rest of an attribute. */
const AROUND_URLS = /[\s('")]+/;
const LONGEST_REFERENCE = 300;
/** Elements whose text isn't rendered. */
const UNSHOWN = new Set(['title', 'style', 'script', 'template']);

type Positions = ReadonlyMap<Element, SourcePosition>;

/**
 * Adds the element's position of the first occurrence to diagnostics about characters and about references in
 * attributes. `html` is the text from which the document was parsed.
 */
export function placeMissing(html: string | Uint8Array, document: Document, diagnostics: Diagnostics): void {
  const unplaced = (code: DiagnosticCode): string[] =>
    diagnostics.about(code).flatMap(({ diagnostic, subject }) => (diagnostic.line === null ? subject : []));
  const missing = unplaced('font/missing-glyph').slice(0, MOST_CHARACTERS);
  const dangling = unplaced('paint/missing-element').slice(0, MOST_REFERENCES);
  const nodes = diagnostics.unplacedNodes;
  if (missing.length + dangling.length + nodes.size === 0) return;
  const characters = missing.map(characterOf);
  const references = dangling.flatMap((url) => referenceOf(url) ?? []);
  const positions = positionsOf(document, decodeMarkup(html).text);
  if (nodes.size > 0) diagnostics.placeNodes(positionsOfNodes(document, positions, nodes));
  const places = firstPlaces(document, positions, new Set(characters));
  diagnostics.place('font/missing-glyph', (codePoint) => places.get(characterOf(codePoint)) ?? null);
  if (references.length === 0) return;
  const named = placesNaming(document, positions, new Set(references));
  diagnostics.place('paint/missing-element', (url) => named.get(referenceOf(url) ?? '') ?? null);
}

function positionsOfNodes(
  { root }: Document,
  known: Positions,
  indexes: ReadonlySet<number>,
): ReadonlyMap<number, SourcePosition> {
  const positions = new Map<number, SourcePosition>();
  for (let node: Node | null = root; node !== null; node = nextNode(node, root)) {
    const at = node.type === 'element' && indexes.has(node.index) ? placeAround(known, node) : null;
    if (at !== null) positions.set(node.index, at);
  }
  return positions;
}

/** Returns the URL if it refers to an element, of the document or a file. */
const referenceOf = (url: string): string | null => (url.includes('#') && !/\s/.test(url) ? url : null);

/** `U+1F600` -> the character. */
const characterOf = (codePoint: string): string => String.fromCodePoint(Number.parseInt(codePoint.slice(2), 16));

function firstPlaces(
  { root }: Document,
  known: Positions,
  characters: Set<string>,
): ReadonlyMap<string, SourcePosition | null> {
  const places = new Map<string, SourcePosition | null>();
  for (let node: Node | null = root; node !== null && characters.size > 0; node = nextNode(node, root)) {
    if (node.type !== 'text' || isUnshown(node.parent)) continue;
    for (const character of characters) {
      if (!node.data.includes(character)) continue;
      characters.delete(character);
      places.set(character, placeAround(known, node.parent));
    }
  }
  return places;
}

/** Returns the positions of elements whose attributes refer to something, as `#id` or `url(#id)`. */
function placesNaming(
  { root }: Document,
  known: Positions,
  references: Set<string>,
): ReadonlyMap<string, SourcePosition | null> {
  const places = new Map<string, SourcePosition | null>();
  for (let node: Node | null = root; node !== null && references.size > 0; node = nextNode(node, root)) {
    if (node.type !== 'element') continue;
    for (const { value } of node.attributes) {
      if (value.length > LONGEST_REFERENCE || !value.includes('#')) continue;
      const reference = value.split(AROUND_URLS).find((part) => part.includes('#'));
      if (reference === undefined || !references.delete(reference)) continue;
      places.set(reference, placeAround(known, node));
    }
  }
  return places;
}

const isUnshown = (element: Element | null): boolean =>
  element !== null && element.namespace === Namespace.Html && UNSHOWN.has(element.tag);

function placeAround(known: Positions, inner: Element | null): SourcePosition | null {
  for (let element = inner; element !== null; element = element.parent) {
    // An element with a style attribute has the position of the attribute.
    const position = known.get(element);
    if (position !== undefined) return { ...position, source: 'document' };
  }
  return null;
}
