/** The requirements for the next page, read from the token at the end of a page. */
import { type Box, isInFlow } from '../../boxes/box.ts';
import type { BlockBreakToken, BreakToken } from '../contract/break-token.ts';
import { indexOfChild } from '../sizing/box-facts.ts';
import { BreakTokenFlag } from '../contract/break-token.ts';
import { breakBetween, type BreakValue } from './break-values.ts';
import { startPageName } from './page-names.ts';

export interface NextPage {
  /** Used page name of its first content, or ''. */
  readonly name: string;
  /**
   * `left`, `right`, `recto` or `verso` if a forced break requires such a page, which may insert a blank one before it.
   */
  readonly side: 'left' | 'right' | 'recto' | 'verso' | null;
  readonly forced: boolean;
}

/** Returns the requirements of a document's first page. */
export function firstPage(root: Box): NextPage {
  return { name: startPageName(root), side: sideOf(breakBetween(null, root)), forced: false };
}

/** Returns the requirements of the page on which layout resumes with `token`. */
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

/** Returns the value that forced the break at which a token resumes, or 'auto'. */
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
      // Without such a value, a changed page name forced the break.
      return value === 'auto' ? 'page' : value;
    }
    at = inner;
  }
}

/** Returns the value that forced a break between a container's columns and a spanner, or 'auto'. */
function besideSpanner({ data }: BlockBreakToken): BreakValue {
  return data?.forcedBy ?? 'auto';
}

/** Returns the token of the main flow. Floats and overflow of finished boxes are parallel to it. */
export function flowToken(token: BlockBreakToken): BlockBreakToken | null {
  let parallel: BlockBreakToken | null = null;
  for (const child of token.children as readonly BreakToken[]) {
    if (child.type === 'inline') return null;
    if ((isInFlow(child.box) || child.box === token.box) && !child.has(BreakTokenFlag.AtBlockEnd)) return child;
    parallel ??= child;
  }
  return parallel;
}

/** Returns the value that forced the break before a child. */
function valueAt(parent: Box, token: BlockBreakToken): BreakValue {
  const { forcedBy: value } = token;
  return value === 'auto' ? breakBetween(siblingBeside(parent, token.box, -1), token.box) : value;
}

function sideOf(value: BreakValue): NextPage['side'] {
  return value === 'left' || value === 'right' || value === 'recto' || value === 'verso' ? value : null;
}

/**
 * Returns the box before the point where the flow resumes, at any nesting depth, or null if it is at the start of the
 * token's box.
 */
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

/** Returns the sibling after the box before which the flow resumes. */
export function afterFlowPoint(token: BlockBreakToken): Box | null {
  let at: BlockBreakToken | null = token;
  while (at !== null) {
    const inner = flowToken(at);
    if (inner?.isBreakBefore === true) return siblingBeside(at.box, inner.box, 1);
    at = inner;
  }
  return null;
}

/** Returns the in-flow sibling before (-1) or after (1) a child. */
function siblingBeside(parent: Box, child: Box, direction: 1 | -1): Box | null {
  const { children } = parent;
  for (let i = indexOfChild(children, child) + direction; i >= 0 && i < children.length; i += direction)
    if (isInFlow(children[i]!)) return children[i]!;
  return null;
}
