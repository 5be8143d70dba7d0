/**
 * Determines the facts about surrounding boxes that affect lines, while the tree is finished, because layout doesn't
 * look at parents.
 */
import type { BorderStyle } from '../css/computed-style.ts';
import { type Box, BoxFlag, BoxKind, type LineFacts, PLAIN_LINES } from './box.ts';

/** Returns the facts of a block container with inline content. */
export function lineFacts(container: Box): LineFacts {
  const facts: LineFacts = {
    continues: !isFirstFormattedLine(container),
    trimsFirst: isTrimmed(container, false, false),
    trimsLast: isTrimmed(container, true, false),
    trimsClamped: isTrimmed(container, true, true),
    trimsEachStart: isEachTrimmed(container, false),
    trimsEachEnd: isEachTrimmed(container, true),
    ellipsis: ellipsisOf(container),
    grid: container.style.text.lineSnap === 'none' ? null : gridAround(container).style,
  };
  return isPlain(facts) ? PLAIN_LINES : facts;
}

/** Whether no fact applies. */
function isPlain(facts: LineFacts): boolean {
  const { continues, trimsFirst, trimsLast, trimsClamped, trimsEachStart, trimsEachEnd, ellipsis, grid } = facts;
  const trims = trimsFirst || trimsLast || trimsClamped || trimsEachStart || trimsEachEnd;
  return !continues && !trims && ellipsis === null && grid === null;
}

/** Returns the nearest box that creates a line grid, or the root element's, which always does. */
function gridAround(box: Box): Box {
  let at = box;
  while (at.style.rare.lineGrid !== 'create' && at.parent !== null) at = at.parent;
  return at;
}

/**
 * Returns the ellipsis of overflowing lines in an element's nearest block container (css-overflow-3 §5); null if they
 * aren't truncated.
 */
function ellipsisOf(container: Box): string | null {
  let box = container;
  while (box.has(BoxFlag.Anonymous) && box.parent !== null) box = box.parent;
  const { textOverflow, overflowX, overflowY } = box.style.box;
  if (textOverflow === 'clip' || box.has(BoxFlag.OverflowPropagated)) return null;
  const overflow = container.style.text.writingMode === 'horizontal-tb' ? overflowX : overflowY;
  if (overflow === 'visible') return null;
  return textOverflow === 'ellipsis' ? '\u2026' : textOverflow.string;
}

/**
 * Returns whether a container has a first formatted line (css-pseudo-4 §3.1.1). An anonymous block has one only if it
 * is its parent's first child, or an item.
 */
function isFirstFormattedLine(container: Box): boolean {
  const { parent } = container;
  if (!container.has(BoxFlag.Anonymous) || parent === null) return true;
  return parent.kind === BoxKind.Flex || parent.kind === BoxKind.Grid || isOutermostChild(container, parent, false);
}

/**
 * Returns whether the first (last) formatted line is also that of a block container that trims it, with no border or
 * padding in between (css-inline-3 §6). `clamped`: the line is the last one of all boxes around it, regardless of later
 * content.
 */
function isTrimmed(container: Box, end: boolean, clamped: boolean): boolean {
  for (let box: Box | null = container; box !== null; box = box.parent) {
    if (trims(box, end)) return true;
    if (box.kind !== BoxKind.Block || box.parent === null || hasEdge(box, end)) return false;
    if (!clamped && (box.isFloat || box.isOutOfFlow || !isOutermostChild(box, box.parent, end))) return false;
  }
  return false;
}

/**
 * Returns whether the first (last) line of every fragment is trimmed, by a box whose fragments have all edges, or by a
 * multi-column container for its columns. The nearest box that trims decides.
 */
function isEachTrimmed(container: Box, end: boolean): boolean {
  for (let box: Box | null = container; box !== null; box = box.parent) {
    const clones = box.style.box.boxDecorationBreak === 'clone';
    if (trims(box, end)) return clones || box.kind === BoxKind.Multicol;
    if (box.kind !== BoxKind.Block || box.isFloat || box.isOutOfFlow || (clones && hasEdge(box, end))) return false;
  }
  return false;
}

/** Returns whether a box trims. Flex and grid containers don't. */
function trims({ kind, style }: Box, end: boolean): boolean {
  if (kind === BoxKind.Flex || kind === BoxKind.Grid) return false;
  const { textBoxTrim } = style.box;
  return textBoxTrim === 'trim-both' || textBoxTrim === (end ? 'trim-end' : 'trim-start');
}

function isOutermostChild(box: Box, parent: Box, end: boolean): boolean {
  const { children } = parent;
  const step = end ? -1 : 1;
  for (let i = end ? children.length - 1 : 0; i >= 0 && i < children.length; i += step) {
    if (children[i] === box) return true;
    if (!children[i]!.isFloat && !children[i]!.isOutOfFlow) return false;
  }
  return false;
}

type Side = 'Top' | 'Right' | 'Bottom' | 'Left';
type Sides = readonly [border: keyof Pick<BorderStyle, `border${Side}Width`>, padding: `padding${Side}`];

const TOP: Sides = ['borderTopWidth', 'paddingTop'];
const RIGHT: Sides = ['borderRightWidth', 'paddingRight'];
const BOTTOM: Sides = ['borderBottomWidth', 'paddingBottom'];
const LEFT: Sides = ['borderLeftWidth', 'paddingLeft'];

/** Returns whether the box has a border or padding at its block start (end). */
function hasEdge({ style }: Box, end: boolean): boolean {
  const { writingMode } = style.text;
  const [start, last] =
    writingMode === 'horizontal-tb' ? [TOP, BOTTOM] : writingMode.endsWith('-rl') ? [RIGHT, LEFT] : [LEFT, RIGHT];
  const [border, padding] = end ? last : start;
  const length = style.box[padding];
  return style.border[border] > 0 || length.px > 0 || length.hasPercent;
}
