/**
 * `hanging-punctuation` (css-text-3 §8.2) and `text-spacing-trim` (css-text-4 §8.3): punctuation at a line's edges that
 * is excluded from its measure, fully or partly.
 */
import { InlineItemKind } from '../../text/inline-content.ts';
import { type LU, luCeilFromPx, luFromPx } from '../../units.ts';
import { isEdgeless } from '../../boxes/style-facts.ts';
import { ItemFlag, type PreparedContent } from './prepared-content.ts';
import { lazily } from '../../lazily.ts';

/** > Stops and commas allowed to hang include: */
const STOPS_AND_COMMAS = new Set(',.،۔、。，．﹐﹑﹒｡､');
const OPENING = lazily(() => /^[\p{Ps}\p{Pf}\p{Pi}"'\u3000]$/u);
const CLOSING = lazily(() => /^[\p{Pe}\p{Pf}\p{Pi}"']$/u);

/** Whether the mark at a line's end hangs always, or only if it doesn't fit. */
type EndHang = 'no' | 'if-needed' | 'yes';

/**
 * Returns whether the character at a text index hangs when it ends a line. `isLast` marks the last line of the
 * container.
 */
export function endHang(prepared: PreparedContent, at: number, isLast: boolean): EndHang {
  const run = prepared.hangsPunctuation ? prepared.runAt(at) : -1;
  if (run < 0) return 'no';
  const values = prepared.styleOf(prepared.items[prepared.runs[run]!.item]!.box).text.hangingPunctuation;
  if (values.length === 0) return 'no';
  const character = prepared.text[at]!;
  if (STOPS_AND_COMMAS.has(character)) {
    if (values.includes('force-end')) return 'yes';
    if (values.includes('allow-end')) return 'if-needed';
  }
  return isLast && values.includes('last') && CLOSING().test(character) ? 'yes' : 'no';
}

/**
 * Returns how much the mark at a text index shrinks when it ends a line (css-text-4 §8.3), either always or only if it
 * doesn't fit.
 */
function endTrim({ paragraph }: PreparedContent, at: number, isTooWide: boolean): LU {
  const { spacing } = paragraph;
  if (spacing === null || spacing.ends[at] === 0 || (!isTooWide && spacing.alwaysEnds[at] === 0)) return 0;
  return luFromPx(spacing.ends[at]!);
}

/**
 * Returns the end of the text before `end` without the spaces that are removed or hang there. The line starts at
 * `from`.
 */
function textEnd(prepared: PreparedContent, from: number, end: number): number {
  const run = end > from ? prepared.runAt(end - 1) : -1;
  const flags = run < 0 ? 0 : prepared.itemFlags[prepared.runs[run]!.item]!;
  return (flags & (ItemFlag.TrimsSpaces | ItemFlag.HangsSpaces)) === 0 ? end : prepared.visibleEnd(from, end);
}

/** Returns the width of a character within its line. */
const markWidth = ({ x }: PreparedContent, at: number): LU => luCeilFromPx(x[at + 1]! - x[at]!);

/** Returns how far the mark at the start of the first formatted line hangs. */
export function firstHang(prepared: PreparedContent): LU {
  const { items, text } = prepared;
  if (!prepared.hangsPunctuation) return 0;
  for (let i = 0; i < items.length; i++) {
    const { kind, box, start, end } = items[i]!;
    if (kind === InlineItemKind.Open || kind === InlineItemKind.Close) {
      if (!isEdgeless(prepared.styleOf(box))) return 0;
      continue;
    }
    if (kind === InlineItemKind.Atomic || kind === InlineItemKind.Break) return 0;
    if (kind !== InlineItemKind.Text) continue;
    const trims = (prepared.itemFlags[i]! & ItemFlag.TrimsSpaces) !== 0;
    const at = trims ? prepared.skipSpaces(start, end) : start;
    if (at >= end) continue;
    const hangs = prepared.styleOf(box).text.hangingPunctuation.includes('first') && OPENING().test(text[at]!);
    return hangs ? markWidth(prepared, at) : 0;
  }
  return 0;
}

/**
 * Returns how much of the line between two text offsets hangs or is trimmed at its end. `isLast` marks the container's
 * last line.
 */
export function hangAtEnd(
  prepared: PreparedContent,
  start: number,
  offset: number,
  isTooWide: boolean,
  isLast: boolean,
): LU {
  const end = textEnd(prepared, start, offset);
  if (end <= start) return 0;
  const hangs = endHang(prepared, end - 1, isLast);
  if (hangs === 'yes' || (hangs === 'if-needed' && isTooWide)) return markWidth(prepared, end - 1);
  return endTrim(prepared, end - 1, isTooWide);
}
