/**
 * The space above a first line and below a last one that is cut off: by `text-box-trim` and `text-box-edge` (css-inline-3 §6), and of tokens of
 * mathematics, which are as high as their ink (MathML Core §3.2).
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import type { LayoutContext } from '../contract.ts';
import { inkOfLine, tokenExtent } from '../math/ink.ts';
import { type FontBox, namedEdgeOver, trimEdges } from './font-box.ts';
import { blockSizeOf, type LineMaker, type PlacedLine } from './line-maker.ts';

/** From the line-over edge of a line, whose root baseline lies `baseline` below it, to the edge that `text-box-edge` names. */
function trimOver(context: LayoutContext, container: Box, font: FontBox, baseline: LU): LU {
  const [over] = trimEdges(container.style);
  const metrics = context.text.metrics(container.style);
  return baseline - (namedEdgeOver(over!, metrics) ?? font.ascent);
}

/** The same below: `under` is the line's depth below its root baseline. */
function trimUnder(container: Box, font: FontBox, under: LU): LU {
  const edges = trimEdges(container.style);
  return edges[edges.length - 1] === 'alphabetic' ? under : under - font.descent;
}

/** What is cut off above a fragment's first line. */
export function startTrim(maker: LineMaker, first: PlacedLine): LU {
  const { container, rest, input } = maker;
  if (!first.line.hasContent) return 0;
  if (isMathToken(container)) return inkTrim(first, true);
  const isFirst = input.token === null;
  const startsFragment = !isFirst || (input.fragmentainer !== null && !input.fragmentainer.hasPrecedingContent);
  const isTrimmed = (isFirst && container.lines.trimsFirst) || (startsFragment && container.lines.trimsEachStart);
  if (!isTrimmed) return 0;
  return trimOver(maker.context, container, rest.fontBox(container.style), first.line.fragment.baseline);
}

/** What is cut off below the last line of a fragment; `isLast`: of the container too; `lineCount`: how many lines with content there are up to it. */
export function endTrim(maker: LineMaker, last: PlacedLine, isLast: boolean, lineCount: number): LU {
  const { line } = last;
  const { container, rest, input } = maker;
  const { fragment } = line;
  if (isMathToken(container)) return inkTrim(last, false);
  const isClamped = input.clampLines !== INDEFINITE && lineCount >= input.clampLines;
  const { trimsClamped, trimsLast, trimsEachEnd } = container.lines;
  if (!(isClamped ? trimsClamped : isLast ? trimsLast : trimsEachEnd)) return 0;
  return trimUnder(container, rest.fontBox(container.style), blockSizeOf(fragment) - fragment.baseline);
}

const isMathToken = ({ style, kind }: Box): boolean =>
  kind === BoxKind.Block && style.box.display.inside === 'math' && style.text.writingMode === 'horizontal-tb';

/** From an edge of a line to its ink. */
function inkTrim({ line: { fragment } }: PlacedLine, over: boolean): LU {
  const ink = inkOfLine(fragment);
  if (ink === null) return 0;
  const { ascent, descent } = tokenExtent(ink);
  return over ? fragment.baseline - ascent : fragment.height - fragment.baseline - descent;
}
