/** The order in which the pieces of a page are written: that of the document, as far as nobody sees it (css2 Appendix E says what lies on what). */
import type { Color } from '../css/color.ts';
import type { Bounds } from './bounds.ts';

/** Something that is painted at once. */
export interface Piece {
  /** Where it may leave ink, px on the page; null: nowhere. */
  readonly bounds: Bounds | null;
  /** Where it stands in the document, or what it belongs to; pieces of the same place keep their order. */
  readonly key: number;
  /** What is read pulls forward what must lie below it; all else waits until that has its turn. */
  readonly isRead: boolean;
  /** What it leaves, if that is one opaque colour: two such pieces look the same in either order. */
  readonly color: Color | null;
}

/** Pieces are looked for by the stripes of the page that they lie in, px. */
const STRIPE = 32;
const STRIPES = 256;
/** Pairs that are looked at, for each piece; what has more of them is written as it is painted. */
const PAIRS_PER_PIECE = 256;

/** Readers fill whole pixels: what stands as near to something else may cover an edge of it, px. */
const NEXT_PIXEL = 1;

const stripeAt = (y: number): number => Math.max(0, Math.min(STRIPES - 1, Math.floor(y / STRIPE)));

function isSameColor(a: Color | null, b: Color | null): boolean {
  return a !== null && b !== null && (a === b || (a.r === b.r && a.g === b.g && a.b === b.b));
}

/** Would it show if two pieces changed places? */
function isSeen(a: Piece, b: Piece): boolean {
  const [one, other] = [a.bounds, b.bounds];
  if (one === null || other === null) return false;
  const isApart = (end: number, start: number): boolean => end + NEXT_PIXEL <= start;
  if (isApart(one.x1, other.x0) || isApart(other.x1, one.x0)) return false;
  if (isApart(one.y1, other.y0) || isApart(other.y1, one.y0)) return false;
  return !isSameColor(a.color, b.color);
}

const NONE: readonly number[] = [];

/** For each piece those painted earlier that must stay below it; null: there are too many to look at. */
function piecesBelow(pieces: readonly Piece[]): (readonly number[])[] | null {
  const stripes: number[][] = [];
  const seen = new Int32Array(pieces.length).fill(-1);
  let pairs = PAIRS_PER_PIECE * pieces.length;
  const found: (readonly number[])[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]!;
    const below: number[] = [];
    if (piece.bounds !== null) {
      const last = stripeAt(piece.bounds.y1 + NEXT_PIXEL);
      for (let s = stripeAt(piece.bounds.y0); s <= last; s++) {
        const stripe = (stripes[s] ??= []);
        if ((pairs -= stripe.length) < 0) return null;
        for (const j of stripe) {
          if (seen[j] === i) continue;
          seen[j] = i;
          if (isSeen(pieces[j]!, piece)) below.push(j);
        }
        stripe.push(i);
      }
    }
    found.push(below.length === 0 ? NONE : below);
  }
  return found;
}

/** The keys of pieces, of those that wait that of the last one that they wait for. */
function turns(pieces: readonly Piece[], below: readonly (readonly number[])[]): Float64Array {
  const keys = new Float64Array(pieces.length);
  for (let i = 0; i < pieces.length; i++) {
    const { key, isRead } = pieces[i]!;
    keys[i] = isRead ? key : below[i]!.reduce((last, j) => Math.max(last, keys[j]!), key);
  }
  return keys;
}

/** For each piece the least key from it on. */
function leastKeys(pieces: readonly Piece[]): Float64Array {
  const keys = new Float64Array(pieces.length);
  let least = Infinity;
  for (let i = pieces.length - 1; i >= 0; i--) keys[i] = least = Math.min(least, pieces[i]!.key);
  return keys;
}

/**
 * Indices of the pieces of a page, which come as they are painted, in the order of their keys; each behind all that it lies on. The page is parted where
 * no key before is greater than one behind: what stands in its order already needs no look at what it lies on.
 */
export function readingOrder(pieces: readonly Piece[]): readonly number[] {
  const least = leastKeys(pieces);
  const order: number[] = [];
  let most = -Infinity;
  let start = 0;
  for (let end = 1; end <= pieces.length; end++) {
    most = Math.max(most, pieces[end - 1]!.key);
    if (end < pieces.length && most > least[end]!) continue;
    const part = end - start === 1 ? null : orderOf(pieces.slice(start, end));
    for (let i = start; i < end; i++) order.push(part === null ? i : start + part[i - start]!);
    start = end;
  }
  return order;
}

/** null: there are too many to look at. */
function orderOf(pieces: readonly Piece[]): readonly number[] | null {
  const below = piecesBelow(pieces);
  if (below === null) return null;
  const keys = turns(pieces, below);
  const byKey = (a: number, b: number): number => keys[a]! - keys[b]! || a - b;
  const order: number[] = [];
  // 0: not yet, 1: what is below it comes first, 2: done.
  const states = new Uint8Array(pieces.length);
  for (const wanted of pieces.map((_, i) => i).sort(byKey)) {
    const open = [wanted];
    for (let i = open.pop(); i !== undefined; i = open.pop()) {
      if (states[i] === 2) continue;
      if (states[i] === 0) {
        states[i] = 1;
        open.push(i);
        const first = below[i]!.filter((j) => states[j] === 0);
        open.push(...first.sort((a, b) => byKey(b, a)));
        if (first.length > 0) continue;
        open.pop();
      }
      states[i] = 2;
      order.push(i);
    }
  }
  return order;
}
