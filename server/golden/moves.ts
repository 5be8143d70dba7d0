/** Finds the elements that moved, and assigns them to the changes that moved them. */
import { type Cause, group, px, VISIBLE_PX } from './change.ts';
import { addTo } from './groups.ts';
import type { Pair } from './match-elements.ts';

/** An element that moved by itself, not only with its parent. */
interface Move {
  readonly pair: Pair;
  readonly right: number;
  readonly down: number;
  readonly isToOtherPage: boolean;
}

/** Adds the moves to the consequences of their causes. Returns sentences about the others. */
export function explainMoves(pairs: readonly Pair[], causes: readonly Cause[]): string[] {
  const moving = causes.filter(({ page, grown }) => page !== null && grown !== 0);
  const widening = causes.filter(({ page, grown, isContent }) => page !== null && (grown !== 0 || isContent));
  const groups = new Map<Cause | null, Map<string, Move[]>>();
  for (const move of movesOf(pairs)) {
    const cause = causeOfMove(move, moving, widening);
    let ofCause = groups.get(cause);
    if (ofCause === undefined) groups.set(cause, (ofCause = new Map()));
    // Moves without a cause are only alike if their distance is.
    const key = [...wayOf(move), ...(cause === null ? [Math.round(move.right), Math.round(move.down)] : [])].join(' ');
    addTo(ofCause, key, move);
  }
  const unexplained: string[] = [];
  for (const [cause, ofCause] of groups)
    (cause?.consequences ?? unexplained).push(...[...ofCause.values()].map(inWords));
  return unexplained;
}

/** Returns the pages and the direction of a move. Moves that agree in them are described together. */
const wayOf = ({ pair: { before, after }, right, down }: Move): number[] => [
  before.page,
  after.page,
  signOf(right),
  signOf(down),
];

const signOf = (length: number): number => (isSeen(length) ? Math.sign(length) : 0);
const isSeen = (length: number): boolean => Math.abs(length) >= VISIBLE_PX;

function movesOf(pairs: readonly Pair[]): Move[] {
  const moves: Move[] = [];
  for (const pair of pairs) {
    const { before, after, parent } = pair;
    const parentMoves = parent !== null && parent.before.page !== parent.after.page;
    if (before.page !== after.page) {
      if (!parentMoves) moves.push({ pair, right: 0, down: 0, isToOtherPage: true });
      continue;
    }
    const [right, down] = shiftOf(pair);
    if (!isSeen(right) && !isSeen(down)) continue;
    const [aroundX, aroundY] = parent === null || parentMoves ? [0, 0] : shiftOf(parent);
    if (isSeen(right - aroundX) || isSeen(down - aroundY)) moves.push({ pair, right, down, isToOtherPage: false });
  }
  return moves;
}

const shiftOf = ({ before, after }: Pair): readonly [right: number, down: number] => [
  after.x - before.x,
  after.y - before.y,
];

function causeOfMove(
  { pair, right, down, isToOtherPage }: Move,
  causes: readonly Cause[],
  widening: readonly Cause[],
): Cause | null {
  const { before, order } = pair;
  const area = causes.find(({ isArea, page }) => isArea && page! <= before.page);
  if (area !== undefined) return area;
  // Columns of a table and items of a line move because of what is anywhere in them.
  if (isSeen(right) && !isSeen(down)) return widening.length === 1 ? widening[0]! : null;
  const inside = causes.find(({ grown, pairs: [first] }) => grown === null && first && collapsesInto(pair, first));
  if (inside !== undefined) return inside;
  const earlier = causes.filter((cause) => cause.order <= order);
  const last = earlier.at(-1) ?? null;
  const onPage = earlier.filter((cause) => cause.pairs.some((one) => one.before.page === before.page));
  if (isToOtherPage || onPage.length === 0) return last;
  const unknown = onPage.find(({ grown }) => grown === null);
  if (unknown !== undefined) return unknown;
  const alone = onPage.find(({ grown }) => Math.abs(grown! - down) < 1);
  if (alone !== undefined) return alone;
  const sum = onPage.reduce((total, cause) => total + cause.grown! * countAbove(cause, pair), 0);
  return Math.abs(sum - down) < 1 || onPage.length === 1 ? onPage.at(-1)! : null;
}

/** Returns whether a box begins where one inside it does, so that the margins of both collapse. */
function collapsesInto(around: Pair, pair: Pair): boolean {
  if (isSeen(around.after.y - pair.after.y)) return false;
  for (let box = pair.parent; box !== null; box = box.parent) if (box === around) return true;
  return false;
}

/** Returns how many elements of a cause are above a pair on its page. A space moves its own element. */
const countAbove = ({ pairs }: Cause, { before, order }: Pair): number =>
  pairs.filter((one) => one.before.page === before.page && one.order <= order).length;

/** Describes moves in the same way: `p` and 3 more elements moved down 5 to 20 px on page 1. */
function inWords(moves: readonly Move[]): string {
  const [{ pair, right, down, isToOtherPage }] = moves as [Move];
  const who = group(moves.map((move) => move.pair));
  if (isToOtherPage) return `${who} moved from page ${pair.before.page} to page ${pair.after.page}.`;
  const way = [
    isSeen(down) ? `${down > 0 ? 'down' : 'up'} ${range(moves.map((move) => move.down))}` : '',
    isSeen(right) ? `${right > 0 ? 'right' : 'left'} ${range(moves.map((move) => move.right))}` : '',
  ];
  return `${who} moved ${way.filter(Boolean).join(' and ')} on page ${pair.after.page}.`;
}

function range(lengths: readonly number[]): string {
  const sizes = lengths.map(Math.abs);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return most - least < 1 ? px(sizes[0]!) : `${px(least).replace(' px', '')} to ${px(most)}`;
}
