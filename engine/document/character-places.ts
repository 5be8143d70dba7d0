/**
 * Finds the positions of elements that diagnostics are about, of characters missing from all fonts, and of attributes
 * with dangling references. They are searched at the end, in the few documents that need it, so that others needn't keep the position of every element.
 */
import { Budget, type Limits } from '../budget.ts';
import type { DiagnosticCode } from '../diagnostic-codes.ts';
import { Diagnostics, type SourcePosition } from '../diagnostics.ts';
import { decodeHtml } from './encoding.ts';
import { type Document, type Element, Namespace, type Node } from './node.ts';
import { nextNode, parseDocument } from './parse.ts';

/** Larger documents aren't parsed a second time. */
const MOST_TEXT = 5_000_000;
const MOST_CHARACTERS = 20;
const MOST_REFERENCES = 20;

/** Matches a reference in an attribute. */
const REFERENCE = /#[^\s)'"]+/;
const LONGEST_REFERENCE = 300;
/** Elements whose text isn't rendered. */
const UNSHOWN = new Set(['title', 'style', 'script', 'template']);

/**
 * Adds the element's position of the first occurrence to diagnostics about characters and about references in
 * attributes. `limits`: those of the first parse.
 */
export function placeMissing(html: string | Uint8Array, diagnostics: Diagnostics, limits: Limits): void {
  const unplaced = (code: DiagnosticCode): string[] =>
    diagnostics.about(code).flatMap(({ diagnostic, subject }) => (diagnostic.line === null ? subject : []));
  const missing = unplaced('font/missing-glyph').slice(0, MOST_CHARACTERS);
  const dangling = unplaced('paint/missing-element').slice(0, MOST_REFERENCES);
  const nodes = diagnostics.unplacedNodes;
  if (missing.length + dangling.length + nodes.size === 0 || html.length > MOST_TEXT) return;
  const characters = missing.map(characterOf);
  const references = dangling.flatMap((url) => referenceOf(url) ?? []);
  const text = typeof html === 'string' ? html : decodeHtml(html).text;
  const document = parseDocument(text, new Budget(limits), new Diagnostics(), true);
  if (nodes.size > 0) diagnostics.placeNodes(positionsOf(document, nodes));
  const places = firstPlaces(document, new Set(characters));
  diagnostics.place('font/missing-glyph', (codePoint) => places.get(characterOf(codePoint)) ?? null);
  if (references.length === 0) return;
  const named = placesNaming(document, new Set(references));
  diagnostics.place('paint/missing-element', (url) => named.get(referenceOf(url) ?? '') ?? null);
}

function positionsOf({ root }: Document, indexes: ReadonlySet<number>): ReadonlyMap<number, SourcePosition> {
  const positions = new Map<number, SourcePosition>();
  for (let node: Node | null = root; node !== null; node = nextNode(node, root)) {
    const at = node.type === 'element' && indexes.has(node.index) ? placeAround(node) : null;
    if (at !== null) positions.set(node.index, at);
  }
  return positions;
}

/** Returns the URL if it refers to an element of this document. */
const referenceOf = (url: string): string | null => (/^#\S+$/.test(url) ? url : null);

/** `U+1F600` -> the character. */
const characterOf = (codePoint: string): string => String.fromCodePoint(Number.parseInt(codePoint.slice(2), 16));

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

/** Returns the positions of elements whose attributes refer to something, as `#id` or `url(#id)`. */
function placesNaming({ root }: Document, references: Set<string>): ReadonlyMap<string, SourcePosition | null> {
  const places = new Map<string, SourcePosition | null>();
  for (let node: Node | null = root; node !== null && references.size > 0; node = nextNode(node, root)) {
    if (node.type !== 'element') continue;
    for (const { value } of node.attributes) {
      const reference = value.length > LONGEST_REFERENCE ? undefined : REFERENCE.exec(value)?.[0];
      if (reference === undefined || !references.delete(reference)) continue;
      places.set(reference, placeAround(node));
    }
  }
  return places;
}

const isUnshown = (element: Element | null): boolean =>
  element !== null && element.namespace === Namespace.Html && UNSHOWN.has(element.tag);

function placeAround(inner: Element | null): SourcePosition | null {
  for (let element = inner; element !== null; element = element.parent)
    // An element with a style attribute has the position of the attribute.
    if (element.position !== null) return { ...element.position, source: 'document' };
  return null;
}
