/**
 * Maps presentational attributes (HTML standard §15.3-15.5; SVG 2 §6.6) to property values. Attributes are first parsed
 * with the microsyntaxes of the HTML standard. A property's parser only sees a number, color or keyword built here, or
 * the entire attribute as one value of one property. So no attribute can inject a declaration.
 */
import { BoundedCache } from '../bounded-cache.ts';
import { parseDeclaration, propertyNamed, shorthandNamed } from '../css/properties/registry.ts';
import { isDeclarationValue } from '../css/syntax/declaration-value.ts';
import type { ParseContext } from '../css/values/value-reader.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { ownLanguage } from '../document/element-facts.ts';
import { type Document, type Element, Namespace } from '../document/node.ts';
import { AppliedBlock, Deferred, type LonghandItem } from './applied-block.ts';
import { enclosingTable, htmlHints, isBareCell, mayHaveHints } from './html-hints.ts';
import { mathHints } from './math-hints.ts';
import { SVG_PRESENTATION_ATTRIBUTES } from './svg-attributes.ts';

/** Sets one property. A value that doesn't parse is dropped. */
export type SetHint = (property: string, value: string) => void;

export interface HintReader {
  /** Returns the hints of an element's attributes, or null. */
  hintOf(element: Element): AppliedBlock | null;
}

const HTML_CONTEXT: ParseContext = { quirks: false, svgAttribute: false };
const SVG_CONTEXT: ParseContext = { quirks: false, svgAttribute: true };

/** Blocks that outlive a render, like the styles computed from them: a block depends only on its key. */
const MAX_BLOCKS = 1 << 11;
const MAX_CHARACTERS = 1 << 18;
const keptBlocks = new BoundedCache<string, AppliedBlock>(MAX_BLOCKS, MAX_CHARACTERS);
/**
 * Maximum number of blocks that one document adds. In a drawing each mark has its own position, and its blocks would
 * evict all others.
 */
const MAX_KEPT_OF_DOCUMENT = MAX_BLOCKS / 4;

export class PresentationalHints implements HintReader {
  private readonly document: Document;
  private readonly diagnostics: Diagnostics;
  private readonly matchesMedia: (queries: string) => boolean;
  /** Elements that have been reported, because hints are read once per environment. */
  private readonly complainedOf = new Set<Element>();
  /** Keyed by declaration text, so that elements with equal hints share a block. */
  private readonly blocks = new Map<string, AppliedBlock>();
  /** Parsed SVG attributes, which many elements share, by name and text. */
  private readonly svgValues = new Map<string, readonly (LonghandItem | Deferred)[]>();

  /** The hint of the cells without attributes in the most recent table. */
  private cells: { readonly table: Element | null; readonly hint: AppliedBlock | null } | null = null;

  constructor(document: Document, diagnostics: Diagnostics, matchesMedia: (queries: string) => boolean) {
    this.matchesMedia = matchesMedia;
    this.document = document;
    this.diagnostics = diagnostics;
  }

  hintOf(element: Element): AppliedBlock | null {
    const language = element.parent === null ? this.document.language : ownLanguage(element);
    // PERF: most elements have no hints, and the cells of a table share theirs.
    if (language === null && element.isHtml && element.parent !== null) {
      if (!mayHaveHints(element)) return null;
      if (isBareCell(element)) return this.hintOfCells(element);
    }
    return this.found(element, language);
  }

  /** Returns the hint of a cell whose hints follow from the table around it. */
  private hintOfCells(cell: Element): AppliedBlock | null {
    const table = enclosingTable(cell);
    const { cells } = this;
    if (cells !== null && cells.table === table) return cells.hint;
    const hint = this.found(cell, null);
    this.cells = { table, hint };
    return hint;
  }

