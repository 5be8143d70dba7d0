/** How high the ink of a token is: what accents stand on. */
import type { FontFace } from '../../fonts/face.ts';
import { LU_PER_PX, type LU } from '../../units.ts';
import type { BoxFragment, Fragment } from '../fragment.ts';

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
