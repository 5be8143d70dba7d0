/**
 * The contributions of a grid's items, including those of its subgrids, to the tracks of one axis (css-grid-2 §9.2).
 */
import type { LU } from '../../units.ts';
import type { GridItem } from './grid-item.ts';
import type { GridStructure, Subgrid } from './grid-structure.ts';
import { edgeLayers, layerAfter, layerBefore, rangeInParent, sharedAxis } from './subgrid.ts';
import type { TrackItem } from './grid-track.ts';

/** The contribution of an item to tracks `[start, end)`. If `item` is null, it consists of a subgrid's edges only. */
class Contribution implements TrackItem {
  readonly start: number;
  readonly end: number;
  private readonly item: GridItem | null;
  /** Whether the axis is the inline axis of its own container. */
  private readonly inline: boolean;
  /** Extra size from enclosing subgrids. */
  private readonly extra: LU;

  constructor(start: number, end: number, item: GridItem | null, inline: boolean, extra: LU) {
    this.start = start;
    this.end = end;
    this.item = item;
    this.inline = inline;
    this.extra = extra;
  }

  minContentContribution(): LU {
    const { item } = this;
    return this.withExtra(item === null ? 0 : this.inline ? item.minContentInline() : item.minContentBlock());
  }

  maxContentContribution(): LU {
    const { item } = this;
    return this.withExtra(item === null ? 0 : this.inline ? item.maxContentInline() : item.maxContentBlock());
  }

  minimumContribution(limit: LU, spansAutoMin: boolean, spansFlexible: boolean): LU {
    const { item } = this;
    if (item === null) return this.withExtra(0);
    const left = limit < 0 ? limit : Math.max(0, limit - this.extra);
    return this.withExtra(
      this.inline
        ? item.minimumInline(left, spansAutoMin, spansFlexible)
        : item.minimumBlock(left, spansAutoMin, spansFlexible),
    );
  }

  private withExtra(size: LU): LU {
    return Math.max(0, size + this.extra);
  }

  /** Returns the contribution for other tracks, with more extra size. */
  moved(start: number, end: number, extra: LU): Contribution {
    return new Contribution(start, end, this.item, this.inline, this.extra + extra);
  }
}

/** Returns the contributions to the columns (`inline`) or rows of a grid. */
export function trackContributions(structure: GridStructure, inline: boolean): readonly TrackItem[] {
  return contributions(structure, inline);
}

function contributions(structure: GridStructure, inline: boolean): Contribution[] {
  const all: Contribution[] = [];
  for (const item of structure.items) {
    const range = inline ? item.columns : item.rows;
    const subgrid = structure.subgrids.get(item);
    const shared = subgrid === undefined ? null : sharedAxis(subgrid, inline);
    if (subgrid === undefined || shared === null) {
      all.push(new Contribution(range.start, range.end, item, inline, 0));
      continue;
    }
    for (const inner of subgridContributions(subgrid, shared.inline)) {
      const { start, end } = rangeInParent(shared.axis, inner);
      all.push(inner.moved(start, end, 0));
    }
  }
  return all;
}

/**
 * Returns the contributions of the subgrid's items in its own lines, with its extra margins. Ends without items
 * contribute only the subgrid's edges.
 */
function subgridContributions(subgrid: Subgrid, inline: boolean): Contribution[] {
  const inner = contributions(subgrid.structure, inline);
  const count = (inline ? subgrid.columns : subgrid.rows)?.lines.count ?? 0;
  const layers = edgeLayers(subgrid, inline);
  if (inner.length === 0) return [edgesOnly(0, count, layers.start + layers.end)];
  const layered = inner.map((item) =>
    item.moved(item.start, item.end, layerBefore(layers, item.start) + layerAfter(layers, item.end, count)),
  );
  if (!inner.some((item) => item.start === 0)) layered.push(edgesOnly(0, 1, layers.start));
  if (!inner.some((item) => item.end === count)) layered.push(edgesOnly(count - 1, count, layers.end));
  return layered;
}

const edgesOnly = (start: number, end: number, extra: LU): Contribution =>
  new Contribution(start, end, null, true, extra);
