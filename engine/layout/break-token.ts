/**
 * Break tokens: where a fragmented box goes on. Immutable values with an equality of their own; a sparse tree in which every sibling before the first
 * child token is finished. Inline tokens are content-addressed, so they hold on a page of another width.
 */
import type { Box } from '../boxes/box.ts';
import { INDEFINITE, type LU, pxFromLu } from '../units.ts';
import type { BreakValue } from './fragmentation/break-values.ts';
import type { ClearedSide } from './exclusion-space.ts';
import type { InlineContainerSpan } from './positioned/inline-container-span.ts';
import { type AnchorLayer, sameLayers } from './anchors/anchor-table.ts';
import type { ConstraintSpace } from './constraint-space.ts';
import type { Rect } from './geometry.ts';
import type { OutOfFlowCandidate } from './positioned/out-of-flow-candidate.ts';
import type { WaitingBoxes } from './positioned/waiting-boxes.ts';

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

/** What only one algorithm keeps for itself in a box's token: it knows its own class again, and nobody else looks inside. */
export abstract class TokenData {
  /** What forced the break at which the box goes on, where no child token tells; 'auto': nothing. */
  get forcedBy(): BreakValue {
    return 'auto';
  }

  /** What comes first after that break, as far as it is known. */
  get comesNext(): Box | null {
    return null;
  }

  /** Has other data on a token of the box the same to say? */
  abstract equals(other: TokenData): boolean;
}

const NO_TOKENS: readonly BreakToken[] = [];
const NO_POSITIONED: readonly PositionedEntry[] = [];
const NO_ANCHORS: readonly AnchorLayer[] = [];
const NO_CONTAINERS: readonly InlineContainerSpan[] = [];

/** What leaves a fragment of a box, beside the box itself. */
interface BlockTokenParts {
  readonly consumedBlockSize: LU;
  readonly sequence: number;
  readonly flags: number;
  readonly children?: readonly BreakToken[];
  readonly positioned?: readonly PositionedEntry[];
  readonly usedBlockSize?: LU;
  readonly pastEnd?: LU;
  readonly inlineContainers?: readonly InlineContainerSpan[];
  readonly anchors?: readonly AnchorLayer[];
  readonly forcedBy?: BreakValue;
  readonly data?: TokenData | null;
}

export class BlockBreakToken {
  readonly type = 'block';
  readonly box: Box;
  /** Sum of the block sizes of the earlier fragments, LU. */
  readonly consumedBlockSize: LU;
  /** 0 for the token that leaves the first fragment. */
  readonly sequence: number;
  readonly flags: number;
  /** Of children that go on or start in the next fragmentainer, in order. */
  readonly children: readonly BreakToken[];
  /** Absolutely positioned boxes contained by the box that go on, or start, in a later fragment of it. */
  readonly positioned: readonly PositionedEntry[];
  /** The used border-box block size of the box over all its fragments; INDEFINITE: its contents go on. */
  readonly usedBlockSize: LU;
  /** Of a box that has ended: from its end to the start of the next fragmentainer, where contents that overflow it go on. */
  readonly pastEnd: LU;
  /** Inline boxes with fragments so far that are containing blocks, seen from the next fragment's block-start edge. */
  readonly inlineContainers: readonly InlineContainerSpan[];
  /** Of a containing block: anchors in its fragments so far, seen from the next fragment's block-start edge. */
  readonly anchors: readonly AnchorLayer[];
  /** What forces the break before the box, where that isn't in the box tree; 'auto': nothing, or the box tree tells. */
  readonly forcedBy: BreakValue;
  readonly data: TokenData | null;

  constructor(box: Box, parts: BlockTokenParts) {
    this.box = box;
    this.consumedBlockSize = parts.consumedBlockSize;
    this.sequence = parts.sequence;
    this.flags = parts.flags;
    this.children = parts.children ?? NO_TOKENS;
    this.positioned = parts.positioned ?? NO_POSITIONED;
    this.usedBlockSize = parts.usedBlockSize ?? INDEFINITE;
    this.pastEnd = parts.pastEnd ?? 0;
    this.inlineContainers = parts.inlineContainers ?? NO_CONTAINERS;
    this.anchors = parts.anchors ?? NO_ANCHORS;
    this.forcedBy = parts.forcedBy ?? 'auto';
    this.data = parts.data ?? null;
  }

