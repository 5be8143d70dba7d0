/**
 * Places absolutely positioned boxes once a fragment of their containing block is finished (css-break-3 §4,
 * css-position-3 §3). They are placed immediately, split at the fragmentainer's end, or deferred to a later fragment. A
 * box that starts after the last fragment of its containing block continues in parallel to the content there.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { AnchorIndex } from '../anchors/anchor-index.ts';
import { isAnchored, layoutAnchored, waitsForAnchors } from '../anchors/anchored-placement.ts';
import { definiteBlockSize } from '../sizing/box-model.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import { layoutBeside } from '../fragmentation/break-chooser.ts';
import type { Fragment } from '../contract/fragment.ts';
import type { Rect } from '../contract/geometry.ts';
import { type InlineContainerSpan, spanRect } from './inline-container-span.ts';
import { layoutOutOfFlow, type PlacedOutOfFlow } from './positioned.ts';
import { initialContainingBlock, movedRect, PositioningFrame, type PositioningInput } from './positioning-frame.ts';
import type { AnchorTable } from '../anchors/anchor-table.ts';
import { contentExtent, type LayoutResult } from '../contract/layout-result.ts';
import type { OpenFragment } from '../fragments/open-fragment.ts';
import { PositionedRest } from './positioned-rest.ts';
import { inlineContainerSpans } from './inline-container-spans.ts';
import { type OutOfFlowBox, type OutOfFlowCandidate, SentBackBox } from './out-of-flow-candidate.ts';
import { ALWAYS, AT_END, type BegunBox, merged, type WaitingBox, WaitingBoxes } from './waiting-boxes.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

/**
 * Content that a fragmentainer affects even if everything fits. Filled columns use all its space (css-multicol-1 §7.1).
 */
const BREAKS_THOUGH_IT_FITS = BoxFlag.HasForcedBreak | BoxFlag.HasNamedPage | BoxFlag.HasFilledColumns;

/** The placed boxes, to be added to the fragment. */
export interface PlacedPositioned {
  readonly fragments: readonly Fragment[];
  /** Physical offsets: x0, y0, x1, y1, ... */
  readonly offsets: readonly LU[];
  /** Candidates with a containing block further up. */
  readonly left: readonly OutOfFlowBox[];
  readonly footnotes: readonly Box[];
  /** Block extent from the block-start edge. */
  readonly extent: LU;
  readonly rest: PositionedRest;
}

/**
 * Lays out the candidates, and those deferred by earlier fragments, whose containing block is the builder's box. Boxes
 * inside these can become candidates too.
 */
export function placeOutOfFlow(input: PositioningInput): PlacedPositioned {
  return new OutOfFlowPlacing(input).place(input.candidates);
}

const UNMOVED = { movedX: 0, movedY: 0 };

const NO_SPANS: ReadonlyMap<Box, InlineContainerSpan> = new Map();

