/** Long strings of JSON text, parsed in pieces, between which others get their turn. */
import { BACKSLASH, BYTES_A_TURN, escapeLength, turn } from './json-scan.ts';

/** Those that are shorter are parsed at once. */
export const LONG_STRING = 256 * 1024;

/** The string whose text, quotes included, is at `[start, end)` of a JSON text in UTF-8. */
export async function longString(bytes: Buffer, start: number, end: number): Promise<string> {
  const pieces: string[] = [];
  const last = end - 1;
  for (let from = start + 1; from < last;) {
    const to = pieceEnd(bytes, from, Math.min(from + BYTES_A_TURN, last));
    pieces.push(JSON.parse(`"${bytes.toString('utf8', from, to)}"`) as string);
    from = to;
    await turn();
  }
  return pieces.join('');
}

/** Where a piece can end that begins at `from`: at `wanted`, or a little before or after it, where no character and no escape is under way. */
function pieceEnd(bytes: Uint8Array, from: number, wanted: number): number {
  let to = wanted;
  while (to > from && (bytes[to]! & 0xc0) === 0x80) to--;
  // The last backslash of an odd number of them begins an escape.
  for (let at = to - 1; at >= Math.max(from, to - LONGEST_ESCAPE + 1); at--) {
    if (bytes[at] !== BACKSLASH) continue;
    let first = at;
    while (first > from && bytes[first - 1] === BACKSLASH) first--;
    return (at - first) % 2 === 0 ? Math.max(to, at + escapeLength(bytes, at)) : to;
  }
  return to;
}
const LONGEST_ESCAPE = 6;
