/**
 * The layout cache: a box's intrinsic sizes, and its last result for each kind of request.
 *
 * The kind of a request is what the parent requests: sizes only or full layout, automatic or fixed block size, with or
 * without a fragmentainer. Different requests don't evict each other, so nested formatting contexts don't double the
 * cost with each level. A result also serves another space or request if nothing it depends on differs.
 *
 * Disabling or shrinking the cache doesn't change results.
 */
import { type Box, BoxCache, BoxFlag } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import type { BreakToken } from '../contract/break-token.ts';
import { ColumnResults } from './column-results.ts';
import type { PxShape } from '../block/shape-geometry.ts';
import { type ConstraintSpace, type LentGrid, SpaceFlag } from '../contract/constraint-space.ts';
import type { IntrinsicSizes } from '../contract/contract.ts';
import { isMonolithic } from '../sizing/box-facts.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';
import { contentExtent, type LayoutResult } from '../contract/layout-result.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';
import { type Fragment, FragmentFlag } from '../contract/fragment.ts';
import { visitFragments } from '../fragments/visit-fragments.ts';
import { makeAnonymousPart } from '../../boxes/anonymous-part.ts';

/** Boxes with these contents can't reuse an unfragmented result in a fragmentainer, even if it fits. */
const NEEDS_FRAGMENTAINER =
  BoxFlag.HasForcedBreak |
  BoxFlag.HasNamedPage |
  BoxFlag.HasFootnote |
  BoxFlag.HasFloat |
  BoxFlag.HasOutOfFlow |
  BoxFlag.HasFilledColumns |
  BoxFlag.SnapsLines;

/** Flags that distinguish requests of the same space. */
const ASKING = SpaceFlag.Measure | SpaceFlag.CellMeasure | SpaceFlag.FixedBlockIsDefinite | SpaceFlag.AnonymousFlow;

/** Further bits of a request. */
const FIXED_INLINE = 1 << 20;
const FIXED_BLOCK = 1 << 21;
const FRAGMENTED = 1 << 22;

/**
 * Returns the kind of request. A box and its anonymous part (a column, a fieldset's contents) get different requests.
 */
function requestKind(space: ConstraintSpace): number {
  let kind = space.flags & ASKING;
  if (space.fixedInline !== INDEFINITE) kind |= FIXED_INLINE;
  if (space.fixedBlock !== INDEFINITE) kind |= FIXED_BLOCK;
  if (space.fragmentainer !== null) kind |= FRAGMENTED;
  return kind;
}

/** Default number of results per box. The oldest is evicted first. */
export const MAX_RESULTS = 12;

interface CachedResult {
  readonly kind: number;
  readonly space: ConstraintSpace;
  readonly result: LayoutResult;
}

const NO_RESULTS: CachedResult[] = [];

/** A table's rows, cells and columns. Only the table algorithm uses it. */
export abstract class KeptStructure {
  abstract readonly of: 'table';
}

/**
 * Intrinsic sizes that depend on more than the box: the basis of percentage block sizes inside, or the lines that a
 * subgrid shares.
 */
interface IntrinsicResult {
  readonly blockBasis: LU;
  readonly lent: LentGrid | null;
  readonly sizes: IntrinsicSizes;
}

export class LayoutCache extends BoxCache {
  private intrinsic: IntrinsicSizes | null = null;
  private intrinsicWithin: IntrinsicResult | null = null;
  /** Whether percentage block sizes inside affect inline sizes, or null if not yet computed. */
  usesBlockBasis: boolean | null = null;
  /** Whether its flow contains a column spanner, or null if not yet computed. */
  holdsSpanner: boolean | null = null;
  /** The anonymous box for a part of the box (a column, a fieldset's contents). */
  part: Box | null = null;
  /** A float's image shape, and the sizes for which it was computed. */
  imageShape: { readonly sizes: string; readonly shape: PxShape } | null = null;
  /** Data that the box's own algorithm derives from the box tree and styles only. */
  structure: KeptStructure | null = null;
  private results: CachedResult[] = NO_RESULTS;
  private unbroken: { readonly space: ConstraintSpace; readonly size: LU } | null = null;
  private columns: ColumnResults | null = null;

  static of(box: Box): LayoutCache {
    const { cache } = box;
    if (cache instanceof LayoutCache) return cache;
    const made = new LayoutCache();
    box.cache = made;
    return made;
  }

  /**
   * Returns cached intrinsic sizes. `blockBasis` and `lent` are as for `LayoutContext.intrinsicSizes`, or INDEFINITE
   * and null if irrelevant.
   */
  findIntrinsic(blockBasis: LU, lent: LentGrid | null): IntrinsicSizes | null {
    if (blockBasis === INDEFINITE && lent === null) return this.intrinsic;
    const { intrinsicWithin: known } = this;
    return known !== null && known.blockBasis === blockBasis && sharesLines(known.lent, lent) ? known.sizes : null;
  }

  storeIntrinsic(blockBasis: LU, lent: LentGrid | null, sizes: IntrinsicSizes): void {
    if (blockBasis === INDEFINITE && lent === null) this.intrinsic = sizes;
    else this.intrinsicWithin = { blockBasis, lent, sizes };
  }

