/** Parses values of box-model properties that are more than one keyword. */
import type { BoxStyle, ComputedClear } from '../computed-style.ts';
import type { TextStyle } from '../style-groups/text-style.ts';
import type { FloatSnap } from '../style-groups/box-style.ts';
import { Length } from '../length.ts';
import { ValueKind } from './component-value.ts';
import { LENGTH_PERCENTAGE, LENGTH_POSITIVE, lengthInEms, parseInteger, parseLength, parseNumber } from './numeric.ts';
import { combine, type Specified } from './specified.ts';
import { INVALID, type ValueReader } from './value-reader.ts';

const POSITIONS: ReadonlySet<'static' | 'relative' | 'absolute' | 'fixed' | 'sticky'> = new Set([
  'static',
  'relative',
  'absolute',
  'fixed',
  'sticky',
] as const);

/** Parses `position` (css-position-3 §2), including running() (css-gcpm-3 §1.2). */
export function parsePositionKeyword(reader: ValueReader): BoxStyle['position'] | undefined {
  const running = reader.function('running');
  if (running === null) return reader.keyword(POSITIONS);
  const name = running.anyIdent();
  return name === INVALID || !running.atEnd ? INVALID : { running: name };
}

/** Parses `auto || <ratio>` (css-sizing-4 §4). A degenerate ratio is ignored. */
export function parseAspectRatio(reader: ValueReader): Specified<BoxStyle['aspectRatio']> | undefined {
  const before = reader.ident('auto');
  const ratio = parseRatio(reader);
  const auto = before || reader.ident('auto');
  if (ratio === INVALID) return auto ? { auto, ratio: null } : INVALID;
  return combine([ratio], (value) =>
    Number.isFinite(value) && value > 0 ? { auto, ratio: value } : { auto: true, ratio: null },
  );
}

/** Parses `<ratio>` as width / height. */
function parseRatio(reader: ValueReader): Specified<number> | undefined {
  const first = parseNumber(reader, 0);
  if (first === INVALID) return INVALID;
  if (!reader.slash()) return first;
  const second = parseNumber(reader, 0);
  return second === INVALID ? INVALID : combine([first, second], (width, height) => width / height);
}

const VERTICAL: ReadonlySet<Exclude<BoxStyle['verticalAlign'], Length>> = new Set([
  'baseline',
  'sub',
  'super',
  'text-top',
  'text-bottom',
  'middle',
  '-webkit-baseline-middle',
  'top',
  'bottom',
] as const);

export function parseVerticalAlign(reader: ValueReader): Specified<BoxStyle['verticalAlign']> | undefined {
  return reader.keyword(VERTICAL) ?? parseLength(reader, LENGTH_PERCENTAGE);
}

/** Parses `normal | <number> <integer>? | <number> && [drop | raise]?` (css-inline-3 §7.1). */
export function parseInitialLetter(reader: ValueReader): BoxStyle['initialLetter'] | undefined {
  if (reader.ident('normal')) return null;
  const raisedFirst = reader.ident('raise');
  const droppedFirst = !raisedFirst && reader.ident('drop');
  const size = parseNumber(reader, 1);
  if (typeof size !== 'number') return INVALID;
  if (raisedFirst || (!droppedFirst && reader.ident('raise'))) return { size, sink: 1 };
  if (droppedFirst || reader.ident('drop')) return { size, sink: Math.floor(size) };
  const sink = parseInteger(reader, 1);
  return { size, sink: typeof sink === 'number' ? sink : Math.floor(size) };
}

const LETTER_POINTS = new Set(['alphabetic', 'ideographic', 'hebrew', 'hanging', 'leading'] as const);

/** Parses `[ border-box? [ alphabetic | ideographic | hebrew | hanging | leading ]? ]!` (css-inline-3 §6.3). */
export function parseInitialLetterAlign(reader: ValueReader): TextStyle['initialLetterAlign'] | undefined {
  const borderBox = reader.ident('border-box');
  const points = reader.keyword(LETTER_POINTS);
  if (points === INVALID) return borderBox ? { borderBox, points: 'alphabetic' } : INVALID;
  return { borderBox, points };
}

const LINES = ['underline', 'overline', 'line-through', 'blink'];

/** Parses `text-decoration-line`; `none` is empty. */
export function parseDecorationLine(reader: ValueReader): readonly string[] | undefined {
  if (reader.ident('none')) return [];
  if (reader.ident('spelling-error')) return ['spelling-error'];
  if (reader.ident('grammar-error')) return ['grammar-error'];
  const found: string[] = [];
  for (;;) {
    const value = reader.peek();
    if (value === null || value.kind !== ValueKind.Ident || !LINES.includes(value.lower)) break;
    if (found.includes(value.lower)) return INVALID;
    found.push(value.lower);
    reader.position++;
  }
  return found.length > 0 ? found : INVALID;
}

