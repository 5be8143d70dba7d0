/**
 * The state of one block container's layout: where in its block formatting context it is, which margins wait to collapse, which floats are
 * about. Block offsets called `bfc...` are in the coordinates of the formatting context's root (its border-box start corner in this
 * fragmentainer); the others are from this box's border-box block start.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import type { BoxStyle } from '../../css/computed-style.ts';
import { LengthKind } from '../../css/length.ts';
import { INDEFINITE, type LU, MAX_LU } from '../../units.ts';
import type { Edges } from '../box-edges.ts';
import { childPercentageBlock, definiteBlockSize, sizeDependsOnBlock, usedInlineSize } from '../box-model.ts';
import type { BreakToken } from '../break-token.ts';
import type { LayoutContext } from '../contract.ts';
import { type ConstraintSpace, SpaceFlag } from '../constraint-space.ts';
import type { ExclusionSpace } from '../exclusion-space.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import type { BreakValue } from '../fragmentation/break-values.ts';
import type { BreakChooser } from '../fragmentation/break-chooser.ts';
import { cloneReserve, usedTotalBlockSize } from '../fragmentation/end-fragment.ts';
import type { LogicalSides, WritingMode } from '../geometry.ts';
import type { FlowAnswer } from '../layout-result.ts';
import type { FragmentainerSpace } from '../fragmentainer-space.ts';
import { MarginStrut } from '../margin-strut.ts';

/** Bits for the sides of floats. */
export const START_FLOATS = 1;
export const END_FLOATS = 2;

/** What to do after a child. */
export type Step = 'continue' | 'stop' | 'abort' | 'go-back';

export class BlockFlow implements FlowAnswer {
  readonly context: LayoutContext;
  readonly box: Box;
  readonly space: ConstraintSpace;
  readonly builder: FragmentBuilder;
  readonly mode: WritingMode;
  readonly edges: Edges;
  readonly contentInlineSize: LU;
  /** Percentage block sizes of children refer to it. */
  readonly percentageBlock: LU;
  /** In the formatting context: inline start and end of the content box. */
  readonly bfcContentStart: LU;
  readonly bfcContentEnd: LU;
  /** Fragmentainer seen from `space.bfcBlockOffset`, shortened by cloned block-end edges; null: not fragmented. */
  readonly fragmentainer: FragmentainerSpace | null;

  /** Where the next child comes, before `strut`. */
  position: LU = 0;
  strut: MarginStrut;
  /** What leaves the box at its end to collapse with what follows. */
  endMarginStrut: MarginStrut = MarginStrut.EMPTY;
  exclusions: ExclusionSpace;
  /** Where the border box starts in the formatting context; null: margins still collapse through its start. */
  resolvedOffset: LU | null = null;
  /** Clearance has moved the border box: margins didn't. */
  pushedByFloats = false;
  /** Sides that have floats, and where they have been placed, while the own offset was a guess. */
  adjoiningFloats = 0;
  private floatGuess: LU = 0;
  /** The last in-flow child in this fragment. */
  previous: Box | null = null;
  /** What it and its last descendants say about a break after it. */
  breakAfterPrevious: BreakValue = 'auto';
  /** Something solid precedes the next child in this fragment. */
  hasContent = false;
  /** A child through which everything collapses has been moved by clearance (css2 §8.3.1): its margin doesn't leave this box. */
  clearedThrough = false;
  /** The outside marker is done; and how far down it needs the box to reach when there is no line. */
  markerPlaced = false;
  markerBottom: LU = 0;
  /** Of the lines to come, only so many stay (`line-clamp`); INDEFINITE: all. */
  clampLines: number;

  lineCount = 0;
  /** Every child has been started, and every line. */
  seenAllChildren = false;
  /** What comes now follows a spanner that one of the next columns meets, in a child that has ended. */
  awaitsSpanner = false;
  /** A `column-span: all` box that ended the flow here. */
  columnSpanner: Box | null = null;

  /** `clampLines`: of the box's own lines, when it is the container that `line-clamp` shortens. */
  constructor(
    context: LayoutContext,
    box: Box,
    space: ConstraintSpace,
    token: BreakToken | null,
    breaks: BreakChooser,
    clampLines: number = space.clampLines,
  ) {
    this.context = context;
    this.box = box;
    this.space = space;
    this.mode = space.writingMode;
    const builder = new FragmentBuilder(context, box, space, token, null, breaks);
    this.builder = builder;
    this.edges = builder.edges;
    builder.inlineSize = usedInlineSize(context, box, space, builder.edges);
    this.contentInlineSize = builder.contentInlineSize;
    const isResumed = builder.token !== null;
    this.percentageBlock = childPercentageBlock(context, box, space, builder.edges, builder.inlineSize, isResumed);
    builder.dependsOnBlockSize = sizeDependsOnBlock(box, space);
    this.bfcContentStart = space.bfcInlineOffset + builder.edges.inlineStart;
    this.bfcContentEnd = this.bfcContentStart + this.contentInlineSize;
    this.fragmentainer = this.childFragmentainer();
    this.exclusions = space.exclusions;
    this.strut = space.marginStrut;
    this.clampLines = clampLines;
    this.begin();
  }

