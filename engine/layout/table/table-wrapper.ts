/**
 * The parts of a table wrapper box, one below the other: captions at the top, the grid box, captions at the bottom (css2 §17.4). Their margins
 * don't collapse with each other: captions and grid are formatting contexts of their own.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { Edges, usedMargins } from '../box-model.ts';
import type { BlockBreakToken, BreakToken } from '../break-token.ts';
import { SpaceBuilder } from '../space-builder.ts';
import { BreakAppeal, type EarlyBreak, type LayoutContext, type LayoutResult } from '../contract.ts';
import { type ConstraintSpace, SpaceFlag } from '../constraint-space.ts';
import type { LogicalSides } from '../geometry.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import {
  appealBefore,
  breakBefore,
  breakBeforeChildIfNeeded,
  type ChildPlace,
  earlyBreakInside,
  isEarlyBreakBefore,
} from '../fragmentation/break-before-child.ts';
import { breakBetween, isForcedBreak } from '../fragmentation/break-values.ts';
import { finishFragmentation, MORE_CONTENT } from '../fragmentation/finish-fragmentation.ts';

export function layoutWrapperParts(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
  early: EarlyBreak | null,
  inlineSize: LU,
): LayoutResult {
  return new WrapperLayout(context, box, space, token, early, inlineSize).run();
}

/** Grid and captions in the order in which they stand. */
function partsInOrder(wrapper: Box): Box[] {
  const top: Box[] = [];
  const bottom: Box[] = [];
  let grid: Box | null = null;
  for (const child of wrapper.children) {
    if (child.isOutOfFlow) continue;
    if (child.kind === BoxKind.Table) grid = child;
    else if (child.style.text.captionSide === 'bottom') bottom.push(child);
    else top.push(child);
  }
  return grid === null ? [...top, ...bottom] : [...top, grid, ...bottom];
}

class WrapperLayout {
  private readonly builder: FragmentBuilder;
  private readonly early: EarlyBreak | null;
  private readonly parts: readonly Box[];
  private offset: LU = 0;

  constructor(
    context: LayoutContext,
    box: Box,
    space: ConstraintSpace,
    token: BreakToken | null,
    early: EarlyBreak | null,
    inlineSize: LU,
  ) {
    this.builder = new FragmentBuilder(context, box, space, token, Edges.ZERO);
    this.builder.inlineSize = inlineSize;
    this.early = early;
    this.parts = partsInOrder(box);
  }

  run(): LayoutResult {
    const { builder } = this;
    const tokens = builder.token === null ? null : (builder.token.children as readonly BlockBreakToken[]);
    let first =
      tokens === null
        ? 0
        : Math.max(
            0,
            this.parts.findIndex((part) => tokens.some((token) => token.box === part)),
          );
    if (tokens !== null && tokens.length === 0) first = this.parts.length;
    for (let i = first; i < this.parts.length; i++) {
      const token = tokens === null || i > first ? null : (tokens.find((t) => t.box === this.parts[i]) ?? null);
      const decision = this.addPart(i, first, token);
      if (decision === 'stop') break;
      if (decision === 'again') return builder.abort('needs-earlier-break');
    }
    if (builder.token === null)
      for (const child of builder.box.children) if (child.isOutOfFlow) builder.addOutOfFlow(child, 0, 0);
    const broken = builder.hasBroken;
    builder.intrinsicBlockSize = this.offset;
    finishFragmentation(builder, broken ? MORE_CONTENT : builder.consumedBlockSize + this.offset, 0);
    if (!broken) builder.blockSize = this.offset;
    // css2 §10.8.1: the baseline of an inline-table is that of its first row.
    if (builder.box.has(BoxFlag.AtomicInline)) builder.lastBaseline = builder.firstBaseline;
    return builder.finish();
  }

