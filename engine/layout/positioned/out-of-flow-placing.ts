/**
 * Where absolutely positioned boxes go when the fragment of their containing block is finished: at once, split at the fragmentainer's end, or in a later
 * fragment (css-break-3 §4, css-position-3 §3). A box that starts past the last fragment of its containing block goes on beside what comes there.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { hasTransform, isEffectGroup } from '../../boxes/box-flags.ts';
import type { Length } from '../../css/length.ts';
import { INDEFINITE, type LU, MAX_LU } from '../../units.ts';
import { AnchorIndex } from '../anchors/anchor-index.ts';
import { isAnchored, layoutAnchored, waitsForAnchors } from '../anchors/anchored-placement.ts';
import { clipsOverflow } from '../box-facts.ts';
import { definiteBlockSize } from '../box-model.ts';
import { type BlockBreakToken, type PositionedEntry, PositionedToken } from '../break-token.ts';
import { type ConstraintSpace, SpaceFlag } from '../constraint-space.ts';
import { layoutBeside } from '../fragmentation/parallel-flow.ts';
import type { Fragment } from '../fragment.ts';
import { type InlineContainerSpan, spanFrom, spanRect } from './inline-container-span.ts';
import { layoutOutOfFlow, type PlacedOutOfFlow, type Rect, shifted } from './positioned.ts';
import { initialContainingBlock } from './initial-containing-block.ts';
import { PositioningFrame, type PositioningInput } from './positioning-frame.ts';
import { type AnchorLayer, layersFrom } from '../anchors/anchor-table.ts';
import type { LayoutResult } from '../layout-result.ts';
import type { OpenFragment } from '../open-fragment.ts';
import { inlineContainerSpans } from './inline-container-spans.ts';
import type { OutOfFlowCandidate } from './out-of-flow-candidate.ts';
import { merged, type WaitingBox, WaitingBoxes } from './waiting-boxes.ts';
import type { FragmentainerSpace } from '../fragmentainer-space.ts';

export type { Rect } from './positioned.ts';

/** What a fragmentainer changes though there is room for all of it; filled columns take all of that room (css-multicol-1 §7.1). */
const BREAKS_THOUGH_IT_FITS = BoxFlag.HasForcedBreak | BoxFlag.HasNamedPage | BoxFlag.HasFilledColumns;

/** What was placed, to be added to the fragment. */
export interface PlacedPositioned {
  readonly fragments: readonly Fragment[];
  /** x0, y0, x1, y1, ...: physical. */
  readonly offsets: readonly LU[];
  readonly tokens: readonly PositionedEntry[];
  /** Candidates whose containing block is further up. */
  readonly left: readonly OutOfFlowCandidate[];
  readonly footnotes: readonly Box[];
  /** How far down they reach from the block-start edge. */
  readonly extent: LU;
  /** Inline containing blocks, as the next fragment wants to know them. */
  readonly inlineContainers: readonly InlineContainerSpan[];
  /** Anchors so far, as the next fragment wants to know them; undefined: it doesn't. */
  readonly anchors: readonly AnchorLayer[] | undefined;
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
  readonly tokens: PositionedEntry[] = [];
  readonly left: OutOfFlowCandidate[] = [];
  readonly footnotes: Box[] = [];
  extent: LU = 0;
  private readonly builder: OpenFragment;
  private readonly input: PositioningInput;
  private readonly frame: PositioningFrame;
  private readonly fragmentainer: FragmentainerSpace | null;
  /** The root looks after the initial containing block (not for fixed boxes, which belong to every page). */
  private readonly initial: Rect | null;
  private readonly isAbsolute: boolean;
  private readonly isFixed: boolean;
  /** Are absolutely positioned boxes split where this box is? */
  private readonly splits: boolean;
  private readonly queue: OutOfFlowCandidate[] = [];
  /** Boxes met here that come in later fragments. */
  private readonly met: WaitingBox[] = [];
  /** Those that earlier fragments have left for later ones than this. */
  private readonly waiting: WaitingBoxes[] = [];
  private readonly spans: ReadonlyMap<Box, InlineContainerSpan>;
  private index: AnchorIndex | null = null;

