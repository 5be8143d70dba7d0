/**
 * Collects the output of one layout call. An algorithm adds children at logical offsets and decides how the fragment
 * ends (fragmentation/end-fragment.ts). `finish()` then creates the immutable physical BoxFragment and the
 * LayoutResult.
 *
 *     const builder = new FragmentBuilder(context, box, space, token);
 *     builder.inlineSize = usedInlineSize(...); // border box, before adding children with relative positions
 *     builder.addResult(childResult, inlineOffset, blockOffset); // border-box corner to border-box corner
 *     return builder.finish({ end: endFragment(builder, ...) });
 *
 * Offsets are from the start corner of this fragment's border box. The builder also handles relative positioning of
 * children, propagation of absolutely positioned boxes, footnotes and break tokens.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { Containment, containmentOf } from '../../boxes/containment.ts';
import { anonymousPartOf } from '../cache/layout-cache.ts';
import { INDEFINITE, type LU, LU_PER_PX } from '../../units.ts';
import { Edges, edgesOf, physicalEdges } from '../sizing/box-edges.ts';
import { BlockBreakToken, type BreakToken, BreakTokenFlag, type TokenData } from '../contract/break-token.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import { blockContentOffset, startEdges, type StaticEdges } from '../alignment/alignment.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { BoxFragment, type Fragment, type FragmentExtra, FragmentFlag } from '../contract/fragment.ts';
import { type Rect, type WritingMode, ZERO_SIDES } from '../contract/geometry.ts';
import { BreakChooser } from '../fragmentation/break-chooser.ts';
import type { BreakValue } from '../fragmentation/break-values.ts';
import type { FragmentEnd } from '../fragmentation/end-fragment.ts';
import { type PlacedPositioned, placeOutOfFlow } from '../positioned/out-of-flow-placing.ts';
import { PendingCandidate } from '../positioned/pending-candidate.ts';
import { type FlowAnswer, LayoutResult, OWN_FLOW } from '../contract/layout-result.ts';
import { NO_CHILDREN, placeChildren, type PlacedChildren } from './placed-children.ts';
import type { BreakAppeal } from '../fragmentation/break-appeal.ts';
import type { OpenFragment } from './open-fragment.ts';
import { OutOfFlowCandidate, type OutOfFlowBox } from '../positioned/out-of-flow-candidate.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

const NO_CANDIDATES: readonly OutOfFlowBox[] = [];
const NO_FRAGMENTS: readonly Fragment[] = [];
const NO_OFFSETS: readonly LU[] = [];
const NO_TOKENS: readonly BreakToken[] = [];

/** An algorithm's result for its fragment, in addition to the children. */
interface FragmentAnswer {
  readonly end: FragmentEnd;
  /** Content-based border-box block size. Defaults to the fragment's own. */
  readonly intrinsicBlockSize?: LU;
  /** Percentage basis for the children's block sizes and relative insets, or INDEFINITE. */
  readonly percentageBlock?: LU;
  readonly flow?: FlowAnswer;
  /** FragmentFlag bits other than those for breaks. */
  readonly flags?: number;
  readonly extra?: FragmentExtra | null;
  readonly data?: TokenData | null;
  /** Children whose containing block is an area of this box: physical rectangles from this fragment's corner. */
  readonly containingAreas?: ReadonlyMap<Box, Rect>;
}

export class FragmentBuilder implements OpenFragment {
  readonly context: LayoutContext;
  readonly box: Box;
  readonly space: ConstraintSpace;
  /** Where an earlier fragment of the box stopped. Null in the first one, even if the break was before the box. */
  readonly token: BlockBreakToken | null;
  readonly mode: WritingMode;
  /** The box's complete border and padding. */
  readonly edges: Edges;
  /** Whether the block-start side is cut in this fragment (a later fragment with `box-decoration-break: slice`). */
  readonly isStartCut: boolean;
  /** `box-decoration-break: clone`: the fragment has all of the box's edges. */
  readonly clonesEdges: boolean;
  /** Chooses the break that ends this fragment. */
  readonly breaks: BreakChooser;

