/**
 * Ends a box in a fragmentainer (css-break-3 §4, §5), for all kinds of boxes. Decides whether the box ends here, how
 * much of its block size the fragment takes, and what its token stores. With `box-decoration-break: clone` (§5.4),
 * every fragment has its own edges.
 */
import { BoxKind, isInFlow } from '../../boxes/box.ts';
import { INDEFINITE, type LU, MAX_LU } from '../../units.ts';
import { usedBlockSize } from '../sizing/box-model.ts';
import { type BreakToken, BreakTokenFlag } from '../contract/break-token.ts';
import { clipsBlockEnd, isMonolithic } from '../sizing/box-facts.ts';
import type { OpenFragment } from '../fragments/open-fragment.ts';
import { BreakAppeal } from './break-appeal.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

/** Stands for unlimited block size of contents that continue in the next fragmentainer. */
export const MORE_CONTENT: LU = MAX_LU >> 1;

/** The input of an algorithm that has added everything to a fragment. */
interface Ending {
  /** The fragmentainer from the box's border-box block start, or null if not fragmented. */
  readonly fragmentainer: FragmentainerSpace | null;
  /** Block extent of this fragment's contents, including its edges. Border box. */
  readonly contents: LU;
  /** Whether in-flow contents continue in the next fragmentainer. */
  readonly goesOn: boolean;
  /** Whether every child has started, even if some continue. By default, true if nothing continues. */
  readonly seenAllChildren?: boolean;
  /** Block-end border and padding. Breaks avoid cutting them. */
  readonly endEdge: LU;
  /** How much of the last child's margin the fragmentainer cuts off; absent: nothing. */
  readonly cutMargin?: LU;
  /** Used block size of the whole box, if the algorithm recomputes it for every fragment (tables, rows). */
  readonly usedBlockSize?: LU;
  /** Whether a `column-span: all` box ends the columns here. The fragment is then as high as its contents. */
  readonly endsAtSpanner?: boolean;
}

export interface FragmentEnd {
  /** Border-box block size of this fragment. */
  readonly blockSize: LU;
  /** Border-box block size of all fragments together, or INDEFINITE if it isn't known because contents continue. */
  readonly usedBlockSize: LU;
  /**
   * `whole`: nothing continues. `goes-on`: the box continues. `ended`: the box ends here, but its overflow or floats
   * continue in parallel to the following content.
   */
  readonly state: 'whole' | 'goes-on' | 'ended';
  /** Whether every child has started. The child tokens hold the rest. */
  readonly seenAllChildren: boolean;
  /** Whether the box ends here and clips its overflow, so that nothing past its end is visible or creates pages. */
  readonly clips: boolean;
  /**
   * Whether the fragment ends with its content, although the box continues and so fills the fragmentainer; absent: no.
   */
  readonly leavesRest?: boolean;
}

/** Returns the end of a box that is never broken. */
export function wholeFragment(blockSize: LU): FragmentEnd {
  return { blockSize, usedBlockSize: blockSize, state: 'whole', seenAllChildren: true, clips: false };
}

/** Returns the end of a box placed unbroken, even if content in it continues. */
export function unbrokenEnd(builder: OpenFragment, blockSize: LU): FragmentEnd {
  return {
    ...wholeFragment(blockSize),
    state: builder.hasTokens ? 'ended' : 'whole',
    clips: clipsBlockEnd(builder),
  };
}

/**
 * Returns the end of a part with a given height (rows and row groups), which continues if its own flow does. `isCut`
 * continues it regardless.
 */
export function partFragment(builder: OpenFragment, blockSize: LU, isCut: boolean): FragmentEnd {
  const state = isCut || hasInFlowToken(builder.tokens) ? 'goes-on' : builder.hasTokens ? 'ended' : 'whole';
  return { blockSize, usedBlockSize: INDEFINITE, state, seenAllChildren: false, clips: false, leavesRest: true };
}

