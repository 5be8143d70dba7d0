import type { LU } from '../../units.ts';

/**
 * A float's margin box in its block formatting context, in LU from the context root's content edge (inline-start,
 * block-start).
 */
export interface Exclusion {
  /** Line-left or line-right, mapped to the inline axis of the context: `start` floats are at the inline-start side. */
  readonly side: 'start' | 'end';
  readonly inlineStart: LU;
  readonly inlineEnd: LU;
  readonly blockStart: LU;
  readonly blockEnd: LU;
  /** The extent of `shape-outside` for a block range, or null for the margin box. */
  readonly shape: ExclusionShape | null;
  /** Whether the float continues, or only begins, in the next fragmentainer. */
  readonly goesOn: boolean;
  /**
   * Whether it is an initial letter. Floats treat it as a float, but `clear` on floats ignores it (css-inline-3
   * §7.8.2).
   */
  readonly isLetter?: boolean;
  /**
   * Whether it is a float of the surrounding page or column (css-page-floats-3 §5). Lines and boxes avoid it, but
   * nothing in the context clears it, and the context doesn't grow to contain it.
   */
  readonly isOutside?: boolean;
  /**
   * For a positioned box with `wrap-flow` (css-exclusions-1): whether lines continue on both of its sides. Absent: a
   * float.
   */
  readonly wraps?: 'both' | 'one';
}

export type LetterExclusion = Pick<Exclusion, 'side' | 'blockStart' | 'blockEnd'>;

export interface ExclusionShape {
  /**
   * Returns the inline extent `[start, end]` of the shape between two block offsets in context coordinates, or null.
   */
  extent(blockStart: LU, blockEnd: LU): readonly [LU, LU] | null;
}

/** A gap between floats that fits a line or a formatting context. */
export interface LayoutOpportunity {
  readonly inlineStart: LU;
  readonly inlineEnd: LU;
  readonly blockStart: LU;
  /** Where the next gap at the same height begins, after a box with lines on both sides; null: nowhere. */
  readonly beyond: LU | null;
}

/**
 * Lines avoid the shapes of floats. Other floats and formatting contexts avoid their margin boxes (css-shapes-1 §3).
 * `floats`: the shapes of floats only, for lines with `wrap-through: none`.
 */
export type FloatArea = 'shapes' | 'margin-boxes' | 'floats';

export type ClearedSide = 'start' | 'end' | 'both';

/**
 * The floats of a block formatting context. Persistent: adding a float returns a new space that shares the old one's
 * data.
 */
export interface ExclusionSpace {
  readonly isEmpty: boolean;
  /** Block end of the lowest float, or a very small number without floats. */
  readonly lowestEnd: LU;
  /**
   * Returns the floats from outside the context that extend between two inline offsets, relative to another context
   * whose corner is at `inline` and `block`.
   */
  outsideOver(inlineStart: LU, inlineEnd: LU, inline: LU, block: LU): ExclusionSpace;
  /** The floats of the context itself. */
  readonly inside: ExclusionSpace;
  add(exclusion: Exclusion): ExclusionSpace;
  /** Returns the block offset below all floats of a side, or a very small number. */
  clearance(clear: ClearedSide): LU;
  /** Same as `clearance` for `clear` on a float, which ignores initial letters. */
  floatClearance(clear: ClearedSide): LU;
  /** The last initial letter, or null. */
  readonly letter: LetterExclusion | null;
  /** Whether a float of the side continues in the next fragmentainer, so that content clearing it must move there. */
  goesOn(clear: ClearedSide): boolean;
  /** Block start of the last float. Later floats may not be above it (css2 §9.5.1 rule 5). */
  readonly lastFloatBlockStart: LU;
  /**
   * Returns the first position at or below `blockStart` where `inlineSize` x `blockSize` fits between `containerStart`
   * and `containerEnd`.
   */
  find(
    containerStart: LU,
    containerEnd: LU,
    blockStart: LU,
    inlineSize: LU,
    blockSize: LU,
    beside: FloatArea,
  ): LayoutOpportunity;
  /**
   * Returns the available space between floats for `[blockStart, blockStart + blockSize)`, without moving down. Its end
   * is before its start if floats overlap.
   */
  roomAt(containerStart: LU, containerEnd: LU, blockStart: LU, blockSize: LU, beside: FloatArea): LayoutOpportunity;
  /** Returns the nearest block end of a float below `blockStart`, or a very large number. */
  nextBlockEnd(blockStart: LU): LU;
}