  /** Border-box inline size of this fragment. */
  inlineSize: LU = 0;
  /** Baselines from this fragment's border-box block start, or null. */
  firstBaseline: LU | null = null;
  lastBaseline: LU | null = null;
  /** Whether a different available or percentage block size might change the result. */
  dependsOnBlockSize = false;
  /** The box's break values combined with those of its first and last children. */
  breakBefore: BreakValue;
  breakAfter: BreakValue;
  /** Block size of the tallest unbreakable content, used for column balancing. */
  tallestUnbreakable: LU = 0;
  /** Block extents of the children with their overflow, and of the positioned boxes inside. */
  blockExtent: LU = 0;
  outOfFlowExtent: LU = 0;
  footnotes: Box[] | null = null;

  private childTokens: BreakToken[] | null = null;
  private children: Fragment[] | null = null;
  /** Logical offsets: inline0, block0, inline1, ... */
  private logicalOffsets: LU[] | null = null;
  private candidates: PendingCandidate[] | null = null;

  /**
   * `edges` overrides those of the style (collapsed table borders, rows). `breaks` is set by algorithms that may go
   * back.
   */
  constructor(
    context: LayoutContext,
    box: Box,
    space: ConstraintSpace,
    token: BreakToken | null,
    edges: Edges | null = null,
    breaks: BreakChooser = new BreakChooser(null, false),
  ) {
    this.context = context;
    this.box = box;
    this.space = space;
    this.token = token !== null && token.type === 'block' && !token.isBreakBefore ? token : null;
    this.mode = space.writingMode;
    this.edges = edges ?? edgesOf(box, space);
    const hasEnded = this.token !== null && this.token.has(BreakTokenFlag.AtBlockEnd);
    this.clonesEdges = box.style.box.boxDecorationBreak === 'clone' && !hasEnded && this.hasRoomForEdges();
    this.isStartCut = this.token !== null && !this.clonesEdges;
    this.breaks = breaks;
    const anonymous = space.has(SpaceFlag.AnonymousFlow);
    this.breakBefore = anonymous ? 'auto' : box.style.box.breakBefore;
    this.breakAfter = anonymous ? 'auto' : box.style.box.breakAfter;
  }

  get contentInlineSize(): LU {
    return Math.max(0, this.inlineSize - this.edges.inline);
  }

  /**
   * Whether cloned edges leave space for contents, together with those of the surrounding boxes. Otherwise they aren't
   * cloned, because fragments would never end. A first fragment may still move to a fragmentainer with more space.
   */
  private hasRoomForEdges(): boolean {
    const { fragmentainer } = this.space;
    if (fragmentainer === null || this.edges.block < fragmentainer.remaining) return true;
    return this.token === null && fragmentainer.hasPrecedingContent;
  }

  /** Border and padding at the block start of this fragment, or 0 if a break cut them off. */
  get blockStartEdge(): LU {
    return this.isStartCut ? 0 : this.edges.blockStart;
  }

  get consumedBlockSize(): LU {
    return this.token === null ? 0 : this.token.consumedBlockSize;
  }

  /**
   * Returns the fragmentainer relative to this fragment's border-box block start at an offset of the formatting
   * context, or null if not fragmented.
   */
  fragmentainerAt(bfcBlockOffset: LU | null): FragmentainerSpace | null {
    const { fragmentainer, isNewFormattingContext, bfcBlockOffset: guessed } = this.space;
    if (fragmentainer === null || bfcBlockOffset === null || isNewFormattingContext) return fragmentainer;
    return fragmentainer.advancedBy(bfcBlockOffset - guessed, fragmentainer.hasPrecedingContent);
  }

