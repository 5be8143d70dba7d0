/** Data of the MathML algorithms: parts on a common baseline, and the content they form, in LU. */
import { type Box, BoxKind } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { usedMargins } from '../sizing/box-edges.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { Fragment, MathShape, PhysicalRect } from '../contract/fragment.ts';
import type { WritingMode } from '../contract/geometry.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import type { MathFont } from './math-font.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

/** Target size of a stretched operator, across or along the line (MathML Core §3.2.4.3). */
export type Stretch =
  | { readonly axis: 'block'; readonly ascent: LU; readonly descent: LU }
  | { readonly axis: 'inline'; readonly size: LU };

/** A laid-out child, with its margin-box sizes from its baseline. */
export interface Part {
  readonly result: LayoutResult;
  readonly marginStart: LU;
  /** Distance from the border box's top to the baseline. */
  readonly borderAscent: LU;
  readonly inline: LU;
  readonly ascent: LU;
  readonly descent: LU;
  /** Overhang of a slanted glyph's end at its top. */
  readonly italicCorrection: LU;
}

/**
 * A positioned part of the content. Gives the start and top of its border box, from the content's start edge and
 * (downwards) from its baseline.
 */
export interface Placed {
  readonly what: LayoutResult | Fragment;
  readonly inline: LU;
  readonly block: LU;
}

/** A math content box (MathML Core §2.1.2). */
export interface MathContent {
  readonly inline: LU;
  readonly ascent: LU;
  readonly descent: LU;
  readonly placed: readonly Placed[];
  /** Bars of fractions and radicals. Their `y` is relative to the baseline. */
  readonly rules: readonly PhysicalRect[];
  /** Lines that enclose or cross out content. Their ordinates are relative to the baseline. */
  readonly shapes?: readonly MathShape[];
  readonly italicCorrection: LU;
}

export const EMPTY_CONTENT: MathContent = {
  inline: 0,
  ascent: 0,
  descent: 0,
  placed: [],
  rules: [],
  italicCorrection: 0,
};

/** The context for laying out a math box. */
export interface MathState {
  readonly context: LayoutContext;
  readonly box: Box;
  readonly space: ConstraintSpace;
  readonly mode: WritingMode;
  readonly font: MathFont;
  /**
   * Lays out a child with a stretch size. Bypasses the layout cache, because its key doesn't include the stretch size.
   */
  readonly layoutStretched: (child: Box, space: ConstraintSpace, stretch: Stretch) => LayoutResult;
}

/** Lays out a child, optionally with a stretch size. */
export function layoutPart(state: MathState, child: Box, stretch: Stretch | null = null): Part {
  const { context, mode, space } = state;
  const flags = space.has(SpaceFlag.Measure) ? SpaceFlag.ShrinkToFit | SpaceFlag.Measure : SpaceFlag.ShrinkToFit;
  const room = new SpaceBuilder(context, mode, child).flag(flags).build();
  const result = stretch === null ? context.layout(child, room, null) : state.layoutStretched(child, room, stretch);
  const { fragment } = result;
  const margins = usedMargins(child.style, mode, 0);
  const size = fragment.blockSize(mode);
  const baseline = fragment.firstBaseline ?? size;
  // MathML Core §2.1: tables are centered on the math axis.
  const ascent = child.kind === BoxKind.TableWrapper ? (size >> 1) + state.font.axisHeight : baseline;
  return {
    result,
    marginStart: margins.inlineStart,
    borderAscent: ascent,
    inline: margins.inlineStart + fragment.inlineSize(mode) + margins.inlineEnd,
    ascent: margins.blockStart + ascent,
    descent: margins.blockEnd + size - ascent,
    italicCorrection: fragment.extra?.mathItalicCorrection ?? 0,
  };
}

/**
 * Positions a part: `inline` is the offset of its margin box, `baseline` the distance of its baseline below the
 * content's.
 */
export function place(part: Part, inline: LU, baseline: LU): Placed {
  return { what: part.result, inline: inline + part.marginStart, block: baseline - part.borderAscent };
}
