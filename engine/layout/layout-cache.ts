/**
 * What layout remembers on a box: its intrinsic sizes, and its last results for a measuring and for a final layout. A result may answer
 * for another space when nothing that it depends on differs; an unfragmented one also inside a fragmentainer that it fits into.
 */
import { type Box, BoxFlag } from '../boxes/box.ts';
import { INDEFINITE } from '../units.ts';
import type { IntrinsicSizes, LayoutResult } from './contract.ts';
import { type ConstraintSpace, type FragmentainerSpace, SpaceFlag } from './constraint-space.ts';

/** With one of these inside, a result laid out for no fragmentainer can't be reused in one though it fits. */
const NEEDS_FRAGMENTAINER =
  BoxFlag.HasForcedBreak | BoxFlag.HasNamedPage | BoxFlag.HasFootnote | BoxFlag.HasFloat | BoxFlag.HasOutOfFlow;

interface Slot {
  readonly space: ConstraintSpace;
  readonly result: LayoutResult;
}

export class LayoutCache {
  intrinsic: IntrinsicSizes | null = null;
  /** The anonymous box that stands for a part of the box (a column, a fieldset's contents). */
  part: Box | null = null;
  /** A float's shape by an image, and the sizes that it was found for. */
  imageShape: { readonly sizes: string; readonly shape: unknown } | null = null;
  /** What the box's algorithm derived from the box tree and styles alone (a table's slots, a grid's placement). */
  kept: unknown = null;
  private measured: Slot | null = null;
  private final: Slot | null = null;

  static of(box: Box): LayoutCache {
    const cache = box.cache;
    if (cache instanceof LayoutCache) return cache;
    const made = new LayoutCache();
    box.cache = made;
    return made;
  }

  find(box: Box, space: ConstraintSpace): LayoutResult | null {
    if (this.final !== null && answers(box, this.final, space)) return this.final.result;
    if (this.measured !== null && answers(box, this.measured, space)) return this.measured.result;
    return null;
  }

  store(space: ConstraintSpace, result: LayoutResult): void {
    // What has been broken, or must be laid out again, is never asked for twice with the same question.
    if (result.breakToken !== null || result.status !== 'ok') return;
    if (space.has(SpaceFlag.Measure)) this.measured = { space, result };
    else this.final = { space, result };
  }
}

function answers(box: Box, slot: Slot, wanted: ConstraintSpace): boolean {
  const known = slot.space;
  const { result } = slot;
  if (known === wanted) return true;
  if (known.writingMode !== wanted.writingMode) return false;
  if (known.availableInline !== wanted.availableInline || known.percentageInline !== wanted.percentageInline)
    return false;
  if (known.fixedInline !== wanted.fixedInline) return false;
  if (known.lentGrid !== wanted.lentGrid && known.lentGrid?.key !== wanted.lentGrid?.key) return false;
  if (!sameFlags(box, known, wanted, result)) return false;
  if (!sameBlockSizes(known, wanted, result)) return false;
  if (!wanted.isNewFormattingContext && !samePlace(known, wanted)) return false;
  return sameFragmentainer(box, known, wanted.fragmentainer, result);
}

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
  // With a decided inline size, how an automatic one would be found doesn't matter.
  if (wanted.fixedInline !== INDEFINITE) differing &= ~SpaceFlag.ShrinkToFit;
  return differing === 0;
}

function sameBlockSizes(known: ConstraintSpace, wanted: ConstraintSpace, result: LayoutResult): boolean {
  if (known.fixedBlock !== wanted.fixedBlock) {
    // Stretched to the size that it has anyway.
    if (result.dependsOnBlockSize || known.fixedBlock !== INDEFINITE || known.fragmentainer !== null) return false;
    if (result.fragment.blockSize(known.writingMode) !== wanted.fixedBlock) return false;
  }
  if (!result.dependsOnBlockSize) return true;
  return known.availableBlock === wanted.availableBlock && known.percentageBlock === wanted.percentageBlock;
}

/** For boxes inside a block formatting context: the same offsets, margins and floats? */
function samePlace(known: ConstraintSpace, wanted: ConstraintSpace): boolean {
  return (
    known.bfcInlineOffset === wanted.bfcInlineOffset &&
    known.bfcBlockOffset === wanted.bfcBlockOffset &&
    known.marginStrut.positive === wanted.marginStrut.positive &&
    known.marginStrut.negative === wanted.marginStrut.negative &&
    known.forcedBfcBlockOffset === wanted.forcedBfcBlockOffset &&
    known.clearanceOffset === wanted.clearanceOffset &&
    known.clampLines === wanted.clampLines &&
    (known.exclusions === wanted.exclusions || (known.exclusions.isEmpty && wanted.exclusions.isEmpty))
  );
}

function sameFragmentainer(
  box: Box,
  knownSpace: ConstraintSpace,
  wanted: FragmentainerSpace | null,
  result: LayoutResult,
): boolean {
  const known = knownSpace.fragmentainer;
  if (known === wanted) return true;
  if (wanted === null) return false;
  if (known === null) return fitsUnfragmented(box, knownSpace, wanted, result);
  return known.equals(wanted);
}

/** The fast path of pagination: what was laid out without a fragmentainer and fits is what a fragmented layout would give. */
function fitsUnfragmented(
  box: Box,
  known: ConstraintSpace,
  fragmentainer: FragmentainerSpace,
  result: LayoutResult,
): boolean {
  if (box.has(NEEDS_FRAGMENTAINER)) return false;
  // Margins may move a box that isn't a formatting context's root further down.
  const moved =
    known.isNewFormattingContext || result.bfcBlockOffset === null ? 0 : result.bfcBlockOffset - known.bfcBlockOffset;
  return (
    moved + Math.max(result.blockExtent, result.outOfFlowExtent, result.intrinsicBlockSize) <= fragmentainer.remaining
  );
}
