/** Parses long JSON strings in pieces, yielding between them. */
import { BACKSLASH, BYTES_A_TURN, escapeLength, turn } from './json-scan.ts';

/** Shorter strings are parsed in one go. */
export const LONG_STRING = 256 * 1024;

/** Returns the string at `[start, end)` of a UTF-8 JSON text, including its quotes. */
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

/** Returns the end of the piece that starts at `from`: near `wanted`, but not within a character or escape. */
function pieceEnd(bytes: Uint8Array, from: number, wanted: number): number {
  let to = wanted;
  while (to > from && (bytes[to]! & 0xc0) === 0x80) to--;
  // The last backslash of an odd run starts an escape.
  for (let at = to - 1; at >= Math.max(from, to - LONGEST_ESCAPE + 1); at--) {
    if (bytes[at] !== BACKSLASH) continue;
    let first = at;
    while (first > from && bytes[first - 1] === BACKSLASH) first--;
    return (at - first) % 2 === 0 ? Math.max(to, at + escapeLength(bytes, at)) : to;
  }
  return to;
}
const LONGEST_ESCAPE = 6;
