/**
 * The one mutable object of a layout call: an algorithm puts its children in at logical offsets, and `finish()` makes the immutable
 * physical BoxFragment and the LayoutResult.
 *
 *     const builder = new FragmentBuilder(context, box, space, token);
 *     builder.inlineSize = usedInlineSize(...);                       // border box, before children with relative positions are added
 *     builder.addResult(childResult, inlineOffset, blockOffset);      // border-box corner to border-box corner
 *     builder.blockSize = usedBlockSize(...);                         // of this fragment
 *     return builder.finish();
 *
 * Offsets are from the start corner of this fragment's border box. Relative positioning of children, the way of absolutely positioned
 * boxes to their containing block, footnotes and break tokens are looked after here. Fragmentation helpers that fill in the break
 * fields stand in fragmentation/.
 */
import { Box, BoxFlag, BoxKind, PROPAGATED_FLAGS } from '../boxes/box.ts';
import { ComputedStyle } from '../css/computed-style.ts';
import { initialStyle } from '../css/properties/registry.ts';
import { INDEFINITE, type LU } from '../units.ts';
import { Edges, edgesOf, physicalEdges } from './box-model.ts';
import { BlockBreakToken, BreakTokenFlag, type BreakToken } from './break-token.ts';
import {
  BreakAppeal,
  type EarlyBreak,
  type LayoutContext,
  type LayoutResult,
  type OutOfFlowCandidate,
} from './contract.ts';
import { type ConstraintSpace, type FragmentainerSpace, MarginStrut, SpaceFlag } from './constraint-space.ts';
import { EMPTY_EXCLUSIONS } from './exclusions.ts';
import type { ExclusionSpace } from './exclusion-space.ts';
import { BoxFragment, type Fragment, type FragmentExtra, FragmentFlag } from './fragment.ts';
import { WritingMode, ZERO_SIDES } from './geometry.ts';
import { isMonolithic } from './fragmentation/break-before-child.ts';
import { LayoutCache } from './layout-cache.ts';
import { placeOutOfFlow } from './out-of-flow-placing.ts';
import { relativeOffset } from './relative-position.ts';

const NO_BOXES: readonly Box[] = [];
const NO_CANDIDATES: readonly OutOfFlowCandidate[] = [];
const NO_FRAGMENTS: readonly Fragment[] = [];
const NO_OFFSETS: readonly LU[] = [];

type BreakValue = ComputedStyle['box']['breakBefore'];

/** The concrete LayoutResult: one shape for all algorithms. */
export class Result implements LayoutResult {
  readonly status: LayoutResult['status'];
  readonly fragment: BoxFragment;
  readonly bfcBlockOffset: LU | null;
  readonly endMarginStrut: MarginStrut;
  readonly exclusions: ExclusionSpace;
  readonly intrinsicBlockSize: LU;
  readonly breakToken: BlockBreakToken | null;
  readonly appeal: BreakAppeal;
  readonly earlyBreak: EarlyBreak | null;
  readonly shortage: LU;
  readonly breakBefore: BreakValue;
  readonly breakAfter: BreakValue;
  readonly outOfFlow: readonly OutOfFlowCandidate[];
  readonly footnotes: readonly Box[];
  readonly dependsOnBlockSize: boolean;
  readonly adjoiningFloats: number;
  readonly tallestUnbreakable: LU;
  readonly pushedByFloats: boolean;
  readonly blockExtent: LU;
  readonly outOfFlowExtent: LU;
  readonly columnSpanner: Box | null;
  readonly lineCount: number;

  constructor(
    builder: FragmentBuilder,
    status: LayoutResult['status'],
    fragment: BoxFragment,
    outOfFlow: readonly OutOfFlowCandidate[],
  ) {
    this.status = status;
    this.fragment = fragment;
    this.bfcBlockOffset = builder.bfcBlockOffset;
    this.endMarginStrut = builder.endMarginStrut;
    this.exclusions = builder.exclusions;
    this.intrinsicBlockSize = builder.intrinsicBlockSize;
    this.breakToken = fragment.breakToken;
    this.appeal = builder.appeal;
    this.earlyBreak = builder.earlyBreak;
    this.shortage = builder.shortage;
    this.breakBefore = builder.breakBefore;
    this.breakAfter = builder.breakAfter;
    this.outOfFlow = outOfFlow;
    this.footnotes = builder.footnotes ?? NO_BOXES;
    this.dependsOnBlockSize = builder.dependsOnBlockSize;
    this.adjoiningFloats = builder.bfcBlockOffset === null ? builder.adjoiningFloats : 0;
    this.tallestUnbreakable = builder.tallestUnbreakable;
    this.pushedByFloats = builder.pushedByFloats;
    this.blockExtent = Math.max(builder.blockExtent, builder.blockSize);
    this.outOfFlowExtent = builder.outOfFlowExtent;
    this.columnSpanner = builder.columnSpanner;
    this.lineCount = builder.lineCount;
  }
}

