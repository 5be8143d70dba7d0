/**
 * The parts of a table wrapper box, below each other: top captions, the grid box, bottom captions (css2 §17.4). Their
 * margins don't collapse, because captions and grid establish independent formatting contexts.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { Edges, usedMargins } from '../sizing/box-edges.ts';
import { type BlockBreakToken, type BreakToken, BreakTokenFlag } from '../contract/break-token.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import { FragmentFlag } from '../contract/fragment.ts';
import type { LogicalSides } from '../contract/geometry.ts';
import { FragmentBuilder } from '../fragments/fragment-builder.ts';
import {
  appealBefore,
  type BreakChooser,
  type BreakPlace,
  forcedBetween,
  outcomeOf,
} from '../fragmentation/break-chooser.ts';
import { breakBetween } from '../fragmentation/break-values.ts';
import {
  endFragment,
  type FragmentEnd,
  hasInFlowToken,
  MORE_CONTENT,
  wholeFragment,
} from '../fragmentation/end-fragment.ts';
import { autoStartMargin } from '../alignment/alignment.ts';
import { remarkOnTallCaption } from './table-places.ts';
import { wrapperPartsInOrder } from './table-grid.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

/** Lays out the parts. Returns null if the layout must be repeated for a better break passed earlier. */
export function layoutWrapperParts(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
  breaks: BreakChooser,
  inlineSize: LU,
): LayoutResult | null {
  return new WrapperLayout(context, box, space, token, breaks, inlineSize).run();
}

class WrapperLayout {
  private readonly builder: FragmentBuilder;
  private readonly parts: readonly Box[];
  private offset: LU = 0;
  /** Whether a part that hadn't ended before is in this fragment. */
  private hasContent = false;
  /** The block size of the captions that are repeated above the grid box. */
  private repeatedSize: LU = 0;

  constructor(
    context: LayoutContext,
    box: Box,
    space: ConstraintSpace,
    token: BreakToken | null,
    breaks: BreakChooser,
    inlineSize: LU,
  ) {
    this.builder = new FragmentBuilder(context, box, space, token, Edges.ZERO, breaks);
    this.builder.inlineSize = inlineSize;
    this.parts = wrapperPartsInOrder(box);
  }

  run(): LayoutResult | null {
    const { builder } = this;
    const tokens = (builder.token?.children ?? []) as readonly BlockBreakToken[];
    // After a break: resumes the continued parts, then starts the following ones that haven't started.
    let isDue = builder.token === null;
    for (const part of this.parts) {
      const token = tokens.find(({ box }) => box === part) ?? null;
      if (token === null && !isDue) continue;
      isDue ||= builder.token?.has(BreakTokenFlag.SeenAllChildren) === false;
      if (isOnlyRepeated(part)) continue;
      if (
        part.kind === BoxKind.Table &&
        token !== null &&
        !token.isBreakBefore &&
        !token.has(BreakTokenFlag.AtBlockEnd)
      )
        this.repeatedSize = this.addRepeated('top');
      const decision = this.addPart(part, token);
      if (decision === 'stop') break;
      if (decision === 'again') return null;
    }
    if (builder.token === null)
      for (const child of builder.box.children) if (child.isOutOfFlow) builder.addOutOfFlow(child, 0, 0);
    // css2 §10.8.1: the baseline of an inline-table is that of its first row.
    if (builder.box.has(BoxFlag.AtomicInline)) builder.lastBaseline = builder.firstBaseline;
    return builder.finish({ end: this.end(), intrinsicBlockSize: this.offset });
  }

  /** Ends the wrapper, which has no size of its own and is as high as its parts. */
  private end(): FragmentEnd {
    const { builder, offset } = this;
    const { fragmentainer } = builder.space;
    if (!builder.hasTokens) return wholeFragment(offset);
    const goesOn = hasInFlowToken(builder.tokens);
    const usedBlockSize = goesOn ? MORE_CONTENT : builder.consumedBlockSize + offset;
    return endFragment(builder, { fragmentainer, contents: offset, goesOn, endEdge: 0, usedBlockSize });
  }

