/** Glyphs of a required size: a larger variant from the font, or an assembly of parts (MathML Core §5.2, §5.3). */
import { isDefaultIgnorable } from '../../fonts/characters.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { type GlyphConstruction, MathTable } from '../../fonts/math-table.ts';
import type { FontFace } from '../../fonts/font-face.ts';
import { LU_PER_PX, type LU } from '../../units.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import type { Box } from '../../boxes/box.ts';
import { LineFragment, TextFragment } from '../contract/fragment.ts';
import { glyphExtent } from './ink.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { WritingMode } from '../contract/geometry.ts';

/** Limit on extender repetitions, beyond the height of any page. */
const MAX_REPETITIONS = 2000;

/** A glyph or an assembly of glyphs. Extents are in font units from the baseline. */
interface Shape {
  readonly glyphIds: readonly number[];
  /** Offset of each glyph's origin from the shape's. */
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
}

/** An operator's glyph as a line fragment. */
export interface StretchyGlyph {
  readonly line: LineFragment;
  readonly width: LU;
  readonly ascent: LU;
  /** Negative if the glyph doesn't reach the baseline. */
  readonly descent: LU;
  readonly italicCorrection: LU;
}

/**
 * The required size: at least `size` LU across or along the line, the font's display size for `largeop`, or null for
 * the normal size.
 */
export type GlyphSize = { readonly axis: 'block' | 'inline'; readonly size: LU } | 'largeop' | null;

/** Returns the operator `text` at a size, or null if it isn't a single glyph in the font. */
export function stretchyGlyph(
  context: LayoutContext,
  box: Box,
  text: string,
  size: GlyphSize,
  mode: WritingMode,
): StretchyGlyph | null {
  const { style } = box;
  const run = context.text.shape(text, style, 0);
  if (run.glyphIds.length !== 1 || run.glyphIds[0] === 0) return null;
  const { face, fontSize } = run;
  const scale = (fontSize * LU_PER_PX) / face.metrics.unitsPerEm;
  const table = MathTable.of(face);
  const base = run.glyphIds[0]!;
  // At font size 0, no glyph can grow.
  const grows = table !== null && size !== null && scale > 0;
  const found = grows ? sized(face, table, base, size, scale) : single(face, base);
  // Invisible operators, such as function application and invisible times, are shaped as spaces but have no width.
  const shape = isDefaultIgnorable(text.codePointAt(0)!) ? { ...found, width: 0 } : found;
  const line = lineOf(run, shape, box, style, scale, mode);
  return {
    line,
    width: line.width,
    ascent: line.baseline,
    descent: line.height - line.baseline,
    italicCorrection: Math.round((table?.italicCorrection(shape.glyphIds[0]!) ?? 0) * scale),
  };
}

function sized(face: FontFace, table: MathTable, base: number, size: Exclude<GlyphSize, null>, scale: number): Shape {
  const vertical = size === 'largeop' || size.axis === 'block';
  const wanted = size === 'largeop' ? table.displayOperatorMinHeight : size.size / scale;
  const construction = table.construction(base, vertical);
  const own = single(face, base);
  // Sizes in the table are rounded up, so a difference of one unit doesn't require another glyph.
  if ((vertical ? own.ascent + own.descent : own.width) >= wanted - 1) return own;
  const { variants } = construction;
  const variant = variants.find(({ advance }) => advance >= wanted - 1);
  if (variant !== undefined) return single(face, variant.glyphId);
  if (size !== 'largeop') {
    const whole = assembled(face, construction, wanted, table.minConnectorOverlap, vertical);
    if (whole !== null) return whole;
  }
  return variants.length > 0 ? single(face, variants[variants.length - 1]!.glyphId) : own;
}

function single(face: FontFace, glyphId: number): Shape {
  const bounds = glyphExtent(face, glyphId);
  return {
    glyphIds: [glyphId],
    x: [0],
    y: [0],
    width: face.advance(glyphId),
    ascent: bounds.top,
    descent: -bounds.bottom,
  };
}

