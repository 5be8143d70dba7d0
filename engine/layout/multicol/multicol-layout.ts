/**
 * Multicol containers (css-multicol-1): rows of columns with spanners between them. A column is a fragmentainer like a
 * page. Its fragment is an anonymous part of the container's box, laid out as a regular block container.
 */
import type { Box } from '../../boxes/box.ts';
import { INDEFINITE, type LU, LU_PER_PX } from '../../units.ts';
import { usedMargins } from '../sizing/box-edges.ts';
import { childPercentageBlock, sizeDependsOnBlock, usedInlineSize } from '../sizing/box-model.ts';
import { type BlockBreakToken, type BreakToken, BreakTokenFlag } from '../contract/break-token.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import { FragmentBuilder } from '../fragments/fragment-builder.ts';
import type { FragmentExtra } from '../contract/fragment.ts';
import {
  appealBefore,
  type BreakChooser,
  type BreakPlace,
  forcedBetween,
  type Outcome,
  outcomeOf,
  withBestBreak,
} from '../fragmentation/break-chooser.ts';
import {
  breakAfterOf,
  breakBeforeOf,
  type BreakValue,
  joinBreakValues,
  keepsMarginAfter,
} from '../fragmentation/break-values.ts';
import { cloneReserve, endFragment, type FragmentEnd, MORE_CONTENT } from '../fragmentation/end-fragment.ts';
import { columnGeometry, consumedContent, ownLimits } from './column-geometry.ts';
import { ColumnLines } from './column-lines.ts';
import { placeMarkerBeside } from '../fragments/list-marker.ts';
import {
  type MulticolState,
  MulticolTokenData,
  breakAppealOfRow,
  type ColumnRow,
  contentSize,
  filledSize,
  hasContents,
  hasFlowEnded,
  ENDLESS,
  fillRow,
  fillUnlimitedRow,
  isEmptyColumn,
  type RowRoom,
  withEndEdge,
} from './column-row.ts';
import { decorateColumns, type PlacedColumnRow } from './column-gaps.ts';
import { addParts, type Part } from './column-fragmentainers.ts';
import { belowFloats, resumeOverflowingSpanners, spannerSpace, spannerStart } from './spanner-space.ts';
import { afterFlowPoint, beforeFlowPoint } from '../fragmentation/next-break.ts';
import { BreakAppeal, type EarlyBreak } from '../fragmentation/break-appeal.ts';
import { changesInColumns } from '../fragmentation/page-names.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import { balanceRow } from './column-balancing.ts';
import { type Insertion, NO_INSERTIONS } from '../insertions/insertion.ts';
import { ColumnFlow } from './column-flow.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

export function layoutMulticol(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
  early: EarlyBreak | null,
): LayoutResult {
  return withBestBreak(early, (breaks) => new MulticolLayout(context, box, space, token, breaks).run());
}

type Step = 'continue' | 'stop' | 'go-back';

class MulticolLayout {
  private readonly builder: FragmentBuilder;
  private readonly flow: ColumnFlow;
  private readonly context: LayoutContext;
  private readonly box: Box;
  private readonly space: ConstraintSpace;
  /** Block size that the container's own height leaves for the contents in this fragment, or INDEFINITE. */
  private readonly ownRoom: LU;
  /** Whether that is a definite height and not just a limit. */
  private readonly hasOwnHeight: boolean;
  /** Lines of a fixed height, or null if they depend on their contents or the available space. */
  private readonly lines: ColumnLines | null;
  private position: LU;
  /** Rows and spanners in this fragment. Positioned boxes can still be added to any of the columns. */
  private readonly parts: Part[] = [];
  /** `isLast` means that no spanner or other row follows. */
  private readonly placedRows: (PlacedColumnRow & { readonly isLast: boolean })[] = [];
  /** Whether the following content directly follows a row. */
  private followsRow = false;
  private columns: BlockBreakToken | null = null;
  private spanner: Box | null = null;
  private spannerToken: BlockBreakToken | null = null;
  /** The spanner directly before the following content in this fragment, or null. */
  private lastSpanner: Box | null = null;
  private spannerMargin: LU = 0;
  /** Whether the break before the resumed spanner truncated its margin. */
  private cutsMargin = false;
  /** Whether a row with contents or a spanner precedes in this fragment, and its break value. */
  private hasContent = false;
  private breakAfterPrevious: BreakValue = 'auto';
  private forcedBy: BreakValue = 'auto';
  /** The first box after the break forced by `forcedBy`. */
  private comesNext: Box | null = null;
  private waiting: readonly Insertion[] = NO_INSERTIONS;
  /** The list item's outside marker while it waits for a first line. */
  private marker: Box | null;
  /** Whether the rest continues in the next fragmentainer. */
  private goesOn = false;
  private readonly percentageBlock: LU;