  private addPart(part: Box, token: BlockBreakToken | null): 'continue' | 'stop' | 'again' {
    const { builder, hasContent } = this;
    // css-break-3 §5.2: an unforced break truncates the margin after it.
    const margins = this.marginsOf(part, token !== null && !(token.isBreakBefore && token.isForced));
    const start = this.offset + margins.blockStart;
    const progress = hasContent || builder.space.fragmentainer?.hasPrecedingContent === true;
    const fragmentainer =
      builder.space.fragmentainer?.advancedBy(start, progress).afterRepeated(this.repeatedSize) ?? null;
    const previous = this.parts[this.parts.indexOf(part) - 1] ?? null;
    const place: BreakPlace | null =
      fragmentainer === null
        ? null
        : {
            box: part,
            fragmentainer,
            between: breakBetween(previous, part),
            // A grid without rows has no content that could follow a break.
            isBetweenSiblings: hasContent && !(part.kind === BoxKind.Table && part.children.length === 0),
            // A resumed part has begun before, so it can't start again in the next fragmentainer.
            makesProgress: progress && (token === null || token.isBreakBefore),
          };
    if (place !== null && hasContent) {
      const forced = forcedBetween(place.between, place.fragmentainer, previous, part) !== 'auto';
      if (forced || builder.breaks.isTarget(part)) {
        builder.endBefore(part, forced ? BreakAppeal.Perfect : appealBefore(place), forced);
        return 'stop';
      }
    }
    const result = this.layoutAbove(part, fragmentainer, token);
    if (place !== null) {
      const answer = builder.breaks.offer(place, outcomeOf(part, result, builder.mode, place.fragmentainer));
      if (answer === 'go-back') return 'again';
      if (answer === 'break-before') {
        builder.endBefore(part, appealBefore(place), false);
        return 'stop';
      }
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
    const wasEnded = token !== null && token.has(BreakTokenFlag.AtBlockEnd);
    const goesOn = goesOnAfter(result);
    this.offset = start + result.fragment.blockSize(builder.mode) + (goesOn || wasEnded ? 0 : margins.blockEnd);
    this.hasContent ||= !wasEnded;
    if (goesOn && part.kind === BoxKind.Table) this.addRepeated('bottom');
    return goesOn ? 'stop' : 'continue';
  }

  /** Lays out a part. If the grid box continues, space for the captions that are repeated below it is left. */
  private layoutAbove(
    part: Box,
    fragmentainer: ConstraintSpace['fragmentainer'],
    token: BlockBreakToken | null,
  ): LayoutResult {
    const result = this.layoutPart(part, fragmentainer, token);
    if (part.kind !== BoxKind.Table || fragmentainer === null || !goesOnAfter(result)) return result;
    const reserved = this.repeatable('bottom').reduce((sum, { size }) => sum + size, 0);
    return reserved === 0 ? result : this.layoutPart(part, fragmentainer.shortenedBy(reserved), token);
  }

  /** Returns the captions that are repeated above or below the grid box, with their margins. */
  private repeatable(side: 'top' | 'bottom'): { part: Box; margins: LogicalSides; result: LayoutResult; size: LU }[] {
    const { builder, parts } = this;
    const { fragmentainer } = builder.space;
    const found = [];
    for (const part of parts) {
      const { pagewrightRepeat } = part.style.rare;
      if (part.kind === BoxKind.Table || (pagewrightRepeat !== 'all' && pagewrightRepeat !== 'only')) continue;
      if (part.style.text.captionSide !== side || fragmentainer === null) continue;
      const margins = this.marginsOf(part, false);
      const result = this.layoutPart(part, null, null);
      const size = result.fragment.blockSize(builder.mode) + margins.blockStart + margins.blockEnd;
      if (size <= fragmentainer.fullSize * MOST_REPEATED) found.push({ part, margins, result, size });
      else remarkOnTallCaption(part, size, fragmentainer, builder.context.diagnostics);
    }
    return found;
  }

  /** Adds the repeated captions of a side, which are read only where they are not copies. Returns their block size. */
  private addRepeated(side: 'top' | 'bottom'): LU {
    const { builder } = this;
    const start = this.offset;
    for (const { part, margins, result, size } of this.repeatable(side)) {
      const at = this.offset + margins.blockStart;
      builder.addChild(result.fragment.flagged(FragmentFlag.Repeated), this.inlineOffset(part, margins, result), at);
      builder.noteExtent(at + result.blockExtent);
      this.offset += size;
    }
    return this.offset - start;
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
    return context.layout(part, spaceBuilder.build(), token, builder.breaks.targetInside(part));
  }

  /** Returns the block size of the captions, to be subtracted from a total fixed by the parent. */
  private captionsBlockSize(): LU {
    const { builder } = this;
    let sum = 0;
    for (const part of this.parts) {
      if (part.kind === BoxKind.Table || isOnlyRepeated(part)) continue;
      const margins = this.marginsOf(part, false);
      const result = this.layoutPart(part, null, null);
      sum += result.fragment.blockSize(builder.mode) + margins.blockStart + margins.blockEnd;
    }
    return sum;
  }

  private marginsOf(part: Box, continued: boolean): LogicalSides {
    // The grid box's margins belong to the wrapper.
    if (part.kind === BoxKind.Table) return Edges.ZERO.border;
    const margins = usedMargins(part.style, this.builder.mode, this.builder.inlineSize);
    return continued ? { ...margins, blockStart: 0 } : margins;
  }

  /** Returns the inline offset of a part. `auto` margins of captions share the free space (css2 §10.3.3). */
  private inlineOffset(part: Box, margins: LogicalSides, result: LayoutResult): LU {
    if (part.kind === BoxKind.Table) return 0;
    const { mode, inlineSize } = this.builder;
    const used = result.fragment.inlineSize(mode);
    return autoStartMargin(part.style, mode, margins, used, inlineSize) ?? margins.inlineStart;
  }
}

/** Captions take at most this share of a page in each part of a table, as headers do. */
const MOST_REPEATED = 1 / 4;

/** Whether a caption appears only where the table continues. */
const isOnlyRepeated = ({ kind, style }: Box): boolean =>
  kind !== BoxKind.Table && style.rare.pagewrightRepeat === 'only';

const goesOnAfter = ({ breakToken }: LayoutResult): boolean =>
  breakToken !== null && !breakToken.has(BreakTokenFlag.AtBlockEnd);
