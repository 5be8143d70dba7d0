import { ABSOLUTE_LENGTHS, absoluteUnitPx } from './units.ts';

type PageSize = readonly [width: number, height: number];

export const A4: PageSize = [mm(210), mm(297)];

/**
 * Page sizes by name in CSS px, portrait: those of css-page-3 §7.1, and the rest of their series, as in other print CSS
 * formatters.
 */
export const PAGE_SIZES: ReadonlyMap<string, PageSize> = new Map([
  ...series('a', 841, 1189),
  ...series('b', 1000, 1414),
  ...series('c', 917, 1297),
  ...series('jis-b', 1030, 1456),
  ['letter', [inch(8.5), inch(11)]],
  ['legal', [inch(8.5), inch(14)]],
  ['ledger', [inch(11), inch(17)]],
  ['tabloid', [inch(11), inch(17)]],
]);

/** Returns an ISO 216 series: each sheet is half of the previous one, in whole millimeters. */
function series(name: string, width: number, height: number): [string, PageSize][] {
  const sizes: [string, PageSize][] = [];
  for (let i = 0; i <= 10; i++) {
    sizes.push([`${name}${i}`, [mm(width), mm(height)]]);
    [width, height] = [Math.floor(height / 2), width];
  }
  return sizes;
}

function inch(n: number): number {
  return n * ABSOLUTE_LENGTHS.in;
}

function mm(n: number): number {
  return n * ABSOLUTE_LENGTHS.mm;
}

const LENGTH = /^(\d{1,6}(?:\.\d{1,6})?)(px|pt|pc|in|cm|mm|q)?$/i;

/** Parses an absolute length (`20mm`, `1in`, `12` for px) into CSS px. Returns null when it isn't one. */
export function parseAbsoluteLength(text: string): number | null {
  const match = LENGTH.exec(text.trim());
  return match ? Number(match[1]) * (absoluteUnitPx((match[2] ?? 'px').toLowerCase()) ?? 1) : null;
}

/**
 * Parses a page size (`A4`, `letter landscape`, `100mm 200mm`) into [width, height] in CSS px. Returns null when it
 * isn't one.
 */
export function parsePageSize(text: string): readonly [number, number] | null {
  const words = text.trim().toLowerCase().split(/\s+/);
  const landscape = words.includes('landscape');
  const rest = words.filter((word) => word !== 'landscape' && word !== 'portrait');
  const named = rest.length === 1 ? PAGE_SIZES.get(rest[0]!) : undefined;
  // A number without a unit is rejected, because its unit would be ambiguous.
  const lengths = rest.map((word) => (/[a-z]$/.test(word) ? parseAbsoluteLength(word) : null));
  let size = named;
  if (!size && rest.length > 0 && rest.length <= 2 && lengths.every((length) => length !== null && length > 0)) {
    size = [lengths[0] as number, (lengths[1] ?? lengths[0]) as number];
  }
  if (!size) return null;
  return landscape ? [Math.max(...size), Math.min(...size)] : size;
}
