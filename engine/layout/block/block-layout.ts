/**
 * Block containers (css2 §9.4.1, §9.5, §8.3.1, §10.6; css-break-3). Children are laid out in order. Each needs its
 * position in the block formatting context, because floats and fragmentainers depend on it. While margins still
 * collapse with the box's own, that position is a guess. If floats were placed at a wrong guess, the layout aborts
 * ('bfc-offset-resolved'), and the nearest ancestor with a known position repeats it.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { type LU, MAX_LU } from '../../units.ts';
import { type BlockBreakToken, type BreakToken, BreakTokenFlag } from '../contract/break-token.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import { originalExclusions } from '../contract/exclusions.ts';
import { BreakChooser, forcedBetween, withBestBreak } from '../fragmentation/break-chooser.ts';
import {
  breakAfterPrevious,
  breakBeforeOf,
  type BreakValue,
  isPlacedInFlow,
  joinBreakValues,
  keepsMarginAfter,
} from '../fragmentation/break-values.ts';
import type { LogicalSides } from '../contract/geometry.ts';
import { pushByMarker } from './outside-marker.ts';
import { BlockFlow, type Step } from './block-flow.ts';
import { endBlock, clampedResult } from './end-block.ts';
import { childMargins, withEndMargin, withStartMargin } from './child-margins.ts';
import { renderedLegend } from './legend.ts';
import { addFloatRun, bareRun, commitFloat, placeFloat } from './floats.ts';
import { layoutInlineChildren } from './inline-children.ts';
import { placeFormattingContext, placeStepped } from './new-formatting-context.ts';
import { hasBlockStep } from './block-step.ts';
import { addOutOfFlow } from './static-position.ts';
import { breakBefore, decide, passBreaksOn, passPlace } from './block-breaks.ts';
import { flowSpace, guessOf, inlineOffsetOf, isMirrored } from './child-space.ts';
import { hasSpannerAhead } from '../fragmentation/column-spanners.ts';
import { indexOfChild } from '../sizing/box-facts.ts';
import { BreakAppeal, type EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import { MarginStrut } from '../sizing/margin-strut.ts';

export function layoutBlock(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
  early: EarlyBreak | null,
): LayoutResult {
  // Inlines withBestBreak() without its closure: documents nest blocks deeply, and each call uses stack.
  let breaks = new BreakChooser(early, early === null);
  let result = new BlockLayout(new BlockFlow(context, box, space, token, breaks)).run();
  while (result === null) {
    breaks = breaks.nextTry();
    result = new BlockLayout(new BlockFlow(context, box, space, token, breaks)).run();
  }
  if (box.style.box.lineClamp === null || space.has(SpaceFlag.AnonymousFlow)) return result;
  return clampedResult(context, box, space, result, (lines) =>
    withBestBreak(null, (again) => new BlockLayout(new BlockFlow(context, box, space, token, again, lines)).run()),
  );
}

/** The position of a child in the same formatting context. */
interface FlowChildPlace {
  readonly space: ConstraintSpace;
  readonly margins: LogicalSides;
  readonly bfcOffset: LU;
  /** Whether all margins collapse through the child and it clears floats. */
  readonly clearedThrough: boolean;
}

class BlockLayout {
  readonly flow: BlockFlow;

  constructor(flow: BlockFlow) {
    this.flow = flow;
  }

  /** Returns null if the layout must be repeated for a better break passed earlier. */
  run(): LayoutResult | null {
    const { flow } = this;
    const step = flow.box.inline !== null ? layoutInlineChildren(flow) : this.layoutChildren();
    if (step === 'abort') return flow.builder.abort(flow);
    return step === 'go-back' ? null : endBlock(flow);
  }

