/**
 * Multi-column containers (css-multicol-1): rows of columns with spanners between them. A column is a fragmentainer like a page; its fragment is an anonymous
 * part of the container's box, laid out as an ordinary block container.
 */
import type { Box } from '../../boxes/box.ts';
import { INDEFINITE, type LU, luFromPx, LU_PER_PX } from '../../units.ts';
import {
  blockLimits,
  childPercentageBlock,
  definiteBlockSize,
  edgesAgainst,
  sizeDependsOnBlock,
  usedInlineSize,
  usedMargins,
  writingModeOf,
} from '../box-model.ts';
import { type BlockBreakToken, BreakTokenFlag, type BreakToken, sameToken } from '../break-token.ts';
import { SpaceBuilder } from '../space-builder.ts';
import {
  BreakAppeal,
  type EarlyBreak,
  type IntrinsicSizes,
  type LayoutContext,
  type LayoutResult,
} from '../contract.ts';
import { type ConstraintSpace, type FragmentainerSpace, SpaceFlag } from '../constraint-space.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import type { FragmentExtra } from '../fragment.ts';
import {
  appealBefore,
  type BreakChooser,
  type BreakPlace,
  isForcedAt,
  type Outcome,
  outcomeOf,
  withBestBreak,
} from '../fragmentation/break-chooser.ts';
import { breakBeforeOf } from '../fragmentation/break-values.ts';
import { cloneReserve, endFragment, type FragmentEnd, MORE_CONTENT } from '../fragmentation/end-fragment.ts';
import { columnGap, columnGeometry, columnHeightOf, type WrappedRows, wrappedRows } from './column-geometry.ts';
import { fillWithPositioned } from './row-fragmentainers.ts';
import { intrinsicSpanners } from '../column-spanners.ts';
import { breakAppealOfRow, ColumnFlow, type ColumnRow, layoutColumnRow } from './column-row.ts';

/** What a multi-column container keeps in its break token. */
export class MulticolTokenData {
  readonly kind = 'multicol';
  /** Where the columns go on; null: at the beginning, or not at all. */
  readonly columns: BlockBreakToken | null;
  /** A spanner that comes before them, and where it goes on. */
  readonly spanner: Box | null;
  readonly spannerToken: BlockBreakToken | null;
  /** Only the box's own size is left. */
  readonly isDone: boolean;

  constructor(
    columns: BlockBreakToken | null,
    spanner: Box | null,
    spannerToken: BlockBreakToken | null,
    isDone: boolean,
  ) {
    this.columns = columns;
    this.spanner = spanner;
    this.spannerToken = spannerToken;
    this.isDone = isDone;
  }

