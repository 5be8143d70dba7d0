/** What the algorithms of mathematics work with: parts on a common baseline, and the content that they make up. LU. */
import { type Box, BoxKind } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { usedMargins } from '../box-edges.ts';
import { type ConstraintSpace, SpaceFlag } from '../constraint-space.ts';
import type { LayoutContext } from '../contract.ts';
import type { Fragment, PhysicalRect } from '../fragment.ts';
import type { WritingMode } from '../geometry.ts';
import { SpaceBuilder } from '../space-builder.ts';
import type { MathFont } from './math-font.ts';
import type { LayoutResult } from '../layout-result.ts';

/** How large an operator is to become (MathML Core §3.2.4.3): across the line, or along it. */
export type Stretch =
  | { readonly axis: 'block'; readonly ascent: LU; readonly descent: LU }
  | { readonly axis: 'inline'; readonly size: LU };

/** A laid out child: sizes of its margin box, from its baseline. */
export interface Part {
  readonly result: LayoutResult;
  readonly marginStart: LU;
  /** From the border box's top to the baseline. */
  readonly borderAscent: LU;
  readonly inline: LU;
  readonly ascent: LU;
  readonly descent: LU;
  /** How much of the end of a slanted glyph leans over what follows above it. */
  readonly italicCorrection: LU;
}

/** Something put into the content: its border box's start and top, from the content's start edge and baseline (downwards). */
export interface Placed {
  readonly what: LayoutResult | Fragment;
  readonly inline: LU;
  readonly block: LU;
}

/** A content box (MathML Core §2.1.2). */
export interface MathContent {
  readonly inline: LU;
  readonly ascent: LU;
  readonly descent: LU;
  readonly placed: readonly Placed[];
  /** Bars of fractions and radicals; their `y` is from the baseline. */
  readonly rules: readonly PhysicalRect[];
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

/** What one box of mathematics is laid out with. */
export interface MathState {
  readonly context: LayoutContext;
  readonly box: Box;
  readonly space: ConstraintSpace;
  readonly mode: WritingMode;
  readonly font: MathFont;
  /** Lays out a child that has to stretch; mathematics' own recursion, which no cache stands in front of. */
  readonly layoutStretched: (child: Box, space: ConstraintSpace, stretch: Stretch) => LayoutResult;
}

/** Lays out a child at its own size, or stretched. */
export function layoutPart(state: MathState, child: Box, stretch: Stretch | null = null): Part {
  const { context, mode, space } = state;
  const flags = space.has(SpaceFlag.Measure) ? SpaceFlag.ShrinkToFit | SpaceFlag.Measure : SpaceFlag.ShrinkToFit;
  const room = new SpaceBuilder(context, mode, child).flag(flags).build();
  const result = stretch === null ? context.layout(child, room, null) : state.layoutStretched(child, room, stretch);
  const { fragment } = result;
  const margins = usedMargins(child.style, mode, 0);
  const size = fragment.blockSize(mode);
  const baseline = fragment.firstBaseline ?? size;
  // MathML Core §2.1: tables are centred about the axis.
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

/** A part in the content: its baseline so far below the content's, its margin box so far from the start. */
export function place(part: Part, inline: LU, baseline: LU): Placed {
  return { what: part.result, inline: inline + part.marginStart, block: baseline - part.borderAscent };
}
