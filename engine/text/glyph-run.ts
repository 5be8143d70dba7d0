/** Shaped runs: views of a segment's glyphs, one for each item that the segment spans. */
import type { ComputedStyle } from '../css/computed-style.ts';
import { smallBytes, smallFloats } from '../small-arrays.ts';
import type { FontChoice } from '../fonts/font-list.ts';
import type { FontFace } from '../fonts/font-face.ts';
import type { ShapedGlyphs, ShapingSettings } from '../fonts/shaping.ts';
import { isWide } from './east-asian-width.ts';
import { type Composition, composeGlyphs } from './combined-text.ts';
import type { ShapedRun } from './paragraph.ts';
import { isInvisible, isWordSeparator } from './spacing-characters.ts';
import type { TextSpacing } from './spacing-table.ts';
import { upperCase } from './text-transform.ts';

/** The inputs of shaping a range of text, sufficient to reshape a part of it. */
export interface Segment {
  /** The paragraph's text as it is shaped: of the same length, with control characters made invisible. */
  readonly text: string;
  readonly choice: FontChoice;
  /** In CSS px, after `size-adjust` and scaling of synthesized capitals. */
  readonly fontSize: number;
  readonly level: number;
  readonly upright: boolean;
  readonly sideways: boolean;
  readonly settings: ShapingSettings;
  /** Extra space in px after each cluster; in cursive scripts only after word separators. */
  readonly letterSpacing: number;
  readonly cursive: boolean;
  /** Extra space in px on each word separator. */
  readonly wordSpacing: number;
  /** Whether letters are shaped as scaled capitals. */
  readonly capitals: boolean;
  /** How the text is combined into one em of a vertical line; null if it isn't. */
  readonly combined: Composition | null;
}

/** The total growth of a glyph's strokes in synthetic bold, in em. */
export const SYNTHETIC_BOLD = 1 / 32;

export class GlyphRun implements ShapedRun {
  readonly face: FontFace;
  readonly fontSize: number;
  readonly style: ComputedStyle;
  readonly item: number;
  readonly start: number;
  readonly end: number;
  readonly textEnd: number;
  readonly level: number;
  readonly sideways: boolean;
  readonly glyphIds: Uint32Array;
  readonly advances: Float64Array;
  readonly xOffsets: Float64Array | null;
  readonly yOffsets: Float64Array | null;
  readonly clusters: Uint32Array;
  readonly syntheticBold: boolean;
  readonly syntheticSlant: number;
  readonly widthScale: number | undefined;
  readonly segment: Segment;
  readonly unsafeToBreak: Uint8Array | null;
  /** The paragraph's extra spacing of the glyphs, or null. */
  private spacing: TextSpacing | null = null;
  /** The advance before each text index of the run in logical order. Computed when a width is first needed. */
  private positions: Float64Array | null = null;

  constructor(
    segment: Segment,
    style: ComputedStyle,
    item: number,
    start: number,
    end: number,
    glyphs: ShapedGlyphs,
    textEnd = end,
  ) {
    const { choice } = segment;
    this.face = choice.face;
    this.fontSize = segment.fontSize;
    this.style = style;
    this.item = item;
    this.start = start;
    this.end = end;
    this.textEnd = textEnd;
    this.level = segment.level;
    this.sideways = segment.sideways;
    this.glyphIds = glyphs.glyphIds;
    this.advances = glyphs.advances;
    this.xOffsets = glyphs.xOffsets;
    this.yOffsets = glyphs.yOffsets;
    this.clusters = glyphs.clusters;
    this.unsafeToBreak = glyphs.unsafeToBreak;
    this.syntheticBold = choice.syntheticBold;
    this.syntheticSlant = choice.syntheticSlant;
    this.widthScale = glyphs.widthScale;
    this.segment = segment;
  }

  get text(): string {
    return this.segment.text;
  }

  get isRtl(): boolean {
    return (this.level & 1) === 1 && !this.segment.upright;
  }

  /** Returns the unrounded width in px of `[start, end)`. */
  width(start: number, end: number): number {
    const positions = (this.positions ??= this.measure());
    return positions[end - this.start]! - positions[start - this.start]!;
  }