  constructor(
    context: LayoutContext,
    box: Box,
    space: ConstraintSpace,
    token: BreakToken | null,
    breaks: BreakChooser,
  ) {
    this.context = context;
    this.box = box;
    this.space = space;
    const builder = new FragmentBuilder(context, box, space, token, null, breaks);
    this.builder = builder;
    builder.inlineSize = usedInlineSize(context, box, space, builder.edges);
    const percentageBlock = childPercentageBlock(context, box, space, builder.edges, builder.inlineSize);
    this.percentageBlock = percentageBlock;
    builder.dependsOnBlockSize = sizeDependsOnBlock(box, space);
    const [definite, most] = ownLimits(builder);
    this.hasOwnHeight = definite !== INDEFINITE;
    this.ownRoom =
      most >= MORE_CONTENT ? INDEFINITE : Math.max(0, most - builder.edges.block - consumedContent(builder));
    this.flow = new ColumnFlow(
      context,
      box,
      space,
      columnGeometry(box.style, builder.contentInlineSize),
      percentageBlock,
      this.ownRoom === INDEFINITE ? (space.fragmentainer?.fullSize ?? ENDLESS) : this.ownRoom,
    );
    const content = this.hasOwnHeight ? Math.max(0, definite - builder.edges.block) : INDEFINITE;
    this.position = builder.blockStartEdge;
    this.lines = ColumnLines.of(box.style, content, this.position);
    this.marker = box.marker;
  }

  /**
   * Reports page names inside columns. By css-page-3 §9 they apply between boxes that pages can break between, but
   * browsers don't break columns for them.
   */
  private remarkOnNames(): void {
    if (this.space.fragmentainer === null || this.builder.token !== null || !changesInColumns(this.box)) return;
    this.context.diagnostics.warnAbout(
      'layout/unsupported',
      'The property page has no effect inside columns.',
      this.box.element,
    );
  }

  /** Returns null if the layout must be repeated for a better break passed earlier. */
  run(): LayoutResult | null {
    this.remarkOnNames();
    const { token } = this.builder;
    const state = token?.data instanceof MulticolTokenData ? token.data.state : null;
    if (state !== null) {
      this.columns = state.columns;
      this.spanner = state.spanner;
      this.spannerToken = state.spannerToken;
      this.waiting = state.waiting;
      this.cutsMargin = state.spanner !== null && !keepsMarginAfter(state.spanner, state.forcedBy !== 'auto');
      if (!state.markerPending) this.marker = null;
    }
    resumeOverflowingSpanners(this.builder, this.flow);
    const hasEnded = state !== null && state.isDone;
    if (hasEnded && this.columns !== null) this.layoutOverflow(this.columns);
    return hasEnded || this.layoutRows(state) ? this.finish() : null;
  }

  /**
   * Lays out rows and spanners in turn until everything is placed or the page is full. Returns false if a better break
   * was passed.
   */
  private layoutRows(state: MulticolState | null): boolean {
    // If nothing fit into the previous fragmentainer, the columns still have to begin.
    let hasRow = state === null || (state.columns === null && state.spanner === null);
    for (;;) {
      if (this.spanner !== null) {
        const step = this.layoutSpanner(this.spanner);
        if (step !== 'continue') return step === 'stop';
        hasRow = true;
      }
      if (!hasRow && this.columns === null) return true;
      const step = this.layoutRow();
      if (step !== 'continue') return step === 'stop';
      hasRow = false;
    }
  }