  /** Returns a cached result. Only nested columns cache results for a `token`. */
  find(box: Box, space: ConstraintSpace, token: BreakToken | null): LayoutResult | null {
    if (space.has(SpaceFlag.NestedColumn)) {
      const known = this.columns?.find(space, token) ?? null;
      if (known !== null || token !== null) return known;
    }
    const { results } = this;
    for (let i = results.length - 1; i >= 0; i--)
      if (isValidFor(box, results[i]!.space, results[i]!.result, space)) return results[i]!.result;
    return null;
  }

  /** `capacity` is the maximum number of results per box. */
  store(space: ConstraintSpace, token: BreakToken | null, result: LayoutResult, capacity: number): void {
    if (result.status !== 'ok') return;
    if (space.has(SpaceFlag.NestedColumn)) {
      this.columns ??= new ColumnResults();
      this.columns.store(space, token, result);
    }
    // Fragmented results are not cached: each fragmentainer asks once.
    if (result.breakToken !== null || token !== null) return;
    const kind = requestKind(space);
    const { results } = this;
    const entry: CachedResult = { kind, space, result };
    if (results.length === 0) {
      this.results = [entry];
      return;
    }
    // The newest result is last, where the search starts.
    const known = results.findIndex((other) => other.kind === kind);
    if (known >= 0) results.splice(known, 1);
    else if (results.length >= capacity) results.shift();
    results.push(entry);
  }

  /**
   * Returns the block size of a box without breaks and without floats around it, so that its place doesn't matter.
   * `measure` computes it for the room of `space`.
   *
   * PERF: every page measures the boxes around its end, each at another place.
   */
  unbrokenSize(space: ConstraintSpace, measure: () => LU): LU {
    if (this.unbroken === null || !sameRoom(this.unbroken.space, space)) this.unbroken = { space, size: measure() };
    return this.unbroken.size;
  }

  /**
   * Releases all results.
   *
   * PERF: a promoted cache keeps its young results alive, even unreachable ones, until the next full garbage
   * collection.
   */
  release(): void {
    this.results = NO_RESULTS;
    this.unbroken = null;
  }
}

/** Drops the results of a box whose contents have changed. Anonymous parts keep their identity. */
export function forgetResults(box: Box): void {
  // Finished lines hold the results of atomic inlines.
  if (box.inline !== null) box.inline.layout = null;
  const { cache } = box;
  if (!(cache instanceof LayoutCache)) return;
  const { part } = cache;
  box.cache = null;
  LayoutCache.of(box).part = part;
  if (part !== null) forgetResults(part);
}

/** Releases everything that layout stores on a box and its lines. A later layout recomputes it. */
function releaseResults(box: Box): void {
  if (box.cache instanceof LayoutCache) box.cache.release();
  box.cache = null;
  if (box.inline === null) return;
  box.inline.paragraph = null;
  box.inline.layout = null;
}

/** Releases all inner boxes with text, whose shaping was only needed for measuring. */
export function releaseMeasured(box: Box): void {
  if (box.inline !== null) releaseResults(box);
  for (const child of box.children) releaseMeasured(child);
}

/** Whether the result for one space is valid for another. */
function isValidFor(box: Box, known: ConstraintSpace, result: LayoutResult, wanted: ConstraintSpace): boolean {
  if (known === wanted) return true;
  if (known.writingMode !== wanted.writingMode) return false;
  if (known.availableInline !== wanted.availableInline || known.percentageInline !== wanted.percentageInline)
    return false;
  if (known.fixedInline !== wanted.fixedInline) return false;
  if (known.inlineRange !== wanted.inlineRange || known.contentShift !== wanted.contentShift) return false;
  if (known.characterAxis !== wanted.characterAxis || !sameLent(known.lentGrid, wanted.lentGrid)) return false;
  if (!sameFlags(box, known, wanted, result)) return false;
  if (!sameBlockSizes(known, wanted, result)) return false;
  if (wanted.isNewFormattingContext ? !sameFloats(known, wanted) : !samePlace(known, wanted)) return false;
  return sameFragmentainer(box, known, wanted.fragmentainer, result);
}

const sameLent = (known: LentGrid | null, wanted: LentGrid | null): boolean =>
  known === wanted || (known !== null && wanted !== null && known.equals(wanted));

const sharesLines = (known: LentGrid | null, wanted: LentGrid | null): boolean =>
  known === wanted || (known !== null && wanted !== null && known.sharesLinesOf(wanted));

