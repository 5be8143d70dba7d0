/**
 * Where absolutely positioned boxes go when the fragment of their containing block is finished: at once, split at the fragmentainer's end, or in a later
 * fragment (css-break-3 §4, css-position-3 §3). A box that starts past the last fragment of its containing block goes on beside what comes there.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import type { Length } from '../../css/length.ts';
import { INDEFINITE, type LU, LU_PER_PX } from '../../units.ts';
import { AnchorIndex, anchorFrom, type FoundAnchor } from '../anchors/anchor-index.ts';
import { isAnchored, layoutAnchored, waitsForAnchors } from '../anchors/anchored-placement.ts';
import { autoStartMargin } from './auto-margins.ts';
import { usedMargins } from '../box-edges.ts';
import { definiteBlockSize } from '../box-model.ts';
import type { BlockBreakToken } from '../break-token.ts';
import type { LayoutResult, OutOfFlowCandidate } from '../contract.ts';
import { type ConstraintSpace, type FragmentainerSpace, SpaceFlag } from '../constraint-space.ts';
import type { FragmentEnd } from '../fragmentation/end-fragment.ts';
import { type BoxFragment, type Fragment, FragmentFlag } from '../fragment.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';
import { type InlineContainerSpan, inlineContainerSpans, spanFrom, spanRect } from './inline-container-span.ts';
import { layoutOutOfFlow, type PlacedOutOfFlow, type Rect, shifted } from './positioned.ts';
import { PositionedToken } from './positioned-token.ts';

export type { Rect } from './positioned.ts';

/** A finished fragment of a containing block, as far as placing needs it. */
export interface PositioningInput {
  readonly builder: FragmentBuilder;
  readonly end: FragmentEnd;
  /** Physical size of the fragment's border box. */
  readonly width: LU;
  readonly height: LU;
  /** Physical, from the fragment's corner. */
  readonly candidates: readonly OutOfFlowCandidate[];
  /** The in-flow children and their physical offsets. */
  readonly children: readonly Fragment[];
  readonly offsets: readonly LU[];
  /** Children whose containing block is an area of the box. */
  readonly areas: ReadonlyMap<Box, Rect> | null;
  /** Seen from the fragment's border-box block start, where margins have really put it; null: not fragmented. */
  readonly fragmentainer: FragmentainerSpace | null;
}

/** What was placed, to be added to the fragment. */
export interface PlacedPositioned {
  readonly fragments: readonly Fragment[];
  /** x0, y0, x1, y1, ...: physical. */
  readonly offsets: readonly LU[];
  readonly tokens: readonly PositionedToken[];
  /** Candidates whose containing block is further up. */
  readonly left: readonly OutOfFlowCandidate[];
  readonly footnotes: readonly Box[];
  /** How far down they reach from the block-start edge. */
  readonly extent: LU;
  /** Inline containing blocks, as the next fragment wants to know them. */
  readonly inlineContainers: readonly InlineContainerSpan[];
  /** Anchors so far, as the next fragment wants to know them; undefined: it doesn't. */
  readonly anchors: readonly FoundAnchor[] | undefined;
}

/**
 * Lays out those of the candidates, and those that earlier fragments have left, whose containing block is the builder's box. Boxes inside boxes placed here may
 * come back as candidates too.
 */
export function placeOutOfFlow(input: PositioningInput): PlacedPositioned {
  return new OutOfFlowPlacing(input).place(input.candidates);
}

const NO_SPANS: ReadonlyMap<Box, InlineContainerSpan> = new Map();

