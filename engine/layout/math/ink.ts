/** How high the ink of a token is: what accents stand on. */
import type { FontFace } from '../../fonts/face.ts';
import { LU_PER_PX, type LU } from '../../units.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import type { BoxFragment, Fragment, LineFragment } from '../fragment.ts';

export interface VerticalExtent {
  readonly top: number;
  readonly bottom: number;
}

/** PERF: by face and glyph. Operators ask for theirs at every layout, and to read an outline takes long. */
const extents = new WeakMap<FontFace, Map<number, VerticalExtent>>();

/** The extent of a glyph's outline, font units, y up. Control points lie on or outside of it. */
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

/** LU from a baseline; negative where all ink is on its other side. */
export interface InkExtent {
  readonly ascent: LU;
  readonly descent: LU;
}

/** The ink of a run of horizontal text; null: it has none. */
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

/** The ink of a horizontal line from its baseline; null: there is more in it than text of its block, or none. */
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

/** The extent that a token has by its ink: in whole pixels, tops the nearest and bottoms those within, as glyphs of browsers come out. */
export function tokenExtent({ ascent, descent }: InkExtent): InkExtent {
  return {
    ascent: Math.round(ascent / LU_PER_PX) * LU_PER_PX,
    descent: Math.floor(descent / LU_PER_PX) * LU_PER_PX,
  };
}

/** From the baseline to the top of the text in a box that is nothing but one line of text; null: it is more. */
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
