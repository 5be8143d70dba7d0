/** Media queries (mediaqueries-4 and -5), evaluated for a printed page. */
import type { Fix } from '../../diagnostics.ts';
import { fixOf } from '../../similar-names.ts';
import { shorten } from '../syntax/shorten.ts';
import type { Length } from '../length.ts';
import type { ComputeContext } from '../values/compute-context.ts';
import { type ComponentValue, ValueKind } from '../values/component-value.ts';
import { LENGTH, parseLength, parseNumber, parseResolution } from '../values/numeric.ts';
import { resolveSpecified, type Specified } from '../values/specified.ts';
import { readValue, ValueReader } from '../values/value-reader.ts';
import { type Condition, evaluateCondition, hasUnknown, parseCondition, type Truth } from './condition.ts';

export interface MediaEnvironment {
  readonly media: 'print' | 'screen';
  /** The page area of the first page, in CSS px. */
  readonly viewportWidth: number;
  readonly viewportHeight: number;
  readonly prefersDark?: boolean;
  /** The context of the initial style, to which font-relative lengths refer. */
  readonly context: ComputeContext;
}

type Comparison = '<' | '<=' | '=' | '>=' | '>';

/** The value of a feature: a length, number, ratio, resolution or keyword. */
type FeatureValue =
  | { readonly type: 'length'; readonly length: Specified<Length> }
  | { readonly type: 'number'; readonly number: Specified<number> }
  | { readonly type: 'ratio'; readonly ratio: number }
  | { readonly type: 'resolution'; readonly dppx: number }
  | { readonly type: 'ident'; readonly name: string };

interface FeatureRange {
  readonly comparison: Comparison;
  readonly value: FeatureValue;
}

/** A feature in parentheses. Without ranges it matches if the feature's value isn't zero or none. */
export interface MediaFeature {
  readonly name: string;
  readonly ranges: readonly FeatureRange[];
}

interface MediaQuery {
  readonly negated: boolean;
  /** null is `all`. */
  readonly type: string | null;
  readonly condition: Condition<MediaFeature> | null;
}

/** Empty matches all media. */
export type MediaQueryList = readonly MediaQuery[];

const NOT_ALL: MediaQuery = { negated: true, type: null, condition: null };
const RESERVED_TYPES = new Set(['only', 'not', 'and', 'or', 'layer']);
/** Includes the deprecated types, which match nothing (mediaqueries-4 §2.3). */
const MEDIA_TYPES: ReadonlySet<string> = new Set([
  'print',
  'screen',
  'speech',
  'aural',
  'braille',
  'embossed',
  'handheld',
  'projection',
  'tty',
  'tv',
]);
/** Queries that are only meant for some browser or reader: prefixed features, `amzn-kf8` and `\0screen`. */
const FOR_ONE_BROWSER = /\bamzn-|\(\s*(?:min-|max-)?-(?:ms|moz|o|webkit)-|\\\d/i;

const LENGTH_FEATURES = new Set(['width', 'height', 'device-width', 'device-height', 'inline-size', 'block-size']);
const RATIO_FEATURES = new Set(['aspect-ratio', 'device-aspect-ratio']);
const INTEGER_FEATURES: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({
    color: 8,
    'color-index': 0,
    grid: 0,
    monochrome: 0,
    'horizontal-viewport-segments': 1,
    'vertical-viewport-segments': 1,
  }),
);
/** The value of a keyword feature on a printed page, and the keywords it allows. */
interface KeywordFeature {
  readonly value: readonly string[];
  readonly known: readonly string[];
}

