/** Parses alignment values (css-align-3 §4, §6). */
import type { Alignment } from '../computed-values.ts';
import { INVALID, type Parser, type ValueReader } from './value-reader.ts';

type Keyword = Alignment['keyword'];

const interned = new Map<string, Alignment>();

export function alignment(keyword: Keyword, overflow: Alignment['overflow'] = null, legacy = false): Alignment {
  const key = `${keyword} ${overflow} ${legacy}`;
  const known = interned.get(key);
  if (known !== undefined) return known;
  const made: Alignment = { keyword, overflow, legacy };
  interned.set(key, made);
  return made;
}

/** The initial value of `justify-items` (css-align-3 §6.2). */
export const LEGACY = alignment('legacy', null, true);

const CONTENT_POSITION = ['center', 'start', 'end', 'flex-start', 'flex-end'] as const;
const SELF_POSITION = [...CONTENT_POSITION, 'self-start', 'self-end'] as const;
const DISTRIBUTION = ['space-between', 'space-around', 'space-evenly', 'stretch'] as const;
const SIDES = ['left', 'right'] as const;

/** Returns a parser of one property's values: single keywords, and positions with an optional `safe` or `unsafe`. */
function alignmentParser(
  alone: readonly Keyword[],
  positions: readonly Keyword[],
  baseline: boolean,
): Parser<Alignment> {
  const aloneSet: ReadonlySet<Keyword> = new Set(alone);
  const positionSet: ReadonlySet<Keyword> = new Set(positions);
  return (reader) => {
    const single = reader.keyword(aloneSet);
    if (single !== INVALID) return alignment(single);
    if (baseline) {
      const found = baselineOf(reader);
      if (found !== INVALID) return found;
    }
    const overflow = reader.ident('safe') ? 'safe' : reader.ident('unsafe') ? 'unsafe' : null;
    const position = reader.keyword(positionSet);
    return position === INVALID ? INVALID : alignment(position, overflow);
  };
}

function baselineOf(reader: ValueReader): Alignment | undefined {
  if (reader.ident('baseline')) return alignment('baseline');
  if (reader.ident('first')) return reader.ident('baseline') ? alignment('baseline') : INVALID;
  if (reader.ident('last')) return reader.ident('baseline') ? alignment('last-baseline') : INVALID;
  return INVALID;
}

export const parseAlignContent = alignmentParser(['normal', ...DISTRIBUTION], CONTENT_POSITION, true);
export const parseJustifyContent = alignmentParser(['normal', ...DISTRIBUTION], [...CONTENT_POSITION, ...SIDES], false);
export const parseAlignItems = alignmentParser(['normal', 'stretch', 'anchor-center'], SELF_POSITION, true);
export const parseAlignSelf = alignmentParser(['auto', 'normal', 'stretch', 'anchor-center'], SELF_POSITION, true);
export const parseJustifySelf = alignmentParser(
  ['auto', 'normal', 'stretch', 'anchor-center'],
  [...SELF_POSITION, ...SIDES],
  true,
);
const justifyItems = alignmentParser(['normal', 'stretch', 'anchor-center'], [...SELF_POSITION, ...SIDES], true);

/** Parses `justify-items` with `legacy && [left | right | center]?` (css-align-3 §6.2). */
export function parseJustifyItems(reader: ValueReader): Alignment | undefined {
  const legacyFirst = reader.ident('legacy');
  const side = legacyFirst || reader.peekAt(1)?.isIdent('legacy') ? reader.keyword(LEGACY_SIDES) : INVALID;
  if (legacyFirst || (side !== INVALID && reader.ident('legacy'))) return alignment(side ?? 'legacy', null, true);
  return justifyItems(reader);
}

const LEGACY_SIDES: ReadonlySet<'left' | 'right' | 'center'> = new Set(['left', 'right', 'center'] as const);