class OutOfFlowPlacing implements PlacedPositioned {
  readonly fragments: Fragment[] = [];
  readonly offsets: LU[] = [];
  readonly tokens: PositionedToken[] = [];
  readonly left: OutOfFlowCandidate[] = [];
  readonly footnotes: Box[] = [];
  extent: LU = 0;
  private readonly builder: FragmentBuilder;
  private readonly input: PositioningInput;
  private readonly vertical: boolean;
  /** The block axis runs from right to left. */
  private readonly fromRight: boolean;
  /** Of this fragment. */
  private readonly width: LU;
  private readonly blockSize: LU;
  private readonly fragmentainer: FragmentainerSpace | null;
  /** The padding box of the whole box, from this fragment's corner. */
  private readonly padding: Rect;
  /** The root looks after the initial containing block (not for fixed boxes, which belong to every page). */
  private readonly initial: Rect | null;
  private readonly isAbsolute: boolean;
  private readonly isFixed: boolean;
  /** Are absolutely positioned boxes split where this box is? */
  private readonly splits: boolean;
  private readonly goesOn: boolean;
  /** The box goes on and is of known block size. */
  private readonly knowsTotal: boolean;
  private readonly queue: OutOfFlowCandidate[] = [];
  private readonly spans: ReadonlyMap<Box, InlineContainerSpan>;
  private index: AnchorIndex | null = null;

  constructor(input: PositioningInput) {
    const { builder, end, width, height } = input;
    const { box, mode, space } = builder;
    this.builder = builder;
    this.input = input;
    this.vertical = mode.vertical;
    this.fromRight = mode.vertical && mode.blockReversed;
    this.width = width;
    this.blockSize = mode.vertical ? width : height;
    this.fragmentainer = input.fragmentainer;
    const isPart = space.has(SpaceFlag.AnonymousFlow);
    this.isAbsolute = !isPart && box.has(BoxFlag.AbsoluteContainer);
    this.isFixed = !isPart && box.has(BoxFlag.FixedContainer);
    this.initial = !isPart && box.has(BoxFlag.Root) ? initialContainingBlock(builder, width) : null;
    this.goesOn = end.state === 'goes-on';
    this.knowsTotal = this.goesOn && end.usedBlockSize !== INDEFINITE;
    this.splits = this.fragmentainer !== null && !end.clips && resumesPositioned(box);
    this.padding = this.paddingBox(width, height);
    const earlier = (builder.token?.inlineContainers ?? []).map((span) => spanFrom(span, -this.origin, 0));
    this.spans =
      box.inline === null && box.split?.role !== 'holder'
        ? NO_SPANS
        : inlineContainerSpans(box, input.children, input.offsets, earlier);
  }

  private paddingBox(width: LU, height: LU): Rect {
    const { builder, vertical, input } = this;
    const { border } = builder.edges;
    const sides = builder.mode.toPhysicalSides(border);
    const before = builder.consumedBlockSize;
    const total = this.knowsTotal ? input.end.usedBlockSize : before + this.blockSize;
    const start = border.blockStart - before - (builder.token?.pastEnd ?? 0);
    const size = total - border.blockStart - (this.goesOn && !this.knowsTotal ? 0 : border.blockEnd);
    if (!vertical) return { x: sides.left, y: start, width: width - sides.left - sides.right, height: size };
    const x = this.fromRight ? width - start - size : start;
    return { x, y: sides.top, width: size, height: height - sides.top - sides.bottom };
  }

  place(candidates: readonly OutOfFlowCandidate[]): PlacedPositioned {
    const { builder, queue } = this;
    for (const token of builder.token?.positioned ?? []) {
      if (token.space !== null && token.token !== null) this.resume(token, token.space, token.token);
      else this.placeOne(shifted(token.candidate, this.origin, 0), token.container);
    }
    for (const candidate of candidates) queue.push(candidate);
    const keepsOrder = builder.context.anchors !== null;
    for (let i = 0; i < queue.length; i++) {
      builder.context.budget.tick();
      const before = queue.length;
      this.placeOne(queue[i], null);
      // Boxes inside of the placed one come before those behind it, which may ask them where they are.
      if (keepsOrder && queue.length > before) queue.splice(i + 1, 0, ...queue.splice(before));
    }
    return this;
  }

  get inlineContainers(): readonly InlineContainerSpan[] {
    if (this.spans.size === 0) return [];
    const [dx, dy] = this.nextFragment;
    return [...this.spans.values()].map((span) => spanFrom(span, dx, dy));
  }