  constructor(input: PositioningInput) {
    const { builder, end, width } = input;
    const { box, space } = builder;
    this.builder = builder;
    this.input = input;
    this.frame = new PositioningFrame(input);
    this.fragmentainer = input.fragmentainer;
    const isPart = space.has(SpaceFlag.AnonymousFlow);
    this.isAbsolute = !isPart && box.has(BoxFlag.AbsoluteContainer);
    this.isFixed = !isPart && box.has(BoxFlag.FixedContainer);
    this.initial = !isPart && box.has(BoxFlag.Root) ? initialContainingBlock(builder, width) : null;
    this.splits = this.fragmentainer !== null && !end.clips && resumesPositioned(box);
    const earlier = (builder.token?.inlineContainers ?? []).map((span) => spanFrom(span, -this.frame.origin, 0));
    this.spans =
      box.inline === null && box.split?.role !== 'holder'
        ? NO_SPANS
        : inlineContainerSpans(box, input.children, input.offsets, earlier);
  }

  place(candidates: readonly OutOfFlowCandidate[]): PlacedPositioned {
    const { builder, queue } = this;
    this.placeEntries(builder.token?.positioned ?? []);
    for (const candidate of candidates) queue.push(candidate);
    const keepsOrder = builder.context.anchors !== null;
    for (let i = 0; i < queue.length; i++) {
      builder.context.budget.tick();
      const before = queue.length;
      this.placeOne(queue[i]!, null);
      // Boxes inside of the placed one come before those behind it, which may ask them where they are.
      if (keepsOrder && queue.length > before) queue.splice(i + 1, 0, ...queue.splice(before));
    }
    this.keepWaiting();
    return this;
  }

  /** What earlier fragments have left, in the order of the document. */
  private placeEntries(entries: readonly PositionedEntry[]): void {
    const now: (PositionedToken | WaitingBox)[] = [];
    for (const entry of entries) {
      if (entry instanceof PositionedToken) {
        now.push(entry);
        continue;
      }
      const { due, rest } = entry.split(this.dueBefore(entry), this.frame);
      for (const box of due) now.push(box);
      if (rest !== null) this.waiting.push(rest.after(this.frame.past));
    }
    now.sort((a, b) => a.candidate.box.index - b.candidate.box.index);
    for (const entry of now) {
      this.builder.context.budget.tick();
      if (entry instanceof PositionedToken && entry.space !== null && entry.token !== null)
        this.resume(entry, entry.space, entry.token);
      else this.placeOne(shifted(entry.candidate, this.frame.origin, 0), entry.container);
    }
  }

  /** Before which block offset waiting boxes are looked at: all of them where what they wait for is known. */
  private dueBefore({ isPastEnd, waitsForEnd }: WaitingBoxes): LU {
    const { frame, fragmentainer } = this;
    if (!this.splits || fragmentainer === null) return Infinity;
    if (!frame.goesOn) return isPastEnd ? fragmentainer.remaining : Infinity;
    return frame.knowsTotal && waitsForEnd ? Infinity : frame.blockSize;
  }

  /** Hands those on that wait for a later fragment. */
  private keepWaiting(): void {
    const { met, waiting, frame } = this;
    if (met.length > 0) waiting.push(WaitingBoxes.of(met, !frame.goesOn));
    for (const list of merged(waiting, frame)) this.tokens.push(list);
  }

  get inlineContainers(): readonly InlineContainerSpan[] {
    if (this.spans.size === 0) return [];
    const [dx, dy] = this.frame.nextFragment;
    return [...this.spans.values()].map((span) => spanFrom(span, dx, dy));
  }

  get anchors(): readonly AnchorLayer[] | undefined {
    if (!this.frame.goesOn || !(this.isAbsolute || this.isFixed || this.initial !== null)) return undefined;
    const [dx, dy] = this.frame.nextFragment;
    return this.anchorIndex()?.layersFor(dx, dy);
  }