class OutOfFlowPlacing {
  private readonly fragments: Fragment[] = [];
  private readonly offsets: LU[] = [];
  private readonly left: OutOfFlowBox[] = [];
  private readonly footnotes: Box[] = [];
  private extent: LU = 0;
  private readonly builder: OpenFragment;
  private readonly input: PositioningInput;
  private readonly frame: PositioningFrame;
  private readonly earlier: PositionedRest | null;
  private readonly fragmentainer: FragmentainerSpace | null;
  /** The root handles the initial containing block, except for fixed boxes, which repeat on every page. */
  private readonly initial: Rect | null;
  private readonly isAbsolute: boolean;
  private readonly isFixed: boolean;
  /** Whether absolutely positioned boxes are split in this box. */
  private readonly splits: boolean;
  private readonly queue: OutOfFlowBox[] = [];
  /** Boxes that continue in the next fragment. */
  private readonly begun: BegunBox[] = [];
  /** Boxes from this fragment that begin in later ones. */
  private readonly met: WaitingBox[] = [];
  /** Boxes that earlier fragments deferred beyond this one. */
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
    const { flowX, flowY } = this.frame;
    this.earlier = PositionedRest.of(builder.token);
    const before = this.earlier?.inlineContainers ?? NO_SPANS;
    this.spans =
      box.inline === null && box.split?.role !== 'holder'
        ? NO_SPANS
        : inlineContainerSpans(box, input.children, input.offsets, flowX, flowY, before);
  }

  place(candidates: readonly OutOfFlowBox[]): PlacedPositioned {
    const { builder, queue } = this;
    this.placeEarlier();
    for (const candidate of candidates) queue.push(candidate);
    const keepsOrder = builder.context.anchors !== null;
    for (let i = 0; i < queue.length; i++) {
      builder.context.budget.tick();
      const before = queue.length;
      const next = queue[i]!;
      if (next.type === 'candidate') this.placeOne(next, null);
      else if (next.columns === null && this.frame.keepsToPage) this.keepHere(next);
      else this.left.push(next);
      // Boxes inside the placed one come before those after it, which may refer to them as anchors.
      if (keepsOrder && queue.length > before) queue.splice(i + 1, 0, ...queue.splice(before));
    }
    const { fragments, offsets, left, footnotes, extent } = this;
    return { fragments, offsets, left, footnotes, extent, rest: this.rest() };
  }

  /** Resumes boxes from earlier fragments in document order. */
  private placeEarlier(): void {
    const { earlier } = this;
    const now: (BegunBox | WaitingBox)[] = [...(earlier?.begun ?? [])];
    for (const entry of earlier?.waiting ?? []) {
      const { due, rest } = entry.split(this.splits ? this.frame.dueBefore(entry) : Infinity);
      for (const box of due) now.push(box);
      if (rest !== null) this.waiting.push(rest);
    }
    now.sort((a, b) => a.candidate.box.index - b.candidate.box.index);
    for (const entry of now) {
      this.builder.context.budget.tick();
      if (entry.type === 'begun') this.resume(entry);
      else this.placeWaiting(entry);
    }
  }

  private placeWaiting({ candidate, area }: WaitingBox): void {
    const { flowX, flowY } = this.frame;
    this.placeOne(candidate.shifted(-flowX, -flowY), area && movedRect(area, -flowX, -flowY));
  }

  private rest(): PositionedRest {
    const { begun, met, waiting, spans } = this;
    const all = met.length > 0 ? [...waiting, WaitingBoxes.of(met)] : waiting;
    return new PositionedRest(begun, merged(all), spans, this.anchors());
  }

  /** Returns the anchors for the next fragment, if there is one and it may need them. */
  private anchors(): readonly AnchorTable[] {
    if (!this.frame.goesOn || !(this.isAbsolute || this.isFixed || this.initial !== null)) return [];
    return this.anchorIndex()?.tables() ?? [];
  }

  /**
   * Returns the anchors laid out so far in the containing block, including earlier fragments. Returns null if the
   * document has none.
   */
  private anchorIndex(): AnchorIndex | null {
    const { builder, input } = this;
    const { anchors, budget } = builder.context;
    if (anchors === null || this.index !== null) return this.index;
    const { flowX, flowY } = this.frame;
    const index = new AnchorIndex(anchors, budget, this.earlier?.anchors ?? [], flowX, flowY);
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

  /** `known` is the part of the box that contains the candidate, as found in an earlier fragment, or null. */
  private placeOne(candidate: OutOfFlowCandidate, known: Rect | null): void {
    const { split } = this.builder.box;
    if (split?.role === 'around' && candidate.inlineContainer === null && this.contains(candidate)) {
      this.left.push(candidate.within({ box: split.first, movedX: 0, movedY: 0 }));
      return;
    }
    if (this.waitsForInline(candidate)) {
      this.defer(candidate, null, ALWAYS);
      return;
    }
    // css-grid-2 §9: the containing block of a grid child can be a grid area.
    const area = known ?? this.input.areas?.get(candidate.box) ?? null;
    const rect = this.containerOf(candidate, area);
    if (rect === null) {
      this.left.push(candidate);
      return;
    }
    const mayWait = this.splits;
    const from = mayWait ? this.frame.startIfLater(candidate.box, rect) : null;
    if (from !== null) {
      this.defer(candidate, area, from);
      return;
    }
    const byAnchors = isAnchored(candidate.box);
    if (byAnchors && mayWait && this.frame.goesOn && waitsForAnchors(candidate, this.anchorIndex())) {
      this.defer(candidate, area, ALWAYS);
      return;
    }
    const placed = byAnchors
      ? this.placedByAnchors(candidate, rect)
      : layoutOutOfFlow(this.builder.context, unmoved(candidate), rect, this.builder.mode);
    if (placed === null) return;
    if (mayWait && this.frame.isPastEnd(placed)) this.defer(candidate, area, this.frame.blockOffset(placed));
    else if (this.frame.beginsBefore(placed)) this.sendBack(candidate, placed);
    else this.add(candidate, placed);
  }

  /** Returns the placed box, or null if it is hidden. */
  private placedByAnchors(candidate: OutOfFlowCandidate, rect: Rect): PlacedOutOfFlow | null {
    const index = this.anchorIndex();
    const placed = layoutAnchored(this.builder.context, unmoved(candidate), rect, this.builder.mode, index);
    if (!placed.isHidden) return placed;
    index?.addFragment(placed.result.fragment, placed.x, placed.y, candidate.box, true);
    return null;
  }

  /**
   * Passes the box to the fragmentainer where it begins. Boxes inside it with this or an outer containing block are
   * handled here.
   */
  private sendBack(candidate: OutOfFlowCandidate, { space, x, y, result }: PlacedOutOfFlow): void {
    const { box, inlineContainer } = candidate;
    const { movedX, movedY } = inlineContainer ?? UNMOVED;
    const at = { x: x + movedX, y: y + movedY };
    this.left.push(new SentBackBox({ ...at, box, movedX, movedY, space, container: this.builder.box, columns: null }));
    for (const inner of result.outOfFlow) this.queue.push(inner.shifted(at.x, at.y));
  }

  /** Places a box here that would otherwise go to an earlier page. */
  private keepHere({ box, x, y, space }: SentBackBox): void {
    const { fragment, footnotes } = this.builder.context.layout(box, space, null);
    this.fragments.push(fragment);
    this.offsets.push(x, y);
    for (const note of footnotes) this.footnotes.push(note);
  }

  private containerOf(candidate: OutOfFlowCandidate, area: Rect | null): Rect | null {
    if (candidate.inlineContainer !== null) {
      const { box, movedX, movedY } = candidate.inlineContainer;
      const span = this.spans.get(box);
      if (span === undefined) return null;
      const rect = spanRect(span, this.builder.mode, movedX, movedY);
      return movedRect(rect, -this.frame.flowX, -this.frame.flowY);
    }
    if (!this.contains(candidate)) return candidate.box.style.box.position === 'fixed' ? null : this.initial;
    return area ?? this.frame.padding;
  }

  private contains({ box }: OutOfFlowCandidate): boolean {
    return box.style.box.position === 'fixed' ? this.isFixed : this.isAbsolute;
  }

  /** Defers the box to a later fragment, at or after the block offset `from`. */
  private defer(candidate: OutOfFlowCandidate, area: Rect | null, from: LU): void {
    const { flowX, flowY, distance } = this.frame;
    // An anchored box may depend on an anchor in any fragment.
    const start = isAnchored(candidate.box) || from === ALWAYS ? ALWAYS : from === AT_END ? AT_END : distance + from;
    this.met.push({
      type: 'waiting',
      candidate: candidate.shifted(flowX, flowY),
      area: area && movedRect(area, flowX, flowY),
      from: start,
    });
  }

  /** Whether its containing block is an inline box that continues in the next fragment. */
  private waitsForInline({ inlineContainer }: OutOfFlowCandidate): boolean {
    return (
      this.splits &&
      this.frame.goesOn &&
      inlineContainer !== null &&
      this.spans.get(inlineContainer.box)?.goesOn === true
    );
  }

  /** Adds a placed box, split if it extends beyond the fragmentainer's end. */
  private add(candidate: OutOfFlowCandidate, placed: PlacedOutOfFlow): void {
    const { builder, fragmentainer } = this;
    const offset = this.frame.blockOffset(placed);
    const inline = builder.mode.inlineOf(placed.x, placed.y);
    let { result } = placed;
    const reach = Math.max(contentExtent(result), result.fragment.blockSize(builder.mode));
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

  /**
   * Whether the containing block has a definite size and ends here. Its overflow then has no break before its first
   * content.
   */
  private get isConstrained(): boolean {
    const { box, space, edges, inlineSize, token } = this.builder;
    return !this.frame.goesOn && token === null && definiteBlockSize(box, space, edges, inlineSize) !== INDEFINITE;
  }

  /** Returns the space for a box fragmented by pages or columns, or null if its block direction is opposite. */
  private brokenSpace(space: ConstraintSpace, fragmentainer: FragmentainerSpace): ConstraintSpace | null {
    const { vertical, blockReversed } = space.writingMode;
    const inner = space.withFragmentainer(fragmentainer);
    const { mode } = this.builder;
    if (vertical !== mode.vertical) return mode.blockReversed ? inner.withFlags(SpaceFlag.CutFromRight) : inner;
    return blockReversed === mode.blockReversed ? inner : null;
  }

  private resume({ candidate, inline, space, token }: BegunBox): void {
    const { builder, fragmentainer } = this;
    if (fragmentainer === null) return;
    // Continued content resumes at the fragmentainer's start, which may be above this fragment's.
    const offset = -fragmentainer.offset;
    const again = space.withFragmentainer(fragmentainer.advancedBy(offset, false));
    const result = layoutBeside(null, (early) => builder.context.layout(candidate.box, again, token, early));
    this.keepToken(result, candidate, inline, space);
    this.addFragment(result, inline, offset, candidate);
  }

  private keepToken(result: LayoutResult, candidate: OutOfFlowCandidate, inline: LU, space: ConstraintSpace): void {
    // Nothing past the end of a clipping box is visible.
    const { breakToken: token } = result;
    if (token !== null && !this.input.end.clips) this.begun.push({ type: 'begun', candidate, inline, space, token });
  }

  private addFragment(result: LayoutResult, inline: LU, block: LU, { inlineContainer }: OutOfFlowCandidate): void {
    const { fragment } = result;
    const { movedX, movedY } = inlineContainer ?? UNMOVED;
    const { mode } = this.builder;
    const overflow = fragment.writingMode.isParallelTo(mode) ? contentExtent(result) : 0;
    this.extent = Math.max(this.extent, block + Math.max(fragment.blockSize(mode), overflow));
    const x = movedX + mode.xOf(inline, mode.physicalX(0, block, fragment.width, this.frame.width));
    const y = movedY + mode.yOf(inline, block);
    this.fragments.push(fragment);
    this.offsets.push(x, y);
    this.index?.addFragment(fragment, x, y, fragment.box);
    for (const inner of result.outOfFlow) {
      this.queue.push(inner.shifted(x, y));
    }
    for (const note of result.footnotes) this.footnotes.push(note);
  }
}

/** Returns the candidate without the relative offset of its inline containing block. */
function unmoved(candidate: OutOfFlowCandidate): OutOfFlowCandidate {
  const { movedX, movedY } = candidate.inlineContainer ?? UNMOVED;
  return movedX === 0 && movedY === 0 ? candidate : candidate.shifted(-movedX, -movedY);
}

/** Whether the box's algorithm ignores tokens of positioned boxes, which are resumed here. */
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