  equals(other: MulticolTokenData): boolean {
    return (
      this.spanner === other.spanner &&
      this.isDone === other.isDone &&
      sameToken(this.columns, other.columns) &&
      sameToken(this.spannerToken, other.spannerToken)
    );
  }
}

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
  /** Block size left for the contents in this fragment by the container's own height; INDEFINITE: as they like. */
  private readonly ownRoom: LU;
  /** Is that a height, or only a limit? */
  private readonly hasOwnHeight: boolean;
  /** Columns that overflow stand in further rows; null: beside the others. */
  private readonly rows: WrappedRows | null;
  /** The next row comes below another one. */
  private isBelowRow = false;
  private position: LU;
  private readonly rules: { inline: LU; block: LU; length: LU; isLast: boolean }[] = [];
  private columns: BlockBreakToken | null = null;
  private spanner: Box | null = null;
  private spannerToken: BlockBreakToken | null = null;
  private spannerMargin: LU = 0;
  /** The rest comes in the next fragmentainer. */
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
    this.flow = new ColumnFlow(
      context,
      box,
      space,
      columnGeometry(box.style, builder.contentInlineSize),
      percentageBlock,
    );
    const definite = space.hasFixedBlock
      ? space.fixedBlock
      : definiteBlockSize(box, space, builder.edges, builder.inlineSize);
    this.hasOwnHeight = definite !== INDEFINITE;
    const most = this.hasOwnHeight ? definite : blockLimits(box, space, builder.edges, INDEFINITE).max;
    this.ownRoom = most >= MORE_CONTENT ? INDEFINITE : Math.max(0, most - builder.edges.block - this.consumedContent());
    const content = this.hasOwnHeight ? Math.max(0, definite - builder.edges.block) : INDEFINITE;
    this.rows = wrappedRows(box.style, content);
    this.position = builder.blockStartEdge;
  }

  private consumedContent(): LU {
    const { token, edges, consumedBlockSize, isStartCut } = this.builder;
    if (token === null) return 0;
    return Math.max(0, consumedBlockSize - (isStartCut ? edges.blockStart : edges.block * (token.sequence + 1)));
  }

  /** null: to be run again for a better break that has been passed. */
  run(): LayoutResult | null {
    const { token } = this.builder;
    const data = token?.data?.kind === 'multicol' ? token.data : null;
    if (data !== null) {
      this.columns = data.columns;
      this.spanner = data.spanner;
      this.spannerToken = data.spannerToken;
    }
    this.resumeOverflowingSpanners();
    const isDone = data !== null && data.isDone;
    return isDone || this.layoutRows(data) ? this.finish() : null;
  }

  /** Contents of spanners that have ended go on beside what comes here. */
  private resumeOverflowingSpanners(): void {
    const { builder } = this;
    const { fragmentainer } = builder.space;
    for (const token of builder.token?.children ?? []) {
      if (token.type !== 'block' || token.box === this.box || !token.has(BreakTokenFlag.AtBlockEnd)) continue;
      const offset = builder.blockStartEdge;
      const inner = fragmentainer?.advancedBy(offset, fragmentainer.hasPrecedingContent) ?? null;
      const result = this.context.layout(token.box, this.spannerSpace(token.box, inner), token);
      builder.addResult(result, builder.edges.inlineStart, offset);
    }
  }

  private spannerSpace(spanner: Box, fragmentainer: FragmentainerSpace | null): ConstraintSpace {
    const { builder, space, context } = this;
    return new SpaceBuilder(context, builder.mode, spanner)
      .available(builder.contentInlineSize)
      .percentages(builder.contentInlineSize, this.flow.percentageBlock)
      .flag(space.flags & SpaceFlag.Measure)
      .fragmentainer(fragmentainer)
      .build();
  }

  /** Rows and spanners in turn, until everything is placed or the page is full. False: a better break has been passed. */
  private layoutRows(data: MulticolTokenData | null): boolean {
    // Where nothing fitted into the fragmentainer before, the columns still begin.
    let hasRow = data === null || (data.columns === null && data.spanner === null);
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

  /** What is left of the fragmentainer below `this.position`. */
  private get fragmentainer(): FragmentainerSpace | null {
    const { fragmentainer } = this.space;
    if (fragmentainer === null) return null;
    return fragmentainer
      .shortenedBy(cloneReserve(this.builder))
      .advancedBy(this.position, fragmentainer.hasPrecedingContent || this.builder.childCount > 0);
  }

  /** Columns up to the next spanner. */
  private layoutRow(): Step {
    const { builder, rows } = this;
    if (rows !== null && this.isBelowRow) this.position += rows.gap;
    this.isBelowRow = false;
    const outer = this.fragmentainer;
    let most = this.roomForRow();
    let cutByPage = false;
    if (outer !== null && (most === INDEFINITE || outer.remaining < most)) {
      most = Math.max(0, outer.remaining);
      cutByPage = true;
    }
    if (cutByPage && outer !== null && outer.remaining < LU_PER_PX && outer.hasPrecedingContent)
      return this.offerRow(outer, { state: 'sticks-out', appeal: BreakAppeal.LastResort });
    const fillsAuto = this.box.style.rare.columnFill === 'auto' && most !== INDEFINITE;
    const mayGetMore = cutByPage && outer !== null && outer.offset > 0;
    const mayOverflow = !cutByPage && rows === null;
    let row = layoutColumnRow(this.flow, this.columns, most, fillsAuto, mayOverflow, mayGetMore);
    // css-multicol-1 §7.1: before a spanner columns are always balanced.
    if (fillsAuto && row.spanner !== null)
      row = layoutColumnRow(this.flow, this.columns, most, false, mayOverflow, mayGetMore);
    if (outer !== null && (mayGetMore || row.token !== null)) {
      const state = mayGetMore && row.overflows ? 'sticks-out' : 'broken';
      const step = this.offerRow(outer, { state, appeal: breakAppealOfRow(row) }, mayGetMore);
      if (step !== 'continue') return step;
    }
    this.addRow(row, fillsAuto);
    this.columns = row.token;
    this.spanner = row.spanner;
    this.spannerToken = null;
    if (row.spanner !== null) return 'continue';
    if (row.token === null) return 'stop';
    if (rows !== null && !cutByPage && !row.forcesPage) {
      this.isBelowRow = true;
      return 'continue';
    }
    this.goesOn = true;
    builder.addChildToken(row.token);
    if (row.forcesPage) builder.breaks.isForced = true;
    return 'stop';
  }

  /** The block size that the next row may have by the container's own sizes; INDEFINITE: any. */
  private roomForRow(): LU {
    if (this.rows !== null) return this.rows.height;
    const used = this.position - this.builder.blockStartEdge;
    const left = this.ownRoom === INDEFINITE ? INDEFINITE : Math.max(0, this.ownRoom - used);
    const height = columnHeightOf(this.box.style);
    return height === null || (left !== INDEFINITE && left < height) ? left : height;
  }

  /** The place before the row that comes now. `mayMove`: in the next fragmentainer it might be better. */
  private offerRow(
    fragmentainer: FragmentainerSpace,
    { state, appeal }: Pick<Outcome, 'state' | 'appeal'>,
    mayMove = true,
  ): Step {
    const { builder } = this;
    const place: BreakPlace = {
      box: this.box,
      fragmentainer,
      between: 'auto',
      isBetweenSiblings: builder.childCount > 0,
      makesProgress: mayMove && fragmentainer.hasPrecedingContent,
    };
    const answer = builder.breaks.offer(place, { state, appeal, isForced: false, early: null, shortage: 0 });
    if (answer === 'go-back') return 'go-back';
    if (answer === 'continue') return 'continue';
    this.goesOn = true;
    builder.breaks.take(appealBefore(place), false);
    if (this.columns !== null) builder.addChildToken(this.columns);
    return 'stop';
  }

  private addRow(row: ColumnRow, fills: boolean): void {
    const { builder, flow } = this;
    const isGuess = this.space.fragmentainer?.isGuess === true;
    let height = 0;
    fillWithPositioned(flow, row).forEach(({ fragment, outOfFlow, footnotes }, i) => {
      builder.addChild(fragment, builder.edges.inlineStart + flow.geometry.offset(i), this.position);
      builder.takeCandidates(outOfFlow);
      builder.addFootnotes(footnotes);
    });
    for (const column of row.columns) {
      // A column whose flow goes on is as high as the row; the last one ends with its content.
      height = Math.max(
        height,
        column.breakToken === null || isGuess ? column.fragment.blockSize(builder.mode) : contentSize(column, row),
      );
      const { firstBaseline, lastBaseline } = column.fragment;
      if (builder.firstBaseline === null && firstBaseline !== null)
        builder.firstBaseline = this.position + firstBaseline;
      if (lastBaseline !== null) builder.lastBaseline = this.position + lastBaseline;
      builder.dependsOnBlockSize ||= column.dependsOnBlockSize;
      // What would let more into one of the columns would let more into an outer one.
      if (row.token !== null && row.spanner === null) builder.breaks.noteShortage(column.shortage);
    }
    if (fills && !isGuess && row.spanner === null && (this.hasOwnHeight || row.token !== null))
      height = Math.max(height, row.height);
    if (row.columns.length > 1) {
      for (let i = 1; i < Math.min(row.columns.length, flow.geometry.count); i++) {
        this.rules.push({
          inline: builder.edges.inlineStart + flow.geometry.offset(i) - (flow.geometry.gap >> 1),
          block: this.position,
          length: height,
          isLast: row.spanner === null && (this.rows === null || row.token === null),
        });
      }
    }
    for (const column of row.columns)
      builder.tallestUnbreakable = Math.max(builder.tallestUnbreakable, Math.min(column.tallestUnbreakable, height));
    this.position += height;
    if (height > 0) this.spannerMargin = 0;
  }

  /** css-multicol-1 §6.1: across all columns, a formatting context of its own. */
  private layoutSpanner(spanner: Box): Step {
    const { builder, context } = this;
    const { breaks, mode } = builder;
    const margins = usedMargins(spanner.style, mode, builder.contentInlineSize);
    const isResumed = this.spannerToken !== null;
    // Margins of spanners that follow each other collapse; with anything else they don't.
    const before = isResumed
      ? 0
      : Math.max(margins.blockStart, this.spannerMargin) - (this.spannerMargin > 0 ? this.spannerMargin : 0);
    const start = this.position + before;
    const fragmentainer = this.fragmentainer?.advancedBy(before, this.fragmentainer.hasPrecedingContent) ?? null;
    const place: BreakPlace | null =
      fragmentainer === null
        ? null
        : {
            box: spanner,
            fragmentainer,
            between: breakBeforeOf(spanner),
            isBetweenSiblings: builder.childCount > 0,
            makesProgress: !isResumed && fragmentainer.hasPrecedingContent,
          };
    if (place !== null && place.isBetweenSiblings && isForcedAt(place)) return this.endBeforeSpanner(place, true);
    if (place !== null && breaks.isTarget(spanner)) return this.endBeforeSpanner(place, false);
    const result = context.layout(
      spanner,
      this.spannerSpace(spanner, fragmentainer),
      this.spannerToken,
      breaks.targetInside(spanner),
    );
    if (place !== null) {
      const answer = breaks.offer(place, outcomeOf(spanner, result, mode, place.fragmentainer));
      if (answer === 'go-back') return 'go-back';
      if (answer === 'break-before') return this.endBeforeSpanner(place, false);
    }
    const size = result.fragment.blockSize(mode);
    const free = builder.contentInlineSize - result.fragment.inlineSize(mode);
    const b = spanner.style.box;
    const centred = b.marginLeft.isAuto && b.marginRight.isAuto && free > 0 ? free >> 1 : margins.inlineStart;
    builder.addResult(result, builder.edges.inlineStart + centred, start);
    const { firstBaseline, lastBaseline } = result.fragment;
    if (builder.firstBaseline === null && firstBaseline !== null) builder.firstBaseline = start + firstBaseline;
    if (lastBaseline !== null) builder.lastBaseline = start + lastBaseline;
    this.position = start + size;
    if (result.breakToken !== null && !result.breakToken.has(BreakTokenFlag.AtBlockEnd)) {
      this.spannerToken = result.breakToken;
      this.goesOn = true;
      return 'stop';
    }
    this.position += margins.blockEnd;
    this.spannerMargin = Math.max(0, margins.blockEnd);
    this.spanner = null;
    return 'continue';
  }

  private endBeforeSpanner(place: BreakPlace, forced: boolean): Step {
    this.goesOn = true;
    this.builder.breaks.take(forced ? BreakAppeal.Perfect : appealBefore(place), forced);
    return 'stop';
  }

  private finish(): LayoutResult {
    const { builder, goesOn } = this;
    const { edges } = builder;
    const contents = this.position + (goesOn ? 0 : edges.blockEnd);
    const end = endFragment(builder, {
      fragmentainer: this.space.fragmentainer,
      contents,
      goesOn,
      endEdge: edges.blockEnd,
    });
    return builder.finish({
      end,
      intrinsicBlockSize: contents,
      percentageBlock: this.percentageBlock,
      extra: this.columnRules(end),
      data: new MulticolTokenData(this.columns, this.spanner, this.spannerToken, !goesOn),
    });
  }

  private columnRules({ blockSize, state }: FragmentEnd): FragmentExtra | null {
    const { builder, box } = this;
    const bottom = blockSize - (state === 'goes-on' ? 0 : builder.edges.blockEnd);
    const { columnRuleStyle, columnRuleWidth } = box.style.rare;
    if (this.rules.length === 0 || columnRuleStyle === 'none' || columnRuleStyle === 'hidden' || columnRuleWidth === 0)
      return null;
    const { mode } = builder;
    const width = mode.vertical ? blockSize : builder.inlineSize;
    const height = mode.vertical ? builder.inlineSize : blockSize;
    const columnRules = this.rules.map(({ inline, block, length: own, isLast }) => {
      // The columns of the last row reach down to the end of a container with a height of its own.
      const length = isLast && this.hasOwnHeight ? Math.max(own, bottom - block) : own;
      return {
        x: mode.physicalX(inline, block, mode.vertical ? length : 0, width),
        y: mode.physicalY(inline, block, mode.vertical ? 0 : length, height),
        length,
        horizontal: mode.vertical,
      };
    });
    return { columnRules };
  }
}