  /** The anchors in the containing block that have been laid out, those in earlier fragments among them; null: the document has none. */
  private anchorIndex(): AnchorIndex | null {
    const { builder, input } = this;
    const { anchors, budget } = builder.context;
    if (anchors === null || this.index !== null) return this.index;
    const earlier = layersFrom(builder.token?.anchors ?? [], -this.frame.origin, 0);
    const index = new AnchorIndex(anchors, budget, earlier);
    input.children.forEach((child, i) => {
      index.addFragment(child, input.offsets[i * 2]!, input.offsets[i * 2 + 1]!, null);
    });
    this.fragments.forEach((fragment, i) => {
      index.addFragment(
        fragment,
        this.offsets[i * 2]!,
        this.offsets[i * 2 + 1]!,
        fragment.type === 'box' ? fragment.box : null,
      );
    });
    return (this.index = index);
  }

  /** `known`: the containing block as an earlier fragment has put it. */
  private placeOne(candidate: OutOfFlowCandidate, known: Rect | null): void {
    const { earlier, within } = candidate;
    if (earlier !== null) {
      if (within === null && this.keepsToPage) this.keepHere(candidate, earlier);
      else this.left.push(candidate);
      return;
    }
    const { split } = this.builder.box;
    if (split?.role === 'around' && candidate.inlineContainer === null && this.contains(candidate)) {
      this.left.push({ ...candidate, inlineContainer: split.first });
      return;
    }
    if (known === null && this.waitsForInline(candidate)) {
      this.tokens.push(PositionedToken.deferred(this.frame.later(candidate, this.frame.blockSize), null));
      return;
    }
    const rect = known === null ? this.containerOf(candidate) : this.frame.containerHere(known);
    if (rect === null) {
      this.left.push(candidate);
      return;
    }
    const isOpenNow =
      known === null ? rect === this.frame.padding : (this.frame.vertical ? known.width : known.height) === INDEFINITE;
    const isOpen = isOpenNow && this.frame.goesOn && !this.frame.knowsTotal;
    const mayWait = this.splits;
    const from = mayWait && this.frame.goesOn ? this.startIfLater(candidate, rect, isOpen) : null;
    if (from !== null) {
      this.defer(candidate, rect, isOpen, from);
      return;
    }
    const byAnchors = isAnchored(candidate.box);
    if (byAnchors && mayWait && this.frame.goesOn && waitsForAnchors(candidate, this.anchorIndex())) {
      this.defer(candidate, rect, isOpen, 0);
      return;
    }
    const placed = byAnchors
      ? this.placedByAnchors(candidate, rect)
      : layoutOutOfFlow(this.builder.context, unmoved(candidate), rect, this.builder.mode);
    if (placed === null) return;
    if (mayWait && this.isPastEnd(placed)) this.defer(candidate, rect, isOpen, this.frame.blockOffset(placed));
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

  /**
   * While the containing block goes on: the block offset before which the box doesn't begin, if that is beyond this fragment. MAX_LU: it is placed from the containing
   * block's end, which isn't known yet. null: it may begin here.
   */
  private startIfLater(candidate: OutOfFlowCandidate, rect: Rect, isOpen: boolean): LU | null {
    const { top, right, bottom, left } = candidate.box.style.box;
    const start = !this.frame.vertical ? top : this.frame.fromRight ? right : left;
    const end = !this.frame.vertical ? bottom : this.frame.fromRight ? left : right;
    const { box } = candidate;
    if (isOpen) {
      // Earlier columns and pages are still at hand when the size that it depends on is known.
      if (start.hasPercent || !end.isAuto) return MAX_LU;
      if (sizeOnAxis(box, this.frame.vertical).some((length) => length.hasPercent)) return MAX_LU;
    }
    if (start.isAuto) return isOpen && !end.isAuto ? MAX_LU : null;
    const from = this.frame.blockOf(rect.x, rect.y, rect.width) + start.resolve(0);
    return !start.hasPercent && from >= this.frame.blockSize ? from : null;
  }

  /** Does it begin only in a later fragment, or on a later page than the document's last? */
  private isPastEnd(placed: PlacedOutOfFlow): boolean {
    const offset = this.frame.blockOffset(placed);
    if (this.frame.goesOn) return offset >= this.frame.blockSize;
    const { fragmentainer } = this;
    return (
      fragmentainer !== null && this.frame.extentOf(placed.result.fragment) > 0 && offset >= fragmentainer.remaining
    );
  }

  /** Does it begin in an earlier fragmentainer? */
  private beginsEarlier(placed: PlacedOutOfFlow): boolean {
    const { fragmentainer } = this;
    if (fragmentainer === null || fragmentainer.startsFlow) return false;
    if (fragmentainer.offset + this.frame.blockOffset(placed) >= 0) return false;
    return !this.keepsToPage;
  }

  /** Does the box begin on this page, and hide what reaches out of it to those before, or change how it looks? What is so moved there is split as a picture is (pages/find-moved.ts). */
  private get keepsToPage(): boolean {
    const { builder, fragmentainer } = this;
    if (fragmentainer?.kind !== 'page' || builder.token !== null) return false;
    const { style } = builder.box;
    return clipsOverflow(builder) || isEffectGroup(style) || hasTransform(style);
  }

  /** It goes to the fragmentainer where it begins; boxes inside whose containing block is this one, or further up, are looked after here. */
  private sendBack(candidate: OutOfFlowCandidate, { space, x, y, result }: PlacedOutOfFlow): void {
    const staticX = x + candidate.movedX;
    const staticY = y + candidate.movedY;
    this.left.push({ ...candidate, staticX, staticY, earlier: space, isClipped: this.input.end.clips });
    for (const inner of result.outOfFlow) this.queue.push(shifted(inner, staticX, staticY));
  }

  /** It was on its way to an earlier page. */
  private keepHere({ box, staticX, staticY }: OutOfFlowCandidate, space: ConstraintSpace): void {
    const { fragment, footnotes } = this.builder.context.layout(box, space, null);
    this.fragments.push(fragment);
    this.offsets.push(staticX, staticY);
    for (const note of footnotes) this.footnotes.push(note);
  }

  private containerOf(candidate: OutOfFlowCandidate): Rect | null {
    if (candidate.inlineContainer !== null) {
      const span = this.spans.get(candidate.inlineContainer);
      if (span === undefined) return null;
      return spanRect(span, this.builder.mode, candidate.movedX, candidate.movedY);
    }
    if (!this.contains(candidate)) return candidate.box.style.box.position === 'fixed' ? null : this.initial;
    // css-grid-2 §9: a positioned child of a grid may be contained by a grid area.
    return this.input.areas?.get(candidate.box) ?? this.frame.padding;
  }

  private contains({ box }: OutOfFlowCandidate): boolean {
    return box.style.box.position === 'fixed' ? this.isFixed : this.isAbsolute;
  }

  /** It comes in a later fragment, not before a block offset. */
  private defer(candidate: OutOfFlowCandidate, rect: Rect, isOpen: boolean, from: LU): void {
    const { past } = this.frame;
    const later = this.frame.later(candidate, past);
    const container = this.frame.containerLater(rect, past, isOpen);
    // Anchors that any fragment may bring may be what a box waits for.
    if (isAnchored(candidate.box)) this.tokens.push(PositionedToken.deferred(later, container));
    else this.met.push({ candidate: later, container, from: from === MAX_LU ? from : from - past });
  }

  /** Is its containing block an inline box that goes on in the next fragment? */
  private waitsForInline({ inlineContainer }: OutOfFlowCandidate): boolean {
    return (
      this.splits && this.frame.goesOn && inlineContainer !== null && this.spans.get(inlineContainer)?.goesOn === true
    );
  }

  /** Adds a placed box, split if it reaches over the fragmentainer's end. */
  private add(candidate: OutOfFlowCandidate, placed: PlacedOutOfFlow): void {
    const { builder, fragmentainer } = this;
    const offset = this.frame.blockOffset(placed);
    const inline = this.frame.vertical ? placed.y : placed.x;
    let { result } = placed;
    const reach = Math.max(result.blockExtent, result.outOfFlowExtent, this.frame.extentOf(result.fragment));
    const hasBreaks = candidate.box.has(BREAKS_THOUGH_IT_FITS);
    if (this.splits && fragmentainer !== null && (hasBreaks || fragmentainer.remaining - offset < reach)) {
      const room = this.isConstrained ? fragmentainer.forOverflow() : fragmentainer;
      const space = this.brokenSpace(placed.space, room.advancedBy(offset, !this.isConstrained));
      if (space !== null) {
        result = layoutBeside(null, (early) => builder.context.layout(candidate.box, space, null, early));
        this.keepToken(result, candidate, inline, space);
      }
    }
    this.addFragment(result, inline, offset, candidate);
  }

  /** The containing block is of known size and ends here: what overflows it has no break before its first content. */
  private get isConstrained(): boolean {
    const { box, space, edges, inlineSize, token } = this.builder;
    return !this.frame.goesOn && token === null && definiteBlockSize(box, space, edges, inlineSize) !== INDEFINITE;
  }

  /** The space of a box that pages or columns go through; null: its blocks run the other way. */
  private brokenSpace(space: ConstraintSpace, fragmentainer: FragmentainerSpace): ConstraintSpace | null {
    const { vertical, blockReversed } = space.writingMode;
    const inner = space.withFragmentainer(fragmentainer);
    if (vertical !== this.frame.vertical) return this.frame.fromRight ? inner.withFlags(SpaceFlag.CutFromRight) : inner;
    return blockReversed === this.builder.mode.blockReversed ? inner : null;
  }

  private resume({ candidate, inline }: PositionedToken, space: ConstraintSpace, token: BlockBreakToken): void {
    const { builder, fragmentainer } = this;
    if (fragmentainer === null) return;
    // What goes on does so at the fragmentainer's start, which may be above this fragment's.
    const offset = -fragmentainer.offset;
    const again = space.withFragmentainer(fragmentainer.advancedBy(offset, false));
    const result = layoutBeside(null, (early) => builder.context.layout(candidate.box, again, token, early));
    this.keepToken(result, candidate, inline, space);
    this.addFragment(result, inline, offset, candidate);
  }

  private keepToken(result: LayoutResult, candidate: OutOfFlowCandidate, inline: LU, space: ConstraintSpace): void {
    // Nothing of it is seen past the end of a box that clips.
    if (result.breakToken !== null && !this.input.end.clips)
      this.tokens.push(PositionedToken.broken(candidate, inline, space, result.breakToken));
  }

  private addFragment(result: LayoutResult, inline: LU, block: LU, { movedX, movedY }: OutOfFlowCandidate): void {
    const { fragment } = result;
    const overflow =
      fragment.writingMode.vertical === this.frame.vertical ? Math.max(result.outOfFlowExtent, result.blockExtent) : 0;
    this.extent = Math.max(this.extent, block + Math.max(this.frame.extentOf(fragment), overflow));
    const x =
      movedX +
      (!this.frame.vertical ? inline : this.frame.fromRight ? this.frame.width - block - fragment.width : block);
    const y = movedY + (this.frame.vertical ? inline : block);
    this.fragments.push(fragment);
    this.offsets.push(x, y);
    this.index?.addFragment(fragment, x, y, fragment.box);
    for (const inner of result.outOfFlow) {
      this.queue.push(shifted(inner, x, y));
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
    case BoxKind.TableWrapper:
    case BoxKind.Table:
    case BoxKind.TableRowGroup:
    case BoxKind.TableRow:
    case BoxKind.TableCell:
    case BoxKind.Flex:
    case BoxKind.Grid:
    case BoxKind.Multicol:
      return true;
    default:
      return false;
  }
}
