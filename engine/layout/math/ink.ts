/** Vertical ink extents of tokens, on which accents are placed. */
import type { FontFace } from '../../fonts/font-face.ts';
import { LU_PER_PX, type LU } from '../../units.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import type { BoxFragment, Fragment, LineFragment } from '../contract/fragment.ts';

interface VerticalExtent {
  readonly top: number;
  readonly bottom: number;
}

/** By face and glyph. PERF: operators query these on every layout, and parsing an outline is slow. */
const extents = new WeakMap<FontFace, Map<number, VerticalExtent>>();

/**
 * Returns the extent of a glyph's outline in font units, with y up. Control points are included, so the extent may be
 * slightly too large.
 */
export function glyphExtent(face: FontFace, glyphId: number): VerticalExtent {
  let known = extents.get(face);
  if (known === undefined) extents.set(face, (known = new Map()));
  let extent = known.get(glyphId);
  if (extent === undefined) known.set(glyphId, (extent = readExtent(face, glyphId)));
  return extent;
}

function readExtent(face: FontFace, glyphId: number): VerticalExtent {
  const numbers = face.outline(glyphId).match(/-?\d+(?:\.\d+)?/g) ?? [];
  let [top, bottom] = [-Infinity, Infinity];
  for (let i = 1; i < numbers.length; i += 2) {
    const y = Number(numbers[i]);
    top = Math.max(top, y);
    bottom = Math.min(bottom, y);
  }
  return numbers.length === 0 ? { top: 0, bottom: 0 } : { top, bottom };
}

/** Distances from a baseline in LU. Negative if all ink is on the other side. */
interface InkExtent {
  readonly ascent: LU;
  readonly descent: LU;
}

/** Returns the ink of a run of horizontal text, or null if it has none. */
function inkOfRun({ face, fontSize, glyphIds, yOffsets }: ShapedRun): InkExtent | null {
  const scale = (fontSize * LU_PER_PX) / face.metrics.unitsPerEm;
  let [ascent, descent] = [-Infinity, -Infinity];
  for (let i = 0; i < glyphIds.length; i++) {
    const { top, bottom } = glyphExtent(face, glyphIds[i]!);
    if (top === bottom) continue;
    const raised = (yOffsets?.[i] ?? 0) * LU_PER_PX;
    ascent = Math.max(ascent, top * scale + raised);
    descent = Math.max(descent, -bottom * scale - raised);
  }
  return ascent === -Infinity ? null : { ascent: Math.round(ascent), descent: Math.round(descent) };
}

/**
 * Returns the ink of a horizontal line from its baseline. Returns null if the line has no ink or contains more than its
 * block's text.
 */
export function inkOfLine(line: LineFragment): InkExtent | null {
  let [ascent, descent] = [-Infinity, -Infinity];
  for (let i = 0; i < line.children.length; i++) {
    const child = line.children[i]!;
    if (child.type !== 'text') return null;
    const ink = inkOfRun(child.run);
    if (ink === null) continue;
    const raised = line.baseline - line.offsets[2 * i + 1]! - child.baseline;
    ascent = Math.max(ascent, ink.ascent + raised);
    descent = Math.max(descent, ink.descent - raised);
  }
  return ascent === -Infinity ? null : { ascent, descent };
}

/**
 * Returns a token's extent from its ink in whole pixels: the nearest top and the inner bottom, as browsers round
 * glyphs.
 */
export function tokenExtent({ ascent, descent }: InkExtent): InkExtent {
  return {
    ascent: Math.round(ascent / LU_PER_PX) * LU_PER_PX,
    descent: Math.floor(descent / LU_PER_PX) * LU_PER_PX,
  };
}

/**
 * Returns the distance from the baseline to the top of the ink. Returns null unless the box consists of a single text
 * fragment.
 */
export function inkAscent(fragment: BoxFragment): LU | null {
  let only: Fragment = fragment;
  while (only.type !== 'text') {
    if (only.children.length !== 1 || (only.type === 'box' && only.extra !== null)) return null;
    only = only.children[0]!;
  }
  const { face, fontSize, glyphIds } = only.run;
  let top = 0;
  for (const glyph of glyphIds) top = Math.max(top, glyphExtent(face, glyph).top);
  return Math.round((top * fontSize * LU_PER_PX) / face.metrics.unitsPerEm);
}