  private get hasParts(): boolean {
    return this.parts.length > 0 || this.builder.childCount > 0;
  }

  /** The remaining fragmentainer below `this.position`. */
  private get fragmentainer(): FragmentainerSpace | null {
    const { fragmentainer } = this.space;
    if (fragmentainer === null) return null;
    return fragmentainer
      .shortenedBy(cloneReserve(this.builder))
      .advancedBy(this.position, fragmentainer.hasPrecedingContent || this.hasParts);
  }

  /** Lays out columns up to the next spanner. */
  private layoutRow(): Step {
    const { builder, lines } = this;
    if (lines !== null) this.position = lines.placeFor(this.position);
    const outer = this.fragmentainer;
    let most = this.roomForRow();
    let cutByPage = false;
    if (outer !== null && (most === INDEFINITE || outer.remaining < most)) {
      most = Math.max(0, outer.remaining);
      cutByPage = true;
    }
    const isFull = cutByPage && outer !== null && outer.remaining < LU_PER_PX && outer.hasPrecedingContent;
    if (
      isFull &&
      this.columns !== null &&
      this.waiting.length === 0 &&
      isEmptyColumn(this.flow.layoutColumn(0, this.columns))
    ) {
      this.columns = null;
      return 'stop';
    }
    if (isFull) return this.offerRow(outer, { state: 'sticks-out', appeal: BreakAppeal.LastResort });
    const fillsAuto = this.box.style.rare.columnFill === 'auto';
    const isLimited = most !== INDEFINITE;
    const mayGetMore = cutByPage && outer !== null && outer.offset > 0;
    const room: RowRoom = { most, mayOverflow: !cutByPage && lines?.wraps !== true, mayGetMore };
    const flow = this.flow.at(builder.edges.inlineStart, this.position, this.waiting);
    const fill = !fillsAuto ? balanceRow : isLimited ? fillRow : fillUnlimitedRow;
    let row = fill(flow, this.columns, room);
    // css-multicol-1 §7.1: columns before a spanner are always balanced.
    if (fillsAuto && row.spanner !== null) row = balanceRow(flow, this.columns, room);
    if (fillsAuto && cutByPage) row = withEndEdge(flow, this.columns, row, builder.edges.blockEnd, room);
    const forcedBy = outer === null || !hasContents(row) ? 'auto' : this.forcedBeforeRow(outer);
    if (forcedBy !== 'auto') {
      if (this.columns !== null) builder.addChildToken(this.columns);
      return this.breakBy(forcedBy, this.afterSpanner);
    }
    if (outer !== null && (mayGetMore || row.token !== null)) {
      const state = mayGetMore && row.overflows ? 'sticks-out' : 'broken';
      const step = this.offerRow(outer, { state, appeal: breakAppealOfRow(row) }, mayGetMore);
      if (step !== 'continue') return step;
    }
    this.addRow(row, fillsAuto && isLimited ? most : 0);
    this.columns = row.token;
    this.waiting = row.waiting;
    this.spanner = row.spanner;
    this.spannerToken = null;
    if (row.spanner !== null) return 'continue';
    if (row.token === null) return 'stop';
    if (lines?.wraps === true && !cutByPage && !row.forcesPage) {
      this.position = lines.next();
      return 'continue';
    }
    this.goesOn = !hasFlowEnded(row.token);
    builder.addChildToken(row.token);
    if (row.forcesPage) builder.breaks.isForced = true;
    return 'stop';
  }

