/** Grid track lists, areas and lines (css-grid-2 §7, §8). */
import type { RareStyle } from '../computed-style.ts';
import { Length } from '../length.ts';
import {
  type GridLine,
  type LanesDirection,
  type TrackBreadth,
  type TrackList,
  type TrackListItem,
  type TrackSize,
} from '../computed-values.ts';
import { type ComponentValue, ValueKind } from './component-value.ts';
import { LENGTH_PERCENTAGE_POSITIVE, parseFlex, parseInteger, parseLength } from './numeric.ts';
import { combine, combineList, type Specified } from './specified.ts';
import { INVALID, type ValueReader } from './value-reader.ts';

/** Maximum number of tracks from one `repeat()`, the limit of browsers. */
const MAX_REPEAT = 10_000;

const NOT_A_LINE = /^(?:auto|span|none|initial|inherit|unset|revert|revert-layer|default)$/i;

/** The allowed kinds of track breadth: `inflexible` excludes fr, `fixed` also excludes keywords. */
type BreadthKind = 'any' | 'inflexible' | 'fixed';

function breadth(reader: ValueReader, kind: BreadthKind): Specified<TrackBreadth> | undefined {
  if (kind !== 'fixed') {
    if (reader.ident('auto')) return Length.AUTO;
    if (reader.ident('min-content') || reader.ident('-webkit-min-content')) return Length.MIN_CONTENT;
    if (reader.ident('max-content') || reader.ident('-webkit-max-content')) return Length.MAX_CONTENT;
  }
  if (kind === 'any') {
    const fr = parseFlex(reader);
    if (fr !== INVALID) return { fr };
  }
  return parseLength(reader, LENGTH_PERCENTAGE_POSITIVE);
}

/** Parses `<track-size>`. `fixed` restricts it to `<fixed-size>`, which automatic repetitions require. */
export function parseTrackSize(reader: ValueReader, fixed = false): Specified<TrackSize> | undefined {
  const minmax = reader.function('minmax');
  if (minmax !== null) return minmaxSize(minmax, fixed);
  if (!fixed) {
    const fit = reader.function('fit-content');
    if (fit !== null) {
      const limit = parseLength(fit, LENGTH_PERCENTAGE_POSITIVE);
      return limit === INVALID || !fit.atEnd
        ? INVALID
        : combine([limit], (length): TrackSize => ({ type: 'fit-content', limit: length }));
    }
  }
  const size = breadth(reader, fixed ? 'fixed' : 'any');
  return size === INVALID
    ? INVALID
    : combine([size], (resolved: TrackBreadth): TrackSize => ({ type: 'breadth', breadth: resolved }));
}

function minmaxSize(reader: ValueReader, fixed: boolean): Specified<TrackSize> | undefined {
  const position = reader.position;
  let min = breadth(reader, fixed ? 'fixed' : 'inflexible');
  let max = min !== INVALID && reader.comma() ? breadth(reader, 'any') : INVALID;
  if (fixed && (min === INVALID || max === INVALID)) {
    // One of the two must be a length.
    reader.position = position;
    min = breadth(reader, 'inflexible');
    max = min !== INVALID && reader.comma() ? breadth(reader, 'fixed') : INVALID;
  }
  if (min === INVALID || max === INVALID || !reader.atEnd) return INVALID;
  return combine([min, max], (low: TrackBreadth, high: TrackBreadth): TrackSize => ({
    type: 'minmax',
    min: low,
    max: high,
  }));
}

/** Parses `[name ...]`. */
export function parseLineNames(reader: ValueReader): readonly string[] | undefined {
  const value = reader.peek();
  if (value === null || value.kind !== ValueKind.Brackets) return INVALID;
  const names: string[] = [];
  for (const child of value.children) {
    if (child.kind !== ValueKind.Ident || NOT_A_LINE.test(child.text)) return INVALID;
    names.push(child.text);
  }
  reader.position++;
  return names;
}

type Item = Specified<TrackListItem>;

/** The value `masonry` from the first draft of css-grid-3: items are stacked along this axis. A singleton. */
export const MASONRY: TrackList = { subgrid: false, items: [] };

/** Parses `none | masonry | <track-list> | <auto-track-list> | subgrid <line-name-list>?`. null is `none`. */
export function parseTrackList(reader: ValueReader): Specified<TrackList | null> | undefined {
  if (reader.ident('none')) return null;
  if (reader.ident('masonry')) return MASONRY;
  if (reader.ident('subgrid')) return subgrid(reader);
  const list = trackItems(reader, true);
  return list === INVALID ? INVALID : combine([combineList(list)], (items): TrackList => ({ subgrid: false, items }));
}

/**
 * Parses names, tracks and repetitions up to the end or a slash. With an automatic repetition the other tracks must be
 * fixed.
 */