/** Columns that go on are as high as the row, unless a spanner has ended them. */
function contentSize(column: LayoutResult, row: ColumnRow): LU {
  return column.columnSpanner !== null ? column.fragment.blockSize(column.fragment.writingMode) : row.height;
}

/** css-multicol-1 §3.4 backwards: columns side by side. `content`: content-box sizes of what flows in them. */
export function intrinsicMulticol(context: LayoutContext, box: Box, content: IntrinsicSizes): IntrinsicSizes {
  const { style } = box;
  const mode = writingModeOf(style);
  const edges = edgesAgainst(style, mode, 0);
  const { columnCount, columnWidth } = style.rare;
  const gap = columnGap(style, 0);
  const width = columnWidth.isLength ? luFromPx(columnWidth.px) : INDEFINITE;
  const count = Math.min(columnCount ?? 1, 10_000);
  // A column may be narrower than its column-width when the container is.
  const minColumn = width === INDEFINITE ? content.minContent : Math.min(width, content.minContent);
  const min = columnCount !== null && width === INDEFINITE ? minColumn * count + gap * (count - 1) : minColumn;
  const maxColumn = width === INDEFINITE ? content.maxContent : Math.max(width, content.minContent);
  const max = maxColumn * count + gap * (count - 1);
  const spanners = intrinsicSpanners(context, box);
  const minContent = Math.max(min, spanners.minContent);
  return {
    minContent: minContent + edges.inline,
    maxContent: Math.max(minContent, max, spanners.maxContent) + edges.inline,
  };
}