  /**
   * Lays out positioned boxes of a flow that ended in an earlier fragmentainer, in columns of the available height.
   * They take no space from the following content.
   */
  private layoutOverflow(columns: BlockBreakToken): void {
    const { fragmentainer } = this;
    const most = fragmentainer === null ? INDEFINITE : Math.max(0, fragmentainer.remaining);
    const room: RowRoom = { most, mayOverflow: fragmentainer === null, mayGetMore: false };
    const row = most === INDEFINITE ? balanceRow(this.flow, columns, room) : fillRow(this.flow, columns, room);
    this.parts.push({ type: 'row', row, block: this.position });
    this.columns = row.token;
    if (row.token !== null) this.builder.addChildToken(row.token);
  }

  /** Returns the block size available to the next row within the container's own sizes, or INDEFINITE. */
  private roomForRow(): LU {
    const { lines, position } = this;
    const inLine = lines === null ? INDEFINITE : Math.max(0, lines.end - position);
    if (lines?.wraps === true) return inLine;
    const used = position - this.builder.blockStartEdge;
    const left = this.ownRoom === INDEFINITE ? INDEFINITE : Math.max(0, this.ownRoom - used);
    return inLine === INDEFINITE || (left !== INDEFINITE && left < inLine) ? left : inLine;
  }

  /** Offers the break before the next row. `mayMove` means that the next fragmentainer might suit it better. */
  private offerRow(
    fragmentainer: FragmentainerSpace,
    { state, appeal }: Pick<Outcome, 'state' | 'appeal'>,
    mayMove = true,
  ): Step {
    const { builder } = this;
    const place: BreakPlace = {
      box: this.box,
      fragmentainer,
      between: this.breakAfterPrevious,
      isBetweenSiblings: this.hasParts,
      makesProgress: mayMove && fragmentainer.hasPrecedingContent,
    };
    const answer = builder.breaks.offer(place, { state, appeal, isForced: false, early: null, shortage: 0 });
    if (answer === 'go-back') return 'go-back';
    if (answer === 'continue') return 'continue';
    if (this.columns !== null) builder.addChildToken(this.columns);
    return this.breakHere(appealBefore(place));
  }

  /** `least` is the minimum height of columns that are filled sequentially. */
  private addRow(row: ColumnRow, least: LU): void {
    const { builder } = this;
    const isGuess = this.space.fragmentainer?.isGuess === true;
    let height = 0;
    this.parts.push({ type: 'row', row, block: this.position });
    for (const column of row.columns) {
      // A column with a continued flow is as high as the row. The last one ends with its content.
      height = Math.max(height, column.breakToken === null || isGuess ? contentSize(column) : filledSize(column, row));
      builder.dependsOnBlockSize ||= column.dependsOnBlockSize;
      // Space that would fit more into one of the columns would fit more into an outer one, too.
      if (row.token !== null && row.spanner === null) builder.breaks.noteShortage(column.shortage);
    }
    const fillsRow = this.hasOwnHeight || row.token !== null;
    if (!isGuess && row.spanner === null && fillsRow) height = Math.max(height, least);
    this.noteBaselines(row);
    this.placedRows.push({
      start: this.position,
      end: this.ruleEnd(row, this.position + height),
      columns: row.columns.length,
      startsGroup: !this.followsRow,
      isLast: row.spanner === null,
    });
    this.followsRow = row.spanner === null;
    for (const column of row.columns)
      builder.tallestUnbreakable = Math.max(builder.tallestUnbreakable, Math.min(column.tallestUnbreakable, height));
    this.position += height;
    if (height === 0) return;
    this.spannerMargin = 0;
    this.hasContent = true;
    this.lastSpanner = null;
    this.breakAfterPrevious = 'auto';
  }

  /**
   * Returns where rules next to a row end. They end with a line of fixed height, unless a spanner follows in the line
   * or a page cuts it.
   */
  private ruleEnd(row: ColumnRow, end: LU): LU {
    const { lines } = this;
    if (lines === null || row.spanner !== null) return end;
    const { fragmentainer } = this.space;
    return Math.max(end, fragmentainer === null ? lines.end : Math.min(lines.end, fragmentainer.remaining));
  }

