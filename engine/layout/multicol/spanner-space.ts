/** The constraint space and position of column spanners (css-multicol-1 §6). */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { usedMargins } from '../sizing/box-edges.ts';
import { BreakTokenFlag } from '../contract/break-token.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import type { BoxFragment } from '../contract/fragment.ts';
import type { FragmentBuilder } from '../fragments/fragment-builder.ts';
import { autoStartMargin } from '../alignment/alignment.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import type { ColumnFlow } from './column-flow.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

/** Resumes the overflow of finished spanners in parallel to the content here. */
export function resumeOverflowingSpanners(builder: FragmentBuilder, flow: ColumnFlow): void {
  const { context, box } = builder;
  const { fragmentainer } = builder.space;
  for (const token of builder.token?.children ?? []) {
    if (token.type !== 'block' || token.box === box || !token.has(BreakTokenFlag.AtBlockEnd)) continue;
    const offset = builder.blockStartEdge;
    const inner = fragmentainer?.advancedBy(offset, fragmentainer.hasPrecedingContent) ?? null;
    const result = context.layout(token.box, spannerSpace(builder, flow, token.box, inner), token);
    builder.addResult(result, spannerStart(builder, flow, result.fragment), offset);
  }
}

export function spannerSpace(
  builder: FragmentBuilder,
  flow: ColumnFlow,
  spanner: Box,
  fragmentainer: FragmentainerSpace | null,
): ConstraintSpace {
  const { space, context } = builder;
  const inlineSize = flow.geometry.spanned(spanner.style);
  return new SpaceBuilder(context, builder.mode, spanner)
    .available(inlineSize)
    .percentages(inlineSize, flow.percentageBlock)
    .flag(space.flags & SpaceFlag.Measure)
    .fragmentainer(fragmentainer)
    .build();
}

/** Returns the inline offset of a spanner in the container's border box. */
export function spannerStart({ mode, edges }: FragmentBuilder, flow: ColumnFlow, spanner: BoxFragment): LU {
  const { style } = spanner;
  const inlineSize = flow.geometry.spanned(style);
  const margins = usedMargins(style, mode, inlineSize);
  const auto = autoStartMargin(style, mode, margins, spanner.inlineSize(mode), inlineSize);
  return edges.inlineStart + (auto ?? margins.inlineStart);
}

/** Returns the position of a spanner at or below a block offset that avoids page floats. */
export function belowFloats(builder: FragmentBuilder, flow: ColumnFlow, spanner: Box, from: LU): LU {
  const { space, context, mode } = builder;
  if (space.exclusions.lowestEnd <= from) return from;
  const { fragment } = context.layout(spanner, spannerSpace(builder, flow, spanner, null), null);
  const start = builder.edges.inlineStart;
  const size = flow.geometry.spanned(spanner.style);
  return space.exclusions.find(start, start + size, from, size, fragment.blockSize(mode), 'margin-boxes').blockStart;
}