  get anchors(): readonly FoundAnchor[] | undefined {
    if (!this.goesOn || !(this.isAbsolute || this.isFixed || this.initial !== null)) return undefined;
    const [dx, dy] = this.nextFragment;
    return this.anchorIndex()?.all.map((anchor) => anchorFrom(anchor, dx, dy));
  }

  /** How far the next fragment's block-start edge lies from this one's: by what this one takes of its fragmentainer. */
  private get past(): LU {
    const { fragmentainer } = this;
    return this.goesOn || fragmentainer === null ? this.blockSize : Math.max(LU_PER_PX, fragmentainer.remaining);
  }

  /** The same from where this one's places count; physical. */
  private get nextFragment(): readonly [dx: LU, dy: LU] {
    const past = this.past;
    return this.vertical ? [this.fromRight ? this.width - past : past, 0] : [0, past];
  }

  /** The anchors in the containing block that have been laid out, those in earlier fragments among them; null: the document has none. */
  private anchorIndex(): AnchorIndex | null {
    const { builder, input } = this;
    const { anchors, budget } = builder.context;
    if (anchors === null || this.index !== null) return this.index;
    const earlier = (builder.token?.anchors ?? []).map((anchor) => anchorFrom(anchor, -this.origin, 0));
    const index = new AnchorIndex(anchors, budget, earlier);
    input.children.forEach((child, i) => {
      index.addFragment(child, input.offsets[i * 2], input.offsets[i * 2 + 1], null);
    });
    this.fragments.forEach((fragment, i) => {
      index.addFragment(
        fragment,
        this.offsets[i * 2],
        this.offsets[i * 2 + 1],
        fragment.type === 'box' ? fragment.box : null,
      );
    });
    return (this.index = index);
  }

  // --- The block axis ---------------------------------------------------------------------------------------------

  /** Physical x of the block-start edge from which tokens count. */
  private get origin(): LU {
    return this.fromRight ? this.width : 0;
  }

  /** Block offset of what lies at a physical place. */
  private blockOf(x: LU, y: LU, width: LU): LU {
    if (!this.vertical) return y;
    return this.fromRight ? this.width - x - width : x;
  }

  private blockOffset({ x, y, result }: PlacedOutOfFlow): LU {
    return this.blockOf(x, y, result.fragment.width);
  }

  private extentOf(fragment: BoxFragment): LU {
    return this.vertical ? fragment.width : fragment.height;
  }

  /** A container as tokens keep it: from the block-start edge `past` further on; at its own start when its block size is open. */
  private containerLater(rect: Rect, past: LU, isOpen: boolean): Rect {
    if (!this.vertical) return { ...rect, y: rect.y - past, height: isOpen ? INDEFINITE : rect.height };
    if (!this.fromRight) return { ...rect, x: rect.x - past, width: isOpen ? INDEFINITE : rect.width };
    const x = rect.x + (isOpen ? rect.width : 0) - this.width + past;
    return { ...rect, x, width: isOpen ? INDEFINITE : rect.width };
  }

  private containerHere(rect: Rect): Rect {
    if (!this.vertical) return rect.height === INDEFINITE ? { ...rect, height: this.padding.height } : rect;
    const width = rect.width === INDEFINITE ? this.padding.width : rect.width;
    const x = rect.x + this.origin - (this.fromRight && rect.width === INDEFINITE ? width : 0);
    return { ...rect, x, width };
  }

  // --- Placing ----------------------------------------------------------------------------------------------------