  /** Lays out a spanner across all columns, as an independent formatting context (css-multicol-1 §6.1). */
  private layoutSpanner(spanner: Box): Step {
    const { builder, context, lines } = this;
    const { breaks, mode } = builder;
    if (lines !== null) this.position = lines.placeFor(this.position);
    const margins = usedMargins(spanner.style, mode, this.flow.geometry.spanned(spanner.style));
    const isResumed = this.spannerToken !== null;
    // Margins of adjacent spanners collapse with each other, but not with other content.
    const before =
      isResumed || this.cutsMargin ? 0 : collapsed(this.spannerMargin, margins.blockStart) - this.spannerMargin;
    const start = isResumed ? this.position : belowFloats(builder, this.flow, spanner, this.position + before);
    const fragmentainer =
      this.fragmentainer?.advancedBy(start - this.position, this.fragmentainer.hasPrecedingContent) ?? null;
    const place: BreakPlace | null =
      fragmentainer === null
        ? null
        : {
            box: spanner,
            fragmentainer,
            between: joinBreakValues(this.breakAfterPrevious, breakBeforeOf(spanner)),
            isBetweenSiblings: this.hasContent,
            makesProgress: !isResumed && fragmentainer.hasPrecedingContent,
          };
    if (place?.isBetweenSiblings === true) {
      const previous = this.columns === null ? null : beforeFlowPoint(this.columns);
      const forcedBy = forcedBetween(place.between, place.fragmentainer, previous, spanner);
      if (forcedBy !== 'auto') return this.breakBy(forcedBy, spanner);
    }
    if (place !== null && breaks.isTarget(spanner)) return this.breakHere(appealBefore(place));
    const result = context.layout(
      spanner,
      spannerSpace(builder, this.flow, spanner, fragmentainer),
      this.spannerToken,
      breaks.targetInside(spanner),
    );
    if (place !== null) {
      const answer = breaks.offer(place, outcomeOf(spanner, result, mode, place.fragmentainer));
      if (answer === 'go-back') return 'go-back';
      if (answer === 'break-before') return this.breakHere(appealBefore(place));
    }
    const size = result.fragment.blockSize(mode);
    if (lines?.wraps === true && start + size > lines.end && !lines.isAtStart(this.position) && !isResumed) {
      this.position = lines.next();
      return this.layoutSpanner(spanner);
    }
    const inline = spannerStart(builder, this.flow, result.fragment);
    this.parts.push({ type: 'spanner', result, inline, block: start });
    const { firstBaseline, lastBaseline } = result.fragment;
    if (builder.firstBaseline === null && firstBaseline !== null) this.noteFirstBaseline(start + firstBaseline, 0);
    if (lastBaseline !== null) builder.lastBaseline = start + lastBaseline;
    this.position = start + size;
    if (result.breakToken !== null && !result.breakToken.has(BreakTokenFlag.AtBlockEnd)) {
      this.spannerToken = result.breakToken;
      this.goesOn = true;
      return 'stop';
    }
    this.position += margins.blockEnd;
    this.spannerMargin = margins.blockEnd;
    this.lastSpanner = spanner;
    this.spanner = null;
    this.cutsMargin = false;
    this.hasContent = true;
    this.breakAfterPrevious = joinBreakValues(result.breakAfter, breakAfterOf(spanner));
    return 'continue';
  }

  /** Adjacent columns contribute the highest first baseline and the lowest last baseline (css-align-3 §9.1). */
  private noteBaselines({ columns }: ColumnRow): void {
    const { builder, position, flow } = this;
    const isFirstRow = builder.firstBaseline === null;
    columns.forEach(({ fragment: { firstBaseline, lastBaseline } }, c) => {
      if (firstBaseline === null || lastBaseline === null) return;
      if (builder.firstBaseline === null) this.noteFirstBaseline(position + firstBaseline, flow.geometry.offset(c));
      else if (isFirstRow) builder.firstBaseline = Math.min(builder.firstBaseline, position + firstBaseline);
      builder.lastBaseline = Math.max(builder.lastBaseline ?? 0, position + lastBaseline);
    });
  }