export class FragmentBuilder {
  readonly context: LayoutContext;
  readonly box: Box;
  readonly space: ConstraintSpace;
  /** Where an earlier fragment of the box stopped; null in the first one (also when the break was before the box). */
  readonly token: BlockBreakToken | null;
  readonly mode: WritingMode;
  /** The box's border and padding, whole. */
  readonly edges: Edges;
  /** Is the block-start side cut in this fragment (a later fragment with `box-decoration-break: slice`)? */
  readonly isStartCut: boolean;
  /** `box-decoration-break: clone`: the fragment has all of the box's edges. */
  readonly clonesEdges: boolean;

  /** Border-box size of this fragment. */
  inlineSize: LU = 0;
  blockSize: LU = 0;
  /** Border-box block size that the contents want; to be set when it differs from `blockSize` (INDEFINITE: it doesn't). */
  intrinsicBlockSize: LU = INDEFINITE;
  /** What percentage block sizes (relative insets) of children refer to; INDEFINITE: nothing. */
  percentageBlock: LU = INDEFINITE;
  /** From this fragment's border-box block start; null: none. */
  firstBaseline: LU | null = null;
  lastBaseline: LU | null = null;
  /** FragmentFlag bits beside those of breaking. */
  flags = 0;
  extra: FragmentExtra | null = null;
  dependsOnBlockSize = false;

  // Block layout's answers about margins and floats (see LayoutResult).
  bfcBlockOffset: LU | null = 0;
  endMarginStrut: MarginStrut = MarginStrut.EMPTY;
  exclusions: ExclusionSpace = EMPTY_EXCLUSIONS;
  adjoiningFloats = 0;

  // Breaking (css-break-3): what fragmentation/ fills in.
  /** Tokens of children that go on or start in the next fragmentainer, in order. */
  childTokens: BreakToken[] | null = null;
  /** The box itself is cut by the fragmentainer's end though no child is. */
  breaksInside = false;
  /** Every child has been started: what remains is in the child tokens. */
  seenAllChildren = false;
  /** The box ends in this fragment; only parallel flows go on. */
  isAtBlockEnd = false;
  /** A forced break inside ended this fragment: becomes the token's flag. */
  forcedBreakInside = false;
  appeal: BreakAppeal = BreakAppeal.Perfect;
  earlyBreak: EarlyBreak | null = null;
  shortage: LU = 0;
  breakBefore: BreakValue;
  breakAfter: BreakValue;
  /** The algorithm's own data for the break token. */
  tokenData: unknown = null;
  footnotes: Box[] | null = null;
  /** Children whose containing block is an area of this box: physical rectangles from this fragment's corner. */
  containingAreas: Map<Box, { readonly x: LU; readonly y: LU; readonly width: LU; readonly height: LU }> | null = null;
  /** Block size of the tallest thing inside that can't be split (column balancing). */
  tallestUnbreakable: LU = 0;
  pushedByFloats = false;
  /** How far the children reach down, their own overflow included. */
  blockExtent: LU = 0;
  outOfFlowExtent: LU = 0;
  columnSpanner: Box | null = null;
  lineCount = 0;
  /** Block size of the box over all its fragments, once it is known; INDEFINITE before. */
  totalBlockSize: LU = INDEFINITE;
  /** The box's own flow goes on, whatever its tokens look like. */
  flowContinues = false;

  private children: Fragment[] | null = null;
  /** Logical: inline0, block0, inline1, ... */
  private logicalOffsets: LU[] | null = null;
  private candidates: PendingCandidate[] | null = null;

  /** `edges`: when they aren't the style's (collapsed table borders). */
  constructor(
    context: LayoutContext,
    box: Box,
    space: ConstraintSpace,
    token: BreakToken | null,
    edges: Edges | null = null,
  ) {
    this.context = context;
    this.box = box;
    this.space = space;
    this.token = token !== null && token.type === 'block' && !token.isBreakBefore ? token : null;
    this.mode = space.writingMode;
    this.edges = edges ?? edgesOf(box, space);
    this.clonesEdges = box.style.box.boxDecorationBreak === 'clone' && this.hasRoomForEdges();
    this.isStartCut = this.token !== null && !this.clonesEdges;
    const anonymous = space.has(SpaceFlag.AnonymousFlow);
    this.breakBefore = anonymous ? 'auto' : box.style.box.breakBefore;
    this.breakAfter = anonymous ? 'auto' : box.style.box.breakAfter;
  }

