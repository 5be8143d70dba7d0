/**
 * LU, the layout unit: an integer number of 1/64 CSS px, as in browsers. Integers keep layout deterministic and free of
 * epsilons. PERF: V8 stores them as small integers, never as boxed doubles.
 */
export type LU = number;

export const LU_PER_PX = 64;

/** The largest length in layout (about 16 million px). All lengths are clamped to it. */
export const MAX_LU = 2 ** 30 - 1;

/** Marks an available or percentage size without a definite value. No used size is ever negative. */
export const INDEFINITE = -1;

/** Converts CSS px to LU, rounded towards minus infinity, as Chromium does for specified lengths. */
export function luFromPx(px: number): LU {
  if (!(px < MAX_LU / LU_PER_PX)) return Number.isNaN(px) ? 0 : MAX_LU;
  if (px < -MAX_LU / LU_PER_PX) return -MAX_LU;
  return Math.floor(px * LU_PER_PX) | 0;
}

/** Converts CSS px to LU, rounded up. Used for text widths, so that shrink-to-fit always fits. */
export function luCeilFromPx(px: number): LU {
  // Rounding errors in a sum of advances must not add a unit.
  return px < MAX_LU / LU_PER_PX ? Math.ceil(px * LU_PER_PX - 1e-4) | 0 : MAX_LU;
}

export function pxFromLu(lu: LU): number {
  return lu / LU_PER_PX;
}

export const clampLu = (lu: number): LU => (lu > MAX_LU ? MAX_LU : lu < -MAX_LU ? -MAX_LU : lu);

/** CSS px per absolute unit of length (css-values-4 §6.2), by lower-case name. */
export const ABSOLUTE_LENGTHS = { px: 1, cm: 96 / 2.54, mm: 96 / 25.4, q: 96 / 101.6, in: 96, pc: 16, pt: 96 / 72 };

const PX_OF_UNIT: ReadonlyMap<string, number> = new Map(Object.entries(ABSOLUTE_LENGTHS));

/** Returns the CSS px per absolute unit, given in lower case; null for other units. */
export function absoluteUnitPx(unit: string): number | null {
  return PX_OF_UNIT.get(unit) ?? null;
}
