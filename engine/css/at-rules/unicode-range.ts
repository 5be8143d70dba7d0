const RANGE = /^u\+([0-9a-f]{0,6})(\?{0,6})(?:-([0-9a-f]{1,6}))?$/i;
const MAX = 0x10ffff;

/** Parses `unicode-range` (css-syntax-3 §7) into inclusive ranges. Returns null when it is invalid. */
export function parseUnicodeRange(text: string): readonly (readonly [number, number])[] | null {
  const ranges: [number, number][] = [];
  for (const part of text.replace(/\/\*[^]*?\*\//g, '').split(',')) {
    const match = RANGE.exec(part.trim());
    if (match === null) return null;
    const [, digits, wildcards, last] = match;
    if (
      digits!.length + wildcards!.length === 0 ||
      digits!.length + wildcards!.length > 6 ||
      (wildcards !== '' && last !== undefined)
    )
      return null;
    const from = parseInt(digits + '0'.repeat(wildcards!.length), 16);
    const to = last === undefined ? parseInt(digits + 'f'.repeat(wildcards!.length), 16) : parseInt(last, 16);
    if (from > to || from > MAX || (last !== undefined && to > MAX)) return null;
    ranges.push([from, Math.min(to, MAX)]);
  }
  return ranges;
}