  /** Content-box inline size. */
  get contentInlineSize(): LU {
    return Math.max(0, this.inlineSize - this.edges.inline);
  }

  /**
   * Edges that leave no room for contents, with those of the boxes around them, are not cloned: every fragment would be followed by another. A first
   * fragment may still move on to where there is more room.
   */
  private hasRoomForEdges(): boolean {
    const { fragmentainer } = this.space;
    if (fragmentainer === null || this.edges.block < fragmentainer.remaining) return true;
    return this.token === null && fragmentainer.hasPrecedingContent;
  }

  /** Border and padding at the block start of this fragment: 0 where a break has cut them off. */
  get blockStartEdge(): LU {
    return this.isStartCut ? 0 : this.edges.blockStart;
  }

  /** Block size of the earlier fragments. */
  get consumedBlockSize(): LU {
    return this.token === null ? 0 : this.token.consumedBlockSize;
  }

  /** The fragmentainer seen from this fragment's border-box block start, where margins have really put it; null: not fragmented. */
  get fragmentainer(): FragmentainerSpace | null {
    const f = this.space.fragmentainer;
    if (f === null || this.bfcBlockOffset === null || this.space.isNewFormattingContext) return f;
    return f.advancedBy(this.bfcBlockOffset - this.space.bfcBlockOffset, f.hasPrecedingContent);
  }

  /** Adds a fragment alone: a line, a repeated header. */
  addChild(fragment: Fragment, inlineOffset: LU, blockOffset: LU): void {
    if (this.children === null || this.logicalOffsets === null) {
      this.children = [];
      this.logicalOffsets = [];
    }
    this.children.push(fragment);
    this.logicalOffsets.push(inlineOffset, blockOffset);
  }

  /** Adds a child's fragment with all that its result brings but floats and margins: out-of-flow boxes, footnotes, the break token. */
  addResult(result: LayoutResult, inlineOffset: LU, blockOffset: LU): void {
    this.addChild(result.fragment, inlineOffset, blockOffset);
    if (blockOffset + result.blockExtent > this.blockExtent) this.blockExtent = blockOffset + result.blockExtent;
    if (result.outOfFlowExtent > 0)
      this.outOfFlowExtent = Math.max(this.outOfFlowExtent, blockOffset + result.outOfFlowExtent);
    this.takeCandidates(result.outOfFlow);
    if (result.footnotes.length > 0) this.addFootnotes(result.footnotes);
    if (result.breakToken !== null) this.addChildToken(result.breakToken);
    if (result.tallestUnbreakable > this.tallestUnbreakable) this.tallestUnbreakable = result.tallestUnbreakable;
  }

  /** Candidates whose positions are relative to the child fragment added last. */
  takeCandidates(outOfFlow: readonly OutOfFlowCandidate[]): void {
    if (outOfFlow.length === 0) return;
    const child = this.children === null ? -1 : this.children.length - 1;
    this.candidates ??= [];
    for (const candidate of outOfFlow) this.candidates.push(new PendingCandidate(candidate, child, 0, 0));
  }

  /**
   * An absolutely positioned or fixed child with its static position: the point of this border box where the named edges of its margin box
   * would lie (start and start in block flow).
   */
  addOutOfFlow(
    box: Box,
    inlineOffset: LU,
    blockOffset: LU,
    inlineEdge: OutOfFlowCandidate['staticInlineEdge'] = 'start',
    blockEdge: OutOfFlowCandidate['staticBlockEdge'] = 'start',
    inlineContainer: Box | null = null,
    staticMode: WritingMode = this.mode,
  ): void {
    const candidate: OutOfFlowCandidate = {
      box,
      staticX: 0,
      staticY: 0,
      staticMode,
      staticInlineEdge: inlineEdge,
      staticBlockEdge: blockEdge,
      inlineContainer,
    };
    this.candidates ??= [];
    this.candidates.push(new PendingCandidate(candidate, -1, inlineOffset, blockOffset));
  }

  /** An area of this box, of known sizes, as the containing block of a positioned child; logical, from the border box's start corner. */
  setContainingArea(child: Box, inline: LU, block: LU, inlineSize: LU, blockSize: LU): void {
    const { mode } = this;
    const width = mode.vertical ? blockSize : inlineSize;
    const height = mode.vertical ? inlineSize : blockSize;
    const x = mode.physicalX(inline, block, width, mode.vertical ? this.blockSize : this.inlineSize);
    const y = mode.physicalY(inline, block, height, mode.vertical ? this.inlineSize : this.blockSize);
    this.containingAreas ??= new Map();
    this.containingAreas.set(child, { x, y, width, height });
  }