  /** "Start this box in the next fragmentainer." `forcedBy`: what forces the break, where the box tree alone doesn't tell. */
  static before(box: Box, forced: boolean, forcedBy: BreakValue = 'auto'): BlockBreakToken {
    const flags = BreakTokenFlag.BreakBefore | (forced ? BreakTokenFlag.Forced : 0);
    return new BlockBreakToken(box, { consumedBlockSize: 0, sequence: 0, flags, forcedBy });
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
   * Do both mean the same place, with the same behind it? A fragmentainer that was entered and left with equal tokens has taken nothing in. How many fragments
   * there have been (`sequence`) doesn't count; tokens that remember where inline containing blocks lie are equal to themselves only.
   */
  equals(other: BreakToken): boolean {
    return (
      this === other ||
      (other.type === 'block' &&
        this.box === other.box &&
        this.consumedBlockSize === other.consumedBlockSize &&
        this.flags === other.flags &&
        this.usedBlockSize === other.usedBlockSize &&
        this.pastEnd === other.pastEnd &&
        this.forcedBy === other.forcedBy &&
        this.inlineContainers === other.inlineContainers &&
        sameLayers(this.anchors, other.anchors) &&
        sameEntries(this.children, other.children) &&
        sameEntries(this.positioned, other.positioned) &&
        sameData(this.data, other.data))
    );
  }

  toString(): string {
    const inside = [...this.children, ...this.positioned].map(String).join(', ');
    const where = this.isBreakBefore ? 'before' : `after ${pxFromLu(this.consumedBlockSize)}px of`;
    return `${where} #${this.box.index}${inside ? ` (${inside})` : ''}`;
  }
}

/** Positioned boxes whose rests, or which altogether, come in a later fragment of their containing block. */
export type PositionedEntry = PositionedToken | WaitingBoxes;

/**
 * A positioned box whose rest, or which altogether, comes in a later fragment of its containing block. Places are from that fragment's block-start edge, so
 * that tokens of one box that has only moved up differ.
 */
export class PositionedToken {
  readonly candidate: OutOfFlowCandidate;
  /** Physical offset along the containing block's inline axis. */
  readonly inline: LU;
  /** What it was laid out in; null: it hasn't been started. */
  readonly space: ConstraintSpace | null;
  /** Where it goes on; null: it hasn't been started. */
  readonly token: BlockBreakToken | null;
  /** Not started: the containing block, whose block size may be INDEFINITE; null: an inline box that goes on. */
  readonly container: Rect | null;

  private constructor(
    candidate: OutOfFlowCandidate,
    inline: LU,
    space: ConstraintSpace | null,
    token: BlockBreakToken | null,
    container: Rect | null,
  ) {
    this.candidate = candidate;
    this.inline = inline;
    this.space = space;
    this.token = token;
    this.container = container;
  }

  /** Of a box that starts in a later fragment. */
  static deferred(candidate: OutOfFlowCandidate, container: Rect | null): PositionedToken {
    return new PositionedToken(candidate, 0, null, null, container);
  }

  /** Of a box that goes on. */
  static broken(
    candidate: OutOfFlowCandidate,
    inline: LU,
    space: ConstraintSpace,
    token: BlockBreakToken,
  ): PositionedToken {
    return new PositionedToken(candidate, inline, space, token, null);
  }

  get box(): Box {
    return this.candidate.box;
  }

  equals(other: object): boolean {
    return (
      other instanceof PositionedToken &&
      this.box === other.box &&
      this.inline === other.inline &&
      this.space === other.space &&
      this.candidate.staticX === other.candidate.staticX &&
      this.candidate.staticY === other.candidate.staticY &&
      sameRect(this.container, other.container) &&
      sameToken(this.token, other.token)
    );
  }

  toString(): string {
    return this.token === null ? `before #${this.box.index}` : this.token.toString();
  }
}

function sameRect(a: Rect | null, b: Rect | null): boolean {
  if (a === null || b === null) return a === b;
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
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
  /** So many lines before this place have ended in hyphens, one after the other. */
  readonly hyphenatedLines: number;
  /** Of the line before this place, which is higher than a page (block/line-slices.ts); null: it stands whole where it stands. */
  readonly slice: TokenData | null;
  /** The line before ended in a `<br>` that clears floats which go on: what follows comes below them. null: it didn't. */
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

  /** The same place with, or without, a slice of the line before it. */
  after(slice: TokenData | null): InlineBreakToken {
    return this.with(slice, this.clears);
  }

  /** The same place, below floats of a side that go on. */
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

/** The same place, or both the end? */
export function sameToken(a: BreakToken | null, b: BreakToken | null): boolean {
  return a === b || (a !== null && b !== null && a.equals(b));
}

/** Equal lists of tokens. */
export function sameEntries<T extends { equals(other: T): boolean }>(a: readonly T[], b: readonly T[]): boolean {
  return a === b || (a.length === b.length && a.every((entry, i) => entry.equals(b[i]!)));
}

/** Have an algorithm's notes on two tokens of a box the same to say? */
export function sameData(a: TokenData | null, b: TokenData | null): boolean {
  return a === b || (a !== null && b !== null && a.equals(b));
}
