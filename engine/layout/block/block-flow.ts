/**
 * The state of a block container's layout: its position in the block formatting context, the margins waiting to
 * collapse, and the floats. Block offsets named `bfc...` are relative to the formatting context's root (its border-box
 * start corner in this fragmentainer). All others are relative to this box's border-box block start.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import type { BoxStyle } from '../../css/computed-style.ts';
import { LengthKind } from '../../css/length.ts';
import { INDEFINITE, type LU, MAX_LU } from '../../units.ts';
import type { Edges } from '../sizing/box-edges.ts';
import { childPercentageBlock, definiteBlockSize, sizeDependsOnBlock, usedInlineSize } from '../sizing/box-model.ts';
import type { BreakToken } from '../contract/break-token.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import type { ExclusionSpace } from '../contract/exclusion-space.ts';
import { FragmentBuilder } from '../fragments/fragment-builder.ts';
import type { BreakValue } from '../fragmentation/break-values.ts';
import type { BreakChooser } from '../fragmentation/break-chooser.ts';
import { cloneReserve, usedTotalBlockSize } from '../fragmentation/end-fragment.ts';
import type { LogicalSides, WritingMode } from '../contract/geometry.ts';
import type { FlowAnswer } from '../contract/layout-result.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';
import { MarginStrut } from '../sizing/margin-strut.ts';

/** Bits for the sides of floats. */
export const START_FLOATS = 1;
export const END_FLOATS = 2;

/** How to continue after a child. */
export type Step = 'continue' | 'stop' | 'abort' | 'go-back';

export class BlockFlow implements FlowAnswer {
  readonly context: LayoutContext;
  readonly box: Box;
  readonly space: ConstraintSpace;
  readonly builder: FragmentBuilder;
  readonly mode: WritingMode;
  readonly edges: Edges;
  readonly contentInlineSize: LU;
  /** Percentage basis for the children's block sizes. */
  readonly percentageBlock: LU;
  /** Inline start and end of the content box in the formatting context. */
  readonly bfcContentStart: LU;
  readonly bfcContentEnd: LU;
  /** The fragmentainer from `space.bfcBlockOffset`, shortened by cloned block-end edges. Null if not fragmented. */
  readonly fragmentainer: FragmentainerSpace | null;

  /** Position of the next child, before `strut`. */
  position: LU = 0;
  strut: MarginStrut;
  /** Margins that leave the box at its end and collapse with following ones. */
  endMarginStrut: MarginStrut = MarginStrut.EMPTY;
  exclusions: ExclusionSpace;
  /** Start of the border box in the formatting context. Null while margins collapse through its start. */
  resolvedOffset: LU | null = null;
  /** Whether clearance, not margins, has moved the border box. */
  pushedByFloats = false;
  /** Sides with floats, and where these were placed, while the box's own offset was a guess. */
  adjoiningFloats = 0;
  private floatGuess: LU = 0;
  /** The last in-flow child in this fragment. */
  previous: Box | null = null;
  /** Break value after it, including its last descendants. */
  breakAfterPrevious: BreakValue = 'auto';
  /** Whether solid content precedes the next child in this fragment. */
  hasContent = false;
  /**
   * Whether clearance moved a child that margins collapse through, so that its margin stays in this box (css2 §8.3.1).
   */
  clearedThrough = false;
  /** Whether the outside marker is done, and the block extent it requires if the box has no line. */
  markerPlaced = false;
  markerBottom: LU = 0;
  /** Number of further lines to keep (`line-clamp`), or INDEFINITE. */
  clampLines: number;

  lineCount = 0;
  /** Whether every child and every line has started. */
  seenAllChildren = false;
  /** Whether the following content comes after a spanner that a later column reaches, inside a child that has ended. */
  awaitsSpanner = false;
  /** Whether a forced break ends the fragment before a float or positioned box. */
  endsBeforeFloat = false;
  /** The `column-span: all` box that ended the flow here. */
  columnSpanner: Box | null = null;

  /** `clampLines` limits the lines if `line-clamp` applies to the box. */
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