  /** Resumes the unfinished children of the token, then starts the remaining children. */
  private layoutChildren(): Step {
    const { builder, box, fragmentainer } = this.flow;
    const { children } = box;
    let next = 0;
    if (builder.token !== null) {
      const tokens = builder.token.children.filter((token) => token.type === 'block');
      for (const [i, token] of tokens.entries()) {
        const step = this.layoutChild(token.box, token);
        if (step === 'stop') this.leave(tokens.slice(i + 1), builder.token);
        if (step !== 'continue') return step;
        next = indexOfChild(children, token.box) + 1;
      }
      if (builder.token.has(BreakTokenFlag.SeenAllChildren)) next = children.length;
    }
    for (; next < children.length; next++) {
      const child = children[next]!;
      const run = fragmentainer === null || this.flow.isClamped || !child.isFloat ? 0 : bareRun(children, next);
      if (run > 0 && this.forcedAfterPrevious(child) === 'auto') {
        addFloatRun(this.flow, children.slice(next, next + run));
        next += run - 1;
        continue;
      }
      const step = this.layoutChild(child, null);
      if (step !== 'continue') return step;
    }
    this.flow.seenAllChildren = true;
    return 'continue';
  }

  /** Stops before all continued children are resumed. The remaining tokens move to the next fragment. */
  private leave(rest: readonly BlockBreakToken[], token: BlockBreakToken): void {
    for (const one of rest) this.flow.builder.addChildToken(one);
    this.flow.seenAllChildren = token.has(BreakTokenFlag.SeenAllChildren);
  }

  private layoutChild(child: Box, token: BlockBreakToken | null): Step {
    const { flow } = this;
    flow.context.budget.tick();
    // css-overflow-4 §5.1: no in-flow content follows the clamp point.
    if (flow.isClamped && !child.isOutOfFlow) return 'continue';
    if (flow.box.kind === BoxKind.Fieldset && child.element?.tag === 'legend' && child === renderedLegend(flow.box))
      return 'continue';
    if (isPlacedInFlow(child, flow.box)) {
      const forcedBy = token === null ? this.forcedAfterPrevious(child) : 'auto';
      if (forcedBy !== 'auto') {
        flow.endsBeforeFloat = true;
        return breakBefore(flow, child, BreakAppeal.Perfect, true, forcedBy);
      }
      if (token !== null && token.isBreakBefore) this.keepNextMargin(child, token);
    }
    if (child.isOutOfFlow) {
      const block = flow.isResolved ? flow.position + flow.strut.sum : 0;
      addOutOfFlow(flow, child, block);
      return 'continue';
    }
    if (child.isFloat) {
      commitFloat(flow, placeFloat(flow, child, flow.bfcNext, flow.exclusions, token));
      return 'continue';
    }
    return this.layoutInFlow(child, token);
  }

  /** Returns the value that forces a break between the last in-flow child and a float or positioned box after it. */
  private forcedAfterPrevious(child: Box): BreakValue {
    const { fragmentainer, previous, breakAfterPrevious: after } = this.flow;
    if (fragmentainer === null || previous === null) return 'auto';
    return forcedBetween(breakAfterPrevious(previous, after, child), fragmentainer);
  }

  /** Keeps the margin of the next in-flow child after a forced break, even if a float precedes it. */
  private keepNextMargin(child: Box, token: BlockBreakToken): void {
    if (this.flow.strut.truncates && keepsMarginAfter(child, token.isForced)) this.flow.strut = MarginStrut.EMPTY;
  }