  /**
   * Sets the first baseline and aligns the outside marker to it, whether in a column or in a spanner. `inlineOffset` is
   * that of the column or spanner from the content edge.
   */
  private noteFirstBaseline(baseline: LU, inlineOffset: LU): void {
    const { builder } = this;
    builder.firstBaseline = baseline;
    if (this.marker !== null)
      placeMarkerBeside(
        builder,
        this.marker,
        () => builder.edges.inlineStart + inlineOffset,
        this.space.flags & SpaceFlag.Measure,
      );
    this.marker = null;
  }

  /** Moves the following content to the next fragmentainer. */
  private breakHere(appeal: BreakAppeal): Step {
    this.goesOn = true;
    this.builder.breaks.take(appeal, false);
    return 'stop';
  }

  /**
   * Returns the value that forces a break between a spanner in this fragment and the columns below it, or 'auto'. Break
   * values of content after the surrounding box are handled in the columns.
   */
  private forcedBeforeRow(outer: FragmentainerSpace): BreakValue {
    const next = this.afterSpanner;
    return next === null ? 'auto' : forcedBetween(this.breakAfterPrevious, outer, this.lastSpanner, next);
  }

  private get afterSpanner(): Box | null {
    return this.columns === null ? null : afterFlowPoint(this.columns);
  }

  /** Ends the fragment with a break forced by break values or page names next to a spanner. */
  private breakBy(value: BreakValue, next: Box | null): Step {
    this.goesOn = true;
    this.forcedBy = value;
    this.comesNext = next;
    this.builder.breaks.take(BreakAppeal.Perfect, true);
    return 'stop';
  }

  private finish(): LayoutResult {
    const { builder, goesOn } = this;
    addParts(builder, this.flow, this.parts);
    const { edges } = builder;
    if (this.marker !== null && !goesOn) {
      const beside = (): LU => edges.inlineStart;
      const bottom = placeMarkerBeside(builder, this.marker, beside, this.space.flags & SpaceFlag.Measure);
      this.position = Math.max(this.position, bottom);
      this.marker = null;
    }
    if (this.lines !== null && !goesOn) this.position = Math.max(this.position, this.lines.end);
    const contents = this.position + (goesOn ? 0 : edges.blockEnd);
    const end = endFragment(builder, {
      fragmentainer: this.space.fragmentainer,
      contents,
      goesOn,
      endEdge: edges.blockEnd,
    });
    const moved = goesOn ? 0 : builder.alignContents(end, contents);
    return builder.finish({
      end,
      intrinsicBlockSize: contents,
      percentageBlock: this.percentageBlock,
      extra: this.decorations(end, moved),
      data: new MulticolTokenData({
        columns: this.columns,
        spanner: this.spanner,
        spannerToken: this.spannerToken,
        isDone: !goesOn,
        markerPending: this.marker !== null,
        forcedBy: this.forcedBy,
        comesNext: this.comesNext,
        waiting: this.waiting,
      }),
    });
  }

  /** Returns the gap decorations. `moved` is how far `align-content` has moved the columns. */
  private decorations({ blockSize, state }: FragmentEnd, moved: LU): FragmentExtra | null {
    const { builder } = this;
    const bottom = blockSize - (state === 'goes-on' && !builder.clonesEdges ? 0 : builder.edges.blockEnd);
    // The columns of the last row extend to the end of a container with its own height.
    const rows = this.placedRows.map((row) => {
      const end = row.isLast && this.hasOwnHeight && this.lines === null ? Math.max(row.end, bottom) : row.end + moved;
      return { ...row, start: row.start + moved, end };
    });
    const { inlineSize, mode, edges } = builder;
    const columns = { style: this.box.style, mode, inlineSize, inlineStart: edges.inlineStart };
    return decorateColumns(columns, this.flow.geometry, rows, blockSize, this.context.budget);
  }
}

/** Returns the result of collapsing two margins (css2 §8.3.1). */
const collapsed = (a: LU, b: LU): LU => Math.max(a, b, 0) + Math.min(a, b, 0);
