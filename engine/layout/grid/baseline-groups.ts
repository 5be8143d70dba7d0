/** Which grid items share baselines, and where these lie (css-align-3 §9). */
import type { LU } from '../../units.ts';
import type { LentTracks } from '../constraint-space.ts';
import type { GridItem } from './grid-item.ts';

/** An item with a baseline `distance` LU from the edge at which its group lies, in the lines of the grid that asks. */
export interface Participant {
  readonly item: GridItem;
  /** The item's alignment along its own container's axes. */
  readonly inline: boolean;
  readonly start: number;
  readonly end: number;
  readonly atEnd: boolean;
  readonly distance: LU;
}

/** The baseline-sharing groups of one axis: distances of the shared baselines by the track at whose start (the line at whose end) they lie. */
export class BaselineGroups {
  readonly atStart = new Map<number, LU>();
  readonly atEnd = new Map<number, LU>();
  private readonly members = new Map<GridItem, Participant>();

  add(participant: Participant, isOwn: boolean): void {
    const groups = participant.atEnd ? this.atEnd : this.atStart;
    const key = keyOf(participant);
    groups.set(key, Math.max(groups.get(key) ?? participant.distance, participant.distance));
    if (isOwn) this.members.set(participant.item, participant);
  }

  /** Baselines that a subgrid's parent shares with it. */
  addLent(lent: LentTracks): void {
    for (const [t, distance] of lent.firstBaselines) this.atStart.set(t, distance);
    for (const [t, distance] of lent.lastBaselines) this.atEnd.set(t + 1, distance);
  }

  has(item: GridItem): boolean {
    return this.members.has(item);
  }

  /** Room that the group leaves on the outer side of an item. */
  shim(participant: Participant): LU {
    const groups = participant.atEnd ? this.atEnd : this.atStart;
    return Math.max(0, (groups.get(keyOf(participant)) ?? 0) - participant.distance);
  }

  /** From the area's start to the margin box of an item whose margin box is `outer` long. */
  offset(item: GridItem, area: LU, outer: LU): LU {
    const participant = this.members.get(item);
    if (participant === undefined) return 0;
    const shim = this.shim(participant);
    return participant.atEnd ? area - outer - shim : shim;
  }
}

const keyOf = (participant: Participant): number => (participant.atEnd ? participant.end : participant.start);
