/** What the items of a grid contribute to the tracks of one axis, those of its subgrids among them (css-grid-2 §9.2). */
import type { LU } from '../../units.ts';
import type { GridItem } from './grid-item.ts';
import type { GridStructure, Subgrid } from './grid-structure.ts';
import { edgeLayers, layerAfter, layerBefore, rangeInParent, sharedAxis } from './subgrid.ts';
import type { TrackItem } from './track-sizing.ts';

/** An item along one axis of its own container, or nothing but the edges of a subgrid (null), with the room that subgrids around it add. */
interface Member {
  readonly item: GridItem | null;
  readonly inline: boolean;
  readonly extra: LU;
}

/** The largest of some members is what counts in tracks `[start, end)`. */
class Contribution implements TrackItem {
  readonly start: number;
  readonly end: number;
  readonly members: readonly Member[];

  constructor(start: number, end: number, members: readonly Member[]) {
    this.start = start;
    this.end = end;
    this.members = members;
  }

  minContentContribution(): LU {
    return this.largest((item, inline) => (inline ? item.minContentInline() : item.contentBlock()));
  }

  maxContentContribution(): LU {
    return this.largest((item, inline) => (inline ? item.maxContentInline() : item.contentBlock()));
  }

  minimumContribution(limit: LU, spansAutoMin: boolean, spansFlexible: boolean): LU {
    return this.largest((item, inline, extra) => {
      const left = limit < 0 ? limit : Math.max(0, limit - extra);
      return inline
        ? item.minimumInline(left, spansAutoMin, spansFlexible)
        : item.minimumBlock(left, spansAutoMin, spansFlexible);
    });
  }

  private largest(of: (item: GridItem, inline: boolean, extra: LU) => LU): LU {
    let most = 0;
    for (const { item, inline, extra } of this.members)
      most = Math.max(most, extra + (item === null ? 0 : of(item, inline, extra)));
    return most;
  }

  /** The same in other tracks, with more around it. */
  moved(start: number, end: number, extra: LU): Contribution {
    const members =
      extra === 0 ? this.members : this.members.map((member) => ({ ...member, extra: member.extra + extra }));
    return new Contribution(start, end, members);
  }
}

/** What is to be fitted into the columns (`inline`) or rows of a grid. */
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
      all.push(new Contribution(range.start, range.end, [{ item, inline, extra: 0 }]));
      continue;
    }
    const layers = edgeLayers(subgrid, shared.inline);
    all.push(new Contribution(range.start, range.end, [{ item: null, inline, extra: layers.start + layers.end }]));
    for (const inner of subgridContributions(subgrid, shared.inline)) {
      const { start, end } = rangeInParent(shared.axis, inner);
      all.push(inner.moved(start, end, 0));
    }
  }
  return all;
}

/** The subgrid's items in its own lines, with the layers that it adds to them, and the placeholders at its edges. */
function subgridContributions(subgrid: Subgrid, inline: boolean): Contribution[] {
  const inner = contributions(subgrid.structure, inline);
  if (inner.length === 0) return inner;
  const count = (inline ? subgrid.columns : subgrid.rows)?.lines.count ?? 0;
  const layers = edgeLayers(subgrid, inline);
  const layered = inner.map((item) =>
    item.moved(item.start, item.end, layerBefore(layers, item.start) + layerAfter(layers, item.end, count)),
  );
  let first = count;
  let last = 0;
  for (const { start, end } of inner) {
    first = Math.min(first, start);
    last = Math.max(last, end);
  }
  if (first === 0 && last === count) return layered;
  const placeholders = new Map<string, { start: number; end: number; members: Member[] }>();
  for (const item of inner) {
    const start = item.start === first ? 0 : item.start;
    const end = item.end === last ? count : item.end;
    if (start === item.start && end === item.end) continue;
    const { members } = item.moved(start, end, layerBefore(layers, start) + layerAfter(layers, end, count));
    const known = placeholders.get(`${start} ${end}`);
    if (known === undefined) placeholders.set(`${start} ${end}`, { start, end, members: [...members] });
    else known.members.push(...members);
  }
  for (const { start, end, members } of placeholders.values()) layered.push(new Contribution(start, end, members));
  return layered;
}
