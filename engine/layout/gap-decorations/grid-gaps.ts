/**
 * Gaps between tracks in two directions: those of grids, and those of columns in several rows (css-gaps-1 §2.2,
 * "pairing gap intersection points into segments"). A gap is a chain of steps, one for each track it passes.
 * Consecutive visible steps without interruption form a segment.
 */
import type { Budget } from '../../budget.ts';
import type { RuleBreak, RuleVisibility } from '../../css/computed-style.ts';
import type { LU } from '../../units.ts';
import { type GapDecorations, gapEdge, type GapEnd } from './gap-rules.ts';

/** The tracks of one direction in the fragment, in LU from the start corner of its border box. */
export interface GapTracks {
  readonly starts: readonly LU[];
  readonly ends: readonly LU[];
  /** Index of the first one among all tracks, and their total number. */
  readonly first: number;
  readonly total: number;
}

/** A half-open range of the fragment's tracks. */
export interface TrackRange {
  readonly start: number;
  readonly end: number;
}

interface GapArea {
  readonly columns: TrackRange;
  readonly rows: TrackRange;
}

/** The meaning of `normal` in the formatting context. */
interface GapDefaults {
  readonly visibility: RuleVisibility;
  readonly columnBreak: RuleBreak;
}

/** Adds the segments of all gaps between columns and between rows. */
export function decorateGrid(
  decorations: GapDecorations,
  columns: GapTracks,
  rows: GapTracks,
  areas: readonly GapArea[],
  defaults: GapDefaults,
  budget: Budget,
): void {
  const settings = (isColumn: boolean): Settings => {
    const { break: given, visibility } = decorations.axis(isColumn);
    return {
      break: given === 'normal' && isColumn ? defaults.columnBreak : given,
      visibility: visibility === 'normal' ? defaults.visibility : visibility,
    };
  };
  const [ofColumns, ofRows] = [settings(true), settings(false)];
  const flipped = areas.map((area): Placed => ({ across: area.rows, along: area.columns }));
  const straight = areas.map((area): Placed => ({ across: area.columns, along: area.rows }));
  new GapWalk(decorations, true, columns, rows, straight, ofColumns, ofRows, budget).run();
  new GapWalk(decorations, false, rows, columns, flipped, ofRows, ofColumns, budget).run();
}

interface Settings {
  readonly break: RuleBreak;
  readonly visibility: RuleVisibility;
}

/** An item's tracks on both sides of the gaps, and along them. */
interface Placed {
  readonly across: TrackRange;
  readonly along: TrackRange;
}

/** The occupied steps of one track next to a gap. */
interface Lane {
  readonly occupied: Uint8Array;
  /** Whether an item continues from the step into the next, across the crossing gap. */
  readonly continues: Uint8Array;
}

/** All gaps of one direction. `across` are the tracks they separate, `along` the tracks they pass. */
class GapWalk {
  private readonly decorations: GapDecorations;
  private readonly isColumn: boolean;
  private readonly across: GapTracks;
  private readonly along: GapTracks;
  private readonly own: Settings;
  private readonly crossing: Settings;
  private readonly budget: Budget;
  private readonly byTrack: Placed[][];

  constructor(
    decorations: GapDecorations,
    isColumn: boolean,
    across: GapTracks,
    along: GapTracks,
    items: readonly Placed[],
    own: Settings,
    crossing: Settings,
    budget: Budget,
  ) {
    this.decorations = decorations;
    this.isColumn = isColumn;
    this.across = across;
    this.along = along;
    this.own = own;
    this.crossing = crossing;
    this.budget = budget;
    this.byTrack = across.starts.map(() => []);
    for (const item of items) {
      for (let t = Math.max(0, item.across.start); t < Math.min(item.across.end, this.byTrack.length); t++) {
        budget.tick();
        this.byTrack[t]!.push(item);
      }
    }
  }

  run(): void {
    if (this.along.starts.length === 0 || this.across.starts.length === 0) return;
    let before = this.lane(0);
    for (let t = 1; t < this.across.starts.length; t++) {
      this.budget.tick();
      const after = this.lane(t);
      this.decorate(t - 1, before, after);
      before = after;
    }
  }

  private lane(track: number): Lane {
    const steps = this.along.starts.length;
    const lane: Lane = { occupied: new Uint8Array(steps), continues: new Uint8Array(steps) };
    for (const { along } of this.byTrack[track]!) {
      const start = Math.max(0, along.start);
      lane.occupied.fill(1, start, Math.max(start, along.end));
      lane.continues.fill(1, start, Math.max(start, along.end - 1));
    }
    return lane;
  }

  /** Decorates the gap between a track and the next one. */
  private decorate(track: number, before: Lane, after: Lane): void {
    const { across, along, isColumn } = this;
    const gap = {
      isColumn,
      number: across.first + track,
      count: across.total - 1,
      middle: (across.ends[track]! + across.starts[track + 1]! + 1) >> 1,
    };
    const shown = this.shownSteps(track, before, after);
    const last = along.starts.length - 1;
    for (let from = 0; from <= last; from++) {
      if (shown[from] === 0) continue;
      let to = from;
      while (to < last && shown[to + 1] === 1 && !this.isInterrupted(to, before, after)) to++;
      const start = from === 0 ? gapEdge(along.starts[0]!) : this.end(from - 1, from, shown, before, after);
      const end = to === last ? gapEdge(along.ends[last]!) : this.end(to, to, shown, before, after);
      this.decorations.add(gap, start, end);
      from = to;
    }
  }

  /** Returns 1 for every step where the gap is visible. */
  private shownSteps(track: number, before: Lane, after: Lane): Uint8Array {
    const shown = new Uint8Array(this.along.starts.length);
    for (let s = 0; s < shown.length; s++)
      shown[s] = isVisible(this.own.visibility, before.occupied[s]!, after.occupied[s]!) ? 1 : 0;
    if (this.own.break === 'none') return shown;
    // Items that span the gap interrupt it.
    for (const item of this.byTrack[track]!)
      if (item.across.end > track + 1) shown.fill(0, Math.max(0, item.along.start), Math.max(0, item.along.end));
    return shown;
  }

  /**
   * Whether a crossing gap interrupts the decoration after a step. It doesn't if items on both sides cover the
   * crossing.
   */
  private isInterrupted(step: number, before: Lane, after: Lane): boolean {
    return this.own.break === 'intersection' && (before.continues[step] === 0 || after.continues[step] === 0);
  }

  /** Returns the end of a segment at the crossing gap after `step`. `at` is the segment's step on that side. */
  private end(step: number, at: number, shown: Uint8Array, before: Lane, after: Lane): GapEnd {
    const { along } = this;
    const isStart = at > step;
    const beyond = isStart ? step : step + 1;
    const crosses = [before, after].some(
      (lane) =>
        (this.crossing.break === 'none' || lane.continues[step] === 0) &&
        isVisible(this.crossing.visibility, lane.occupied[step]!, lane.occupied[step + 1]!),
    );
    return {
      at: isStart ? along.starts[at]! : along.ends[at]!,
      crossing: along.starts[step + 1]! - along.ends[step]!,
      crossingRule: this.decorations.widthOf(!this.isColumn, along.first + step, along.total - 1),
      isJunction: crosses || shown[beyond] === 1,
    };
  }
}

/** Whether a step between two areas is visible (§2.4). */
function isVisible(visibility: RuleVisibility, before: number, after: number): boolean {
  switch (visibility) {
    case 'around':
      return before + after > 0;
    case 'between':
      return before + after === 2;
    default:
      return true;
  }
}
