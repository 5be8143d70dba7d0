/** Parses the layers of `background-*` and `mask-*` (css-backgrounds-4 §2, css-masking-1 §6). */
import { Length } from '../length.ts';
import { type BackgroundRepeat, type BackgroundSize, type BoxEdge, type MaskLayer } from '../computed-values.ts';
import { lengthOr } from './sizing.ts';
import { LENGTH_PERCENTAGE_POSITIVE } from './numeric.ts';
import { combine, combineList, Pending, type Specified } from './specified.ts';
import { INVALID, type Parser, type ValueReader } from './value-reader.ts';

/** Returns a parser of comma-separated layers. */
export function layers<T>(parse: Parser<Specified<T>>): Parser<Specified<readonly T[]>> {
  return (reader) => {
    const list: Specified<T>[] = [];
    do {
      const layer = parse(reader);
      if (layer === INVALID) return INVALID;
      list.push(layer);
    } while (reader.comma());
    return list.some((layer) => layer instanceof Pending) ? combineList(list) : (list as T[]);
  };
}

const bgLength = lengthOr({ auto: Length.AUTO }, LENGTH_PERCENTAGE_POSITIVE);
export const AUTO_SIZE: BackgroundSize = { width: Length.AUTO, height: Length.AUTO };

export function parseBackgroundSize(reader: ValueReader): Specified<BackgroundSize> | undefined {
  if (reader.ident('cover')) return 'cover';
  if (reader.ident('contain')) return 'contain';
  const width = bgLength(reader);
  if (width === INVALID) return INVALID;
  const height = bgLength(reader) ?? Length.AUTO;
  return combine([width, height], (x, y): BackgroundSize => ({ width: x, height: y }));
}

interface RepeatPair {
  readonly x: BackgroundRepeat;
  readonly y: BackgroundRepeat;
}

export const REPEAT: RepeatPair = { x: 'repeat', y: 'repeat' };
const STYLES: ReadonlySet<BackgroundRepeat> = new Set(['repeat', 'space', 'round', 'no-repeat'] as const);

export function parseRepeat(reader: ValueReader): RepeatPair | undefined {
  if (reader.ident('repeat-x')) return { x: 'repeat', y: 'no-repeat' };
  if (reader.ident('repeat-y')) return { x: 'no-repeat', y: 'repeat' };
  const x = reader.keyword(STYLES);
  return x === INVALID ? INVALID : { x, y: reader.keyword(STYLES) ?? x };
}

const EDGES: ReadonlySet<BoxEdge> = new Set(['border-box', 'padding-box', 'content-box'] as const);
const LEGACY_EDGES = new Map<string, BoxEdge>([
  ['border', 'border-box'],
  ['padding', 'padding-box'],
  ['content', 'content-box'],
]);

export const parseOrigin: Parser<BoxEdge> = (reader) => reader.keyword(EDGES) ?? legacyEdge(reader);

function legacyEdge(reader: ValueReader): BoxEdge | undefined {
  const value = reader.peek();
  const edge = value === null ? INVALID : LEGACY_EDGES.get(value.lower);
  if (edge !== INVALID) reader.position++;
  return edge;
}

export function parseClip(reader: ValueReader): BoxEdge | undefined {
  if (reader.ident('text')) return 'text';
  if (reader.ident('border-area')) return 'border-area';
  return parseOrigin(reader);
}

const MASK_BOXES: ReadonlySet<string> = new Set([
  'border-box',
  'padding-box',
  'content-box',
  'margin-box',
  'fill-box',
  'stroke-box',
  'view-box',
]);

export const parseMaskOrigin: Parser<string> = (reader) => reader.keyword(MASK_BOXES) ?? legacyEdge(reader);
export const parseMaskClip: Parser<string> = (reader) =>
  reader.ident('no-clip') ? 'no-clip' : reader.ident('text') ? 'text' : parseMaskOrigin(reader);

/** Includes the names of `-webkit-mask-composite` (compat.spec.whatwg.org). */
const COMPOSITES = new Map<string, MaskLayer['composite']>([
  ['add', 'add'],
  ['subtract', 'subtract'],
  ['intersect', 'intersect'],
  ['exclude', 'exclude'],
  ['source-over', 'add'],
  ['source-out', 'subtract'],
  ['source-in', 'intersect'],
  ['xor', 'exclude'],
]);

export function parseComposite(reader: ValueReader): MaskLayer['composite'] | undefined {
  const found = COMPOSITES.get(reader.peek()?.lower ?? '');
  if (found !== INVALID) reader.position++;
  return found;
}

const MODES: ReadonlySet<'alpha' | 'luminance' | 'match-source'> = new Set([
  'alpha',
  'luminance',
  'match-source',
] as const);
export const parseMaskMode = (reader: ValueReader): 'alpha' | 'luminance' | 'match-source' | undefined =>
  reader.keyword(MODES);

const BLEND_MODES: ReadonlySet<string> = new Set([
  'normal',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
]);

export const parseBlendMode: Parser<string> = (reader) => reader.keyword(BLEND_MODES);
