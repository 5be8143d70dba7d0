/**
 * LU, the layout unit: an integer count of 1/64 CSS px, as browsers use.
 * Integers keep layout deterministic, free of epsilons, and fast in V8 (small integers, never boxed doubles).
 */
export type LU = number;

export const LU_PER_PX = 64;

/** Largest length that layout works with (about 16 million px); everything is clamped to it. */
export const MAX_LU = 2 ** 30 - 1;

/** "No definite size": an available or percentage size that is not known. No used size is ever negative. */
export const INDEFINITE = -1;

/** CSS px to LU, rounded towards minus infinity, as Chromium does for every specified length. */
export function luFromPx(px: number): LU {
  if (!(px < MAX_LU / LU_PER_PX)) return Number.isNaN(px) ? 0 : MAX_LU;
  if (px < -MAX_LU / LU_PER_PX) return -MAX_LU;
  return Math.floor(px * LU_PER_PX) | 0;
}

/** CSS px to LU, rounded up: text widths, so that shrink-to-fit always fits. */
export function luCeilFromPx(px: number): LU {
  // Float noise of a sum of advances must not cost a whole unit.
  return px < MAX_LU / LU_PER_PX ? Math.ceil(px * LU_PER_PX - 1e-4) | 0 : MAX_LU;
}

export function pxFromLu(lu: LU): number {
  return lu / LU_PER_PX;
}

export const clampLu = (lu: number): LU => (lu > MAX_LU ? MAX_LU : lu < -MAX_LU ? -MAX_LU : lu);

/** CSS px of one of each absolute unit of length (css-values-4 §6.2), by its name in lower case. */
export const ABSOLUTE_LENGTHS = { px: 1, cm: 96 / 2.54, mm: 96 / 25.4, q: 96 / 101.6, in: 96, pc: 16, pt: 96 / 72 };

const PX_OF_UNIT: ReadonlyMap<string, number> = new Map(Object.entries(ABSOLUTE_LENGTHS));

/** CSS px of one absolute unit of length, in lower case; null: it is none. */
export function absoluteUnitPx(unit: string): number | null {
  return PX_OF_UNIT.get(unit) ?? null;
}