  private measure(): Float64Array {
    const { clusters, advances, start } = this;
    const length = this.end - start;
    const positions = smallFloats(length + 1);
    const count = clusters.length;
    // First stores each cluster's width at its first character, then sums up, dividing clusters of several characters
    // evenly.
    for (let i = 0; i < count; i++) positions[clusters[i]! - start]! += advances[i]!;
    const isStart = smallBytes(length + 1);
    for (let i = 0; i < count; i++) isStart[clusters[i]! - start] = 1;
    isStart[length] = 1;
    let sum = 0;
    for (let from = 0; from < length;) {
      let to = from + 1;
      while (isStart[to] === 0) to++;
      const share = positions[from]! / (to - from);
      for (let i = from; i < to; i++) positions[i] = sum + share * (i - from);
      sum += share * (to - from);
      from = to;
    }
    positions[length] = sum;
    return positions;
  }

  /** Returns the index of the first glyph, in glyph order, of text at or after (RTL: before) a text index. */
  private glyphAt(index: number): number {
    const { clusters, isRtl } = this;
    let low = 0;
    let high = clusters.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isRtl ? clusters[middle]! >= index : clusters[middle]! < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Returns where the ink of the first glyph of a cluster begins and ends, in px from the start of its advance in the
   * line. Null if it has no ink.
   */
  inkAlongLine(index: number): { start: number; end: number } | null {
    const { face, fontSize, xOffsets, yOffsets, glyphIds } = this;
    const glyph = this.glyphAt(index);
    const ink = this.clusters[glyph] === index ? face.inkBox(glyphIds[glyph]!) : null;
    if (ink === null) return null;
    const px = fontSize / face.metrics.unitsPerEm;
    if (this.segment.upright) {
      const offset = yOffsets?.[glyph] ?? 0;
      return { start: -offset - ink.y1 * px, end: -offset - ink.y0 * px };
    }
    const offset = xOffsets?.[glyph] ?? 0;
    return { start: offset + ink.x0 * px, end: offset + ink.x1 * px };
  }

  /** Returns whether the text can be cut before `index` without changing glyphs. */
  private isSafe(index: number, glyph: number): boolean {
    if (index <= this.start || index >= this.end) return true;
    // The cluster starting at `index` begins at `glyph` (LTR) or ends before it (RTL).
    const at = this.isRtl ? glyph - 1 : glyph;
    return this.clusters[at] === index && (this.unsafeToBreak === null || this.unsafeToBreak[at] === 0);
  }

  /** Returns `[start, end)` as a separate run. */
  slice(start: number, end: number): GlyphRun {
    if (start <= this.start && end >= this.end) return this;
    const startGlyph = this.glyphAt(start);
    const endGlyph = this.glyphAt(end);
    if (this.isSafe(start, startGlyph) && this.isSafe(end, endGlyph)) {
      const [from, to] = this.isRtl ? [endGlyph, startGlyph] : [startGlyph, endGlyph];
      const part = this.part(start, end, subGlyphs(this, from, to));
      part.spacing = this.spacing;
      return part;
    }
    const part = this.part(start, end, this.shapedAgain(start, end));
    return this.spacing === null ? part : part.spacedBy(this.spacing);
  }

  /** Returns the run with other glyphs for its text, spaced like its own. */
  withGlyphs(glyphs: ShapedGlyphs): GlyphRun {
    const run = this.part(this.start, this.end, glyphs);
    return this.spacing === null ? run : run.spacedBy(this.spacing);
  }

  private part(start: number, end: number, glyphs: ShapedGlyphs): GlyphRun {
    const textEnd = end === this.end ? this.textEnd : end;
    return new GlyphRun(this.segment, this.style, this.item, start, end, glyphs, textEnd);
  }

  /** Reshapes `[start, end)`, including what a ligature at the run's end covers. */
  private shapedAgain(start: number, end: number): ShapedGlyphs {
    if (end !== this.end || this.textEnd === end) return shapeRange(this.segment, start, end);
    const glyphs = shapeRange(this.segment, start, this.textEnd);
    const { clusters } = glyphs;
    for (let i = 0; i < clusters.length; i++) if (clusters[i]! >= end) clusters[i] = end - 1;
    return glyphs;
  }

  /** Returns the run with the space that a paragraph's spacing adds before and after its characters. */
  spacedBy(spacing: TextSpacing): GlyphRun {
    const { leads, trails } = spacing;
    const glyphs = copyOf(this);
    for (let i = this.start; i < this.end; i++) {
      if (leads[i] !== 0) this.addRoom(glyphs, i, leads[i]!, true);
      if (trails[i] !== 0) this.addRoom(glyphs, i, trails[i]!, false);
    }
    const run = this.part(this.start, this.end, glyphs);
    run.spacing = spacing;
    return run;
  }

  /** Returns the run with `px` more (or less) space before its first character, or after its last. */
  withRoom(px: number, before: boolean): GlyphRun {
    const glyphs = copyOf(this);
    const last = glyphs.clusters.length - 1;
    if (last >= 0) this.addRoom(glyphs, before ? this.start : glyphs.clusters[this.isRtl ? 0 : last]!, px, before);
    return this.part(this.start, this.end, glyphs);
  }

  /** Changes the space of the cluster that starts at a text index. */
  private addRoom(glyphs: RoomyGlyphs, index: number, px: number, before: boolean): void {
    const { clusters, advances, xOffsets, yOffsets } = glyphs;
    // The cluster's glyphs begin here (LTR), or end before it (RTL).
    let from = this.glyphAt(index);
    let to = from;
    if (this.isRtl) while (from > 0 && clusters[from - 1] === index) from--;
    else while (to < clusters.length && clusters[to] === index) to++;
    if (from === to) return;
    const atLineLeft = before !== this.isRtl;
    advances[to - 1]! += px;
    if (!atLineLeft) return;
    for (let g = from; g < to; g++) {
      if (this.segment.upright) yOffsets[g]! -= px;
      else xOffsets[g]! += px;
    }
  }
}

/** Glyphs with mutable positions. */
interface RoomyGlyphs extends ShapedGlyphs {
  readonly xOffsets: Float64Array;
  readonly yOffsets: Float64Array;
}

function copyOf({
  glyphIds,
  clusters,
  advances,
  xOffsets,
  yOffsets,
  unsafeToBreak,
  widthScale,
}: GlyphRun): RoomyGlyphs {
  return {
    glyphIds,
    clusters,
    advances: Float64Array.from(advances),
    xOffsets: xOffsets === null ? new Float64Array(glyphIds.length) : Float64Array.from(xOffsets),
    yOffsets: yOffsets === null ? new Float64Array(glyphIds.length) : Float64Array.from(yOffsets),
    unsafeToBreak,
    widthScale,
  };
}

/** Returns views of `[from, to)` of the glyphs. */
export function subGlyphs(glyphs: ShapedGlyphs, from: number, to: number): ShapedGlyphs {
  return {
    glyphIds: glyphs.glyphIds.subarray(from, to),
    clusters: glyphs.clusters.subarray(from, to),
    advances: glyphs.advances.subarray(from, to),
    xOffsets: glyphs.xOffsets === null ? null : glyphs.xOffsets.subarray(from, to),
    yOffsets: glyphs.yOffsets === null ? null : glyphs.yOffsets.subarray(from, to),
    unsafeToBreak: glyphs.unsafeToBreak === null ? null : glyphs.unsafeToBreak.subarray(from, to),
  };
}

/** Shapes and spaces `[start, end)` of a segment's text. */
export function shapeRange(segment: Segment, start: number, end: number): ShapedGlyphs {
  const { choice, fontSize, settings, combined } = segment;
  if (combined !== null) return composeGlyphs(segment, combined);
  if (!segment.capitals) return finishGlyphs(segment, choice.face.shape(fontSize, segment.text, start, end, settings));
  const { text, origins } = capitalsOf(segment, start, end);
  const glyphs = choice.face.shape(fontSize, text, 0, text.length, settings);
  for (let i = 0; i < glyphs.clusters.length; i++) glyphs.clusters[i] = origins[glyphs.clusters[i]!]!;
  return finishGlyphs(segment, glyphs);
}

/** Corrects and spaces the glyphs returned by the font. */
export function finishGlyphs(segment: Segment, glyphs: ShapedGlyphs): ShapedGlyphs {
  const { upright, choice } = segment;
  if (upright && !choice.face.hasVerticalMetrics) setUpright(segment, glyphs);
  if (upright) placeStops(segment, glyphs);
  widenMissing(segment, glyphs);
  if (segment.letterSpacing !== 0 || segment.wordSpacing !== 0) space(segment, glyphs);
  return glyphs;
}

/**
 * Positions upright glyphs of a font without vertical metrics: each takes the font's full height and is centered on the
 * line, as in browsers.
 */
function setUpright({ choice, fontSize }: Segment, glyphs: ShapedGlyphs): void {
  const { face } = choice;
  const px = fontSize / face.metrics.unitsPerEm;
  const ascent = Math.round(face.metrics.ascent * px);
  const height = ascent + Math.round(face.metrics.descent * px);
  const { glyphIds, advances } = glyphs;
  glyphs.xOffsets = new Float64Array(glyphIds.length);
  glyphs.yOffsets = new Float64Array(glyphIds.length).fill(-ascent);
  for (let i = 0; i < glyphIds.length; i++) {
    if (advances[i] !== 0) advances[i] = height;
    glyphs.xOffsets[i] = (-face.advance(glyphIds[i]!) * px) / 2;
  }
}

/**
 * Ideographic stops and commas belong to the end of the previous character, which is at the top right in vertical
 * lines.
 */
const STOPS = new Set([0x3001, 0x3002, 0xff0c, 0xff0e]);
/** The shift from the left to the right of the em, as a fraction of the font size. */
const STOP_SHIFT = 0.55;
/** The gap from the start of their position to their ink, as a fraction of the font size. */
const STOP_GAP = 0.12;

/**
 * If a font has no vertical form of an upright stop, moves its horizontal form to the same position
 * (css-writing-modes-4 §5.1.1).
 */
function placeStops({ choice, text, fontSize }: Segment, glyphs: ShapedGlyphs): void {
  const { glyphIds, clusters } = glyphs;
  for (let i = 0; i < glyphIds.length; i++) {
    const code = text.charCodeAt(clusters[i]!);
    if (!STOPS.has(code) || glyphIds[i] === 0 || glyphIds[i] !== choice.face.glyphFor(code)) continue;
    glyphs.xOffsets = Float64Array.from(glyphs.xOffsets ?? new Float64Array(glyphIds.length));
    glyphs.yOffsets = Float64Array.from(glyphs.yOffsets ?? new Float64Array(glyphIds.length));
    glyphs.xOffsets[i]! += STOP_SHIFT * fontSize;
    const { face } = choice;
    const inkTop = ((face.inkBox(glyphIds[i]!)?.y1 ?? 0) * fontSize) / face.metrics.unitsPerEm;
    // Fonts with vertical metrics place some of them in the middle.
    glyphs.yOffsets[i] = Math.max(glyphs.yOffsets[i]!, -STOP_GAP * fontSize - inkTop);
  }
}

/** Hangul syllables, which fonts for Chinese and Japanese also lack. */
const isHangulSyllable = (codePoint: number): boolean => codePoint >= 0xac00 && codePoint <= 0xd7a3;

/**
 * Gives East Asian characters missing from all fonts a width of one em, so that lines break as with a font that has
 * them.
 *
 * DEVIATION: a missing Hangul syllable is as wide as its box, as in Chromium when its fonts are Chinese and Japanese.
 */
function widenMissing({ text, fontSize }: Segment, { glyphIds, clusters, advances }: ShapedGlyphs): void {
  for (let i = 0; i < glyphIds.length; i++) {
    if (glyphIds[i] !== 0) continue;
    const codePoint = text.codePointAt(clusters[i]!)!;
    if (isWide(codePoint) && !isHangulSyllable(codePoint)) advances[i] = fontSize;
  }
}

/** Returns the capitals of a range, with the original text index of each character. */
function capitalsOf({ text, settings }: Segment, start: number, end: number): { text: string; origins: number[] } {
  const origins: number[] = [];
  let capitals = '';
  for (let i = start; i < end;) {
    const character = String.fromCodePoint(text.codePointAt(i)!);
    const capital = upperCase(character, settings.language);
    for (let k = 0; k < capital.length; k++) origins.push(i);
    capitals += capital;
    i += character.length;
  }
  return { text: capitals, origins };
}

/** Adds letter-spacing after each cluster's last glyph, and word-spacing on separators (css-text-3 §8.2). */
function space({ text, letterSpacing, wordSpacing, cursive }: Segment, { clusters, advances }: ShapedGlyphs): void {
  const count = clusters.length;
  for (let i = 0; i < count; i++) {
    if (i + 1 < count && clusters[i + 1] === clusters[i]) continue;
    const code = text.codePointAt(clusters[i]!)!;
    const separates = isWordSeparator(code);
    if (cursive ? separates : !isInvisible(code)) advances[i]! += letterSpacing;
    if (separates) advances[i]! += wordSpacing;
  }
}