  /**
   * Ends the collapsing of the block-start margin at an independent formatting context, border or padding (css2
   * §8.3.1).
   */
  private begin(): void {
    const { builder, space } = this;
    if (space.isNewFormattingContext) {
      this.resolvedOffset = 0;
      this.strut = builder.token !== null || space.marginStrut.truncates ? MarginStrut.TRUNCATING : MarginStrut.EMPTY;
    } else if (builder.token !== null) {
      // A later fragment starts at the fragmentainer's start. Margins adjoining the break are truncated (css-break-3
      // §5.2).
      this.resolvedOffset = space.bfcBlockOffset;
      this.strut = MarginStrut.TRUNCATING;
    }
    if (builder.blockStartEdge > 0) {
      this.resolveBfc(space.bfcBlockOffset + this.strut.sum);
      this.position = builder.blockStartEdge;
      // Cloned edges don't separate margins from the adjacent break.
      this.strut = builder.token === null ? MarginStrut.EMPTY : MarginStrut.TRUNCATING;
    }
    if (builder.token === null && this.trims('block-start')) this.strut = this.strut.truncating(true);
    if (this.dropsQuirkyMargins) this.strut = this.strut.droppingQuirky();
  }

  /** Whether the box trims the margins of its contents at this edge (css-box-4 §3.3). */
  private trims(edge: 'block-start' | 'block-end'): boolean {
    return this.box.style.box.marginTrim.includes(edge) && !this.space.has(SpaceFlag.AnonymousFlow);
  }

  /** Drops the margins adjoining the box's end, and ends the trimming for those after the box. */
  trimEnd(): void {
    if (this.isResolved && this.trims('block-end')) this.strut = MarginStrut.EMPTY;
    else if (this.trims('block-start')) this.strut = this.strut.truncating(this.space.marginStrut.truncates);
  }

  /**
   * Returns the fragmentainer for children. With `box-decoration-break: clone`, every fragment reserves space for its
   * block-end edges (css-break-3 §5.4).
   */
  private childFragmentainer(): FragmentainerSpace | null {
    const { space, box, builder, edges } = this;
    const f = space.fragmentainer;
    if (f === null) return null;
    // A box known to end here has its own block-end edge, which its contents may overlap.
    const endsHere = this.endsIn(f);
    let own = endsHere ? f : f.shortenedBy(cloneReserve(builder));
    if (box.has(BoxFlag.HasBreakAvoid) || builder.breaks.seeksPlaces) own = own.seekingPlaces();
    if (builder.clonesEdges) own = own.afterRepeated(edges.blockStart);
    return endsHere && builder.token === null ? own.forOverflow() : own;
  }

  /** Whether the box has a definite size and ends in a fragmentainer, given from its start. */
  endsIn({ remaining }: FragmentainerSpace): boolean {
    const { box, space, edges, builder } = this;
    const isDefinite = definiteBlockSize(box, space, edges, builder.inlineSize) !== INDEFINITE;
    return isDefinite && usedTotalBlockSize(builder, 0) - builder.consumedBlockSize <= remaining;
  }

  /**
   * Whether margins of the user agent's style sheet are dropped at the box's edges, because it is the body or a cell
   * (HTML standard §15.3.10).
   */
  get dropsQuirkyMargins(): boolean {
    const { context, box, space } = this;
    if (!context.quirks || space.has(SpaceFlag.AnonymousFlow)) return false;
    return box.has(BoxFlag.Body) || box.kind === BoxKind.TableCell;
  }

  get isResolved(): boolean {
    return this.resolvedOffset !== null;
  }

  /** The border box's block start: resolved, known from an earlier attempt, or guessed from the margins so far. */
  get bfcBlockOffset(): LU {
    const { space } = this;
    if (this.resolvedOffset !== null) return this.resolvedOffset;
    if (space.forcedBfcBlockOffset !== null) return space.forcedBfcBlockOffset;
    return Math.max(space.bfcBlockOffset + this.strut.sum, space.clearanceOffset);
  }

  /** Where a box without margins would be placed now. */
  get bfcNext(): LU {
    return this.isResolved ? this.bfcBlockOffset + this.position + this.strut.sum : this.bfcBlockOffset;
  }

  /** The origin for a child's own margin strut. */
  get bfcStrutOrigin(): LU {
    return this.isResolved ? this.bfcBlockOffset + this.position : this.space.bfcBlockOffset;
  }