  /** `known`: the containing block as an earlier fragment has put it. */
  private placeOne(candidate: OutOfFlowCandidate, known: Rect | null): void {
    if (candidate.earlier !== null) {
      this.left.push(candidate);
      return;
    }
    const { split } = this.builder.box;
    if (split?.role === 'around' && candidate.inlineContainer === null && this.contains(candidate)) {
      this.left.push({ ...candidate, inlineContainer: split.first });
      return;
    }
    if (known === null && this.waitsForInline(candidate)) {
      this.tokens.push(PositionedToken.deferred(this.later(candidate, this.blockSize), null));
      return;
    }
    const rect = known === null ? this.containerOf(candidate) : this.containerHere(known);
    if (rect === null) {
      this.left.push(candidate);
      return;
    }
    const isOpenNow =
      known === null ? rect === this.padding : (this.vertical ? known.width : known.height) === INDEFINITE;
    const isOpen = isOpenNow && this.goesOn && !this.knowsTotal;
    const mayWait = this.splits && !(this.vertical && rect === this.initial);
    if (mayWait && this.goesOn && this.comesLater(candidate, rect, isOpen)) {
      this.defer(candidate, rect, isOpen);
      return;
    }
    const byAnchors = isAnchored(candidate.box);
    if (byAnchors && mayWait && this.goesOn && waitsForAnchors(candidate, this.anchorIndex())) {
      this.defer(candidate, rect, isOpen);
      return;
    }
    const placed = byAnchors
      ? this.placedByAnchors(candidate, rect)
      : layoutOutOfFlow(this.builder.context, unmoved(candidate), rect, this.builder.mode);
    if (placed === null) return;
    if (mayWait && this.isPastEnd(placed)) this.defer(candidate, rect, isOpen);
    else if (this.beginsEarlier(placed)) this.sendBack(candidate, placed);
    else this.add(candidate, placed);
  }

  /** null: it is not to be seen. */
  private placedByAnchors(candidate: OutOfFlowCandidate, rect: Rect): PlacedOutOfFlow | null {
    const index = this.anchorIndex();
    const placed = layoutAnchored(this.builder.context, unmoved(candidate), rect, this.builder.mode, index);
    if (!placed.isHidden) return placed;
    index?.addFragment(placed.result.fragment, placed.x, placed.y, candidate.box, true);
    return null;
  }

  /** While the containing block goes on: is the box placed from its end, which isn't known yet, or further down? */
  private comesLater(candidate: OutOfFlowCandidate, rect: Rect, isOpen: boolean): boolean {
    const { top, right, bottom, left } = candidate.box.style.box;
    const start = !this.vertical ? top : this.fromRight ? right : left;
    const end = !this.vertical ? bottom : this.fromRight ? left : right;
    const { box } = candidate;
    if (isOpen && this.fragmentainer?.kind === 'column') {
      // Earlier columns are still at hand when the size that it depends on is known.
      if (start.hasPercent || !end.isAuto) return true;
      if (sizeOnAxis(box, this.vertical).some((length) => length.hasPercent)) return true;
    }
    if (start.isAuto) return isOpen && !end.isAuto;
    return !start.hasPercent && this.blockOf(rect.x, rect.y, rect.width) + start.resolve(0) >= this.blockSize;
  }

  /** Does it begin only in a later fragment, or on a later page than the document's last? */
  private isPastEnd(placed: PlacedOutOfFlow): boolean {
    const offset = this.blockOffset(placed);
    if (this.goesOn) return offset >= this.blockSize;
    const { fragmentainer } = this;
    return fragmentainer !== null && this.extentOf(placed.result.fragment) > 0 && offset >= fragmentainer.remaining;
  }

  /** Does it begin in an earlier fragmentainer? */
  private beginsEarlier(placed: PlacedOutOfFlow): boolean {
    const { builder, fragmentainer } = this;
    if (fragmentainer === null || fragmentainer.startsFlow) return false;
    if (fragmentainer.kind === 'page' && builder.token === null) return false;
    return fragmentainer.offset + this.blockOffset(placed) < 0;
  }

  /** It goes to the fragmentainer where it begins; boxes inside whose containing block is this one, or further up, are looked after here. */
  private sendBack(candidate: OutOfFlowCandidate, { space, x, y, result }: PlacedOutOfFlow): void {
    const staticX = x + candidate.movedX;
    const staticY = y + candidate.movedY;
    this.left.push({ ...candidate, staticX, staticY, earlier: space });
    for (const inner of result.outOfFlow) this.queue.push(shifted(inner, staticX, staticY));
  }