  addFootnotes(boxes: readonly Box[]): void {
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

  /** The fragments added so far, for algorithms that align them afterwards. */
  childAt(index: number): Fragment {
    return (this.children as Fragment[])[index];
  }

  blockOffsetAt(index: number): LU {
    return (this.logicalOffsets as LU[])[index * 2 + 1];
  }

  get lastChildInlineOffset(): LU {
    const offsets = this.logicalOffsets as LU[];
    return offsets[offsets.length - 2];
  }

  /** Moves children added from `first` on by a block distance (vertical alignment of cell contents, `align-content`). */
  shiftChildren(first: number, delta: LU): void {
    const offsets = this.logicalOffsets;
    if (delta === 0) return;
    if (offsets !== null) for (let i = first * 2 + 1; i < offsets.length; i += 2) offsets[i] += delta;
    if (this.candidates !== null) for (const c of this.candidates) if (c.child < 0) c.blockOffset += delta;
    if (this.firstBaseline !== null) this.firstBaseline += delta;
    if (this.lastBaseline !== null) this.lastBaseline += delta;
  }

  get hasBroken(): boolean {
    return this.breaksInside || this.childTokens !== null;
  }

  /** Gives up: the caller is to lay out again, because the block formatting context's offset or an earlier break is known now. */
  abort(status: 'needs-earlier-break' | 'bfc-offset-resolved'): LayoutResult {
    const fragment = new BoxFragment(
      this.box,
      this.box.style,
      this.mode,
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
    return new Result(this, status, fragment, NO_CANDIDATES);
  }

  finish(): LayoutResult {
    const { mode, box } = this;
    const width = mode.vertical ? this.blockSize : this.inlineSize;
    const height = mode.vertical ? this.inlineSize : this.blockSize;
    if (this.intrinsicBlockSize === INDEFINITE) this.intrinsicBlockSize = this.blockSize;
    if (isMonolithic(box) && !this.space.has(SpaceFlag.AnonymousFlow))
      this.tallestUnbreakable = Math.max(this.tallestUnbreakable, this.blockSize);
    const offsets = this.physicalOffsets(width, height);
    const wasBroken = this.hasBroken;
    const outOfFlow =
      this.candidates === null && this.token === null ? NO_CANDIDATES : this.resolveOutOfFlow(width, height, offsets);
    if (this.hasBroken && !wasBroken) this.isAtBlockEnd = this.seenAllChildren = true;

    const isEndCut = this.hasBroken && !this.isAtBlockEnd && !this.clonesEdges;
    // A fragment that only carries parallel flows on has no box of its own left to decorate.
    const onlyParallel = this.token !== null && this.token.has(BreakTokenFlag.AtBlockEnd);
    const edges = onlyParallel ? Edges.ZERO : this.edges.sliced(this.isStartCut, isEndCut);
    const sides = edges === Edges.ZERO ? null : physicalEdges(edges, mode);
    let flags = this.flags;
    if (this.space.has(SpaceFlag.AnonymousFlow)) flags |= FragmentFlag.AnonymousPart;
    if (this.token !== null) flags |= FragmentFlag.BreaksBefore;
    if (this.hasBroken && !this.isAtBlockEnd) flags |= FragmentFlag.BreaksAfter;
    const shown = this.space.has(SpaceFlag.AnonymousFlow) ? anonymousPartOf(box) : box;
    const fragment = new BoxFragment(
      shown,
      shown.style,
      mode,
      width,
      height,
      sides?.border ?? ZERO_SIDES,
      sides?.padding ?? ZERO_SIDES,
      this.children ?? NO_FRAGMENTS,
      offsets,
      this.firstBaseline,
      this.lastBaseline,
      flags,
      this.makeToken(),
      this.extra,
    );
    return new Result(this, 'ok', fragment, outOfFlow);
  }

  private makeToken(): BlockBreakToken | null {
    if (!this.hasBroken) return null;
    let flags = 0;
    if (this.seenAllChildren) flags |= BreakTokenFlag.SeenAllChildren;
    if (this.isAtBlockEnd) flags |= BreakTokenFlag.AtBlockEnd;
    if (this.forcedBreakInside) flags |= BreakTokenFlag.Forced;
    const sequence = this.token === null ? 0 : this.token.sequence + 1;
    return new BlockBreakToken(
      this.box,
      this.consumedBlockSize + this.blockSize,
      sequence,
      flags,
      this.childTokens ?? [],
      this.tokenData,
    );
  }

  /** Physical offsets of the children in this fragment's border box, with relative positioning. */
  private physicalOffsets(width: LU, height: LU): LU[] {
    const { children, logicalOffsets, mode } = this;
    if (children === null || logicalOffsets === null) return [];
    const horizontal = mode === WritingMode.HORIZONTAL_LTR;
    const offsets = horizontal ? logicalOffsets : new Array<LU>(logicalOffsets.length).fill(0);
    for (let i = 0; i < children.length; i++) {
      const child = children[i];
      if (!horizontal) {
        offsets[i * 2] = mode.physicalX(logicalOffsets[i * 2], logicalOffsets[i * 2 + 1], child.width, width);
        offsets[i * 2 + 1] = mode.physicalY(logicalOffsets[i * 2], logicalOffsets[i * 2 + 1], child.height, height);
      }
      // A table's grid box shares its wrapper's style, and the wrapper has been moved already.
      if (child.type === 'box' && child.box.style.box.position === 'relative' && child.box.kind !== BoxKind.Table)
        this.moveRelative(child, offsets, i);
    }
    return offsets;
  }

  private moveRelative(child: BoxFragment, offsets: LU[], i: number): void {
    const { top, bottom, left, right } = child.box.style.box;
    if (this.mode.vertical ? left.hasPercent || right.hasPercent : top.hasPercent || bottom.hasPercent)
      this.dependsOnBlockSize = true;
    const inline = this.contentInlineSize;
    const block = this.percentageBlock;
    const move = this.mode.vertical
      ? relativeOffset(child.box.style, block, inline, this.mode)
      : relativeOffset(child.box.style, inline, block, this.mode);
    offsets[i * 2] += move.x;
    offsets[i * 2 + 1] += move.y;
  }

  /** Lays out the candidates whose containing block is this box; the rest goes on up. */
  private resolveOutOfFlow(width: LU, height: LU, offsets: LU[]): readonly OutOfFlowCandidate[] {
    if (this.space.has(SpaceFlag.Measure)) return NO_CANDIDATES;
    const pending = this.candidates ?? [];
    const physical: OutOfFlowCandidate[] = [];
    for (const { candidate, child, inlineOffset, blockOffset } of pending) {
      let x = candidate.staticX;
      let y = candidate.staticY;
      if (child >= 0) {
        x += offsets[child * 2];
        y += offsets[child * 2 + 1];
      } else {
        x += this.mode.physicalX(inlineOffset, blockOffset, 0, width);
        y += this.mode.physicalY(inlineOffset, blockOffset, 0, height);
      }
      physical.push({
        box: candidate.box,
        staticX: x,
        staticY: y,
        staticMode: candidate.staticMode,
        staticInlineEdge: candidate.staticInlineEdge,
        staticBlockEdge: candidate.staticBlockEdge,
        inlineContainer: candidate.inlineContainer,
      });
    }
    this.children ??= [];
    return placeOutOfFlow(this, width, height, physical, this.children, offsets);
  }
}

/**
 * A column, or a fieldset's contents, as its fragment shows it: an anonymous box that only inherits, so that backgrounds, borders, position and effects
 * stay with the box's own fragment.
 */
function anonymousPartOf(box: Box): Box {
  const cache = LayoutCache.of(box);
  if (cache.part === null) {
    const initial = initialStyle();
    const { font, text, custom } = box.style;
    const style = new ComputedStyle(
      PART_STYLES + box.index,
      font,
      text,
      initial.box,
      initial.border,
      initial.background,
      initial.rare,
      custom,
    );
    cache.part = new Box(BoxKind.Block, style, box.element, null, BoxFlag.Anonymous | (box.flags & PROPAGATED_FLAGS));
    cache.part.parent = box;
    cache.part.index = box.index;
  }
  return cache.part;
}

/** Style ids of anonymous parts, past all that the style stage gives. */
const PART_STYLES = 2 ** 30;

/** A candidate before this fragment's physical size is known: relative to a child fragment, or a logical point of this one. */
class PendingCandidate {
  readonly candidate: OutOfFlowCandidate;
  /** Index of the child fragment; -1: `inlineOffset` and `blockOffset` say where. */
  readonly child: number;
  readonly inlineOffset: LU;
  blockOffset: LU;

  constructor(candidate: OutOfFlowCandidate, child: number, inlineOffset: LU, blockOffset: LU) {
    this.candidate = candidate;
    this.child = child;
    this.inlineOffset = inlineOffset;
    this.blockOffset = blockOffset;
  }
}
