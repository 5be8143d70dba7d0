/** `text-box-trim` and `text-box-edge` (css-inline-3 §6): the space above a first line and below a last one that is cut off. */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import { INDEFINITE, LU_PER_PX, type LU } from '../../units.ts';
import type { LayoutContext } from '../contract.ts';
import type { FontBox } from './font-box.ts';
import { blockSizeOf, type LineMaker, type PlacedLine } from './line-maker.ts';

/** From the line-over edge of a line, whose root baseline lies `baseline` below it, to the edge that `text-box-edge` names. */
function trimOver(context: LayoutContext, container: Box, font: FontBox, baseline: LU): LU {
  const [over] = container.style.text.textBoxEdge.split(' ');
  const metrics = context.text.metrics(container.style);
  if (over === 'cap') return baseline - Math.round(metrics.capHeight * LU_PER_PX);
  if (over === 'ex') return baseline - Math.round(metrics.xHeight * LU_PER_PX);
  return baseline - font.ascent;
}

/** The same below: `under` is the line's depth below its root baseline. */
function trimUnder(container: Box, font: FontBox, under: LU): LU {
  const edges = container.style.text.textBoxEdge.split(' ');
  return edges[edges.length - 1] === 'alphabetic' ? under : under - font.descent;
}

/** What is cut off above a fragment's first line. */
export function startTrim(maker: LineMaker, first: PlacedLine): LU {
  const { container, rest, input } = maker;
  if (!first.line.hasContent) return 0;
  const isFirst = input.token === null;
  const startsFragment = !isFirst || (input.fragmentainer !== null && !input.fragmentainer.hasPrecedingContent);
  const isTrimmed =
    (isFirst && container.has(BoxFlag.TrimsFirstLine)) || (startsFragment && container.has(BoxFlag.TrimsEachStart));
  if (!isTrimmed) return 0;
  return trimOver(maker.context, container, rest.fontBox(container.style), first.line.fragment.baseline);
}

/** What is cut off below the last line of a fragment; `isLast`: of the container too; `lineCount`: how many lines with content there are up to it. */
export function endTrim(maker: LineMaker, { line }: PlacedLine, isLast: boolean, lineCount: number): LU {
  const { container, rest, input } = maker;
  const { fragment } = line;
  const isClamped = input.clampLines !== INDEFINITE && lineCount >= input.clampLines;
  const flag = isClamped ? BoxFlag.TrimsClampedLine : isLast ? BoxFlag.TrimsLastLine : BoxFlag.TrimsEachEnd;
  if (!container.has(flag)) return 0;
  return trimUnder(container, rest.fontBox(container.style), blockSizeOf(fragment) - fragment.baseline);
}