  /** css2 §8.3.1: an independent formatting context, border or padding end the collapsing of the block-start margin at once. */
  private begin(): void {
    const { builder, space } = this;
    if (space.isNewFormattingContext) {
      this.resolvedOffset = 0;
      this.strut = builder.token !== null || space.marginStrut.truncates ? MarginStrut.TRUNCATING : MarginStrut.EMPTY;
    } else if (builder.token !== null) {
      // A later fragment starts at the fragmentainer's start; margins that meet the break are truncated (css-break-3 §5.2).
      this.resolvedOffset = space.bfcBlockOffset;
      this.strut = MarginStrut.TRUNCATING;
    }
    if (builder.blockStartEdge > 0) {
      this.resolveBfc(space.bfcBlockOffset + this.strut.sum);
      this.position = builder.blockStartEdge;
      // Cloned edges don't keep margins from the break that they stand at.
      this.strut = builder.token === null ? MarginStrut.EMPTY : MarginStrut.TRUNCATING;
    }
    if (builder.token === null && this.trims('block-start')) this.strut = this.strut.truncating(true);
    if (this.dropsQuirkyMargins) this.strut = this.strut.droppingQuirky();
  }

  /** css-box-4 §3.3: does the box discard the margins of its contents that adjoin this edge? */
  private trims(edge: 'block-start' | 'block-end'): boolean {
    return this.box.style.box.marginTrim.includes(edge) && !this.space.has(SpaceFlag.AnonymousFlow);
  }

  /** Drops the margins that meet the box's end, and lets those pass again that come after the box. */
  trimEnd(): void {
    if (this.isResolved && this.trims('block-end')) this.strut = MarginStrut.EMPTY;
    else if (this.trims('block-start')) this.strut = this.strut.truncating(this.space.marginStrut.truncates);
  }

  /** css-break-3 §5.4: with `box-decoration-break: clone` every fragment keeps room for its block-end edges. */
  private childFragmentainer(): FragmentainerSpace | null {
    const { space, box, builder, edges } = this;
    const f = space.fragmentainer;
    if (f === null) return null;
    // A box that is known to end here has its own block-end edge, which its contents may reach over.
    const endsHere = this.endsIn(f);
    let own = endsHere ? f : f.shortenedBy(cloneReserve(builder));
    if (box.has(BoxFlag.HasBreakAvoid) || builder.breaks.seeksPlaces) own = own.seekingPlaces();
    if (builder.clonesEdges) own = own.afterRepeated(edges.blockStart);
    return endsHere && builder.token === null ? own.forOverflow() : own;
  }

  /** Is the box of definite size, and does it end in a fragmentainer, seen from its start? */
  endsIn({ remaining }: FragmentainerSpace): boolean {
    const { box, space, edges, builder } = this;
    const isDefinite = definiteBlockSize(box, space, edges, builder.inlineSize) !== INDEFINITE;
    return isDefinite && usedTotalBlockSize(builder, 0) - builder.consumedBlockSize <= remaining;
  }

  /** Are margins of the user agent's style sheet dropped at the box's edges: is it the body or a cell (HTML standard §15.3.10)? */
  get dropsQuirkyMargins(): boolean {
    const { context, box, space } = this;
    if (!context.quirks || space.has(SpaceFlag.AnonymousFlow)) return false;
    return box.has(BoxFlag.Body) || box.kind === BoxKind.TableCell;
  }

  get isResolved(): boolean {
    return this.resolvedOffset !== null;
  }

  /** The border box's block start: known, known from an earlier try, or guessed from the margins met so far. */
  get bfcBlockOffset(): LU {
    const { space } = this;
    if (this.resolvedOffset !== null) return this.resolvedOffset;
    if (space.forcedBfcBlockOffset !== null) return space.forcedBfcBlockOffset;
    return Math.max(space.bfcBlockOffset + this.strut.sum, space.clearanceOffset);
  }

  /** Where a box without margins would come now. */
  get bfcNext(): LU {
    return this.isResolved ? this.bfcBlockOffset + this.position + this.strut.sum : this.bfcBlockOffset;
  }

  /** The reference from which a child's own strut counts. */
  get bfcStrutOrigin(): LU {
    return this.isResolved ? this.bfcBlockOffset + this.position : this.space.bfcBlockOffset;
  }

  /** Settles where the box starts, by the margins met so far, before the next child; false: floats were placed by another guess. */
  resolveHere(): boolean {
    return this.resolveBfc(this.space.bfcBlockOffset + this.strut.sum);
  }