  private layoutInFlow(child: Box, token: BlockBreakToken | null): Step {
    const { flow } = this;
    const { fragmentainer } = flow;
    const isStart = token === null || token.isBreakBefore;
    if (flow.space.has(SpaceFlag.ColumnFlow) && child.has(BoxFlag.Spanner)) return this.meetSpanner(child, token);
    let between: BreakValue = 'auto';
    if (fragmentainer !== null && isStart) {
      const { breaks } = flow.builder;
      if (breaks.isTarget(child)) return breakBefore(flow, child, breaks.target?.appeal ?? BreakAppeal.Perfect, false);
      if (flow.previous !== null) {
        const after = breakAfterPrevious(flow.previous, flow.breakAfterPrevious, child);
        between = joinBreakValues(after, breakBeforeOf(child));
        const forcedBy = forcedBetween(between, fragmentainer, flow.previous, child);
        if (forcedBy !== 'auto') return breakBefore(flow, child, BreakAppeal.Perfect, true, forcedBy);
      }
    }
    // css2 §9.5.2: content that clears a float follows all of its fragments, so it moves to the fragmentainer of the
    // last one.
    const { clear } = child.style.box;
    if (fragmentainer !== null && isStart && clear !== 'none' && flow.exclusions.goesOn(flow.clearedSide(clear)))
      return breakBefore(flow, child, BreakAppeal.Perfect, false);
    const margins = this.marginsOf(child, token);
    // css2 §9.5.2: floats that would move with the child's margin are cleared regardless of the margin, at their
    // current position.
    const clears = !flow.isResolved && (flow.adjoiningFloats & flow.clearedSides(clear)) !== 0;
    if (clears && !flow.resolveHere()) return 'abort';
    const forced = clears ? flow.clearanceFor(clear) : null;
    if (establishesFormattingContext(child, flow))
      return this.layoutFormattingContext(child, token, margins, between, forced);
    return this.layoutFlowChild(child, token, margins, between, forced);
  }

  /**
   * Handles a column spanner, which ends the columns (css-multicol-1 §6). When they resume with its token, the
   * container has laid it out.
   */
  private meetSpanner(child: Box, token: BlockBreakToken | null): Step {
    const { flow } = this;
    if (token !== null && !flow.space.has(SpaceFlag.SpannerAhead)) {
      flow.strut = MarginStrut.EMPTY;
      return 'continue';
    }
    flow.columnSpanner = child;
    return breakBefore(flow, child, BreakAppeal.Perfect, true);
  }

  /**
   * Returns the child's margins. Margins adjoining an unforced break are truncated, those after a forced break are kept
   * (css-break-3 §5.2).
   */
  private marginsOf(child: Box, token: BlockBreakToken | null): LogicalSides {
    const margins = childMargins(this.flow, child);
    if (token === null) return margins;
    if (token.isBreakBefore) {
      this.keepNextMargin(child, token);
      return margins;
    }
    return { ...margins, blockStart: 0 };
  }