function sameFlags(box: Box, known: ConstraintSpace, wanted: ConstraintSpace, result: LayoutResult): boolean {
  let differing = known.flags ^ wanted.flags;
  // A measuring result lacks only its positioned boxes, and the final sizes of flex and grid items.
  if (!box.has(BoxFlag.HasOutOfFlow | BoxFlag.HasFootnote | BoxFlag.HasFlexOrGrid)) differing &= ~SpaceFlag.Measure;
  else if (wanted.has(SpaceFlag.Measure)) differing &= ~SpaceFlag.Measure;
  if (!result.dependsOnBlockSize) {
    differing &= ~(SpaceFlag.CellMeasure | SpaceFlag.FixedBlockIsDefinite);
    if (wanted.availableBlock === INDEFINITE && known.availableBlock === INDEFINITE)
      differing &= ~SpaceFlag.StretchBlock;
  }
  // With a fixed inline size, the sizing of automatic ones doesn't matter.
  if (wanted.fixedInline !== INDEFINITE) differing &= ~SpaceFlag.ShrinkToFit;
  return differing === 0;
}

function sameBlockSizes(known: ConstraintSpace, wanted: ConstraintSpace, result: LayoutResult): boolean {
  if (known.fixedBlock !== wanted.fixedBlock) {
    // Stretched to the size it already has.
    if (result.dependsOnBlockSize || known.fixedBlock !== INDEFINITE || known.fragmentainer !== null) return false;
    if (result.fragment.blockSize(known.writingMode) !== wanted.fixedBlock) return false;
  }
  if (!result.dependsOnBlockSize) return true;
  return known.availableBlock === wanted.availableBlock && known.percentageBlock === wanted.percentageBlock;
}

/** Whether spaces are equal except for the place in the formatting context and the fragmentainer. */
const sameRoom = (a: ConstraintSpace, b: ConstraintSpace): boolean =>
  a.writingMode === b.writingMode &&
  a.flags === b.flags &&
  a.availableInline === b.availableInline &&
  a.availableBlock === b.availableBlock &&
  a.percentageInline === b.percentageInline &&
  a.percentageBlock === b.percentageBlock &&
  a.fixedInline === b.fixedInline &&
  a.fixedBlock === b.fixedBlock &&
  a.clampLines === b.clampLines &&
  a.inlineRange === b.inlineRange &&
  a.contentShift === b.contentShift &&
  a.characterAxis === b.characterAxis &&
  sameLent(a.lentGrid, b.lentGrid);

/** For boxes inside a block formatting context: whether offsets, margins and floats are equal. */
function samePlace(known: ConstraintSpace, wanted: ConstraintSpace): boolean {
  return (
    known.bfcInlineOffset === wanted.bfcInlineOffset &&
    known.bfcBlockOffset === wanted.bfcBlockOffset &&
    known.marginStrut.equals(wanted.marginStrut) &&
    known.forcedBfcBlockOffset === wanted.forcedBfcBlockOffset &&
    known.clearanceOffset === wanted.clearanceOffset &&
    known.clampLines === wanted.clampLines &&
    sameFloats(known, wanted)
  );
}

const sameFloats = (known: ConstraintSpace, wanted: ConstraintSpace): boolean =>
  known.exclusions === wanted.exclusions || (known.exclusions.isEmpty && wanted.exclusions.isEmpty);

function sameFragmentainer(
  box: Box,
  knownSpace: ConstraintSpace,
  wanted: FragmentainerSpace | null,
  result: LayoutResult,
): boolean {
  const known = knownSpace.fragmentainer;
  if (known === wanted) return true;
  if (wanted === null) return false;
  if (known !== null && known.equals(wanted)) return true;
  return fits(box, knownSpace, known, wanted, result);
}

/**
 * The fast path of pagination. An unbroken result that fits another fragmentainer equals a layout there, if it was
 * unfragmented or had space left.
 */
function fits(
  box: Box,
  space: ConstraintSpace,
  known: FragmentainerSpace | null,
  wanted: FragmentainerSpace,
  result: LayoutResult,
): boolean {
  if (box.has(NEEDS_FRAGMENTAINER)) return false;
  // Break opportunities are recorded only inside a fragmentainer.
  if (wanted.seeksPlaces && known?.seeksPlaces !== true && !isMonolithic(box)) return false;
  // Margins may move a box down that doesn't establish a formatting context.
  const moved =
    space.isNewFormattingContext || result.bfcBlockOffset === null ? 0 : result.bfcBlockOffset - space.bfcBlockOffset;
  const extent = moved + Math.max(contentExtent(result), result.intrinsicBlockSize);
  if (extent > wanted.remaining) return false;
  if (known === null) return true;
  return (
    extent < known.remaining &&
    known.kind === wanted.kind &&
    known.insidePages === wanted.insidePages &&
    known.takesRest === wanted.takesRest &&
    result.appeal === BreakAppeal.Perfect
  );
}

/** Releases the data of boxes in the fragment that end on the page. Only repeated boxes are laid out again later. */
export function releaseFinished(root: Fragment): void {
  visitFragments(root, 0, 0, true, (fragment) => {
    if (fragment.type !== 'box') return true;
    if ((fragment.flags & FragmentFlag.Repeated) !== 0) return false;
    if (fragment.breakToken === null) releaseResults(fragment.box);
    return true;
  });
}

/** Returns the anonymous box for a part of a box (a column, a fieldset's contents), created on first use. */
export function anonymousPartOf(box: Box): Box {
  const cache = LayoutCache.of(box);
  return (cache.part ??= makeAnonymousPart(box));
}