  /**
   * The margins before this box have met something solid: its border box starts at `bfcOffset`, or where clearance or an earlier try says.
   * False: floats had been placed at another guess; the layout is to be aborted with 'bfc-offset-resolved'.
   */
  resolveBfc(bfcOffset: LU): boolean {
    const { space } = this;
    if (this.resolvedOffset !== null) return true;
    let at = bfcOffset;
    if (at < space.clearanceOffset) {
      at = space.clearanceOffset;
      this.pushedByFloats = true;
    }
    // The margin of what floats push down had no part in it after all, if the answer is a smaller one now.
    if (space.forcedBfcBlockOffset !== null) at = Math.min(at, space.forcedBfcBlockOffset);
    this.resolvedOffset = at;
    this.position = 0;
    this.strut = MarginStrut.EMPTY;
    return this.adjoiningFloats === 0 || this.floatGuess === at;
  }

  /** Takes back what resolveBfc() has settled, `strut` waiting again. */
  unresolve(strut: MarginStrut): void {
    this.resolvedOffset = null;
    this.pushedByFloats = false;
    this.strut = strut;
  }

  /** Notes that floats of a side stand at the guessed offset. */
  noteAdjoiningFloats(sides: number): void {
    if (this.isResolved || sides === 0) return;
    this.adjoiningFloats |= sides;
    this.floatGuess = this.bfcBlockOffset;
  }

  /** The fragmentainer seen from where the border box starts. */
  get ownFragmentainer(): FragmentainerSpace | null {
    return this.builder.fragmentainerAt(this.resolvedOffset);
  }

  /** A formatting-context offset as one from this border box's block start. */
  toLocal(bfcOffset: LU): LU {
    return bfcOffset - this.bfcBlockOffset;
  }

  /** Would a break before a child whose border box starts at `bfcOffset` leave something behind in this fragmentainer? */
  makesProgressBefore(bfcOffset: LU): boolean {
    const f = this.fragmentainer;
    if (f === null) return false;
    if (this.hasContent || f.hasPrecedingContent) return true;
    if (f.requiresContent) return false;
    // Border and padding of the first fragment, a margin that a break would truncate, or floats that it keeps below.
    const isKeptDown = this.builder.token === null || !this.exclusions.isEmpty;
    return isKeptDown && f.offset + (bfcOffset - this.space.bfcBlockOffset) > f.repeated;
  }

  /** The fragmentainer seen from a formatting-context offset. `breakAt`: where a break would come before what begins there. */
  fragmentainerAt(bfcOffset: LU, breakAt: LU = bfcOffset): FragmentainerSpace | null {
    const f = this.fragmentainer;
    if (f === null) return null;
    return f.advancedBy(bfcOffset - this.space.bfcBlockOffset, this.makesProgressBefore(breakAt));
  }

  /** SpaceFlag bits that every child inherits. */
  get inheritedFlags(): number {
    return this.space.flags & SpaceFlag.Measure;
  }

  /** Which floats `clear` or `float` of a child means, in this box's inline axis. */
  sideOf(value: 'left' | 'right' | 'inline-start' | 'inline-end'): 'start' | 'end' {
    if (value === 'inline-start') return 'start';
    if (value === 'inline-end') return 'end';
    // Left and right are line-relative (css-writing-modes-4 §6.4), so only the direction counts.
    return (value === 'left') === (this.box.style.text.direction === 'ltr') ? 'start' : 'end';
  }

  /** Below what a child with this `clear` has to start; a very small number: nothing to clear. */
  clearanceFor(clear: BoxStyle['clear']): LU {
    if (clear === 'none' || this.exclusions.isEmpty) return -MAX_LU;
    return this.exclusions.clearance(this.clearedSide(clear));
  }

  clearedSide(clear: Exclude<BoxStyle['clear'], 'none'>): 'start' | 'end' | 'both' {
    return clear === 'both' ? 'both' : this.sideOf(clear);
  }

  clearedSides(clear: BoxStyle['clear']): number {
    if (clear === 'none') return 0;
    if (clear === 'both') return START_FLOATS | END_FLOATS;
    return this.sideOf(clear) === 'start' ? START_FLOATS : END_FLOATS;
  }

  /** Counts lines of this flow that have been placed. */
  addLines(count: number): void {
    this.lineCount += count;
    if (this.clampLines !== INDEFINITE) this.clampLines = Math.max(0, this.clampLines - count);
  }

  /** Is the last line in place that `line-clamp` leaves? */
  get isClamped(): boolean {
    return this.clampLines === 0;
  }

  /**
   * The block size that a child may stretch into, its margins (in this box's axes) still to be taken off: those that could collapse with an edge of
   * this box take no room from it, wherever among its siblings the child is.
   */
  availableBlockFor(child: Box, margins: LogicalSides): LU {
    const available = this.percentageBlock;
    const { height, minHeight, maxHeight, width, minWidth, maxWidth } = child.style.box;
    const sizes = this.mode.vertical ? [width, minWidth, maxWidth] : [height, minHeight, maxHeight];
    if (available === INDEFINITE || !sizes.some((size) => size.kind === LengthKind.Stretch)) return available;
    if (this.space.isNewFormattingContext || this.space.has(SpaceFlag.AnonymousFlow)) return available;
    const start = this.edges.blockStart === 0 ? margins.blockStart : 0;
    const end = this.edges.blockEnd === 0 ? margins.blockEnd : 0;
    return available + start + end;
  }
}