  /**
   * Lays out a block container in the same formatting context. Its margins may collapse with those of this box and of
   * its children.
   */
  private layoutFlowChild(
    child: Box,
    token: BlockBreakToken | null,
    margins: LogicalSides,
    between: BreakValue,
    forced: LU | null,
  ): Step {
    const { flow } = this;
    const strut = withStartMargin(flow, child, margins.blockStart);
    // While this box's offset is unresolved, the clearance of the box applies to the child as well.
    const clearance = Math.max(
      flow.clearanceFor(child.style.box.clear),
      flow.isResolved ? -MAX_LU : flow.space.clearanceOffset,
    );
    const early = flow.builder.breaks.targetInside(child);
    const isResumed = token !== null && !token.isBreakBefore;
    let space = flowSpace(
      flow,
      child,
      margins,
      strut,
      clearance,
      flow.isResolved ? forced : flow.space.forcedBfcBlockOffset,
      isResumed,
    );
    let result = flow.context.layout(child, space, token, early);

    const waiting = flow.isResolved ? null : flow.strut;
    while (result.status === 'bfc-offset-resolved') {
      if (waiting !== null && !this.resolveBy(result, waiting)) return 'abort';
      space = space.withForcedBfcBlockOffset(result.bfcBlockOffset as LU);
      result = flow.context.layout(child, space, token, early);
    }
    if (waiting !== null && result.bfcBlockOffset !== null && !this.resolveBy(result, waiting)) return 'abort';
    let bfcOffset = result.bfcBlockOffset;
    if (bfcOffset === null && !flow.isResolved) {
      // css2 §8.3.1: clearance separates the margins of a child that margins collapse through from those above, so this
      // box's position is resolved.
      const clears = flow.clearanceFor(child.style.box.clear) > space.bfcBlockOffset + result.endMarginStrut.sum;
      if (clears) return flow.resolveHere() ? this.layoutFlowChild(child, token, margins, between, forced) : 'abort';
    }
    let clearedThrough = false;
    if (bfcOffset === null && flow.isResolved) {
      // Margins collapse through the child. It is placed at their sum, and so must be its floats.
      bfcOffset = space.bfcBlockOffset + result.endMarginStrut.sum;
      // NOTE Chromium separates the margins before and after the child even if it is below the floats anyway. It doesn't
      // if the floats end above the position that the child would have as the first content of its parent.
      const alone = flow.bfcBlockOffset + result.endMarginStrut.sum;
      clearedThrough = clearance > (forced === null ? Math.min(bfcOffset, alone) : -MAX_LU);
      if (clearedThrough) {
        if (bfcOffset < clearance || forced !== null) bfcOffset = clearance;
        const own = MarginStrut.EMPTY.append(margins.blockStart);
        result = flow.context.layout(child, space.withMarginStrut(own, bfcOffset), token, early);
      } else if (
        result.adjoiningFloats !== 0 &&
        space.forcedBfcBlockOffset !== bfcOffset &&
        guessOf(space) !== bfcOffset
      ) {
        result = flow.context.layout(child, space.withForcedBfcBlockOffset(bfcOffset), token, early);
      }
    }
    if (bfcOffset === null) flow.noteAdjoiningFloats(result.adjoiningFloats);
    const place = { space, margins, bfcOffset: bfcOffset ?? flow.bfcBlockOffset, clearedThrough };
    return this.placeFlowChild(child, token, between, result, place);
  }

  /** Adds a block container in the same formatting context, laid out at its final position, to the flow. */
  private placeFlowChild(
    child: Box,
    token: BlockBreakToken | null,
    between: BreakValue,
    result: LayoutResult,
    { space, margins, bfcOffset, clearedThrough }: FlowChildPlace,
  ): Step {
    const { flow } = this;
    const collapsesThrough = result.bfcBlockOffset === null;
    if (!collapsesThrough || result.breakToken !== null) {
      const decision = decide(flow, child, space, result, bfcOffset, between, token);
      if (decision !== 'continue') return decision;
    } else {
      passPlace(flow, child, result, bfcOffset, between);
    }
    flow.exclusions = isMirrored(child, flow) ? originalExclusions(result.exclusions) : result.exclusions;
    const inline = flow.edges.inlineStart + inlineOffsetOf(flow, child, space, margins);
    const blockOffset = this.add(result, inline, flow.toLocal(bfcOffset));
    flow.addLines(result.lineCount);
    const marginAfter = result.breakToken === null ? margins.blockEnd : 0;
    const endStrut = withEndMargin(flow, result.endMarginStrut, child, marginAfter);
    if (!collapsesThrough) {
      flow.position = blockOffset + result.fragment.blockSize(flow.mode);
      flow.hasContent ||= result.fragment.blockSize(flow.mode) > 0 || result.breakToken !== null;
      flow.clearedThrough = false;
    } else if (clearedThrough) {
      // The specification's clearance: the margins end below it.
      flow.position = flow.toLocal(bfcOffset) - result.endMarginStrut.sum;
      flow.clearedThrough = true;
    }
    // Content in a parallel flow doesn't end the truncation of the next margin.
    if (token === null || !token.has(BreakTokenFlag.AtBlockEnd)) flow.strut = endStrut;
    flow.builder.dependsOnBlockSize ||= result.dependsOnBlockSize;
    return this.after(child, result);
  }