/** Decides how the builder's fragment ends. A cut through the box's empty part is recorded as the chosen break. */
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
    // css-multicol-1 §6.1: height beyond the contents before a spanner is left for the contents after it.
    const keepsRest = ending.endsAtSpanner === true && ending.contents < rest;
    if (rest <= Math.max(0, fragmentainer.remaining) && !keepsRest) {
      clips = clipsBlockEnd(builder);
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

/**
 * Returns how much of the `rest` of an overflowing box is in this fragment. If the box can't be cut, returns all of it.
 */
function sizeToBreak(builder: OpenFragment, ending: Ending, fragmentainer: FragmentainerSpace, rest: LU): LU {
  const { contents, goesOn } = ending;
  const left = Math.max(0, fragmentainer.remaining);
  if (ending.endsAtSpanner === true) return Math.min(rest, contents);
  // Unbreakable contents may overflow the fragmentainer, and the box extends with them.
  if (goesOn) {
    // Floats can begin anywhere. A box must fit its start edge first.
    if (builder.token === null && left < builder.blockStartEdge) builder.breaks.take(BreakAppeal.LastResort, false);
    return Math.max(fragmentainer.isGuess ? 0 : left, Math.min(rest, contents));
  }
  return isMonolithic(builder.box) ? rest : cutInEmptyPart(builder, ending, rest, left);
}

/** Returns the used block size of the box over all its fragments, from the token or from the contents so far. */
function usedOverAllFragments(builder: OpenFragment, ending: Ending): LU {
  const { token, space } = builder;
  if (ending.usedBlockSize !== undefined) return ending.usedBlockSize;
  if (token !== null && token.usedBlockSize !== INDEFINITE) {
    // The row of a flex or grid item may have grown since.
    return Math.max(token.usedBlockSize + clonedEdges(builder), space.fixedBlock);
  }
  return usedTotalBlockSize(builder, ending.goesOn ? MORE_CONTENT : builder.consumedBlockSize + ending.contents);
}

/**
 * Cuts a box that is taller than the fragmentainer although all children fit. It is cut in its empty part, or before
 * the end edge if only the edge doesn't fit. Returns the size of this fragment, including content that could only be
 * cut earlier.
 */
function cutInEmptyPart(builder: OpenFragment, ending: Ending, rest: LU, left: LU): LU {
  const { contents, endEdge } = ending;
  const solid = Math.min(rest, Math.max(0, contents - endEdge));
  const contentEnd = rest - endEdge;
  const most = Math.max(left, solid);
  if (most >= rest) return most;
  // NOTE As in Chromium, the end edges of table cells are cut.
  const keepsEdge = contentEnd > 0 && !builder.clonesEdges && builder.box.kind !== BoxKind.TableCell;
  const size = keepsEdge ? Math.min(most, contentEnd) : most;
  // If repeated content leaves no room, the rest is placed here. Otherwise empty fragments would follow without end.
  if (size === 0 && builder.token !== null && builder.space.fragmentainer?.hasPrecedingContent === false) return rest;
  const { breaks } = builder;
  breaks.noteShortage(rest - left);
  // There is a break opportunity between the last contents and the end edges only if there is a gap (css-break-3 §4.1,
  // class C).
  const leavesEdge = endEdge > 0 && solid + (ending.cutMargin ?? 0) >= contentEnd;
  const cutsEdge = size > contentEnd || leavesEdge || size < builder.blockStartEdge || size === 0;
  if (cutsEdge || solid > left) breaks.take(BreakAppeal.LastResort, false);
  return size;
}

/** Whether the flow itself continues, not just floats and other parallel flows. */
export function hasInFlowToken(tokens: readonly BreakToken[]): boolean {
  for (const token of tokens) {
    if (token.type === 'inline') return true;
    if (isInFlow(token.box) && !token.has(BreakTokenFlag.AtBlockEnd)) return true;
  }
  return false;
}

// --- Cloned edges ----------------------------------------------------------------------------------------------

/** Returns the space that a continued fragment reserves for its cloned block-end border and padding. */
export function cloneReserve(builder: OpenFragment): LU {
  return builder.clonesEdges ? builder.edges.blockEnd : 0;
}

/**
 * Returns the used block size of the whole box over all its fragments. `contents` is its content-based border-box size
 * with all edges so far. Sizing properties of the content box exclude the edges of further fragments, which are added.
 */
export function usedTotalBlockSize(builder: OpenFragment, contents: LU): LU {
  const { box, space, edges, token } = builder;
  const cloned = token === null ? 0 : clonedEdges(builder) * (token.sequence + 1);
  return usedBlockSize(box, space, edges, contents - cloned, builder.inlineSize) + cloned;
}

/** Returns the block size that a further fragment's edges add to the total. */
function clonedEdges({ box, edges, clonesEdges }: OpenFragment): LU {
  return clonesEdges && box.style.box.boxSizing === 'content-box' ? edges.block : 0;
}