/** Parses `text-decoration-thickness`. Percentages refer to the font size. */
export function parseDecorationThickness(reader: ValueReader): Specified<Length> | undefined {
  if (reader.ident('auto')) return Length.AUTO;
  if (reader.ident('from-font')) return Length.CONTENT;
  return parseLength(reader, LENGTH_PERCENTAGE);
}

/** Parses `clip | ellipsis | <string>` and returns the value of the end side if there are two. */
export function parseTextOverflow(reader: ValueReader): BoxStyle['textOverflow'] | undefined {
  const first = oneTextOverflow(reader);
  return first === INVALID || reader.atEnd ? first : oneTextOverflow(reader);
}

function oneTextOverflow(reader: ValueReader): BoxStyle['textOverflow'] | undefined {
  if (reader.ident('clip')) return 'clip';
  if (reader.ident('ellipsis')) return 'ellipsis';
  const text = reader.string();
  return text === INVALID ? INVALID : { string: text };
}

const FLOATS: ReadonlyMap<string, BoxStyle['float']> = new Map([
  ['none', 'none'],
  ['left', 'left'],
  ['right', 'right'],
  ['inline-start', 'inline-start'],
  ['inline-end', 'inline-end'],
  ['footnote', 'footnote'],
  ['inside', 'inside'],
  ['outside', 'outside'],
  ['block-start', 'block-start'],
  ['top', 'block-start'],
  ['block-end', 'block-end'],
  ['bottom', 'block-end'],
  ['snap-block', 'snap-block'],
]);

/** The value of `snap-inline` without arguments. */
const SNAP_INLINE = combine([lengthInEms(2)], (start: Length) => ({
  axis: 'inline' as const,
  start,
  end: start,
  to: 'near' as const,
}));

/** Parses `float` (css-page-floats-3 §3.2). NOTE: `snap-block` floats at any distance of its element from an edge. */
export function parseFloatSide(reader: ValueReader): Specified<BoxStyle['float'] | FloatSnap> | undefined {
  const block = reader.function('snap-block');
  if (block !== null) return parseSnap(block, 'block');
  const inline = reader.function('snap-inline');
  if (inline !== null) return parseSnap(inline, 'inline');
  if (reader.ident('snap-inline')) return SNAP_INLINE;
  const value = reader.peek();
  if (value === null || value.kind !== ValueKind.Ident) return INVALID;
  const float = FLOATS.get(value.lower);
  if (float !== undefined) reader.position++;
  return float;
}

const SNAP_SIDES = {
  block: new Set(['near', 'start', 'end'] as const),
  inline: new Set(['near', 'left', 'right'] as const),
};

/** Parses one distance or two, following the prose of the specification; its grammar allows only one. */
function parseSnap(reader: ValueReader, axis: FloatSnap['axis']): Specified<FloatSnap> | undefined {
  const first = parseLength(reader, LENGTH_POSITIVE);
  if (first === INVALID) return INVALID;
  const second = parseLength(reader, LENGTH_POSITIVE) ?? first;
  const sides: ReadonlySet<FloatSnap['to']> = SNAP_SIDES[axis];
  const to = reader.comma() ? reader.keyword(sides) : 'near';
  if (to === INVALID || !reader.atEnd) return INVALID;
  return combine([first, second], (start: Length, end: Length) => ({ axis, start, end, to }));
}

const CLEARS: ReadonlyMap<string, ComputedClear> = new Map([
  ['none', 'none'],
  ['left', 'left'],
  ['right', 'right'],
  ['both', 'both'],
  ['both-inline', 'both'],
  ['inline-start', 'inline-start'],
  ['inline-end', 'inline-end'],
  ['block-start', 'block-start'],
  ['top', 'block-start'],
  ['block-end', 'block-end'],
  ['bottom', 'block-end'],
  ['both-block', 'both-block'],
  ['all', 'all'],
]);

/** Parses `clear` (css-page-floats-3 §4). */
export function parseClear(reader: ValueReader): ComputedClear | undefined {
  const value = reader.peek();
  if (value === null || value.kind !== ValueKind.Ident) return INVALID;
  const clear = CLEARS.get(value.lower);
  if (clear !== undefined) reader.position++;
  return clear;
}