  /** Adds only a fragment, such as a line or a repeated header. */
  addChild(fragment: Fragment, inlineOffset: LU, blockOffset: LU): void {
    if (this.children === null || this.logicalOffsets === null) {
      // PERF: most boxes have one child, and the first `push` to an empty array reserves seventeen entries.
      this.children = [fragment];
      this.logicalOffsets = [inlineOffset, blockOffset];
      return;
    }
    this.children.push(fragment);
    this.logicalOffsets.push(inlineOffset, blockOffset);
  }

  /** Adds a child's fragment with its out-of-flow boxes, footnotes and break token, but without floats and margins. */
  addResult(result: LayoutResult, inlineOffset: LU, blockOffset: LU): void {
    this.addChild(result.fragment, inlineOffset, blockOffset);
    this.noteExtent(blockOffset + result.blockExtent);
    if (result.outOfFlowExtent > 0)
      this.outOfFlowExtent = Math.max(this.outOfFlowExtent, blockOffset + result.outOfFlowExtent);
    this.takeCandidates(result.outOfFlow);
    this.addFootnotes(result.footnotes);
    if (result.breakToken !== null) this.addChildToken(result.breakToken);
    if (result.tallestUnbreakable > this.tallestUnbreakable) this.tallestUnbreakable = result.tallestUnbreakable;
  }

  noteExtent(end: LU): void {
    if (end > this.blockExtent) this.blockExtent = end;
  }

  /** Takes candidates with positions relative to the last added child fragment. */
  takeCandidates(outOfFlow: readonly OutOfFlowBox[]): void {
    if (outOfFlow.length === 0) return;
    const child = this.children === null ? -1 : this.children.length - 1;
    this.candidates ??= [];
    for (const candidate of outOfFlow) this.candidates.push(new PendingCandidate(candidate, child, 0, 0));
  }

  /**
   * Adds an absolutely positioned or fixed child. Its static position is the point in this border box where the given
   * edges of its margin box go.
   */
  addOutOfFlow(box: Box, inlineOffset: LU, blockOffset: LU, edges: StaticEdges = startEdges(this.mode)): void {
    this.addCandidate(new OutOfFlowCandidate(box, 0, 0, edges, null), inlineOffset, blockOffset);
  }

  /** Adds a candidate whose position counts from a point in this border box. */
  addCandidate(candidate: OutOfFlowBox, inlineOffset: LU, blockOffset: LU): void {
    this.candidates ??= [];
    this.candidates.push(new PendingCandidate(candidate, -1, inlineOffset, blockOffset));
  }

  addFootnotes(boxes: readonly Box[]): void {
    if (boxes.length === 0) return;
    this.footnotes ??= [];
    for (const box of boxes) this.footnotes.push(box);
  }

  addChildToken(token: BreakToken): void {
    this.childTokens ??= [];
    this.childTokens.push(token);
  }

  get childCount(): number {
    return this.children === null ? 0 : this.children.length;
  }

  /**
   * Applies `align-content` to contents that end in the box's first fragment, with block extent `contents`. Returns how
   * far they have moved. As in Chromium, this also applies if the box continues. Cells are aligned by their rows.
   * `legends` is the number of children at the start that don't move.
   */
  alignContents(end: FragmentEnd, contents: LU, legends = 0): LU {
    const { box, space, edges } = this;
    if (this.token !== null || this.hasTokens || space.has(SpaceFlag.AnonymousFlow)) return 0;
    let offset = space.contentShift;
    if (box.kind !== BoxKind.TableCell) {
      const free = end.blockSize - contents + (end.state === 'whole' ? 0 : edges.blockEnd);
      offset = end.state === 'whole' || free > 0 ? blockContentOffset(box.style, free) : 0;
    }
    this.shiftContents(offset, legends);
    return offset;
  }

  private shiftContents(delta: LU, from: number): void {
    if (delta === 0) return;
    const offsets = this.logicalOffsets;
    if (offsets !== null) for (let i = 2 * from + 1; i < offsets.length; i += 2) offsets[i]! += delta;
    this.candidates = this.candidates?.map((pending) => pending.shifted(delta)) ?? null;
    if (this.firstBaseline !== null) this.firstBaseline += delta;
    if (this.lastBaseline !== null) this.lastBaseline += delta;
    this.blockExtent += delta;
  }

