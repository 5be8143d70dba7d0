/** `text-box-trim` and `text-box-edge` (css-inline-3 §6): the space above a first line and below a last one that is cut off. */
import type { Box } from '../../boxes/box.ts';
import { LU_PER_PX, type LU } from '../../units.ts';
import type { LayoutContext } from '../contract.ts';
import type { FontBox } from './font-box.ts';

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
