/** What the next page has to be, read from the token that leaves a page. */
import { type Box, isInFlow } from '../../boxes/box.ts';
import type { BlockBreakToken, BreakToken } from '../break-token.ts';
import { indexOfChild } from '../box-facts.ts';
import { BreakTokenFlag } from '../break-token.ts';
import { breakBetween, type BreakValue } from './break-values.ts';
import { startPageName } from './page-names.ts';

export interface NextPage {
  /** The used page name of what comes first on it ('' without). */
  readonly name: string;
  /** `left`, `right`, `recto` or `verso` where a forced break asks for such a page, which may leave a blank one before it. */
  readonly side: 'left' | 'right' | 'recto' | 'verso' | null;
  readonly forced: boolean;
}

/** The first page of a document. */
export function firstPage(root: Box): NextPage {
  return { name: startPageName(root), side: sideOf(breakBetween(null, root)), forced: false };
}

/** The page on which layout goes on with `token`. */
export function nextPage(token: BlockBreakToken): NextPage {
  if (token.isBreakBefore) return { ...firstPage(token.box), side: null };
  let at: BlockBreakToken = token;
  for (;;) {
    const spanning = besideSpanner(at);
    if (spanning !== 'auto')
      return { name: startPageName(at.data?.comesNext ?? at.box), side: sideOf(spanning), forced: true };
    const inner = flowToken(at);
    if (inner === null) return { name: at.box.style.box.page, side: null, forced: false };
    if (inner.isBreakBefore) {
      const side = inner.isForced ? sideOf(valueAt(at.box, inner)) : null;
      return { name: startPageName(inner.box), side, forced: inner.isForced };
    }
    at = inner;
  }
}

/** The value that forced the break at which a token goes on; 'auto' when nothing did. */
export function forcedBreakValue(token: BlockBreakToken): BreakValue {
  let at: BlockBreakToken = token;
  for (;;) {
    const spanning = besideSpanner(at);
    if (spanning !== 'auto') return spanning;
    const inner = flowToken(at);
    if (inner === null) return 'auto';
    if (inner.isBreakBefore) {
      if (!inner.isForced) return 'auto';
      const value = valueAt(at.box, inner);
      // Without such a value it was a change of the page's name.
      return value === 'auto' ? 'page' : value;
    }
    at = inner;
  }
}

/** What forced a break between the columns of a container and a spanner; 'auto': nothing. */
function besideSpanner({ data }: BlockBreakToken): BreakValue {
  return data?.forcedBy ?? 'auto';
}

/** The token of the main flow: floats and finished boxes' leftovers are beside it. */
export function flowToken(token: BlockBreakToken): BlockBreakToken | null {
  let parallel: BlockBreakToken | null = null;
  for (const child of token.children as readonly BreakToken[]) {
    if (child.type === 'inline') return null;
    if ((isInFlow(child.box) || child.box === token.box) && !child.has(BreakTokenFlag.AtBlockEnd)) return child;
    parallel ??= child;
  }
  return parallel;
}

/** What forced the break before a child. */
function valueAt(parent: Box, token: BlockBreakToken): BreakValue {
  const { forcedBy: value } = token;
  return value === 'auto' ? breakBetween(siblingBeside(parent, token.box, -1), token.box) : value;
}

function sideOf(value: BreakValue): NextPage['side'] {
  return value === 'left' || value === 'right' || value === 'recto' || value === 'verso' ? value : null;
}

/** What stands before the box at which the flow goes on, whichever box that is in; null: nothing inside of the token's box. */
export function beforeFlowPoint(token: BlockBreakToken): Box | null {
  let before: Box | null = null;
  let at: BlockBreakToken | null = token;
  while (at !== null && !at.isBreakBefore) {
    const inner = flowToken(at);
    if (inner !== null && inner.box !== at.box) before = siblingBeside(at.box, inner.box, -1) ?? before;
    at = inner;
  }
  return before;
}

/** What stands after the box before which the flow goes on, in the same parent. */
export function afterFlowPoint(token: BlockBreakToken): Box | null {
  let at: BlockBreakToken | null = token;
  while (at !== null) {
    const inner = flowToken(at);
    if (inner?.isBreakBefore === true) return siblingBeside(at.box, inner.box, 1);
    at = inner;
  }
  return null;
}

/** What stands in the flow beside a child: before (-1) or after it (1). */
function siblingBeside(parent: Box, child: Box, direction: 1 | -1): Box | null {
  const { children } = parent;
  for (let i = indexOfChild(children, child) + direction; i >= 0 && i < children.length; i += direction)
    if (isInFlow(children[i]!)) return children[i]!;
  return null;
}
