/**
 * Break tokens: where a fragmented box goes on. Immutable values; a sparse tree in which every sibling before the first child token
 * is finished. Inline tokens are content-addressed, so they hold on a page of another width.
 */
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { LU } from '../units.ts';

type BreakValue = ComputedStyle['box']['breakBefore'];

export const BreakTokenFlag = {
  /** The box starts afresh in the next fragmentainer: the break is before it. */
  BreakBefore: 1 << 0,
  /** The break was forced (break-before: page, ...): margins at it are kept. */
  Forced: 1 << 1,
  /** All children have been started; only what is in `children` remains. */
  SeenAllChildren: 1 << 2,
  /** The box itself has ended; only parallel flows inside go on (overflow, floats). */
  AtBlockEnd: 1 << 3,
} as const;

export type BreakToken = BlockBreakToken | InlineBreakToken;

export class BlockBreakToken {
  readonly type = 'block';
  readonly box: Box;
  /** Sum of the block sizes of the earlier fragments, LU. */
  readonly consumedBlockSize: LU;
  /** 0 for the token that leaves the first fragment. */
  readonly sequence: number;
  readonly flags: number;
  readonly children: readonly BreakToken[];
  /** What only one algorithm knows: a table's column sizes, a flex container's lines. */
  readonly data: unknown;

  constructor(
    box: Box,
    consumedBlockSize: LU,
    sequence: number,
    flags: number,
    children: readonly BreakToken[],
    data: unknown = null,
  ) {
    this.box = box;
    this.consumedBlockSize = consumedBlockSize;
    this.sequence = sequence;
    this.flags = flags;
    this.children = children;
    this.data = data;
  }

  /** "Start this box in the next fragmentainer." `value`: what forces the break, where the box tree alone doesn't tell. */
  static before(box: Box, forced: boolean, value: BreakValue | null = null): BlockBreakToken {
    return new BlockBreakToken(box, 0, 0, BreakTokenFlag.BreakBefore | (forced ? BreakTokenFlag.Forced : 0), [], value);
  }

  has(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }

  get isBreakBefore(): boolean {
    return (this.flags & BreakTokenFlag.BreakBefore) !== 0;
  }

  get isForced(): boolean {
    return (this.flags & BreakTokenFlag.Forced) !== 0;
  }

  toString(): string {
    const inside = this.children.map(String).join(', ');
    const where = this.isBreakBefore ? 'before' : `after ${this.consumedBlockSize / 64}px of`;
    return `${where} #${this.box.index}${inside ? ` (${inside})` : ''}`;
  }
}

/** In an inline formatting context: the next line starts at this place. */
export class InlineBreakToken {
  readonly type = 'inline';
  readonly box: Box;
  readonly itemIndex: number;
  readonly textOffset: number;
  /** Lines before this place, for orphans and the first-line style. */
  readonly lineNumber: number;
  /** The line before ended in a forced break: indentation of `each-line`, alignment of last lines. */
  readonly afterForcedBreak: boolean;

  constructor(box: Box, itemIndex: number, textOffset: number, lineNumber: number, afterForcedBreak: boolean) {
    this.box = box;
    this.itemIndex = itemIndex;
    this.textOffset = textOffset;
    this.lineNumber = lineNumber;
    this.afterForcedBreak = afterForcedBreak;
  }

  toString(): string {
    return `line ${this.lineNumber + 1} of #${this.box.index}`;
  }
}

/** Do two tokens mean the same place? Used to stop repeating passes over pages. */
export function sameToken(a: BreakToken | null, b: BreakToken | null): boolean {
  if (a === b) return true;
  if (!a || !b || a.box !== b.box) return false;
  if (a.type === 'inline') return b.type === 'inline' && a.itemIndex === b.itemIndex && a.textOffset === b.textOffset;
  if (b.type === 'inline') return false;
  return (
    a.consumedBlockSize === b.consumedBlockSize &&
    a.flags === b.flags &&
    a.children.length === b.children.length &&
    a.children.every((child, i) => sameToken(child, b.children[i]))
  );
}
