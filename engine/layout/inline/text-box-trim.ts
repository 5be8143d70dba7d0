/** `text-box-trim` and `text-box-edge` (css-inline-3 §6): the space above a first line and below a last one that is cut off. */
import { type Box, BoxKind } from '../../boxes/box.ts';
import { LU_PER_PX, type LU } from '../../units.ts';
import { edgesAgainst, writingModeOf } from '../box-model.ts';
import type { LayoutContext } from '../contract.ts';
import type { FontBox } from './font-box.ts';

/**
 * Is the first (last) formatted line of the container also that of a block container which trims it, with neither border nor padding between?
 * `clamped`: the line is the last one for all boxes around, whatever comes after them.
 */
export function isTrimmed(container: Box, end: boolean, clamped = false): boolean {
  for (let box: Box | null = container; box !== null; box = box.parent) {
    const { textBoxTrim } = box.style.box;
    if (textBoxTrim === 'trim-both' || textBoxTrim === (end ? 'trim-end' : 'trim-start')) return true;
    if (box.kind !== BoxKind.Block || box.parent === null || hasEdge(box, end)) return false;
    if (!clamped && !isOutermostChild(box, box.parent, end)) return false;
  }
  return false;
}

/** Has the box a border or padding at its block start (end)? */
function hasEdge(box: Box, end: boolean): boolean {
  const edges = edgesAgainst(box.style, writingModeOf(box.style), LU_PER_PX);
  return (end ? edges.blockEnd : edges.blockStart) > 0;
}

/** Is the box the first (last) in-flow child? */
function isOutermostChild(box: Box, parent: Box, end: boolean): boolean {
  if (box.isFloat || box.isOutOfFlow) return false;
  const { children } = parent;
  const step = end ? -1 : 1;
  for (let i = end ? children.length - 1 : 0; i >= 0 && i < children.length; i += step) {
    if (children[i] === box) return true;
    if (!children[i].isFloat && !children[i].isOutOfFlow) return false;
  }
  return false;
}

/** From the line-over edge of a line, whose root baseline lies `baseline` below it, to the edge that `text-box-edge` names. */
export function trimOver(context: LayoutContext, container: Box, font: FontBox, baseline: LU): LU {
  const [over] = container.style.text.textBoxEdge.split(' ');
  const metrics = context.text.metrics(container.style);
  if (over === 'cap') return baseline - Math.round(metrics.capHeight * LU_PER_PX);
  if (over === 'ex') return baseline - Math.round(metrics.xHeight * LU_PER_PX);
  return baseline - font.ascent;
}

/** The same below: `under` is the line's depth below its root baseline. */
export function trimUnder(container: Box, font: FontBox, under: LU): LU {
  const edges = container.style.text.textBoxEdge.split(' ');
  return edges[edges.length - 1] === 'alphabetic' ? under : under - font.descent;
}