const KEYWORD_FEATURES: ReadonlyMap<string, KeywordFeature> = new Map(
  Object.entries<KeywordFeature>({
    'overflow-block': { value: ['paged'], known: ['none', 'scroll', 'paged'] },
    'overflow-inline': { value: ['none'], known: ['none', 'scroll'] },
    update: { value: ['none'], known: ['none', 'slow', 'fast'] },
    scan: { value: ['progressive'], known: ['interlace', 'progressive'] },
    hover: { value: ['none'], known: ['none', 'hover'] },
    'any-hover': { value: ['none'], known: ['none', 'hover'] },
    pointer: { value: ['none'], known: ['none', 'coarse', 'fine'] },
    'any-pointer': { value: ['none'], known: ['none', 'coarse', 'fine'] },
    'color-gamut': { value: ['srgb'], known: ['srgb', 'p3', 'rec2020'] },
    'dynamic-range': { value: ['standard'], known: ['standard', 'high'] },
    'video-dynamic-range': { value: ['standard'], known: ['standard', 'high'] },
    'video-color-gamut': { value: ['srgb'], known: ['srgb', 'p3', 'rec2020'] },
    'inverted-colors': { value: ['none'], known: ['none', 'inverted'] },
    'display-mode': {
      value: ['browser'],
      known: ['fullscreen', 'standalone', 'minimal-ui', 'browser', 'picture-in-picture'],
    },
    'environment-blending': { value: ['opaque'], known: ['opaque', 'additive', 'subtractive'] },
    scripting: { value: ['none'], known: ['none', 'initial-only', 'enabled'] },
    'forced-colors': { value: ['none'], known: ['none', 'active'] },
    'prefers-reduced-motion': { value: ['no-preference'], known: ['no-preference', 'reduce'] },
    'prefers-reduced-transparency': { value: ['no-preference'], known: ['no-preference', 'reduce'] },
    'prefers-reduced-data': { value: ['no-preference'], known: ['no-preference', 'reduce'] },
    'prefers-contrast': { value: ['no-preference'], known: ['no-preference', 'less', 'more', 'custom'] },
    'prefers-color-scheme': { value: ['light'], known: ['light', 'dark'] },
    'nav-controls': { value: ['none'], known: ['none', 'back'] },
  }),
);
/** A 300 dpi printer, as in Chromium, so that sheets supply images for high-resolution displays. */
const DOTS_PER_PX = 300 / 96;
const DARK: readonly string[] = ['dark'];
const FALSE_KEYWORDS = new Set(['none', 'no-preference', '0']);

export function parseMediaQueryList(text: string): MediaQueryList {
  if (text.trim() === '') return [];
  const reader = readValue(text);
  if (reader === null) return [NOT_ALL];
  const queries: MediaQuery[] = [];
  let start = 0;
  for (let i = 0; i <= reader.values.length; i++) {
    if (i < reader.values.length && reader.values[i]!.kind !== ValueKind.Comma) continue;
    const part = new ValueReader(reader.values.slice(start, i), reader.context, reader.text);
    queries.push(parseMediaQuery(part) ?? NOT_ALL);
    start = i + 1;
  }
  return queries;
}

/** A media query that can't match, or a misspelled media type. */
export interface MediaProblem {
  readonly message: string;
  /** Whether the query is meant for another browser, so that a note suffices. */
  readonly vendor: boolean;
  readonly fix: Fix | null;
}

/** Returns the problem of a list of media queries, or null. `text` is its source. */
export function mediaProblem(list: MediaQueryList, text: string): MediaProblem | null {
  for (const query of list) {
    const { type } = query;
    if (query === NOT_ALL)
      return {
        message: `Invalid media query: ${shorten(text.trim())} matches nothing.`,
        vendor: FOR_ONE_BROWSER.test(text),
        fix: null,
      };
    if (type !== null && !MEDIA_TYPES.has(type))
      return {
        message: `Unknown media type: ${shorten(type)} matches nothing.`,
        vendor: FOR_ONE_BROWSER.test(text),
        fix: fixOf(type, MEDIA_TYPES),
      };
    if (query.condition !== null && hasUnknown(query.condition))
      return {
        message: `Unknown media feature or value: ${shorten(text.trim())} has no effect, or only applies without the feature.`,
        vendor: FOR_ONE_BROWSER.test(text),
        fix: null,
      };
  }
  return null;
}

function parseMediaQuery(reader: ValueReader): MediaQuery | null {
  const start = reader.position;
  const condition = parseCondition(reader, parseFeature);
  if (condition !== undefined && reader.atEnd) return { negated: false, type: null, condition };
  reader.position = start;
  const negated = reader.ident('not');
  if (!negated) reader.ident('only');
  const type = reader.anyIdent()?.toLowerCase();
  if (type === undefined || RESERVED_TYPES.has(type)) return null;
  const mediaType = type === 'all' ? null : type;
  if (reader.atEnd) return { negated, type: mediaType, condition: null };
  if (!reader.ident('and')) return null;
  const rest = parseCondition(reader, parseFeature, false);
  return rest !== undefined && reader.atEnd ? { negated, type: mediaType, condition: rest } : null;
}