  /**
   * Resolves the start of this border box by a child with solid content, unless only clearance moved the child. `strut`
   * holds the margins that were waiting before it.
   */
  private resolveBy(result: LayoutResult, strut: MarginStrut): boolean {
    const { flow } = this;
    flow.unresolve(strut);
    const start = result.pushedByFloats ? flow.space.bfcBlockOffset + strut.sum : (result.bfcBlockOffset as LU);
    return flow.resolveBfc(start);
  }

  /** Lays out a child that establishes an independent formatting context. */
  private layoutFormattingContext(
    child: Box,
    token: BlockBreakToken | null,
    margins: LogicalSides,
    between: BreakValue,
    forced: LU | null,
  ): Step {
    const { flow } = this;
    const placement = hasBlockStep(child)
      ? placeStepped(flow, child, token, margins, forced)
      : placeFormattingContext(flow, child, token, margins, forced);
    if (placement === null) return 'abort';
    const { result, bfcBlock, inlineOffset } = placement;
    const decision = decide(flow, child, null, result, bfcBlock, between, token);
    if (decision !== 'continue') return decision;
    const blockOffset = this.add(result, flow.edges.inlineStart + inlineOffset, flow.toLocal(bfcBlock));
    const blockSize = result.fragment.blockSize(flow.mode);
    flow.position = blockOffset + blockSize;
    flow.strut =
      result.breakToken === null
        ? withEndMargin(flow, MarginStrut.EMPTY, child, margins.blockEnd + (placement.after ?? 0))
        : MarginStrut.EMPTY;
    flow.hasContent ||= blockSize > 0 || result.breakToken !== null;
    flow.clearedThrough = false;
    flow.builder.dependsOnBlockSize ||= result.dependsOnBlockSize;
    return this.after(child, result);
  }

  /** Adds the child's fragment, moved down if its first line must align with the marker. Returns its block offset. */
  private add(result: LayoutResult, inlineOffset: LU, wanted: LU): LU {
    const { flow } = this;
    const { builder } = flow;
    const { fragment } = result;
    const { writingMode } = fragment;
    const isParallel =
      writingMode.vertical === flow.mode.vertical && writingMode.blockReversed === flow.mode.blockReversed;
    const blockOffset = isParallel ? wanted + pushByMarker(flow, fragment, wanted) : wanted;
    builder.addResult(result, inlineOffset, blockOffset);
    if (result.columnSpanner !== null) flow.columnSpanner = result.columnSpanner;
    if (!isParallel) return blockOffset;
    if (builder.firstBaseline === null && fragment.firstBaseline !== null)
      builder.firstBaseline = blockOffset + fragment.firstBaseline;
    // css2 §10.8.1: an inline-block uses its last line box. Baselines of a table aren't lines of the surrounding flow.
    if (fragment.lastBaseline !== null && fragment.box.kind !== BoxKind.TableWrapper)
      builder.lastBaseline = blockOffset + fragment.lastBaseline;
    return blockOffset;
  }

  /** Decides whether the flow continues after the child in this fragment. */
  private after(child: Box, result: LayoutResult): Step {
    const { flow } = this;
    passBreaksOn(flow, result);
    flow.previous = child;
    const { breakToken } = result;
    if (result.columnSpanner !== null) return 'stop';
    if (breakToken === null) return 'continue';
    if (!breakToken.has(BreakTokenFlag.AtBlockEnd)) return 'stop';
    flow.awaitsSpanner = flow.space.has(SpaceFlag.ColumnFlow) && hasSpannerAhead(breakToken);
    return flow.awaitsSpanner ? 'stop' : 'continue';
  }
}

/** Whether the child establishes an independent formatting context (css2 §9.4.1, css-writing-modes-4 §3.2). */
function establishesFormattingContext(child: Box, flow: BlockFlow): boolean {
  if (child.kind !== BoxKind.Block || child.has(BoxFlag.NewFormattingContext)) return true;
  return child.style.text.writingMode !== flow.box.style.text.writingMode;
}