export function trackItems(reader: ValueReader, repeats: boolean): Item[] | undefined {
  const auto = repeats && hasAutoRepeat(reader);
  const items: Item[] = [];
  let tracks = 0;
  let autoRepeats = 0;
  while (!reader.atEnd && !reader.peek()?.isDelim('/')) {
    const names = parseLineNames(reader);
    if (names !== INVALID) {
      items.push({ type: 'names', names });
      continue;
    }
    const inside = repeats ? reader.function('repeat') : null;
    if (inside !== null) {
      const repeat = repetition(inside, auto);
      if (repeat === INVALID || (repeat.automatic && ++autoRepeats > 1)) return INVALID;
      items.push(repeat.item);
      tracks++;
      continue;
    }
    const size = parseTrackSize(reader, auto);
    if (size === INVALID) return INVALID;
    items.push(track(size));
    tracks++;
  }
  return tracks > 0 ? items : INVALID;
}

const track = (size: Specified<TrackSize>): Item =>
  combine([size], (resolved: TrackSize): TrackListItem => ({ type: 'track', size: resolved }));

const isAuto = (value: ComponentValue | undefined): boolean =>
  value !== undefined && (value.isIdent('auto-fill') || value.isIdent('auto-fit'));

/** Returns whether there is an automatic repetition before the slash. */
function hasAutoRepeat(reader: ValueReader): boolean {
  for (let i = 0, value = reader.peek(); value !== null && !value.isDelim('/'); value = reader.peekAt(++i)) {
    if (value.isFunction('repeat') && isAuto(value.children[0])) return true;
  }
  return false;
}

type RepeatCount = number | 'auto-fill' | 'auto-fit';

function repeatCount(reader: ValueReader): RepeatCount | undefined {
  if (reader.ident('auto-fill')) return 'auto-fill';
  if (reader.ident('auto-fit')) return 'auto-fit';
  const count = parseInteger(reader, 1);
  return typeof count === 'number' ? Math.min(MAX_REPEAT, count) : INVALID;
}

function repetition(reader: ValueReader, fixed: boolean): { item: Item; automatic: boolean } | undefined {
  const count = repeatCount(reader);
  if (count === INVALID || !reader.comma()) return INVALID;
  const items: Item[] = [];
  let tracks = 0;
  while (!reader.atEnd) {
    const names = parseLineNames(reader);
    if (names !== INVALID) {
      items.push({ type: 'names', names });
      continue;
    }
    const size = parseTrackSize(reader, fixed);
    if (size === INVALID) return INVALID;
    items.push(track(size));
    tracks++;
  }
  if (tracks === 0) return INVALID;
  const item = combine([combineList(items)], (list): TrackListItem => ({ type: 'repeat', count, items: list }));
  return { item, automatic: typeof count !== 'number' };
}

/** Parses the line names of a subgrid (css-grid-2 §9.1). */
function subgrid(reader: ValueReader): TrackList | undefined {
  const items: TrackListItem[] = [];
  while (!reader.atEnd && !reader.peek()?.isDelim('/')) {
    const names = parseLineNames(reader);
    if (names !== INVALID) {
      items.push({ type: 'names', names });
      continue;
    }
    const inside = reader.function('repeat');
    const count = inside === null ? INVALID : repeatCount(inside);
    if (inside === null || count === INVALID || count === 'auto-fit' || !inside.comma()) return INVALID;
    const repeated: TrackListItem[] = [];
    while (!inside.atEnd) {
      const lineNames = parseLineNames(inside);
      if (lineNames === INVALID) return INVALID;
      repeated.push({ type: 'names', names: lineNames });
    }
    if (repeated.length === 0) return INVALID;
    items.push({ type: 'repeat', count, items: repeated });
  }
  return { subgrid: true, items };
}

/** Parses `grid-auto-columns`: track sizes without names. */
export function parseAutoTracks(reader: ValueReader): Specified<readonly TrackSize[]> | undefined {
  const sizes: Specified<TrackSize>[] = [];
  while (!reader.atEnd && !reader.peek()?.isDelim('/')) {
    const size = parseTrackSize(reader);
    if (size === INVALID) return INVALID;
    sizes.push(size);
  }
  return sizes.length > 0 ? combineList(sizes) : INVALID;
}

/** Parses a row of `grid-template-areas` into cell names; '.' is an empty cell. */
export function areaRow(text: string): readonly string[] | undefined {
  const cells = text.match(/\.+|[^\s.]+/g);
  if (cells === null) return INVALID;
  for (const cell of cells)
    if (!/^(?:\.+|(?:-?[a-z_\u0080-\uffff]|--)[\w\u0080-\uffff-]*)$/i.test(cell)) return INVALID;
  return cells.map((cell) => (cell.startsWith('.') ? '.' : cell));
}

