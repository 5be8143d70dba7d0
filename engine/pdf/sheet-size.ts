/** Limits sheet sizes to those that readers support. */

/** Limits in default user space units (ISO 32000-1 annex C.2). Outside them, readers fail or show nothing. */
const MIN_UNITS = 3;
const MAX_UNITS = 14_400;
/** The maximum number of points per unit for larger sheets. */
const MAX_USER_UNIT = 10;

export interface SheetSize {
  /** In user space units. */
  readonly width: number;
  readonly height: number;
  /** Points per unit. */
  readonly userUnit: number;
  /** Whether the sheet has a different size than requested. */
  readonly isClamped: boolean;
}

/** Returns the size of a sheet, rounded to 0.01 pt. */
export function sheetSize(widthPx: number, heightPx: number): SheetSize {
  const width = Math.round(widthPx * 75) / 100;
  const height = Math.round(heightPx * 75) / 100;
  const userUnit = Math.min(MAX_USER_UNIT, Math.max(1, Math.ceil(Math.max(width, height) / MAX_UNITS)));
  const units = (points: number): number => Math.min(MAX_UNITS, Math.max(MIN_UNITS, points / userUnit));
  const isClamped = units(width) !== width / userUnit || units(height) !== height / userUnit;
  return { width: units(width), height: units(height), userUnit, isClamped };
}
