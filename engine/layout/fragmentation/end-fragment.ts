/**
 * The end of a box in a fragmentainer (css-break-3 §4, §5): whether the box ends here, how much of its block size this fragment takes, and what is remembered
 * for the next one. The same for every kind of box. `box-decoration-break: clone` (§5.4): every fragment has edges of its own.
 */
import { isInFlow } from '../../boxes/box.ts';
import { INDEFINITE, type LU, MAX_LU } from '../../units.ts';
import { usedBlockSize } from '../box-model.ts';
import { type BreakToken, BreakTokenFlag } from '../break-token.ts';
import { clipsOverflow, isMonolithic } from '../box-facts.ts';
import type { OpenFragment } from '../open-fragment.ts';
import { BreakAppeal } from './break-appeal.ts';
import type { FragmentainerSpace } from '../fragmentainer-space.ts';

/** "As much as there is": the block size of contents that go on in the next fragmentainer. */
export const MORE_CONTENT: LU = MAX_LU >> 1;

/** What an algorithm knows when it has put everything into a fragment. */
export interface Ending {
  /** Where the box is, seen from its border-box block start; null: not fragmented. */
  readonly fragmentainer: FragmentainerSpace | null;
  /** How far down the contents of this fragment reach, with the edges that it has; border box. */
  readonly contents: LU;
  /** In-flow contents go on in the next fragmentainer. */
  readonly goesOn: boolean;
  /** Every child has been started, though some go on; when left out: where nothing goes on. */
  readonly seenAllChildren?: boolean;
  /** Block-end border and padding, which are best not cut. */
  readonly endEdge: LU;
  /** The used block size of the whole box, where the algorithm works it out anew for every fragment (tables, rows). */
  readonly usedBlockSize?: LU;
  /** A `column-span: all` box ends the columns here: the fragment is as high as its contents. */
  readonly endsAtSpanner?: boolean;
}

/** How a fragment ends. */
export interface FragmentEnd {
  /** Border box of this fragment. */
  readonly blockSize: LU;
  /** Of the whole box over all its fragments; INDEFINITE: its contents go on, so nobody knows. */
  readonly usedBlockSize: LU;
  /** whole: nothing goes on. goes-on: the box does. ended: the box ends here, and what overflows it or floats in it goes on beside what follows. */
  readonly state: 'whole' | 'goes-on' | 'ended';
  /** Every child has been started: what remains is in the child tokens. */
  readonly seenAllChildren: boolean;
  /** The box ends here and clips what overflows it: nothing past its end is seen, so nothing of it makes pages. */
  readonly clips: boolean;
}

/** The end of a box that is never broken. */
export function wholeFragment(blockSize: LU): FragmentEnd {
  return { blockSize, usedBlockSize: blockSize, state: 'whole', seenAllChildren: true, clips: false };
}

/** The end of a box that has been placed unbroken, whatever in it goes on. */
export function unbrokenEnd(builder: OpenFragment, blockSize: LU): FragmentEnd {
  return { ...wholeFragment(blockSize), state: builder.hasTokens ? 'ended' : 'whole', clips: clipsOverflow(builder) };
}

/** The end of a part that is as high as it is made (rows and row groups): it goes on where its own flow does. `isCut`: it does though nothing in it does. */
export function partFragment(builder: OpenFragment, blockSize: LU, isCut: boolean): FragmentEnd {
  const state = isCut || hasInFlowToken(builder.tokens) ? 'goes-on' : builder.hasTokens ? 'ended' : 'whole';
  return { blockSize, usedBlockSize: INDEFINITE, state, seenAllChildren: false, clips: false };
}

/** Decides how the builder's fragment ends; a cut through the box's empty part is noted as the break taken. */
export function endFragment(builder: OpenFragment, ending: Ending): FragmentEnd {
  const { token } = builder;
  const { fragmentainer, goesOn } = ending;
  const used = usedOverAllFragments(builder, ending);
  const rest = Math.max(0, used - builder.consumedBlockSize);
  const hasEnded = token !== null && token.has(BreakTokenFlag.AtBlockEnd);
  let blockSize = hasEnded ? 0 : rest;
  let isCut = false;
  let clips = false;
  if (fragmentainer !== null && !hasEnded) {
    // css-multicol-1 §6.1: what the box is higher than its contents before a spanner is left for the contents after it.
    const keepsRest = ending.endsAtSpanner === true && ending.contents < rest;
    if (rest <= Math.max(0, fragmentainer.remaining) && !keepsRest) {
      clips = clipsOverflow(builder);
    } else {
      blockSize = sizeToBreak(builder, ending, fragmentainer, rest);
      isCut = goesOn || ending.endsAtSpanner === true || blockSize < rest;
    }
  }
  return {
    blockSize,
    usedBlockSize: used >= MORE_CONTENT ? INDEFINITE : used,
    state: isCut ? 'goes-on' : goesOn || builder.hasTokens ? 'ended' : 'whole',
    seenAllChildren: ending.seenAllChildren ?? !goesOn,
    clips,
  };
}

