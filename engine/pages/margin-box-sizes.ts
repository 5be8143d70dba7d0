/**
 * Used sizes of the page-margin boxes along a side (css-page-3 §5.3.2). Lengths are LU. "size" is the variable
 * dimension: the width of the top and bottom boxes, the height of the left and right ones.
 */
import { INDEFINITE, type LU } from '../units.ts';

/** The data about one of the three boxes of a side that the distribution needs. A box that isn't generated is null. */
export interface VariableBox {
  /** Specified size of the border box, or INDEFINITE for auto. */
  readonly size: LU;
  /** Border-box content contributions. */
  readonly minContent: LU;
  readonly maxContent: LU;
  /** Sum of the used margins on the axis (auto is 0). */
  readonly margins: LU;
  /** Border-box constraints. */
  readonly minSize: LU;
  readonly maxSize: LU;
}

type Sizes = [LU, LU, LU];

/**
 * Returns the used border-box sizes of the start, middle and end box (css-page-3 §5.3.2.2 and §5.3.2.3). Boxes that
 * aren't generated get 0.
 */
export function distributeMarginBoxes(
  start: VariableBox | null,
  middle: VariableBox | null,
  end: VariableBox | null,
  available: LU,
): Sizes {
  const boxes = [start, middle, end];
  const fixed = boxes.map((box) => box?.size ?? 0);
  let sizes = resolve(boxes, fixed, available);
  const over = boxes.map((box, i) => (box && sizes[i]! > box.maxSize ? box.maxSize : fixed[i]!));
  if (over.some((size, i) => size !== fixed[i])) sizes = resolve(boxes, over, available);
  const under = boxes.map((box, i) => (box && sizes[i]! < box.minSize ? box.minSize : over[i]!));
  if (under.some((size, i) => size !== over[i])) sizes = resolve(boxes, under, available);
  return sizes;
}

interface Outer {
  /** Outer size if it is fixed, else INDEFINITE. */
  fixed: LU;
  min: LU;
  max: LU;
}

function resolve(boxes: readonly (VariableBox | null)[], sizes: readonly LU[], available: LU): Sizes {
  const outer: Outer[] = withFlex(
    boxes.map((box, i) => {
      if (!box) return { fixed: 0, min: 0, max: 0 };
      if (sizes[i] !== INDEFINITE) {
        const size = sizes[i]! + box.margins;
        return { fixed: size, min: size, max: size };
      }
      return { fixed: INDEFINITE, min: box.minContent + box.margins, max: box.maxContent + box.margins };
    }),
  );
  const [a, b, c] = outer;
  let used: Sizes;
  if (!boxes[1]) {
    const [first, last] = distributePair(a!, c!, available);
    used = [first, 0, last];
  } else {
    const middle =
      b!.fixed !== INDEFINITE ? b!.fixed : Math.min(besideTwice(b!, a!, available), besideTwice(b!, c!, available));
    const rest = Math.max(0, (available - middle) >> 1);
    used = [a!.fixed !== INDEFINITE ? a!.fixed : rest, middle, c!.fixed !== INDEFINITE ? c!.fixed : rest];
  }
  return used.map((size, i) => Math.max(0, size - (boxes[i]?.margins ?? 0))) as Sizes;
}

/** Gives auto boxes equal weight if all of them are empty. */
function withFlex(boxes: Outer[]): Outer[] {
  const isEmpty = boxes.every(({ fixed, max }) => fixed !== INDEFINITE || max <= 0);
  return isEmpty ? boxes.map((box) => (box.fixed === INDEFINITE ? { ...box, min: 1, max: 1 } : box)) : boxes;
}

/**
 * Returns the outer size of the middle box, so that it stays centered. The calculation uses an imaginary box twice as
 * large as the one at one side. The specification combines both sides but doesn't cover one auto and one fixed side.
 * Each side is therefore computed separately, and the smaller result wins.
 */
function besideTwice(middle: Outer, side: Outer, available: LU): LU {
  const fixed = side.fixed === INDEFINITE ? INDEFINITE : 2 * side.fixed;
  return distributePair(middle, { fixed, min: 2 * side.min, max: 2 * side.max }, available)[0];
}

/** Returns the outer sizes of two boxes that share `available`. */
function distributePair(a: Outer, b: Outer, available: LU): [LU, LU] {
  if (a.fixed !== INDEFINITE && b.fixed !== INDEFINITE) return [a.fixed, b.fixed];
  if (a.fixed !== INDEFINITE) return [a.fixed, Math.max(0, available - a.fixed)];
  if (b.fixed !== INDEFINITE) return [Math.max(0, available - b.fixed), b.fixed];
  const spareOverMax = available - a.max - b.max;
  if (spareOverMax > 0) return share(a.max, b.max, spareOverMax, a.max, b.max);
  const spareOverMin = available - a.min - b.min;
  if (spareOverMin > 0) return share(a.min, b.min, spareOverMin, a.max - a.min, b.max - b.min);
  return share(a.min, b.min, spareOverMin, a.min, b.min);
}

function share(a: LU, b: LU, space: LU, factorA: number, factorB: number): [LU, LU] {
  const sum = factorA + factorB;
  const part = Math.floor(sum > 0 ? (space * factorA) / sum : space / 2);
  return [a + part, b + (space - part)];
}

/** Used values in the fixed dimension: margins and border-box size add up to the page margin (css-page-3 §5.3.3). */
export interface FixedDimension {
  readonly marginStart: LU;
  readonly size: LU;
  readonly marginEnd: LU;
}

/**
 * Resolves the fixed dimension. `size` is the specified border-box size or INDEFINITE for auto, and margins are null
 * for auto. `edges` is border and padding. If the values are over-constrained, `keepsEnd` drops the start margin (top
 * and left boxes), else the end margin is dropped.
 */
export function resolveFixedDimension(
  marginStart: LU | null,
  size: LU,
  marginEnd: LU | null,
  edges: LU,
  total: LU,
  keepsEnd: boolean,
): FixedDimension {
  let start = marginStart;
  let end = marginEnd;
  const known = (size === INDEFINITE ? edges : size) + (start ?? 0) + (end ?? 0);
  if (known > total) {
    start ??= 0;
    end ??= 0;
  }
  if (size === INDEFINITE) {
    const used = Math.max(edges, total - (start ?? 0) - (end ?? 0));
    return { marginStart: start ?? 0, size: used, marginEnd: end ?? 0 };
  }
  if (start !== null && end !== null) {
    if (keepsEnd) start = null;
    else end = null;
  }
  const rest = total - size;
  if (start === null && end === null) return { marginStart: rest >> 1, size, marginEnd: rest - (rest >> 1) };
  if (start === null) return { marginStart: rest - (end ?? 0), size, marginEnd: end ?? 0 };
  return { marginStart: start, size, marginEnd: rest - start };
}