/** Returns the assembly with the extender count and the overlap that reach the size (MathML Core §5.3). */
function assembled(
  face: FontFace,
  { parts }: GlyphConstruction,
  wanted: number,
  minOverlap: number,
  vertical: boolean,
): Shape | null {
  const sum = (extenders: boolean): number =>
    parts.reduce((total, part) => total + (part.isExtender === extenders ? part.fullAdvance : 0), 0);
  const extenders = parts.filter((part) => part.isExtender).length;
  const perRepetition = sum(true) - minOverlap * extenders;
  if (parts.length === 0 || extenders === 0 || perRepetition <= 0) return null;
  const fixed = sum(false) - minOverlap * (parts.length - extenders - 1);
  const repetitions = Math.min(MAX_REPETITIONS, Math.max(0, Math.ceil((wanted - fixed) / perRepetition)));
  const all = parts.flatMap((part) => (part.isExtender ? Array.from({ length: repetitions }, () => part) : [part]));
  if (all.length === 0) return null;
  let maxOverlap = Infinity;
  for (let i = 1; i < all.length; i++)
    maxOverlap = Math.min(maxOverlap, all[i - 1]!.endConnector, all[i]!.startConnector);
  const full = all.reduce((total, part) => total + part.fullAdvance, 0);
  const spare = all.length > 1 ? (full - wanted) / (all.length - 1) : 0;
  const overlap = Math.max(minOverlap, Math.min(maxOverlap, spare));
  return stacked(face, all, overlap, vertical);
}

function stacked(
  face: FontFace,
  parts: readonly { readonly glyphId: number; readonly fullAdvance: number }[],
  overlap: number,
  vertical: boolean,
): Shape {
  const along: number[] = [];
  let at = 0;
  let [across, top, bottom] = [0, -Infinity, Infinity];
  for (const { glyphId, fullAdvance } of parts) {
    along.push(at);
    at += fullAdvance - overlap;
    const bounds = glyphExtent(face, glyphId);
    across = Math.max(across, face.advance(glyphId));
    top = Math.max(top, bounds.top);
    bottom = Math.min(bottom, bounds.bottom);
  }
  const length = at + overlap;
  const glyphIds = parts.map(({ glyphId }) => glyphId);
  const zeros = parts.map(() => 0);
  if (!vertical) return { glyphIds, x: along, y: zeros, width: length, ascent: top, descent: -bottom };
  // Parts of vertical assemblies are stacked from their lowest points.
  const y = parts.map(({ glyphId }, i) => along[i]! - glyphExtent(face, glyphId).bottom);
  return { glyphIds, x: zeros, y, width: across, ascent: length, descent: 0 };
}

/** Returns the glyphs as a line of one run, which extracts as the operator's text. */
function lineOf(
  run: ShapedRun,
  shape: Shape,
  box: Box,
  style: ComputedStyle,
  scale: number,
  mode: WritingMode,
): LineFragment {
  const count = shape.glyphIds.length;
  const px = (units: number): number => (units * scale) / LU_PER_PX;
  const advances = new Float64Array(count);
  advances[count - 1] = px(shape.width);
  const glyphs: ShapedRun = {
    face: run.face,
    fontSize: run.fontSize,
    style,
    item: -1,
    text: run.text,
    start: run.start,
    end: run.end,
    level: run.level,
    sideways: false,
    glyphIds: Uint32Array.from(shape.glyphIds),
    advances,
    xOffsets: Float64Array.from(shape.x, px),
    yOffsets: Float64Array.from(shape.y, px),
    clusters: new Uint32Array(count).fill(run.start),
    syntheticBold: run.syntheticBold,
    syntheticSlant: run.syntheticSlant,
  };
  const width = Math.round(shape.width * scale);
  const ascent = Math.round(shape.ascent * scale);
  const height = ascent + Math.round(shape.descent * scale);
  const shown = run.text.slice(run.start, run.end);
  const text = new TextFragment(glyphs, width, height, ascent, mode, style, box, 0, false, shown);
  return new LineFragment(width, height, mode, ascent, [text], [0, 0], null, 0, 0);
}
