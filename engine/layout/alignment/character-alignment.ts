/** Alignment of the cells of a column at a string (css-text-4 §7.2), such as decimal points of numbers. */
import { type Box, BoxKind } from '../../boxes/box.ts';
import type { AroundAxis } from '../contract/constraint-space.ts';
import { type LU, luFromPx } from '../../units.ts';
import type { BoxFragment, Fragment, LineFragment, TextFragment } from '../contract/fragment.ts';

/** Returns the distance from the common start of a column's contents to a line's content. */
export function characterShift(line: LineFragment, box: Box, { before }: AroundAxis): LU {
  return Math.max(0, before - beforeAxis(line, box));
}

/**
 * Returns the distance from the line-left edge of a line's content to the middle of the first string at which it
 * aligns. A line without the string aligns as if it ended with it.
 */
export function beforeAxis(line: LineFragment, box: Box): LU {
  const string = box.style.text.textAlignCharacter ?? '';
  const { text } = box.inline!;
  const from = text.indexOf(string, line.start);
  const vertical = line.writingMode.vertical;
  const length = vertical ? line.height : line.width;
  if (from < 0 || from + string.length > line.end) return length;
  const start = placeIn(line, from, vertical, 0);
  const last = placeIn(line, from + string.length - 1, vertical, 0);
  if (start === null || last === null) return length;
  const left = Math.min(start.left, last.left);
  const right = Math.max(start.right, last.right);
  return (left + right) >> 1;
}

interface Extent {
  readonly left: LU;
  readonly right: LU;
}

/** Returns the extent along the line of the glyphs of a character; null if it has none. */
function placeIn(
  { children, offsets }: LineFragment | BoxFragment,
  offset: number,
  vertical: boolean,
  origin: LU,
): Extent | null {
  for (let i = 0; i < children.length; i++) {
    const child = children[i] as Fragment;
    const at = origin + offsets[vertical ? 2 * i + 1 : 2 * i]!;
    if (child.type === 'text') {
      const { start, end, item } = child.run;
      if (item >= 0 && offset >= start && offset < end) return glyphExtent(child, offset, at);
    } else if (child.type === 'box' && child.box.kind === BoxKind.Inline) {
      const found = placeIn(child, offset, vertical, at);
      if (found !== null) return found;
    }
  }
  return null;
}

/** Returns the extent of the cluster that contains a character. Glyphs of a run are in visual order, from left to right. */
function glyphExtent({ run }: TextFragment, offset: number, at: LU): Extent {
  const { advances, clusters } = run;
  let cluster = -1;
  for (let g = 0; g < clusters.length; g++)
    if (clusters[g]! <= offset && clusters[g]! > cluster) cluster = clusters[g]!;
  const first = clusters.indexOf(cluster);
  let left = 0;
  for (let g = 0; g < first; g++) left += advances[g]!;
  let width = 0;
  for (let g = first; g < advances.length && clusters[g] === cluster; g++) width += advances[g]!;
  return { left: at + luFromPx(left), right: at + luFromPx(left + width) };
}