  private addPart(i: number, first: number, token: BlockBreakToken | null): 'continue' | 'stop' | 'again' {
    const { builder } = this;
    const part = this.parts[i];
    const margins = this.marginsOf(part, token !== null && !token.isBreakBefore);
    const start = this.offset + margins.blockStart;
    const progress = i > first || builder.space.fragmentainer?.hasPrecedingContent === true;
    const fragmentainer = builder.fragmentainer?.advancedBy(start, progress) ?? null;
    const previous = i > 0 ? this.parts[i - 1] : null;
    const between = breakBetween(previous, part);
    if (fragmentainer !== null && i > first) {
      if (isForcedBreak(between, fragmentainer)) {
        breakBefore(builder, part, BreakAppeal.Perfect, true);
        return 'stop';
      }
      const place: ChildPlace = {
        fragmentainer,
        between,
        isBetweenSiblings: true,
        makesProgress: true,
        mayGoBack: false,
      };
      if (isEarlyBreakBefore(this.early, part)) {
        breakBefore(builder, part, appealBefore(place), false);
        return 'stop';
      }
    }
    const result = this.layoutPart(part, fragmentainer, token);
    if (fragmentainer !== null) {
      const place: ChildPlace = {
        fragmentainer,
        between,
        isBetweenSiblings: i > first,
        makesProgress: progress,
        mayGoBack: this.early === null,
      };
      const decision = breakBeforeChildIfNeeded(builder, part, result, place);
      if (decision === 'needs-earlier-break' && this.early === null) return 'again';
      if (decision !== 'continue') return 'stop';
    }
    builder.addResult(result, this.inlineOffset(part, margins, result), start);
    if (part.kind === BoxKind.Table) {
      // Collapsed columns have made the grid narrower.
      builder.inlineSize = result.fragment.inlineSize(builder.mode);
      const { firstBaseline, lastBaseline } = result.fragment;
      builder.firstBaseline = firstBaseline === null ? null : start + firstBaseline;
      builder.lastBaseline = lastBaseline === null ? null : start + lastBaseline;
    }
    if (result.dependsOnBlockSize) builder.dependsOnBlockSize = true;
    this.offset = start + result.fragment.blockSize(builder.mode) + (result.breakToken === null ? margins.blockEnd : 0);
    return result.breakToken === null ? 'continue' : 'stop';
  }

  private layoutPart(
    part: Box,
    fragmentainer: ConstraintSpace['fragmentainer'],
    token: BlockBreakToken | null,
  ): LayoutResult {
    const { builder } = this;
    const { space, context, mode } = builder;
    const spaceBuilder = new SpaceBuilder(context, mode, part)
      .fragmentainer(fragmentainer)
      .flag(space.flags & SpaceFlag.Measure);
    if (part.kind === BoxKind.Table) {
      spaceBuilder
        .available(builder.inlineSize, space.availableBlock)
        .percentages(space.percentageInline, space.percentageBlock)
        .fixedInline(builder.inlineSize);
      if (space.hasFixedBlock) {
        spaceBuilder.fixedBlock(
          Math.max(0, space.fixedBlock - this.captionsBlockSize()),
          space.has(SpaceFlag.FixedBlockIsDefinite),
        );
      } else {
        spaceBuilder.flag(space.flags & SpaceFlag.StretchBlock);
      }
    } else {
      spaceBuilder.available(builder.inlineSize).percentages(builder.inlineSize, INDEFINITE);
    }
    return context.layout(part, spaceBuilder.build(), token, earlyBreakInside(this.early, part));
  }

  /** What captions take of a block size that the parent has decided for the whole. */
  private captionsBlockSize(): LU {
    const { builder } = this;
    let sum = 0;
    for (const part of this.parts) {
      if (part.kind === BoxKind.Table) continue;
      const margins = this.marginsOf(part, false);
      const result = this.layoutPart(part, null, null);
      sum += result.fragment.blockSize(builder.mode) + margins.blockStart + margins.blockEnd;
    }
    return sum;
  }

  private marginsOf(part: Box, continued: boolean): LogicalSides {
    // The grid box's margins are the wrapper's.
    if (part.kind === BoxKind.Table) return Edges.ZERO.border;
    const margins = usedMargins(part.style, this.builder.mode, this.builder.inlineSize);
    return continued ? { ...margins, blockStart: 0 } : margins;
  }

  /** `auto` margins of captions share what is left (css2 §10.3.3). */
  private inlineOffset(part: Box, margins: LogicalSides, result: LayoutResult): LU {
    if (part.kind === BoxKind.Table) return 0;
    const { mode, inlineSize } = this.builder;
    const spare = inlineSize - result.fragment.inlineSize(mode) - margins.inlineStart - margins.inlineEnd;
    const b = part.style.box;
    const auto = mode.toLogicalSides({
      top: b.marginTop.isAuto ? 1 : 0,
      right: b.marginRight.isAuto ? 1 : 0,
      bottom: b.marginBottom.isAuto ? 1 : 0,
      left: b.marginLeft.isAuto ? 1 : 0,
    });
    if (spare <= 0 || auto.inlineStart === 0) return margins.inlineStart;
    return margins.inlineStart + (auto.inlineEnd === 1 ? spare >> 1 : spare);
  }
}