  /**
   * Resolves where the box starts from the margins so far, before the next child. Returns false if floats were placed
   * at a different guess.
   */
  resolveHere(): boolean {
    return this.resolveBfc(this.space.bfcBlockOffset + this.strut.sum);
  }

  /**
   * Resolves the border box's start at `bfcOffset`, or where clearance or an earlier attempt puts it, because its
   * margins met solid content. Returns false if floats had been placed at a different guess. The layout must then abort
   * with 'bfc-offset-resolved'.
   */
  resolveBfc(bfcOffset: LU): boolean {
    const { space } = this;
    if (this.resolvedOffset !== null) return true;
    let at = bfcOffset;
    if (at < space.clearanceOffset) {
      at = space.clearanceOffset;
      this.pushedByFloats = true;
    }
    // An earlier attempt may know a smaller offset, if the strut includes the margin of content pushed down by floats.
    if (space.forcedBfcBlockOffset !== null) at = Math.min(at, space.forcedBfcBlockOffset);
    this.resolvedOffset = at;
    this.position = 0;
    this.strut = MarginStrut.EMPTY;
    return this.adjoiningFloats === 0 || this.floatGuess === at;
  }

  /** Reverts resolveBfc(), with `strut` waiting again. */
  unresolve(strut: MarginStrut): void {
    this.resolvedOffset = null;
    this.pushedByFloats = false;
    this.strut = strut;
  }

  /** Records floats of a side that were placed at the guessed offset. */
  noteAdjoiningFloats(sides: number): void {
    if (this.isResolved || sides === 0) return;
    this.adjoiningFloats |= sides;
    this.floatGuess = this.bfcBlockOffset;
  }

  /** The fragmentainer from the border box's start. */
  get ownFragmentainer(): FragmentainerSpace | null {
    return this.builder.fragmentainerAt(this.resolvedOffset);
  }

  /** Converts a formatting-context offset to one from this border box's block start. */
  toLocal(bfcOffset: LU): LU {
    return bfcOffset - this.bfcBlockOffset;
  }

  /** Whether a break before a child at `bfcOffset` would leave content in this fragmentainer. */
  makesProgressBefore(bfcOffset: LU): boolean {
    const f = this.fragmentainer;
    if (f === null) return false;
    if (this.hasContent || f.hasPrecedingContent) return true;
    if (f.requiresContent) return false;
    // Border and padding of the first fragment, a margin that a break would truncate, or floats above it.
    const isKeptDown = this.builder.token === null || !this.exclusions.isEmpty;
    return isKeptDown && f.offset + (bfcOffset - this.space.bfcBlockOffset) > f.repeated;
  }

  /**
   * Returns the fragmentainer from a formatting-context offset. `breakAt` is the offset of a break before the content
   * there.
   */
  fragmentainerAt(bfcOffset: LU, breakAt: LU = bfcOffset): FragmentainerSpace | null {
    const f = this.fragmentainer;
    if (f === null) return null;
    return f.advancedBy(bfcOffset - this.space.bfcBlockOffset, this.makesProgressBefore(breakAt));
  }

  /** SpaceFlag bits that all children inherit. */
  get inheritedFlags(): number {
    return this.space.flags & SpaceFlag.Measure;
  }

  /** Returns the side that `clear` or `float` of a child refers to, in this box's inline axis. */
  sideOf(value: 'left' | 'right' | 'inline-start' | 'inline-end'): 'start' | 'end' {
    if (value === 'inline-start') return 'start';
    if (value === 'inline-end') return 'end';
    // Left and right are line-relative (css-writing-modes-4 §6.4), so only the direction matters.
    return (value === 'left') === (this.box.style.text.direction === 'ltr') ? 'start' : 'end';
  }

  /** Returns the offset that a child with this `clear` must start below, or a very small number. */
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

  addLines(count: number): void {
    this.lineCount += count;
    if (this.clampLines !== INDEFINITE) this.clampLines = Math.max(0, this.clampLines - count);
  }

  /** Whether the last line that `line-clamp` keeps is placed. */
  get isClamped(): boolean {
    return this.clampLines === 0;
  }

  /**
   * Returns the block size that a child may stretch into, before subtracting its margins (in this box's axes). Margins
   * that could collapse with an edge of this box take no space from it, wherever among its siblings the child is.
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