/**
 * Parses `(name)`, `(name: value)` or `(a < name <= b)`. Returns undefined for a nested condition or an unknown
 * feature.
 */
export function parseFeature(value: ComponentValue, outer: ValueReader): MediaFeature | undefined {
  if (value.kind !== ValueKind.Parens) return undefined;
  const reader = outer.inside(value);
  const name = reader.anyIdent()?.toLowerCase();
  if (name !== undefined && reader.atEnd) return isKnownFeature(name) ? { name, ranges: [] } : undefined;
  if (name !== undefined && reader.delim(':')) return parsePlainFeature(name, reader);
  reader.position = 0;
  return parseRangeFeature(reader);
}

function parsePlainFeature(written: string, reader: ValueReader): MediaFeature | undefined {
  const bounded = /^(-webkit-)?(min|max)-(.+)$/.exec(written);
  const name = bounded === null ? written : `${bounded[1] ?? ''}${bounded[3]}`;
  const comparison = bounded === null ? '=' : bounded[2] === 'min' ? '>=' : '<=';
  if (!isKnownFeature(name) || (bounded !== null && !isRangeFeature(name))) return undefined;
  const value = parseFeatureValue(name, reader);
  return value !== undefined && reader.atEnd ? { name, ranges: [{ comparison, value }] } : undefined;
}

function parseRangeFeature(reader: ValueReader): MediaFeature | undefined {
  const names = reader.values.filter((v) => v.kind === ValueKind.Ident && isRangeFeature(v.lower));
  if (names.length !== 1) return undefined;
  const name = names[0]!.lower;
  const ranges: FeatureRange[] = [];
  if (reader.peek() !== names[0]) {
    const value = parseFeatureValue(name, reader);
    const comparison = parseComparison(reader);
    if (value === undefined || comparison === undefined) return undefined;
    ranges.push({ comparison: MIRRORED[comparison], value });
  }
  if (reader.next() !== names[0]) return undefined;
  if (!reader.atEnd) {
    const comparison = parseComparison(reader);
    const value = parseFeatureValue(name, reader);
    if (value === undefined || comparison === undefined) return undefined;
    ranges.push({ comparison, value });
  }
  if (!reader.atEnd || ranges.length === 0) return undefined;
  if (
    ranges.length === 2 &&
    (ranges[0]!.comparison[0] === ranges[1]!.comparison[0] || ranges.some((r) => r.comparison === '='))
  ) {
    return undefined;
  }
  return { name, ranges };
}

const MIRRORED: Readonly<Record<Comparison, Comparison>> = { '<': '>', '<=': '>=', '=': '=', '>=': '<=', '>': '<' };

function parseComparison(reader: ValueReader): Comparison | undefined {
  const sign = reader.peek();
  if (sign === null || sign.kind !== ValueKind.Delim) return undefined;
  reader.position++;
  if (sign.text === '=') return '=';
  if (sign.text !== '<' && sign.text !== '>') return undefined;
  const next = reader.peek();
  if (next !== null && next.isDelim('=') && !next.spaceBefore) {
    reader.position++;
    return `${sign.text}=`;
  }
  return sign.text;
}

const isResolution = (name: string): boolean => name === 'resolution';
const isPixelRatio = (name: string): boolean => name === '-webkit-device-pixel-ratio';

function isRangeFeature(name: string): boolean {
  return (
    LENGTH_FEATURES.has(name) ||
    RATIO_FEATURES.has(name) ||
    INTEGER_FEATURES.has(name) ||
    isResolution(name) ||
    isPixelRatio(name)
  );
}

function isKnownFeature(name: string): boolean {
  return (
    isRangeFeature(name) || name === 'orientation' || name === '-webkit-transform-3d' || KEYWORD_FEATURES.has(name)
  );
}

