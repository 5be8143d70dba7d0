import { ABSOLUTE_LENGTHS, absoluteUnitPx } from './units.ts';

type PageSize = readonly [width: number, height: number];

export const A4: PageSize = [mm(210), mm(297)];

/** Page sizes that `@page` knows by name, in CSS px, portrait (css-page-3 §7.1). */
export const PAGE_SIZES: ReadonlyMap<string, PageSize> = new Map([
  ['a3', [mm(297), mm(420)]],
  ['a4', A4],
  ['a5', [mm(148), mm(210)]],
  ['b4', [mm(250), mm(353)]],
  ['b5', [mm(176), mm(250)]],
  ['jis-b4', [mm(257), mm(364)]],
  ['jis-b5', [mm(182), mm(257)]],
  ['letter', [inch(8.5), inch(11)]],
  ['legal', [inch(8.5), inch(14)]],
  ['ledger', [inch(11), inch(17)]],
]);

/** Others that callers may name: CSS hasn't got them. */
const MORE_SIZES: ReadonlyMap<string, PageSize> = new Map([
  ['a0', [mm(841), mm(1189)]],
  ['a1', [mm(594), mm(841)]],
  ['a2', [mm(420), mm(594)]],
  ['a6', [mm(105), mm(148)]],
  ['tabloid', [inch(11), inch(17)]],
]);

function inch(n: number): number {
  return n * ABSOLUTE_LENGTHS.in;
}

function mm(n: number): number {
  return n * ABSOLUTE_LENGTHS.mm;
}

const LENGTH = /^(\d{1,6}(?:\.\d{1,6})?)(px|pt|pc|in|cm|mm|q)?$/i;

/** `20mm`, `1in`, `12` (px) -> CSS px; null when it isn't an absolute length. */
export function parseAbsoluteLength(text: string): number | null {
  const match = LENGTH.exec(text.trim());
  return match ? Number(match[1]) * (absoluteUnitPx((match[2] ?? 'px').toLowerCase()) ?? 1) : null;
}

/** `A4`, `letter landscape`, `100mm 200mm` -> [width, height] in CSS px; null when it isn't a page size. */
export function parsePageSize(text: string): readonly [number, number] | null {
  const words = text.trim().toLowerCase().split(/\s+/);
  const landscape = words.includes('landscape');
  const rest = words.filter((word) => word !== 'landscape' && word !== 'portrait');
  const named = rest.length === 1 ? (PAGE_SIZES.get(rest[0]!) ?? MORE_SIZES.get(rest[0]!)) : undefined;
  // Who leaves the unit out may mean any.
  const lengths = rest.map((word) => (/[a-z]$/.test(word) ? parseAbsoluteLength(word) : null));
  let size = named;
  if (!size && rest.length > 0 && rest.length <= 2 && lengths.every((length) => length !== null && length > 0)) {
    size = [lengths[0] as number, (lengths[1] ?? lengths[0]) as number];
  }
  if (!size) return null;
  return landscape ? [Math.max(...size), Math.min(...size)] : size;
}