  /** Whether anything in the box continues in the next fragmentainer. */
  get hasTokens(): boolean {
    return this.childTokens !== null;
  }

  get tokens(): readonly BreakToken[] {
    return this.childTokens ?? NO_TOKENS;
  }

  /** Ends the fragment before a child. `forcedBy` is the forcing value if the box tree doesn't show it. */
  endBefore(child: Box, appeal: BreakAppeal, forced: boolean, forcedBy: BreakValue = 'auto'): void {
    this.addChildToken(BlockBreakToken.before(child, forced, forcedBy));
    this.breaks.take(appeal, forced);
  }

  /** Aborts the layout. The caller must repeat it with the block formatting context offset that is now known. */
  abort(flow: FlowAnswer): LayoutResult {
    const { box, mode } = this;
    const none = new BoxFragment(
      box,
      box.style,
      mode,
      0,
      0,
      ZERO_SIDES,
      ZERO_SIDES,
      NO_FRAGMENTS,
      NO_OFFSETS,
      null,
      null,
      0,
      null,
      null,
    );
    return new LayoutResult(this, 'bfc-offset-resolved', none, 0, 0, flow, NO_CANDIDATES, 0);
  }

  finish(answer: FragmentAnswer): LayoutResult {
    const { mode, box, space } = this;
    const { blockSize } = answer.end;
    const isPart = space.has(SpaceFlag.AnonymousFlow);
    const width = mode.xOf(this.inlineSize, blockSize);
    const height = mode.yOf(this.inlineSize, blockSize);
    const places = this.placedChildren(width, height, answer.percentageBlock ?? INDEFINITE);
    const { offsets } = places;
    const placed = this.placePositioned(answer, width, height, places);
    if (placed !== null) this.addFootnotes(placed.footnotes);
    const { end } = answer;
    // Clipped content must not create pages.
    const isClipped = end.clips && end.state === 'ended';
    // Positioned boxes can continue even if the box has ended.
    const hasPositioned = placed !== null && placed.rest.hasBoxes;
    const isUnfinished = hasPositioned || (end.state !== 'whole' && !isClipped);

    const goesOn = end.state === 'goes-on';
    // A fragment that only continues parallel flows has no decorations.
    const onlyParallel = this.token !== null && this.token.has(BreakTokenFlag.AtBlockEnd);
    const edges = onlyParallel ? Edges.ZERO : this.edges.sliced(this.isStartCut, goesOn && !this.clonesEdges);
    const sides = edges === Edges.ZERO ? null : physicalEdges(edges, mode);
    let flags = answer.flags ?? 0;
    if (isPart) flags |= FragmentFlag.AnonymousPart;
    if (this.token !== null) flags |= FragmentFlag.BreaksBefore;
    if (goesOn) flags |= FragmentFlag.BreaksAfter;
    // With layout containment, a box has no baseline for alignment (css-contain-2 §3.2).
    const hidesBaselines = (containmentOf(box.kind, box.style) & Containment.Layout) !== 0;
    const shown = isPart ? anonymousPartOf(box) : box;
    const children = this.children ?? NO_FRAGMENTS;
    const fragment = new BoxFragment(
      shown,
      shown.style,
      mode,
      width,
      height,
      sides?.border ?? ZERO_SIDES,
      sides?.padding ?? ZERO_SIDES,
      placed === null || placed.fragments.length === 0 ? children : [...children, ...placed.fragments],
      placed === null || placed.offsets.length === 0 ? offsets : [...offsets, ...placed.offsets],
      hidesBaselines ? null : this.firstBaseline,
      hidesBaselines ? null : this.lastBaseline,
      flags,
      isUnfinished ? this.makeToken(answer, isClipped, placed) : null,
      answer.extra ?? null,
    );
    // Cloned edges need room for some content between them.
    if (this.clonesEdges)
      this.tallestUnbreakable = Math.max(this.tallestUnbreakable, Math.min(blockSize, this.edges.block + LU_PER_PX));
    return new LayoutResult(
      this,
      isClipped ? 'clips-break' : 'ok',
      fragment,
      blockSize,
      answer.intrinsicBlockSize ?? blockSize,
      answer.flow ?? OWN_FLOW,
      placed === null ? NO_CANDIDATES : placed.left,
      Math.max(this.outOfFlowExtent, placed === null ? 0 : placed.extent),
    );
  }

