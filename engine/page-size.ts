/** Named page sizes in CSS px, portrait (css-page-3 §7.1, and the sizes that printers sell). */
export const PAGE_SIZES: Readonly<Record<string, readonly [number, number]>> = {
  a3: [mm(297), mm(420)],
  a4: [mm(210), mm(297)],
  a5: [mm(148), mm(210)],
  b4: [mm(250), mm(353)],
  b5: [mm(176), mm(250)],
  'jis-b4': [mm(257), mm(364)],
  'jis-b5': [mm(182), mm(257)],
  letter: [inch(8.5), inch(11)],
  legal: [inch(8.5), inch(14)],
  ledger: [inch(11), inch(17)],
};

function inch(n: number): number {
  return n * 96;
}

function mm(n: number): number {
  return (n * 96) / 25.4;
}

const LENGTH = /^(\d{1,6}(?:\.\d{1,6})?)(px|pt|pc|in|cm|mm|q)?$/i;
const PX_PER: Readonly<Record<string, number>> = {
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
};

/** `20mm`, `1in`, `12` (px) -> CSS px; null when it isn't an absolute length. */
export function parseAbsoluteLength(text: string): number | null {
  const match = LENGTH.exec(text.trim());
  return match ? Number(match[1]) * (PX_PER[(match[2] ?? 'px').toLowerCase()] ?? 1) : null;
}

/** `A4`, `letter landscape`, `100mm 200mm` -> [width, height] in CSS px; null when it isn't a page size. */
export function parsePageSize(text: string): readonly [number, number] | null {
  const words = text.trim().toLowerCase().split(/\s+/);
  const landscape = words.includes('landscape');
  const rest = words.filter((word) => word !== 'landscape' && word !== 'portrait');
  const named = rest.length === 1 ? PAGE_SIZES[rest[0]] : undefined;
  const lengths = rest.map(parseAbsoluteLength);
  let size = named;
  if (!size && rest.length > 0 && rest.length <= 2 && lengths.every((length) => length !== null && length > 0)) {
    size = [lengths[0] as number, (lengths[1] ?? lengths[0]) as number];
  }
  if (!size) return null;
  return landscape ? [Math.max(...size), Math.min(...size)] : size;
}
