/**
 * Break tokens: where a fragmented box resumes. They are immutable values with their own equality, in a sparse tree
 * where every sibling before the first child token is finished. Inline tokens refer to content positions, so they
 * remain valid on a page of a different width.
 */
import type { Box } from '../../boxes/box.ts';
import { INDEFINITE, type LU, pxFromLu } from '../../units.ts';
import type { BreakValue } from '../fragmentation/break-values.ts';
import type { ClearedSide } from './exclusion-space.ts';

export const BreakTokenFlag = {
  /** The break is before the box, which starts in the next fragmentainer. */
  BreakBefore: 1 << 0,
  /** The break was forced (such as `break-before: page`), so adjoining margins are kept. */
  Forced: 1 << 1,
  /** All children have started. Only those in `children` continue. */
  SeenAllChildren: 1 << 2,
  /** The box itself has ended. Only parallel flows inside it continue (overflow, floats). */
  AtBlockEnd: 1 << 3,
} as const;

export type BreakToken = BlockBreakToken | InlineBreakToken;

/** Token data private to one algorithm, which recognizes its own class. */
export abstract class TokenData {
  /** The value that forced the break at which the box resumes, if no child token holds it, or 'auto'. */
  get forcedBy(): BreakValue {
    return 'auto';
  }

  /** The first box after that break, or null if unknown. */
  get comesNext(): Box | null {
    return null;
  }

  abstract equals(other: TokenData): boolean;
}

/** A containing block's data for its later fragments. Only layout/positioned reads it, and recognizes its own class. */
export interface PositionedData {
  /** Whether any box continues or begins in a later fragment. */
  readonly hasBoxes: boolean;
}

const NO_TOKENS: readonly BreakToken[] = [];

/** The state of a fragmented box stored in its token. */
type BlockTokenParts = Pick<BlockBreakToken, 'consumedBlockSize' | 'sequence' | 'flags' | 'distance'> &
  Partial<Pick<BlockBreakToken, 'children' | 'positioned' | 'usedBlockSize' | 'forcedBy' | 'data'>>;

export class BlockBreakToken {
  readonly type = 'block';
  readonly box: Box;
  /** Sum of the block sizes of the earlier fragments, in LU. */
  readonly consumedBlockSize: LU;
  /** Number of earlier fragments minus one: 0 after the first fragment. */
  readonly sequence: number;
  readonly flags: number;
  /** Tokens of the children that continue or start in the next fragmentainer, in order. */
  readonly children: readonly BreakToken[];
  /** The box's data for absolutely positioned boxes in its later fragments, or null. */
  readonly positioned: PositionedData | null;
  /** Used border-box block size of all fragments together, or INDEFINITE while contents continue. */
  readonly usedBlockSize: LU;
  /**
   * Distance along the flow from the box's block start to that of its next fragment. It exceeds `consumedBlockSize` if
   * the box has ended and only its overflow continues.
   */
  readonly distance: LU;
  /** The value that forces the break before the box if it can't be read from the box tree, or 'auto'. */
  readonly forcedBy: BreakValue;
  readonly data: TokenData | null;

  constructor(box: Box, parts: BlockTokenParts) {
    this.box = box;
    this.consumedBlockSize = parts.consumedBlockSize;
    this.sequence = parts.sequence;
    this.flags = parts.flags;
    this.children = parts.children ?? NO_TOKENS;
    this.positioned = parts.positioned ?? null;
    this.usedBlockSize = parts.usedBlockSize ?? INDEFINITE;
    this.distance = parts.distance;
    this.forcedBy = parts.forcedBy ?? 'auto';
    this.data = parts.data ?? null;
  }

