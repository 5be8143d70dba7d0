/** Text combined by `text-combine-upright` into one em of a vertical line (css-writing-modes-4 §9.1). */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { FontChoice } from '../fonts/font-list.ts';
import type { ShapedGlyphs, ShapingSettings } from '../fonts/shaping.ts';
import { BreakClass } from './paragraph.ts';

/** Text up to this many em wide isn't narrowed, as in Chromium: two digits are rarely exactly one em. */
const MARGIN = 1.1;

/** Features that narrow glyphs to a half, a third and a quarter of an em. */
export const NARROW_FEATURES: readonly string[] = ['hwid', 'twid', 'qwid'];

/** Splits the text `[start, end)` of one box into combined and uncombined ranges. */
export function eachCombined(
  text: string,
  start: number,
  end: number,
  style: ComputedStyle,
  emit: (start: number, end: number, combined: boolean) => void,
): void {
  const { textCombineUpright, writingMode } = style.text;
  const combines = textCombineUpright !== 'none' && (writingMode === 'vertical-rl' || writingMode === 'vertical-lr');
  if (!combines || textCombineUpright === 'all') {
    emit(start, end, combines && trimmed(text, start, end, style).from < end);
    return;
  }
  const most = Number(textCombineUpright.slice('digits '.length));
  let from = start;
  for (let at = start; at < end;) {
    const first = at;
    while (at < end && isDigit(text.charCodeAt(at))) at++;
    if (at === first) at++;
    else if (at - first <= most) {
      if (first > from) emit(from, first, false);
      emit(first, at, true);
      from = at;
    }
  }
  if (end > from) emit(from, end, false);
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/**
 * Returns the range without collapsible spaces at the ends of a composition. They are removed as in an inline block
 * (§9.1.2).
 */
export function trimmed(
  text: string,
  start: number,
  end: number,
  { text: { whiteSpaceCollapse } }: ComputedStyle,
): { from: number; to: number } {
  let [from, to] = [start, end];
  if (whiteSpaceCollapse !== 'collapse' && whiteSpaceCollapse !== 'preserve-breaks') return { from, to };
  while (from < end && text.charCodeAt(from) === 0x20) from++;
  while (to > from && text.charCodeAt(to - 1) === 0x20) to--;
  return { from, to };
}

interface Source {
  readonly text: string;
  readonly choice: FontChoice;
  /** In CSS px. */
  readonly fontSize: number;
}

/** Text combined into one em of a vertical line. */
export interface Composition {
  readonly start: number;
  readonly end: number;
  /** Without the spaces at its ends. */
  readonly from: number;
  readonly to: number;
  /** Alternative shaping settings, widest first. */
  readonly variants: readonly ShapingSettings[];
}

/**
 * Returns the glyphs of a composition, side by side in one em of the line. The first glyph has the whole advance. Spaces
 * around the composition have none.
 */
export function composeGlyphs(source: Source, { start, end, from, to, variants }: Composition): ShapedGlyphs {
  const { choice, fontSize } = source;
  const glyphs = narrowest(source, variants, from, to);
  const width = widthOf(glyphs);
  const { ascent, descent, unitsPerEm } = choice.face.metrics;
  const px = fontSize / unitsPerEm;
  const [over, under] = [Math.round(ascent * px), Math.round(descent * px)];
  const baseline = over - (over + under - fontSize) / 2;
  const count = end - start - (to - from) + glyphs.glyphIds.length;
  const composed = {
    glyphIds: new Uint32Array(count),
    clusters: new Uint32Array(count),
    advances: new Float64Array(count),
    xOffsets: new Float64Array(count),
    yOffsets: new Float64Array(count),
    unsafeToBreak: new Uint8Array(count).fill(1),
    widthScale: width > fontSize * MARGIN ? (fontSize * MARGIN) / width : 1,
  };
  const space = choice.face.glyphFor(0x20);
  let k = 0;
  const addSpace = (at: number): void => {
    composed.glyphIds[k] = space;
    composed.clusters[k++] = at;
  };
  for (let at = start; at < from; at++) addSpace(at);
  let pen = -width / 2;
  for (let g = 0; g < glyphs.glyphIds.length; g++, k++) {
    composed.glyphIds[k] = glyphs.glyphIds[g]!;
    composed.clusters[k] = glyphs.clusters[g]!;
    composed.xOffsets[k] = pen + (glyphs.xOffsets?.[g] ?? 0);
    // The pen is past the em after the first glyph, so later glyphs move back.
    composed.yOffsets[k] = (g === 0 ? 0 : fontSize) - baseline + (glyphs.yOffsets?.[g] ?? 0);
    if (g === 0) composed.advances[k] = fontSize;
    pen += glyphs.advances[g]!;
  }
  for (let at = to; at < end; at++) addSpace(at);
  return composed;
}

/** Returns the glyphs of the first variant that fits, otherwise the plain ones. */
function narrowest(
  { text, choice, fontSize }: Source,
  variants: readonly ShapingSettings[],
  from: number,
  to: number,
): ShapedGlyphs {
  const [plain, ...narrow] = variants.map((settings) => () => choice.face.shape(fontSize, text, from, to, settings));
  const glyphs = plain!();
  if (widthOf(glyphs) <= fontSize * MARGIN) return glyphs;
  for (const shape of narrow) {
    const found = shape();
    if (widthOf(found) <= fontSize * MARGIN) return found;
  }
  return glyphs;
}

function widthOf({ advances }: ShapedGlyphs): number {
  let sum = 0;
  for (const advance of advances) sum += advance;
  return sum;
}

/** Prevents line breaks within a composition. A leading space isn't part of it. */
export function keepTogether(text: string, start: number, end: number, breaks: Uint8Array): void {
  for (let i = start + 1; i < end; i++) if (breaks[i] !== BreakClass.Mandatory) breaks[i] = BreakClass.None;
  if (start > 0 && text.charCodeAt(start) === 0x20) breaks[start] = BreakClass.Allowed;
}