  private found(element: Element, language: string | null): AppliedBlock | null {
    const isRoot = element.parent === null;
    const names: string[] = [];
    const values: string[] = [];
    const svg = element.namespace === Namespace.Svg;
    // The lengths keep values unambiguous in the key.
    let key = `${svg ? 's' : ''}${language === null ? '-' : `${language.length} ${language}`}`;
    const set: SetHint = (property, value) => {
      names.push(property);
      values.push(value);
      key += ` ${property} ${value.length} ${value}`;
    };
    // The page's supported color schemes (HTML standard §4.2.5.1).
    if (isRoot && this.document.colorScheme !== '') set('color-scheme', this.document.colorScheme);
    if (svg) svgHints(element, set);
    else if (element.isHtml) htmlHints(element, set, this.matchesMedia);
    else if (element.namespace === Namespace.MathMl)
      mathHints(element, set, (message) => this.complain(element, message));
    if (names.length === 0 && language === null) return null;
    let block = this.blocks.get(key);
    if (block === undefined) {
      block = keptBlocks.get(key) ?? this.makeBlock(names, values, language, svg);
      this.blocks.set(key, block);
      if (this.blocks.size <= MAX_KEPT_OF_DOCUMENT) keptBlocks.set(key, block, key.length);
    }
    return block;
  }

  private complain(element: Element, message: string): void {
    if (this.complainedOf.has(element)) return;
    this.complainedOf.add(element);
    let placed: Element = element;
    while (placed.position === null && placed.parent !== null) placed = placed.parent;
    this.diagnostics.warn('mathml/unknown-value', message, placed.position);
  }

  private makeBlock(
    names: readonly string[],
    texts: readonly string[],
    language: string | null,
    svg: boolean,
  ): AppliedBlock {
    const values: (LonghandItem | Deferred)[] = [];
    for (let i = 0; i < names.length; i++) {
      const [name, text] = [names[i]!, texts[i]!];
      values.push(...(svg ? this.svgValue(name, text) : parseHint(name, text, HTML_CONTEXT)));
    }
    return new AppliedBlock('hint', false, null, { values, language }, null, null);
  }

  private svgValue(name: string, text: string): readonly (LonghandItem | Deferred)[] {
    if (name === 'transform' || GEOMETRY_ATTRIBUTES.has(name)) return parseHint(name, text, SVG_CONTEXT);
    const key = `${name} ${text}`;
    let values = this.svgValues.get(key);
    if (values === undefined) this.svgValues.set(key, (values = parseHint(name, text, SVG_CONTEXT)));
    return values;
  }
}

function svgHints(element: Element, set: SetHint): void {
  for (const { name, value } of element.attributes) {
    // `baseline-shift` is a part of `vertical-align` (css-inline-3 §5.3), which accepts its values under the same
    // names.
    if (name === 'baseline-shift') set('vertical-align', value);
    else if (SVG_PRESENTATION_ATTRIBUTES.has(name)) set(name, value);
    else if (name === transformAttribute(element.tag)) set('transform', value);
    else if ((name === 'width' || name === 'height') && SIZED_SVG_TAGS.has(element.tag)) set(name, value);
    else if (GEOMETRY_ATTRIBUTES.get(name)?.has(element.tag)) set(name, value);
  }
}

/** Returns the name of the transform attribute, which differs for gradients and patterns (svg2 §14). */
function transformAttribute(tag: string): string {
  if (tag === 'pattern') return 'patternTransform';
  return tag === 'linearGradient' || tag === 'radialGradient' ? 'gradientTransform' : 'transform';
}

function parseHint(property: string, text: string, context: ParseContext): readonly (LonghandItem | Deferred)[] {
  const result = parseDeclaration(property, text, context);
  if (result.kind === 'longhands') return result.values;
  // SVG attributes are CSS values and may contain var(). HTML attributes may not.
  if (result.kind !== 'deferred' || !context.svgAttribute || !isDeclarationValue(text)) return [];
  const longhand = propertyNamed(property);
  const longhands = longhand === null ? (shorthandNamed(property)?.longhands ?? []) : [longhand];
  return [new Deferred(property, text, longhands, context)];
}

const SIZED_SVG_TAGS = new Set(['svg', 'rect', 'image', 'foreignObject', 'use']);
const POSITIONED = new Set(['svg', 'rect', 'image', 'foreignObject', 'use']);
const CIRCLES = new Set(['circle']);
const ROUND = new Set(['circle', 'ellipse']);
const RADII = new Set(['ellipse', 'rect']);
const GEOMETRY_ATTRIBUTES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries<ReadonlySet<string>>({
    x: POSITIONED,
    y: POSITIONED,
    cx: ROUND,
    cy: ROUND,
    r: CIRCLES,
    rx: RADII,
    ry: RADII,
  }),
);