/** Returns the rows if they have equal lengths and each named area is a rectangle. */
export function validAreas(rows: readonly (readonly string[])[]): readonly (readonly string[])[] | undefined {
  const width = rows[0]?.length ?? 0;
  if (width === 0 || rows.some((row) => row.length !== width)) return INVALID;
  const areas = new Map<string, { top: number; left: number; right: number; bottom: number; cells: number }>();
  rows.forEach((row, y) =>
    row.forEach((name, x) => {
      if (name === '.') return;
      const area = areas.get(name);
      if (area === undefined) {
        areas.set(name, { top: y, left: x, right: x, bottom: y, cells: 1 });
        return;
      }
      area.left = Math.min(area.left, x);
      area.right = Math.max(area.right, x);
      area.bottom = y;
      area.cells++;
    }),
  );
  for (const { top, left, right, bottom, cells } of areas.values()) {
    if ((right - left + 1) * (bottom - top + 1) !== cells) return INVALID;
  }
  return rows;
}

export function parseAreas(reader: ValueReader): RareStyle['gridTemplateAreas'] | undefined {
  if (reader.ident('none')) return null;
  const rows: (readonly string[])[] = [];
  for (let text = reader.string(); text !== INVALID; text = reader.string()) {
    const row = areaRow(text);
    if (row === INVALID) return INVALID;
    rows.push(row);
  }
  return rows.length > 0 ? validAreas(rows) : INVALID;
}

export const ROW_FLOW: RareStyle['gridAutoFlow'] = { direction: 'row', dense: false };

/** Parses `[row | column] || dense`. */
export function parseAutoFlow(reader: ValueReader): RareStyle['gridAutoFlow'] | undefined {
  const denseFirst = reader.ident('dense');
  const direction = reader.keyword(FLOWS);
  const dense = denseFirst || reader.ident('dense');
  return direction === INVALID && !dense ? INVALID : { direction: direction ?? 'row', dense };
}

const FLOWS: ReadonlySet<'row' | 'column'> = new Set(['row', 'column'] as const);

export const NORMAL_LANES: LanesDirection = { axis: 'normal', fillReverse: false, trackReverse: false };

/** Parses `normal | [row | column]? || fill-reverse || track-reverse`. */
export function parseLanesDirection(reader: ValueReader): LanesDirection | undefined {
  if (reader.ident('normal')) return NORMAL_LANES;
  let axis: LanesDirection['axis'] = 'normal';
  let fillReverse = false;
  let trackReverse = false;
  while (!reader.atEnd) {
    const flow: 'row' | 'column' | undefined = axis === 'normal' ? reader.keyword(FLOWS) : INVALID;
    if (flow !== INVALID) axis = flow;
    else if (!fillReverse && reader.ident('fill-reverse')) fillReverse = true;
    else if (!trackReverse && reader.ident('track-reverse')) trackReverse = true;
    else return INVALID;
  }
  return { axis, fillReverse, trackReverse };
}

/** Parses `normal | infinite | <length-percentage [0,∞]>`. */
export function parseFlowTolerance(reader: ValueReader): Specified<RareStyle['flowTolerance']> | undefined {
  if (reader.ident('normal')) return 'normal';
  return reader.ident('infinite') ? 'infinite' : parseLength(reader, LENGTH_PERCENTAGE_POSITIVE);
}

export const AUTO_LINE: GridLine = { type: 'auto' };

/** The largest line number, the limit of browsers. */
const MAX_LINE = 10_000;

/** Parses `<grid-line>`: `auto | <name> | [<integer> && <name>?] | [span && [<integer> || <name>]]`. */
export function parseGridLine(reader: ValueReader): GridLine | undefined {
  if (reader.ident('auto')) return AUTO_LINE;
  let span = false;
  let index: number | null = null;
  let name: string | null = null;
  while (!reader.atEnd && !reader.peek()?.isDelim('/')) {
    if (!span && reader.ident('span')) {
      span = true;
      continue;
    }
    const number = index === null ? parseInteger(reader) : INVALID;
    if (typeof number === 'number') {
      index = Math.max(-MAX_LINE, Math.min(MAX_LINE, number));
      continue;
    }
    const ident: string | undefined = name === null ? reader.anyIdent() : INVALID;
    if (ident === INVALID || NOT_A_LINE.test(ident)) return INVALID;
    name = ident;
  }
  if (index === 0 || (index === null && name === null)) return INVALID;
  if (!span) return { type: 'line', index: index ?? 0, name };
  return index !== null && index < 0 ? INVALID : { type: 'span', count: index ?? 1, name };
}

/**
 * Returns whether the line is only a name. A shorthand that gives one line then uses it for both ends (css-grid-2
 * §8.4).
 */
export const isNameOnly = (line: GridLine): boolean => line.type === 'line' && line.index === 0;
