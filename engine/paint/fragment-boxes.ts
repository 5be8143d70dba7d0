import { BoxKind } from '../boxes/box.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import { FragmentFlag } from '../layout/contract/fragment.ts';
import type { LU } from '../units.ts';
import { type CutSides, NOT_CUT, roundedBorderBox, inset, type RoundedRect } from './rounded-rect.ts';
import type { BoxEdges } from './background.ts';

/** Returns the sides on which the fragment continues in another fragmentainer or line. These sides have no corners. */
export function cutSides(fragment: BoxFragment): CutSides {
  const before = (fragment.flags & FragmentFlag.BreaksBefore) !== 0;
  const after = (fragment.flags & FragmentFlag.BreaksAfter) !== 0;
  if ((!before && !after) || fragment.style.box.boxDecorationBreak === 'clone') return NOT_CUT;
  const mode = fragment.writingMode;
  // Block containers are cut along the block axis, inline boxes along the inline axis.
  const inline = fragment.box.kind === BoxKind.Inline;
  const logical = { inlineStart: 0, inlineEnd: 0, blockStart: 0, blockEnd: 0 };
  if (inline) {
    logical.inlineStart = Number(before);
    logical.inlineEnd = Number(after);
  } else {
    logical.blockStart = Number(before);
    logical.blockEnd = Number(after);
  }
  const sides = mode.toPhysicalSides(logical);
  return { top: sides.top === 1, right: sides.right === 1, bottom: sides.bottom === 1, left: sides.left === 1 };
}

/** Maximum rounding error of an edge, in LU. Layout rounds a position and a size. */
const NOISE = 1;
/** The same for inline boxes: the text before them and the text in them are each rounded up. */
const TEXT_NOISE = 2;

/**
 * Converts an edge to px. An edge within the rounding error of a whole px is moved onto it, because readers fill every
 * pixel that a rectangle touches. Otherwise, a sliver of 1/64 px shows as a line.
 */
const edgePx = (lu: LU, noise: LU): number => (((lu + noise) & 63) <= 2 * noise ? (lu + noise) >> 6 : lu / 64);

/** Returns the border box of a fragment at (x, y) with its radii. */
export function borderBoxOf(fragment: BoxFragment, x: LU, y: LU): RoundedRect {
  const noise = fragment.box.kind === BoxKind.Inline ? TEXT_NOISE : NOISE;
  const left = edgePx(x, noise);
  const top = edgePx(y, noise);
  const width = edgePx(x + fragment.width, noise) - left;
  const rect = { x: left, y: top, width, height: edgePx(y + fragment.height, noise) - top };
  return roundedBorderBox(rect, fragment.style.border, cutSides(fragment));
}

/** Returns the border widths in px: top, right, bottom, left. */
export function borderWidths(fragment: BoxFragment): [number, number, number, number] {
  const { border } = fragment;
  return [border.top / 64, border.right / 64, border.bottom / 64, border.left / 64];
}

/** Returns the border, padding and content box of a fragment at (x, y). */
export function edgesOf(fragment: BoxFragment, x: LU, y: LU): BoxEdges {
  const border = borderBoxOf(fragment, x, y);
  const { border: b, padding: p } = fragment;
  const padding = inset(border, b.top / 64, b.right / 64, b.bottom / 64, b.left / 64);
  const content = inset(
    border,
    (b.top + p.top) / 64,
    (b.right + p.right) / 64,
    (b.bottom + p.bottom) / 64,
    (b.left + p.left) / 64,
  );
  return { border, padding, content };
}
