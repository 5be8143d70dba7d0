/**
 * Columns with the boxes that they call to their edges (css-page-floats-3, css-gcpm-3 §2). Boxes that don't fit go to
 * the next column, possibly on the next page. A box goes to the page if it fits in no column of a row and is still
 * first in line after the next row. So do boxes that still wait when the columns end.
 */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { BlockBreakToken } from '../contract/break-token.ts';
import { compose, type Composed } from '../insertions/composer.ts';
import type { Insertion } from '../insertions/insertion.ts';
import { NO_AREA_STYLES } from '../insertions/note-areas.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import type { ColumnFlow } from './column-flow.ts';

/** A column with the boxes at its edges. */
interface ColumnWithFloats {
  readonly result: LayoutResult;
  /** The boxes that the next column must place, in order. */
  readonly waiting: readonly Insertion[];
}

const belongs = ({ style: { box } }: Box): boolean => box.floatReference === 'column' && box.float !== 'none';

/**
 * Lays out the nth column of the row at the given height, starting at `token`. `waiting` holds the boxes that earlier
 * columns left. If the flow has ended in an earlier column, `ended` is its last column, and this one has no body.
 */
export function layoutColumnWithFloats(
  flow: ColumnFlow,
  index: number,
  height: LU,
  token: BlockBreakToken | null,
  spannerAhead: boolean,
  waiting: readonly Insertion[],
  ended: LayoutResult | null = null,
): ColumnWithFloats {
  const { box, outer, geometry, context, percentageBlock } = flow;
  if (waiting.length === 0 && !box.has(BoxFlag.HasFootnote))
    return { result: flow.layoutColumn(height, token, false, spannerAhead, flow.floatsAt(index, 0)), waiting };
  const composed = compose({
    area: {
      context,
      mode: outer.writingMode,
      inline: geometry.width,
      block: height,
      percentageBlock,
      breaks: false,
      spread: null,
    },
    box,
    noteStyles: NO_AREA_STYLES,
    margins: null,
    offset: 0,
    token,
    hasEnded: ended !== null,
    carried: waiting,
    belongs,
    layout: (room, start, sides) =>
      flow.layoutColumn(room, token, false, spannerAhead, sides.around(room, 0, 0, flow.floatsAt(index, start))),
  });
  const body = composed.body ?? withoutContents(ended ?? flow.layoutColumn(height, token), composed.token);
  return { result: withEdges(flow, height, body, composed), waiting: composed.waiting };
}

/** Returns a column without in-flow content. */
function withoutContents(result: LayoutResult, token: BlockBreakToken | null): LayoutResult {
  const { fragment } = result;
  const mode = fragment.writingMode;
  const inline = fragment.inlineSize(mode);
  return {
    ...result,
    fragment: fragment.changed({
      width: mode.xOf(inline, 0),
      height: mode.yOf(inline, 0),
      children: [],
      offsets: [],
      breakToken: token,
    }),
    breakToken: token,
    outOfFlow: [],
    footnotes: [],
    columnSpanner: null,
    intrinsicBlockSize: 0,
    blockExtent: 0,
    tallestUnbreakable: 0,
    shortage: 0,
    lineCount: 0,
  };
}

/** Passes boxes that still wait after the last column to the page, as calls from that column. */
export function withCalls(result: LayoutResult, calls: readonly Box[]): LayoutResult {
  return calls.length === 0 ? result : { ...result, footnotes: [...result.footnotes, ...calls] };
}

/** Returns a column with its edges around its contents. */
function withEdges(flow: ColumnFlow, height: LU, result: LayoutResult, { edges }: Composed): LayoutResult {
  const { fragment } = result;
  const footnotes = [...result.footnotes.filter((box) => !belongs(box)), ...edges.passed];
  const shortage = edges.shortage > 0 ? edges.shortage : result.shortage;
  if (edges.isEmpty)
    return footnotes.length === result.footnotes.length && shortage === result.shortage
      ? result
      : { ...result, footnotes, shortage };
  const mode = flow.outer.writingMode;
  const content = fragment.blockSize(mode);
  const taken = edges.blocks.size + edges.notes.size;
  const least = Math.max(content, edges.sides.blockSize) + taken;
  // If only the height of the contents is measured, the boxes at the end edge directly follow them.
  const isGuess = flow.outer.fragmentainer?.isGuess === true;
  const size = !isGuess && (taken > edges.start || edges.sides.reachesEnd) ? Math.max(height, least) : least;
  const inline = fragment.inlineSize(mode);
  const [width, columnHeight] = [mode.xOf(inline, size), mode.yOf(inline, size)];
  // Offset towards the block end. In reversed modes, physical offsets count from the other side.
  const down = mode.vertical ? 0 : edges.start;
  const across = mode.vertical ? (mode.blockReversed ? size - content - edges.start : edges.start) : 0;
  const children = [...fragment.children];
  const offsets = fragment.offsets.map((offset, i) => offset + (i % 2 === 0 ? across : down));
  const { floats, notes } = edges.placed(size, size - taken);
  for (const { fragment: float, inline: start, block } of [...floats, ...notes]) {
    children.push(float);
    offsets.push(
      mode.physicalX(start, block, float.width, width),
      mode.physicalY(start, block, float.height, columnHeight),
    );
  }
  return {
    ...result,
    fragment: fragment.changed({ width, height: columnHeight, children, offsets }),
    outOfFlow: result.outOfFlow.map((candidate) => candidate.shifted(across, down)),
    footnotes,
    shortage,
    intrinsicBlockSize: result.intrinsicBlockSize + taken,
    blockExtent: Math.max(size, result.blockExtent + edges.start),
  };
}