/** How much of the `rest` of a box that is higher than what is left stands in this fragment; all of it where the box can't be cut. */
function sizeToBreak(builder: OpenFragment, ending: Ending, fragmentainer: FragmentainerSpace, rest: LU): LU {
  const { contents, goesOn } = ending;
  const left = Math.max(0, fragmentainer.remaining);
  if (ending.endsAtSpanner === true) return Math.min(rest, contents);
  // Contents that can't be cut may stick out of the fragmentainer; the box does so with them.
  if (goesOn) {
    // Floats don't mind where they begin; a box that hasn't got past its start edge does.
    if (builder.token === null && left < builder.blockStartEdge) builder.breaks.take(BreakAppeal.LastResort, false);
    return Math.max(fragmentainer.isGuess ? 0 : left, Math.min(rest, contents));
  }
  return isMonolithic(builder.box) ? rest : cutInEmptyPart(builder, ending, rest, left);
}

/** The used block size of the box over all its fragments: remembered by the token, or what the contents met so far make of it. */
function usedOverAllFragments(builder: OpenFragment, ending: Ending): LU {
  const { token, space } = builder;
  if (ending.usedBlockSize !== undefined) return ending.usedBlockSize;
  if (token !== null && token.usedBlockSize !== INDEFINITE) {
    // A flex or grid item's row may have become higher since.
    return Math.max(token.usedBlockSize + clonedEdges(builder), space.fixedBlock);
  }
  return usedTotalBlockSize(builder, ending.goesOn ? MORE_CONTENT : builder.consumedBlockSize + ending.contents);
}

/**
 * All children fit, but the box is taller than what is left: it is cut in its empty part, or at the end of that where only the end edge has no room, which goes on whole.
 * Gives the size of this fragment; what must not be cut because it would already have been stays.
 */
function cutInEmptyPart(builder: OpenFragment, ending: Ending, rest: LU, left: LU): LU {
  const { contents, endEdge } = ending;
  const solid = Math.min(rest, Math.max(0, contents - endEdge));
  const contentEnd = rest - endEdge;
  const most = Math.max(left, solid);
  if (most >= rest) return most;
  const size = contentEnd > 0 && !builder.clonesEdges ? Math.min(most, contentEnd) : most;
  const { breaks } = builder;
  breaks.noteShortage(rest - left);
  // Between the last contents and the end edges is a place to break only where there is a gap (css-break-3 §4.1, class C).
  const leavesEdge = endEdge > 0 && solid >= contentEnd;
  const cutsEdge = size > contentEnd || leavesEdge || size < builder.blockStartEdge || size === 0;
  if (cutsEdge || solid > left) breaks.take(BreakAppeal.LastResort, false);
  return size;
}

/** Does the flow itself go on, not only floats and other parallel flows? */
export function hasInFlowToken(tokens: readonly BreakToken[]): boolean {
  for (const token of tokens) {
    if (token.type === 'inline') return true;
    if (isInFlow(token.box) && !token.has(BreakTokenFlag.AtBlockEnd)) return true;
  }
  return false;
}

// --- Cloned edges -----------------------------------------------------------------------------------------------------------------------

/** Room that a fragment whose contents go on keeps for its block-end border and padding. */
export function cloneReserve(builder: OpenFragment): LU {
  return builder.clonesEdges ? builder.edges.blockEnd : 0;
}

/**
 * The used block size of the whole box over all its fragments: `contents` is its border-box size by its contents, with all the edges that it has had so
 * far. Sizing properties of the content box know nothing of the edges of further fragments, which come on top.
 */
export function usedTotalBlockSize(builder: OpenFragment, contents: LU): LU {
  const { box, space, edges, token } = builder;
  const cloned = token === null ? 0 : clonedEdges(builder) * (token.sequence + 1);
  return usedBlockSize(box, space, edges, contents - cloned, builder.inlineSize) + cloned;
}

/** What a further fragment adds to the total block size. */
function clonedEdges({ box, edges, clonesEdges }: OpenFragment): LU {
  return clonesEdges && box.style.box.boxSizing === 'content-box' ? edges.block : 0;
}