  /**
   * Returns a token that starts a box in the next fragmentainer. `forcedBy` is the value that forces the break if the
   * box tree doesn't show it.
   */
  static before(box: Box, forced: boolean, forcedBy: BreakValue = 'auto'): BlockBreakToken {
    const flags = BreakTokenFlag.BreakBefore | (forced ? BreakTokenFlag.Forced : 0);
    return new BlockBreakToken(box, { consumedBlockSize: 0, distance: 0, sequence: 0, flags, forcedBy });
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

  /**
   * Whether both tokens resume at the same place with the same content. A fragmentainer entered and left with equal
   * tokens has made no progress. The number of fragments (`sequence`) doesn't count. Tokens with data for positioned
   * boxes only equal themselves.
   */
  equals(other: BreakToken): boolean {
    return (
      this === other ||
      (other.type === 'block' &&
        this.box === other.box &&
        this.consumedBlockSize === other.consumedBlockSize &&
        this.flags === other.flags &&
        this.usedBlockSize === other.usedBlockSize &&
        this.distance === other.distance &&
        this.forcedBy === other.forcedBy &&
        this.positioned === other.positioned &&
        sameEntries(this.children, other.children) &&
        sameData(this.data, other.data))
    );
  }

  toString(): string {
    const inside = [...this.children, this.positioned ?? ''].map(String).filter(Boolean).join(', ');
    const where = this.isBreakBefore ? 'before' : `after ${pxFromLu(this.consumedBlockSize)}px of`;
    return `${where} #${this.box.index}${inside ? ` (${inside})` : ''}`;
  }
}

/** The start of the next line in an inline formatting context. */
export class InlineBreakToken {
  readonly type = 'inline';
  readonly box: Box;
  readonly itemIndex: number;
  readonly textOffset: number;
  /** Number of preceding lines, for orphans and the first-line style. */
  readonly lineNumber: number;
  /**
   * Whether the preceding line ended in a forced break. Affects `each-line` indentation and the alignment of last
   * lines.
   */
  readonly afterForcedBreak: boolean;
  /** Number of consecutive preceding lines that end in hyphens. */
  readonly hyphenatedLines: number;
  /** The slice of a preceding line taller than a page (block/line-slices.ts), or null. */
  readonly slice: TokenData | null;
  /**
   * The side cleared by a `<br>` at the end of the preceding line if its floats continue, or null. The next line then
   * goes below them.
   */
  readonly clears: ClearedSide | null;

  constructor(
    box: Box,
    itemIndex: number,
    textOffset: number,
    lineNumber: number,
    afterForcedBreak: boolean,
    hyphenatedLines = 0,
    slice: TokenData | null = null,
    clears: ClearedSide | null = null,
  ) {
    this.box = box;
    this.itemIndex = itemIndex;
    this.textOffset = textOffset;
    this.lineNumber = lineNumber;
    this.afterForcedBreak = afterForcedBreak;
    this.hyphenatedLines = hyphenatedLines;
    this.slice = slice;
    this.clears = clears;
  }

  /** Returns the same position with or without a slice of the preceding line. */
  after(slice: TokenData | null): InlineBreakToken {
    return this.with(slice, this.clears);
  }

  /** Returns the same position, below continued floats of a side. */
  below(clears: ClearedSide): InlineBreakToken {
    return this.with(this.slice, clears);
  }

  private with(slice: TokenData | null, clears: ClearedSide | null): InlineBreakToken {
    const { box, itemIndex, textOffset, lineNumber, afterForcedBreak, hyphenatedLines } = this;
    return new InlineBreakToken(
      box,
      itemIndex,
      textOffset,
      lineNumber,
      afterForcedBreak,
      hyphenatedLines,
      slice,
      clears,
    );
  }

  equals(other: BreakToken): boolean {
    return (
      other.type === 'inline' &&
      this.box === other.box &&
      this.itemIndex === other.itemIndex &&
      this.textOffset === other.textOffset &&
      sameData(this.slice, other.slice) &&
      this.clears === other.clears
    );
  }

  toString(): string {
    return `line ${this.lineNumber + 1} of #${this.box.index}`;
  }
}

/** Whether both tokens are equal, or both null. */
export function sameToken(a: BreakToken | null, b: BreakToken | null): boolean {
  return a === b || (a !== null && b !== null && a.equals(b));
}

/** Whether two lists of tokens are equal. */
export function sameEntries<T extends { equals(other: T): boolean }>(a: readonly T[], b: readonly T[]): boolean {
  return a === b || (a.length === b.length && a.every((entry, i) => entry.equals(b[i]!)));
}

/** Whether the algorithm data of two tokens of a box is equal. */
export function sameData(a: TokenData | null, b: TokenData | null): boolean {
  return a === b || (a !== null && b !== null && a.equals(b));
}
