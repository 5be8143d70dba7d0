/**
 * Absolutely positioned children of a grid container (css-grid-2 §9). Their containing block is a grid area, bounded by
 * the padding box for `auto` lines.
 */
import { BoxFlag } from '../../boxes/box.ts';
import type { GridLine } from '../../css/computed-values.ts';
import type { LU } from '../../units.ts';
import type { FragmentBuilder } from '../fragments/fragment-builder.ts';
import { safeRoomOf, staticEdge } from '../alignment/alignment.ts';
import type { GridAxis } from './grid-axis.ts';
import type { TrackOffsets } from './track-offsets.ts';
import { GridItem } from './grid-item.ts';
import { resolvePlacement } from './grid-placement.ts';
import type { GridStructure } from './grid-structure.ts';
import type { PositionedItem } from '../row-fragmentation/rows-token.ts';

/** Returns the static positions of positioned children, with the areas that contain them. */
export function positionedChildren(
  builder: FragmentBuilder,
  blockSize: LU,
  grid: GridStructure,
  columns: TrackOffsets,
  rows: TrackOffsets,
): PositionedItem[] {
  const positioned: PositionedItem[] = [];
  const { box, edges, mode } = builder;
  const isContainer = box.has(BoxFlag.AbsoluteContainer);
  for (const child of box.children) {
    if (!child.isOutOfFlow) continue;
    const { gridColumnStart, gridColumnEnd, gridRowStart, gridRowEnd } = child.style.rare;
    const contentInline = builder.contentInlineSize;
    const contentBlock = Math.max(0, blockSize - edges.block);
    const inline = areaOf(
      gridColumnStart,
      gridColumnEnd,
      grid.columns,
      columns,
      -edges.padding.inlineStart,
      contentInline + edges.padding.inlineEnd,
    );
    const block = areaOf(
      gridRowStart,
      gridRowEnd,
      grid.rows,
      rows,
      -edges.padding.blockStart,
      contentBlock + edges.padding.blockEnd,
    );
    // The static position is within the content box (§9.2), as if that were the area of the sole item.
    const item = new GridItem(builder.context, child, box, mode, { start: 0, end: 1 }, { start: 0, end: 1 });
    const inlineRoom = isContainer ? inline.size : contentInline;
    const blockRoom = isContainer ? block.size : contentBlock;
    const i = staticEdge(item.keyword(true), inlineRoom);
    const b = staticEdge(item.keyword(false), blockRoom);
    const inlineStart = edges.inlineStart + (isContainer ? inline.start : 0);
    const blockStart = edges.blockStart + (isContainer ? block.start : 0);
    positioned.push({
      box: child,
      inlineOffset: inlineStart + i.offset,
      blockOffset: blockStart + b.offset,
      edges: {
        mode,
        inline: i.edge,
        block: b.edge,
        safeRoom: safeRoomOf(item.justifySelf, inlineRoom, item.alignSelf, blockRoom),
      },
      area:
        isContainer && (inline.isArea || block.isArea)
          ? {
              inline: inlineStart,
              block: blockStart,
              inlineSize: inline.size,
              blockSize: block.size,
              endsAtEdge: block.endsAtEdge,
            }
          : null,
    });
  }
  return positioned;
}

interface Area {
  readonly start: LU;
  readonly size: LU;
  readonly isArea: boolean;
  /** Whether it ends at the padding edge instead of a line. */
  readonly endsAtEdge: boolean;
}

/** Returns the area between the lines that the properties name. An `auto` line is the padding edge of that side. */
function areaOf(
  startLine: GridLine,
  endLine: GridLine,
  axis: GridAxis,
  offsets: TrackOffsets,
  paddingStart: LU,
  paddingEnd: LU,
): Area {
  const whole = { start: paddingStart, size: Math.max(0, paddingEnd - paddingStart), isArea: false, endsAtEdge: true };
  const startAuto = startLine.type === 'auto' || (startLine.type === 'span' && endLine.type !== 'line');
  const endAuto = endLine.type === 'auto' || (endLine.type === 'span' && startLine.type !== 'line');
  if (startAuto && endAuto) return whole;
  const placed = resolvePlacement(startLine, endLine, axis.explicit);
  if (placed.kind !== 'definite') return whole;
  // Lines outside the implicit grid are treated as `auto`.
  const first = placed.start + axis.before;
  const last = placed.end + axis.before;
  const from = startAuto || first < 0 || first > offsets.count ? paddingStart : lineOffset(offsets, first, true);
  const endsAtEdge = endAuto || last < 0 || last > offsets.count;
  const to = endsAtEdge ? paddingEnd : lineOffset(offsets, last, false);
  return { start: from, size: Math.max(0, to - from), isArea: true, endsAtEdge };
}

/** Returns an edge of a line's gutter: the start of the following area, or the end of the preceding one. */
function lineOffset(offsets: TrackOffsets, line: number, asStart: boolean): LU {
  if (offsets.count === 0) return 0;
  if (asStart) return line < offsets.count ? offsets.startOf(line) : offsets.endOf(offsets.count - 1);
  return line > 0 ? offsets.endOf(line - 1) : offsets.startOf(0);
}
