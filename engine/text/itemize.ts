/**
 * Cuts a paragraph's text into segments that are shaped at once: same font style and spacing, bidi level, script,
 * orientation and face. Element boundaries don't cut, so kerning and joining work across them (css-text-3 §7.3), unless
 * the box has an edge there.
 */
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { smallBytes } from '../small-arrays.ts';
import { eachCombined } from './combined-text.ts';
import {
  isCursive,
  COMMON_SCRIPT,
  INHERITED_SCRIPT,
  HIRAGANA_SCRIPT,
  KATAKANA_SCRIPT,
  scriptOf,
} from './unicode-properties.ts';
import { type InlineContent, InlineItemKind } from './inline-content.ts';
import { TextTrait } from './text-scan.ts';

const NON_JOINER = '\u200c';

/** A range of one style across items. */
export interface StyleSpan {
  readonly start: number;
  readonly end: number;
  /** The style of the first item. Font, spacing and language are equal in all of them. */
  readonly style: ComputedStyle;
  /** Whether it is combined into one em of a vertical line. */
  readonly combined: boolean;
}

/**
 * Returns the text to shape. Tabs and line separators become spaces; other control characters render with the font's
 * glyphs.
 */
export const shapingText = (text: string, traits: number): string =>
  (traits & TextTrait.Separators) === 0 ? text : text.replace(/[\t\n\u2028\u2029]/g, ' ');

/** Returns whether a box's edge on a side separates the text around it. */
function hasEdge(box: Box, side: 'start' | 'end', style: ComputedStyle): boolean {
  const { text, box: b, border } = style;
  const vertical = text.writingMode !== 'horizontal-tb';
  const first = (side === 'start') === (text.direction === 'ltr');
  if (box.style.box.unicodeBidi.includes('isolate') || style.box.verticalAlign !== 'baseline') return true;
  const [margin, padding, width] = vertical
    ? first
      ? [b.marginTop, b.paddingTop, border.borderTopWidth]
      : [b.marginBottom, b.paddingBottom, border.borderBottomWidth]
    : first
      ? [b.marginLeft, b.paddingLeft, border.borderLeftWidth]
      : [b.marginRight, b.paddingRight, border.borderRightWidth];
  return margin.px !== 0 || margin.hasPercent || padding.px !== 0 || padding.hasPercent || width !== 0;
}

const sameShaping = (a: ComputedStyle, b: ComputedStyle): boolean =>
  a === b ||
  (a.font === b.font &&
    (a.text === b.text ||
      (a.text.letterSpacing.px === b.text.letterSpacing.px &&
        a.text.letterSpacing.percent === b.text.letterSpacing.percent &&
        a.text.wordSpacing.px === b.text.wordSpacing.px &&
        a.text.wordSpacing.percent === b.text.wordSpacing.percent &&
        a.text.textOrientation === b.text.textOrientation &&
        a.text.textCombineUpright === b.text.textCombineUpright)));

export function styleSpans(content: InlineContent, styleOf: (box: Box) => ComputedStyle): StyleSpan[] {
  const spans: { start: number; end: number; style: ComputedStyle; combined: boolean }[] = [];
  let open = false;
  for (const { kind, box, start, end } of content.items) {
    switch (kind) {
      case InlineItemKind.Text: {
        if (start === end) break;
        const style = styleOf(box);
        eachCombined(content.text, start, end, style, (from, to, combined) => {
          const last = spans[spans.length - 1];
          if (open && !combined && last !== undefined && sameShaping(last.style, style)) last.end = to;
          else spans.push({ start: from, end: to, style, combined });
          open = !combined;
        });
        break;
      }
      case InlineItemKind.Open:
        if (hasEdge(box, 'start', styleOf(box))) open = false;
        break;
      case InlineItemKind.Close:
        if (hasEdge(box, 'end', styleOf(box))) open = false;
        break;
      case InlineItemKind.Atomic:
      case InlineItemKind.Break:
        open = false;
        break;
      default:
    }
  }
  return spans;
}

/**
 * Returns the text to shape a span in. Letters don't join across the edge of a bidi isolate (css-text-3 §7.3): a
 * non-joiner takes the place of a cursive letter beyond such an edge.
 */
export function textAround({ start, end }: StyleSpan, text: string, isolates: ReadonlySet<number>): string {
  const isCut = (edge: number, beyond: number): boolean => isolates.has(edge) && isCursive(text.charCodeAt(beyond));
  const before = isCut(start, start - 1);
  const after = isCut(end, end);
  if (!before && !after) return text;
  const from = before ? start - 1 : start;
  const to = after ? end + 1 : end;
  const around = [before ? NON_JOINER : '', text.slice(start, end), after ? NON_JOINER : ''];
  return text.slice(0, from) + around.join('') + text.slice(to);
}

/** Returns the positions at which bidi isolates start or end. */
export function isolateEdges({ items }: InlineContent): ReadonlySet<number> {
  const edges = new Set<number>();
  for (const { kind, box, start } of items) {
    const isEdge = kind === InlineItemKind.Open || kind === InlineItemKind.Close;
    if (isEdge && box.style.box.unicodeBidi.includes('isolate')) edges.add(start);
  }
  return edges;
}

/**
 * Returns the script of each UTF-16 code unit, with Common and Inherited resolved from context (UAX #24). Returns null
 * if all text is Common or Latin.
 */
export function resolveScripts(text: string, traits: number): Uint8Array | null {
  if ((traits & TextTrait.OtherScripts) === 0) return null;
  const scripts = smallBytes(text.length);
  let last = COMMON_SCRIPT;
  let unresolved = 0;
  for (let i = 0; i < text.length;) {
    const code = text.codePointAt(i)!;
    const next = i + (code > 0xffff ? 2 : 1);
    let script = scriptOf(code);
    // Fonts have a single script for both kana.
    if (script === HIRAGANA_SCRIPT) script = KATAKANA_SCRIPT;
    if (script === COMMON_SCRIPT || script === INHERITED_SCRIPT) {
      scripts.fill(last, i, next);
    } else {
      if (last === COMMON_SCRIPT) scripts.fill(script, unresolved, i);
      scripts.fill(script, i, next);
      last = script;
    }
    i = next;
    // Punctuation at the start of a line belongs to the text after it.
    if (code === 0x0a) {
      last = COMMON_SCRIPT;
      unresolved = i;
    }
  }
  return scripts;
}

/** How text is oriented in a vertical line: rotated, upright, or by character. */
type Orientation = 'horizontal' | 'sideways' | 'upright' | 'mixed';

export function orientationOf({ text }: ComputedStyle): Orientation {
  if (text.writingMode === 'horizontal-tb') return 'horizontal';
  if (text.writingMode === 'sideways-rl' || text.writingMode === 'sideways-lr') return 'sideways';
  return text.textOrientation;
}

/**
 * Returns the end of the text from `start` with the same orientation under `mixed`. Marks follow their base. `stands`:
 * whether a character is upright.
 */
export function orientationEnd(
  text: string,
  start: number,
  end: number,
  stands: (code: number) => boolean,
): { end: number; upright: boolean } {
  const upright = stands(text.codePointAt(start)!);
  let i = start + (text.codePointAt(start)! > 0xffff ? 2 : 1);
  while (i < end) {
    const code = text.codePointAt(i)!;
    if (stands(code) !== upright && !/\p{M}/u.test(String.fromCodePoint(code))) break;
    i += code > 0xffff ? 2 : 1;
  }
  return { end: i, upright };
}