function parseFeatureValue(name: string, reader: ValueReader): FeatureValue | undefined {
  if (LENGTH_FEATURES.has(name)) {
    const length = parseLength(reader, LENGTH);
    return length === undefined ? undefined : { type: 'length', length };
  }
  if (isResolution(name)) {
    if (reader.ident('infinite')) return { type: 'resolution', dppx: Infinity };
    const dppx = parseResolution(reader);
    return dppx === undefined ? undefined : { type: 'resolution', dppx };
  }
  if (RATIO_FEATURES.has(name)) return parseRatio(reader);
  if (isRangeFeature(name)) {
    const number = parseNumber(reader);
    return number === undefined ? undefined : { type: 'number', number };
  }
  const value = reader.next();
  if (value === null) return undefined;
  const word = value.kind === ValueKind.Number ? String(value.value) : value.lower;
  const known = name === 'orientation' ? ['portrait', 'landscape'] : (KEYWORD_FEATURES.get(name)?.known ?? ['0', '1']);
  return known.includes(word) ? { type: 'ident', name: word } : undefined;
}

function parseRatio(reader: ValueReader): FeatureValue | undefined {
  const first = parseNumber(reader, 0);
  if (typeof first !== 'number') return undefined;
  const second = reader.slash() ? parseNumber(reader, 0) : 1;
  return typeof second === 'number' ? { type: 'ratio', ratio: first / second } : undefined;
}

export function matchesMedia(list: MediaQueryList, environment: MediaEnvironment): boolean {
  return list.length === 0 || list.some((query) => matchesQuery(query, environment));
}

function matchesQuery(query: MediaQuery, environment: MediaEnvironment): boolean {
  const typed: Truth = query.type === null || query.type === environment.media;
  const truth =
    query.condition === null || !typed
      ? typed
      : evaluateCondition(query.condition, (feature) => matchesFeature(feature, environment));
  return truth !== null && truth !== query.negated;
}

/** Evaluates a feature that both size containers and pages have. Shared with `@container`. */
export function matchesFeature(feature: MediaFeature, environment: MediaEnvironment): Truth {
  const { name, ranges } = feature;
  if (name === 'orientation') {
    const orientation = environment.viewportHeight >= environment.viewportWidth ? 'portrait' : 'landscape';
    return ranges.every(({ value }) => value.type === 'ident' && value.name === orientation);
  }
  const keyword = KEYWORD_FEATURES.get(name);
  if (keyword !== undefined) {
    const actual = name === 'prefers-color-scheme' && environment.prefersDark === true ? DARK : keyword.value;
    if (ranges.length === 0) return !FALSE_KEYWORDS.has(actual[0]!);
    return ranges.every(({ value }) => value.type === 'ident' && actual.includes(value.name));
  }
  const actual = featureNumber(name, environment);
  if (ranges.length === 0) return actual !== 0;
  return ranges.every(({ comparison, value }) => compare(actual, comparison, valueNumber(value, environment)));
}

function featureNumber(name: string, { viewportWidth, viewportHeight }: MediaEnvironment): number {
  switch (name) {
    case 'width':
    case 'device-width':
    case 'inline-size':
      return viewportWidth;
    case 'height':
    case 'device-height':
    case 'block-size':
      return viewportHeight;
    case 'aspect-ratio':
    case 'device-aspect-ratio':
      return viewportWidth / viewportHeight;
    case 'resolution':
    case '-webkit-device-pixel-ratio':
      return DOTS_PER_PX;
    case '-webkit-transform-3d':
      return 1;
    default:
      return INTEGER_FEATURES.get(name) ?? 0;
  }
}

function valueNumber(value: FeatureValue, environment: MediaEnvironment): number {
  switch (value.type) {
    case 'length':
      return resolveSpecified(value.length, environment.context).px;
    case 'number':
      return resolveSpecified(value.number, environment.context);
    case 'ratio':
      return value.ratio;
    case 'resolution':
      return value.dppx;
    case 'ident':
      return NaN;
  }
}

function compare(actual: number, comparison: Comparison, value: number): boolean {
  switch (comparison) {
    case '<':
      return actual < value;
    case '<=':
      return actual <= value;
    case '=':
      return actual === value;
    case '>=':
      return actual >= value;
    case '>':
      return actual > value;
  }
}
