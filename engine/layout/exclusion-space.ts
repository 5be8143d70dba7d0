import type { LU } from '../units.ts';

/** A float's margin box in its block formatting context, LU from the context root's content edge (inline-start, block-start). */
export interface Exclusion {
  /** Line-left and line-right resolved to the inline axis of the context: `start` floats sit at the inline-start side. */
  readonly side: 'start' | 'end';
  readonly inlineStart: LU;
  readonly inlineEnd: LU;
  readonly blockStart: LU;
  readonly blockEnd: LU;
  /** `shape-outside`: for a block range, how far the shape reaches; null: the margin box. */
  readonly shape: ExclusionShape | null;
  /** The float goes on, or only begins, in the next fragmentainer. */
  readonly goesOn: boolean;
  /** An initial letter, which floats meet as if it were one, and `clear` on floats doesn't (css-inline-3 §7.8.2). */
  readonly isLetter?: boolean;
  /**
   * A float of the page or column around the formatting context (css-page-floats-3 §5): lines and boxes keep away from it, but nothing in the context clears it,
   * and the context doesn't reach around it.
   */
  readonly isOutside?: boolean;
}

export type LetterExclusion = Pick<Exclusion, 'side' | 'blockStart' | 'blockEnd'>;

export interface ExclusionShape {
  /** Inline extent `[start, end]` (context coordinates) that the shape covers between two block offsets, or null: nothing. */
  extent(blockStart: LU, blockEnd: LU): readonly [LU, LU] | null;
}

/** A gap between floats in which a line or a formatting context can stand. */
export interface LayoutOpportunity {
  readonly inlineStart: LU;
  readonly inlineEnd: LU;
  readonly blockStart: LU;
}

/** css-shapes-1 §3: lines keep away from the shapes of floats; other floats and formatting contexts from their margin boxes. */
export type FloatArea = 'shapes' | 'margin-boxes';

/** Which floats `clear` names. */
export type ClearedSide = 'start' | 'end' | 'both';

/** The floats of a block formatting context. Persistent: adding gives a new space that shares the old one. */
export interface ExclusionSpace {
  readonly isEmpty: boolean;
  /** Below it there is nothing to keep away from; a very small number when there is nothing at all. */
  readonly lowestEnd: LU;
  /** The floats from outside of the context that reach between two inline offsets, as another context sees them whose corner is at `inline` and `block`. */
  outsideOver(inlineStart: LU, inlineEnd: LU, inline: LU, block: LU): ExclusionSpace;
  /** Those of the context alone. */
  readonly inside: ExclusionSpace;
  add(exclusion: Exclusion): ExclusionSpace;
  /** The block offset below all floats of a side that `clear` names; -Infinity-like minimum when none. */
  clearance(clear: ClearedSide): LU;
  /** The same for what `clear` on a float names: initial letters aren't among them. */
  floatClearance(clear: ClearedSide): LU;
  /** The last initial letter; null: there is none. */
  readonly letter: LetterExclusion | null;
  /** Does a float that `clear` names go on in the next fragmentainer, so that what clears it comes there too? */
  goesOn(clear: ClearedSide): boolean;
  /** The block start of the last float placed: a later one may not be above it (css2 §9.5.1 rule 5). */
  readonly lastFloatBlockStart: LU;
  /** The first place at or below `blockStart` where `inlineSize` x `blockSize` fits between `containerStart` and `containerEnd`. */
  find(
    containerStart: LU,
    containerEnd: LU,
    blockStart: LU,
    inlineSize: LU,
    blockSize: LU,
    beside: FloatArea,
  ): LayoutOpportunity;
  /** The room between floats for `[blockStart, blockStart + blockSize)`, without moving down; it ends before it starts where they reach over each other. */
  roomAt(containerStart: LU, containerEnd: LU, blockStart: LU, blockSize: LU, beside: FloatArea): LayoutOpportunity;
  /** The nearest block end of a float below `blockStart`; a very large number when there is none. */
  nextBlockEnd(blockStart: LU): LU;
}
