/**
 * Space removed above a first line and below a last one, by `text-box-trim` and `text-box-edge` (css-inline-3 §6). Math
 * tokens are trimmed to the height of their ink (MathML Core §3.2).
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { inkOfLine, tokenExtent } from '../math/ink.ts';
import { type FontBox, namedEdgeOver, trimEdges } from './font-box.ts';
import { blockSizeOf, type LineMaker, type PlacedLine } from './line-maker.ts';

/**
 * Returns the distance from a line's line-over edge to the edge that `text-box-edge` names. The root baseline is
 * `baseline` below the line-over edge.
 */
function trimOver(context: LayoutContext, container: Box, font: FontBox, baseline: LU): LU {
  const [over] = trimEdges(container.style);
  const metrics = context.text.metrics(container.style);
  return baseline - (namedEdgeOver(over!, metrics) ?? font.ascent);
}

/** Returns the distance to trim below. `under` is the line's depth below its root baseline. */
function trimUnder(container: Box, font: FontBox, under: LU): LU {
  const edges = trimEdges(container.style);
  return edges[edges.length - 1] === 'alphabetic' ? under : under - font.descent;
}

/** Returns the space removed above a fragment's first line. */
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

/**
 * Returns the space removed below a fragment's last line. `isLast` marks the container's last line. `lineCount` counts
 * lines with content up to it.
 */
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

/** Returns the distance from an edge of a line to its ink. */
function inkTrim({ line: { fragment } }: PlacedLine, over: boolean): LU {
  const ink = inkOfLine(fragment);
  if (ink === null) return 0;
  const { ascent, descent } = tokenExtent(ink);
  return over ? fragment.baseline - ascent : fragment.height - fragment.baseline - descent;
}
