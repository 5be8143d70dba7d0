/** The constraint space for a block container's child in the same formatting context. */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { edgesOf, writingModeOf } from '../sizing/box-edges.ts';
import { usedInlineSize } from '../sizing/box-model.ts';
import { ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import { mirroredExclusions } from '../contract/exclusions.ts';
import type { LogicalSides } from '../contract/geometry.ts';
import type { BlockFlow } from './block-flow.ts';
import { dependsOnInlineSize, justification, usedStartMargin } from './child-margins.ts';
import type { MarginStrut } from '../sizing/margin-strut.ts';

/** Returns the child's inline offset in the content box. */
export function inlineOffsetOf(flow: BlockFlow, child: Box, space: ConstraintSpace, margins: LogicalSides): LU {
  if (!dependsOnInlineSize(flow, child)) return margins.inlineStart;
  const inlineSize = usedInlineSize(flow.context, child, space, edgesOf(child, space));
  return usedStartMargin(flow, child, margins, inlineSize, flow.contentInlineSize);
}

export function flowSpace(
  flow: BlockFlow,
  child: Box,
  margins: LogicalSides,
  strut: MarginStrut,
  clearance: LU,
  forced: LU | null,
  isResumed: boolean,
): ConstraintSpace {
  const origin = flow.bfcStrutOrigin;
  const mode = writingModeOf(child.style);
  const guess = forced ?? Math.max(origin + strut.sum, clearance);
  const fragmentainer = flow.fragmentainerAt(origin);
  const own =
    fragmentainer === null
      ? null
      : fragmentainer.advancedBy(0, isResumed ? fragmentainer.hasPrecedingContent : flow.makesProgressBefore(guess));
  const space = ConstraintSpace.draft(mode);
  space.availableInline = space.percentageInline = flow.contentInlineSize;
  space.availableBlock = flow.availableBlockFor(child, margins);
  space.percentageBlock = flow.percentageBlock;
  space.flags =
    flow.inheritedFlags |
    (child.has(BoxFlag.FixedContainer) ? 0 : flow.space.flags & (SpaceFlag.ColumnFlow | SpaceFlag.SpannerAhead)) |
    (justification(flow, child) === null ? 0 : SpaceFlag.ShrinkToFit);
  space.bfcBlockOffset = origin;
  space.marginStrut = strut;
  space.exclusions = flow.exclusions;
  space.fragmentainer = own;
  space.forcedBfcBlockOffset = forced;
  space.clearanceOffset = clearance;
  space.clampLines = flow.clampLines;
  // The inline offset inside only matters for floats.
  if (flow.exclusions.isEmpty && !child.has(BoxFlag.HasFloat)) return space;
  const start = flow.bfcContentStart + inlineOffsetOf(flow, child, space, margins);
  if (!isMirrored(child, flow)) return space.withFloats(start, flow.exclusions);
  const end = start + usedInlineSize(flow.context, child, space, edgesOf(child, space));
  return space.withFloats(-end, mirroredExclusions(flow.exclusions));
}

/** Returns the offset at which a child with this space has placed floats while its own offset was unknown. */
export function guessOf(space: ConstraintSpace): LU {
  return space.forcedBfcBlockOffset ?? Math.max(space.bfcBlockOffset + space.marginStrut.sum, space.clearanceOffset);
}

/** Whether the child has the opposite direction, so that it uses mirrored exclusions. */
export function isMirrored(child: Box, flow: BlockFlow): boolean {
  return child.style.text.direction !== flow.box.style.text.direction;
}