  private containerOf(candidate: OutOfFlowCandidate): Rect | null {
    if (candidate.inlineContainer !== null) {
      const span = this.spans.get(candidate.inlineContainer);
      if (span === undefined) return null;
      return spanRect(span, this.builder.mode, candidate.movedX, candidate.movedY);
    }
    if (!this.contains(candidate)) return candidate.box.style.box.position === 'fixed' ? null : this.initial;
    // css-grid-2 §9: a positioned child of a grid may be contained by a grid area.
    return this.input.areas?.get(candidate.box) ?? this.padding;
  }

  private contains({ box }: OutOfFlowCandidate): boolean {
    return box.style.box.position === 'fixed' ? this.isFixed : this.isAbsolute;
  }

  /** It comes in a later fragment. */
  private defer(candidate: OutOfFlowCandidate, container: Rect, isOpen: boolean): void {
    const { past } = this;
    const later = this.later(candidate, past);
    this.tokens.push(PositionedToken.deferred(later, this.containerLater(container, past, isOpen)));
  }

  /** As tokens keep it: from the block-start edge `past` further on. */
  private later(candidate: OutOfFlowCandidate, past: LU): OutOfFlowCandidate {
    return this.vertical
      ? shifted(candidate, this.fromRight ? past - this.width : -past, 0)
      : shifted(candidate, 0, -past);
  }

  /** Is its containing block an inline box that goes on in the next fragment? */
  private waitsForInline({ inlineContainer }: OutOfFlowCandidate): boolean {
    return this.splits && this.goesOn && inlineContainer !== null && this.spans.get(inlineContainer)?.goesOn === true;
  }

  /** Adds a placed box, split if it reaches over the fragmentainer's end. */
  private add(candidate: OutOfFlowCandidate, placed: PlacedOutOfFlow): void {
    const { builder, fragmentainer } = this;
    const offset = this.blockOffset(placed);
    const inline = this.vertical ? placed.y : placed.x;
    let { result } = placed;
    const reach = Math.max(result.blockExtent, result.outOfFlowExtent, this.extentOf(result.fragment));
    const hasBreaks = candidate.box.has(BoxFlag.HasForcedBreak | BoxFlag.HasNamedPage);
    if (this.splits && fragmentainer !== null && (hasBreaks || fragmentainer.remaining - offset < reach)) {
      const room = this.isConstrained ? fragmentainer.forOverflow() : fragmentainer;
      const space = this.brokenSpace(placed.space, room.advancedBy(offset, !this.isConstrained));
      if (space !== null) {
        result = builder.context.layout(candidate.box, space, null);
        this.keepToken(result, candidate, inline, space);
      }
    }
    this.addFragment(result, inline, offset, candidate);
  }

  /** The containing block is of known size and ends here: what overflows it has no break before its first content. */
  private get isConstrained(): boolean {
    const { box, space, edges, inlineSize, token } = this.builder;
    return !this.goesOn && token === null && definiteBlockSize(box, space, edges, inlineSize) !== INDEFINITE;
  }

  /** The space of a box that pages or columns go through; null: its blocks run the other way. */
  private brokenSpace(space: ConstraintSpace, fragmentainer: FragmentainerSpace): ConstraintSpace | null {
    const { vertical, blockReversed } = space.writingMode;
    const inner = space.withFragmentainer(fragmentainer);
    if (vertical !== this.vertical) return this.fromRight ? inner.withFlags(SpaceFlag.CutFromRight) : inner;
    return blockReversed === this.builder.mode.blockReversed ? inner : null;
  }