  private makeToken(
    { end, flow, data }: FragmentAnswer,
    isClipped: boolean,
    placed: PlacedPositioned | null,
  ): BlockBreakToken {
    const { resolvedOffset } = flow ?? OWN_FLOW;
    let flags = 0;
    if (end.seenAllChildren || end.state === 'whole') flags |= BreakTokenFlag.SeenAllChildren;
    if (end.state !== 'goes-on') flags |= BreakTokenFlag.AtBlockEnd;
    if (this.breaks.isForced) flags |= BreakTokenFlag.Forced;
    const goesOn = end.state === 'goes-on';
    const remaining = this.fragmentainerAt(resolvedOffset)?.remaining ?? 0;
    const toNext = goesOn && end.leavesRest !== true ? end.blockSize : Math.max(end.blockSize, remaining);
    return new BlockBreakToken(this.box, {
      consumedBlockSize: this.consumedBlockSize + (goesOn ? toNext : end.blockSize),
      distance: (this.token?.distance ?? 0) + toNext,
      sequence: this.token === null ? 0 : this.token.sequence + 1,
      flags,
      children: isClipped ? NO_TOKENS : this.tokens,
      positioned: placed?.rest,
      usedBlockSize: end.seenAllChildren ? end.usedBlockSize : INDEFINITE,
      data,
    });
  }

  private placedChildren(width: LU, height: LU, percentageBlock: LU): PlacedChildren {
    const { children, logicalOffsets, mode } = this;
    if (children === null || logicalOffsets === null) return NO_CHILDREN;
    const placed = placeChildren(children, logicalOffsets, mode, width, height, {
      inline: this.contentInlineSize,
      block: percentageBlock,
      keepsMoves: this.candidates !== null,
    });
    if (placed.dependsOnBlockSize) this.dependsOnBlockSize = true;
    return placed;
  }

  /** Whether positioned boxes in later fragments may depend on positions in this one. */
  private get remembersPlaces(): boolean {
    const { box, context } = this;
    if (!box.has(BoxFlag.HasOutOfFlow)) return false;
    return (
      box.inline !== null ||
      box.split?.role === 'holder' ||
      (context.anchors !== null && box.has(BoxFlag.AbsoluteContainer | BoxFlag.Root))
    );
  }

  /**
   * Lays out the candidates whose containing block is this box. Returns null if there are none, including from earlier
   * fragments.
   */
  private placePositioned(
    { end, containingAreas, flow }: FragmentAnswer,
    width: LU,
    height: LU,
    { offsets, moves }: PlacedChildren,
  ): PlacedPositioned | null {
    if (this.candidates === null && this.token?.positioned?.hasBoxes !== true) {
      if (end.state === 'whole' || !this.remembersPlaces) return null;
    }
    if (this.space.has(SpaceFlag.Measure)) return null;
    return placeOutOfFlow({
      builder: this,
      end,
      width,
      height,
      candidates: (this.candidates ?? []).map((pending) => pending.physical(this.mode, width, height, offsets, moves)),
      children: this.children ?? NO_FRAGMENTS,
      offsets,
      areas: containingAreas ?? null,
      fragmentainer: this.fragmentainerAt((flow ?? OWN_FLOW).resolvedOffset),
    });
  }
}
