/**
 * Determines the order in which the pieces of a page are written. It is document order where that doesn't change the
 * rendering, and otherwise the painting order of css2 Appendix E.
 */
import type { Color } from '../css/color.ts';
import type { Bounds } from './bounds.ts';

/** A unit of painting. */
export interface Piece {
  /** The ink bounds in px on the page; null: no ink. */
  readonly bounds: Bounds | null;
  /**
   * The position in the document of the piece, or of the content it belongs to. Pieces with equal keys keep their
   * order.
   */
  readonly key: number;
  /**
   * Whether the piece contains readable text. Such a piece pulls forward the pieces below it. Others wait until the
   * pieces below them have been written.
   */
  readonly isRead: boolean;
  /** The color, if the piece is in one opaque color. Two such pieces may swap without visible change. */
  readonly color: Color | null;
}

/** Height in px of the stripes that index the pieces of a page. */
const STRIPE = 32;
const STRIPES = 256;
/** The maximum average number of pairs to compare per piece. Beyond it, pieces are written in painting order. */
const PAIRS_PER_PIECE = 256;

/** Pieces this close, in px, count as overlapping, because readers fill whole pixels. */
const NEXT_PIXEL = 1;

const stripeAt = (y: number): number => Math.max(0, Math.min(STRIPES - 1, Math.floor(y / STRIPE)));

function isSameColor(a: Color | null, b: Color | null): boolean {
  return a !== null && b !== null && (a === b || (a.r === b.r && a.g === b.g && a.b === b.b));
}

/** Returns whether the bounds overlap. */
function overlap(one: Bounds, other: Bounds): boolean {
  if (one.x1 + NEXT_PIXEL <= other.x0 || other.x1 + NEXT_PIXEL <= one.x0) return false;
  return one.y1 + NEXT_PIXEL > other.y0 && other.y1 + NEXT_PIXEL > one.y0;
}

const NONE: readonly number[] = [];

/** Returns for each piece the earlier ones that must stay below it, or null if there are too many pairs. */
function piecesBelow(pieces: readonly Piece[]): (readonly number[])[] | null {
  const stripes: number[][] = [];
  const seen = new Int32Array(pieces.length).fill(-1);
  let pairs = PAIRS_PER_PIECE * pieces.length;
  const found: (readonly number[])[] = [];
  const bounds: (Bounds | null)[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]!;
    const below: number[] = [];
    const own = piece.bounds;
    bounds.push(own);
    if (own !== null) {
      const last = stripeAt(own.y1 + NEXT_PIXEL);
      for (let s = stripeAt(own.y0); s <= last; s++) {
        const stripe = (stripes[s] ??= []);
        if ((pairs -= stripe.length) < 0) return null;
        // PERF: a page has many pairs of pieces, of which few overlap.
        for (let p = 0; p < stripe.length; p++) {
          const j = stripe[p]!;
          if (seen[j] === i) continue;
          seen[j] = i;
          // Swapping two pieces that overlap is visible unless they have the same color.
          if (overlap(bounds[j]!, own) && !isSameColor(pieces[j]!.color, piece.color)) below.push(j);
        }
        stripe.push(i);
      }
    }
    found.push(below.length === 0 ? NONE : below);
  }
  return found;
}

/** Returns the sort keys of the pieces. A piece that waits has the largest key of the pieces it waits for. */
function turns(pieces: readonly Piece[], below: readonly (readonly number[])[]): Float64Array {
  const keys = new Float64Array(pieces.length);
  for (let i = 0; i < pieces.length; i++) {
    const { key, isRead } = pieces[i]!;
    keys[i] = isRead ? key : below[i]!.reduce((last, j) => Math.max(last, keys[j]!), key);
  }
  return keys;
}

/** Returns for each index the smallest key from there on. */
function leastKeys(pieces: readonly Piece[]): Float64Array {
  const keys = new Float64Array(pieces.length);
  let least = Infinity;
  for (let i = pieces.length - 1; i >= 0; i--) keys[i] = least = Math.min(least, pieces[i]!.key);
  return keys;
}

/**
 * Returns the indices of a page's pieces, given in painting order, sorted by key. Each piece follows all pieces that it
 * covers. The page is split where no earlier key is greater than a later one. Parts that are already in order therefore
 * need no overlap tests.
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

/** Returns null if there are too many pairs to compare. */
function orderOf(pieces: readonly Piece[]): readonly number[] | null {
  const below = piecesBelow(pieces);
  if (below === null) return null;
  const keys = turns(pieces, below);
  const byKey = (a: number, b: number): number => keys[a]! - keys[b]! || a - b;
  const order: number[] = [];
  // 0: pending, 1: waiting for the pieces below, 2: done.
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
