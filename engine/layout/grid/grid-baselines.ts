/**
 * Baseline alignment of grid items, including those of subgrids, within their row (`align-self`) or column
 * (`justify-self`) (css-grid-2 §11.5, css-align-3 §9). "Start" and "end" refer to the container along the alignment
 * axis.
 */
import type { ComputedStyle } from '../../css/computed-style.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { synthesizedBaseline } from '../alignment/alignment.ts';
import type { LentTracks } from '../contract/constraint-space.ts';
import type { WritingMode } from '../contract/geometry.ts';
import type { GridItem } from './grid-item.ts';
import type { GridStructure } from './grid-structure.ts';
import { edgeLayers, layerAfter, layerBefore, rangeInParent, sharedAxis } from './subgrid.ts';
import { maxBlockSizeOf, maxInlineSizeOf, minBlockSizeOf, minInlineSizeOf } from '../sizing/sizing-properties.ts';
import { BaselineGroups, type Participant } from './item-alignment.ts';

/**
 * Groups the items that align baselines along one axis and sets their shims, so that tracks become large enough.
 * Returns null if there are none.
 */
export function alignBaselines(
  structure: GridStructure,
  inline: boolean,
  lent: LentTracks | null,
): BaselineGroups | null {
  const participants = participantsOf(structure, inline);
  if (participants.length === 0) return null;
  const groups = new BaselineGroups();
  if (lent !== null) groups.addLent(lent);
  const own = new Set(structure.items);
  for (const participant of participants) groups.add(participant, own.has(participant.item));
  for (const participant of participants) {
    const shim = groups.shim(participant);
    if (participant.inline) participant.item.inlineShim = shim;
    else participant.item.blockShim = shim;
  }
  return groups;
}

function participantsOf(structure: GridStructure, inline: boolean): Participant[] {
  const all: Participant[] = [];
  for (const item of structure.items) {
    const subgrid = structure.subgrids.get(item);
    const shared = subgrid === undefined ? null : sharedAxis(subgrid, inline);
    if (subgrid === undefined || shared === null) {
      const own = isCyclic(structure, item, inline) ? null : participantOf(item, inline);
      if (own !== null) all.push(own);
      continue;
    }
    const inner = participantsOf(subgrid.structure, shared.inline);
    if (inner.length === 0) continue;
    const layers = edgeLayers(subgrid, shared.inline);
    const { axis } = shared;
    for (const participant of inner) {
      const { start, end, atEnd } = participant;
      const layer = atEnd ? layerAfter(layers, end, axis.lines.count) : layerBefore(layers, start);
      all.push({
        item: participant.item,
        inline: participant.inline,
        ...rangeInParent(axis, participant),
        atEnd: atEnd !== axis.reversed,
        distance: participant.distance + layer,
      });
    }
  }
  return all;
}

/**
 * Whether the item's size depends on a track that its own baseline would enlarge. Such items don't participate
 * (css-grid-2 §11.5).
 */
function isCyclic({ columns, rows }: GridStructure, item: GridItem, inline: boolean): boolean {
  const { style } = item.box;
  const mode = item.containerMode;
  const lengths = inline
    ? [item.inlineProperty(), minInlineSizeOf(style, mode), maxInlineSizeOf(style, mode)]
    : [item.blockProperty(), minBlockSizeOf(style, mode), maxBlockSizeOf(style, mode)];
  if (!lengths.some((length) => length.hasPercent)) return false;
  const range = inline ? item.columns : item.rows;
  const { tracks } = inline ? columns : rows;
  return tracks.slice(range.start, range.end).some((track) => track.hasIntrinsicMin || !track.hasFixedMax);
}

/** Returns the participant of an item, or null if it isn't baseline-aligned (css-align-3 §9.2, §9.3). */
function participantOf(item: GridItem, inline: boolean): Participant | null {
  const { keyword } = inline ? item.justifySelf : item.alignSelf;
  if (keyword !== 'baseline' && keyword !== 'last-baseline') return null;
  const { autoMargins, margins, containerMode, mode } = item;
  const autos = inline
    ? autoMargins.inlineStart + autoMargins.inlineEnd
    : autoMargins.blockStart + autoMargins.blockEnd;
  if (autos > 0) return null;
  const isLast = keyword === 'last-baseline';
  const reversed = inline ? containerMode.inlineReversed : containerMode.blockReversed;
  // The item's own baselines are measured along its block axis.
  const isOwn = item.isParallel !== inline;
  // Before columns are sized, the item isn't laid out merely to measure its lines.
  const fragment = isOwn || !inline || item.areaInline !== INDEFINITE ? item.measure().fragment : null;
  const size =
    fragment === null
      ? item.maxContentSize()
      : inline
        ? fragment.inlineSize(containerMode)
        : fragment.blockSize(containerMode);
  const own = fragment === null || !isOwn ? null : isLast ? fragment.lastBaseline : fragment.firstBaseline;
  const opposite = isOwn && mode.blockReversed !== reversed;
  const { style } = item.container;
  const baseline =
    own ??
    (inline && !isOwn
      ? synthesizedAcross(style, containerMode, size)
      : synthesizedBaseline(style, isOwn ? mode : containerMode, size));
  const atEnd = isLast !== opposite;
  const margin = inline
    ? atEnd
      ? margins.inlineEnd
      : margins.inlineStart
    : atEnd
      ? margins.blockEnd
      : margins.blockStart;
  const range = inline ? item.columns : item.rows;
  return {
    item,
    inline,
    start: range.start,
    end: range.end,
    atEnd,
    distance: margin + (isLast ? size - baseline : baseline),
  };
}

/** Synthesizes a baseline along the inline axis of `mode` for items whose own lines are orthogonal. */
function synthesizedAcross(container: ComputedStyle, mode: WritingMode, size: LU): LU {
  const isCentral = container.text.writingMode.startsWith('vertical') && container.text.textOrientation !== 'sideways';
  if (isCentral) return size >> 1;
  return mode.vertical || mode.inlineReversed ? size : 0;
}