  private resume({ candidate, inline }: PositionedToken, space: ConstraintSpace, token: BlockBreakToken): void {
    const { builder, fragmentainer } = this;
    if (fragmentainer === null) return;
    // What goes on does so at the fragmentainer's start, which may be above this fragment's.
    const offset = -fragmentainer.offset;
    const again = space.withFragmentainer(fragmentainer.advancedBy(offset, false));
    const result = builder.context.layout(candidate.box, again, token);
    this.keepToken(result, candidate, inline, space);
    this.addFragment(result, inline, offset, candidate);
  }

  private keepToken(result: LayoutResult, candidate: OutOfFlowCandidate, inline: LU, space: ConstraintSpace): void {
    if (result.breakToken !== null)
      this.tokens.push(PositionedToken.broken(candidate, inline, space, result.breakToken));
  }

  private addFragment(
    result: LayoutResult,
    inline: LU,
    block: LU,
    { isRepeated, movedX, movedY }: OutOfFlowCandidate,
  ): void {
    const fragment = isRepeated ? result.fragment.flagged(FragmentFlag.Repeated) : result.fragment;
    const overflow =
      fragment.writingMode.vertical === this.vertical ? Math.max(result.outOfFlowExtent, result.blockExtent) : 0;
    this.extent = Math.max(this.extent, block + Math.max(this.extentOf(fragment), overflow));
    const x = movedX + (!this.vertical ? inline : this.fromRight ? this.width - block - fragment.width : block);
    const y = movedY + (this.vertical ? inline : block);
    this.fragments.push(fragment);
    this.offsets.push(x, y);
    this.index?.addFragment(fragment, x, y, fragment.box);
    for (const inner of result.outOfFlow) {
      const seen = shifted(inner, x, y);
      this.queue.push(isRepeated ? { ...seen, isRepeated } : seen);
    }
    for (const note of result.footnotes) this.footnotes.push(note);
  }
}

/** Seen without the relative positioning of its inline containing block. */
function unmoved(candidate: OutOfFlowCandidate): OutOfFlowCandidate {
  const { movedX, movedY } = candidate;
  return movedX === 0 && movedY === 0 ? candidate : shifted(candidate, -movedX, -movedY);
}

function sizeOnAxis(box: Box, horizontal: boolean): readonly Length[] {
  const { width, minWidth, maxWidth, height, minHeight, maxHeight } = box.style.box;
  return horizontal ? [width, minWidth, maxWidth] : [height, minHeight, maxHeight];
}

/** Those whose algorithms leave tokens of positioned boxes alone. */
function resumesPositioned(box: Box): boolean {
  switch (box.kind) {
    case BoxKind.Block:
    case BoxKind.TableCell:
    case BoxKind.Flex:
    case BoxKind.Grid:
    case BoxKind.Multicol:
      return true;
    default:
      return false;
  }
}

/** css2 §10.1: the first page's area, from the corner of the root's fragment, which is `fragmentWidth` wide. */
function initialContainingBlock(builder: FragmentBuilder, fragmentWidth: LU): Rect {
  const { context, space, mode, box } = builder;
  // A document that is shrunk to fit is laid out on a larger area.
  const size = (initial: LU, available: LU): LU =>
    Math.abs(available - initial) <= LU_PER_PX || available === INDEFINITE ? initial : available;
  const width = size(context.initialWidth, mode.vertical ? INDEFINITE : space.availableInline);
  const height = context.initialHeight;
  const margins = usedMargins(box.style, mode, space.availableInline);
  if (mode.vertical) {
    const before = builder.consumedBlockSize + margins.blockStart;
    // The area's block start is the right edge in vertical-rl: this fragment lies there, and later ones further to the left.
    const x = mode.blockReversed ? fragmentWidth + before - width : -before;
    return { x, y: -mode.toPhysicalSides(margins).top, width, height };
  }
  const auto = autoStartMargin(box.style, mode, margins, builder.inlineSize, space.availableInline);
  const start = auto ?? margins.inlineStart;
  const left = mode.inlineReversed ? space.availableInline - builder.inlineSize - start : start;
  const top = builder.consumedBlockSize + margins.blockStart;
  return { x: -left, y: -top, width, height };
}
