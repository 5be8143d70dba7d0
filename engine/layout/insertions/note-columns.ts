/**
 * Places notes in the columns of their area (css-gcpm-3 §2.3 with css-multicol-1): from column to column, with the
 * lowest possible height. Each added note redistributes all of them; complete notes keep their layout.
 */
import type { LU } from '../../units.ts';
import { usedMargins } from '../sizing/box-edges.ts';
import type { BlockBreakToken } from '../contract/break-token.ts';
import type { FragmentExtra } from '../contract/fragment.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import { type ColumnBox, decorateColumns } from '../multicol/column-gaps.ts';
import type { ColumnGeometry } from '../multicol/column-geometry.ts';
import { type Area, type Insertion, layoutInsertion, type Placed, type Taken } from './insertion.ts';

/** Columns of equal height with as many notes as fit. */
interface Filled {
  readonly bodies: readonly Placed[];
  /** The height of the highest column. */
  readonly size: LU;
  /** The number of columns with content. */
  readonly columns: number;
  /** Where the last note continues; null: it is complete. */
  readonly rest: BlockBreakToken | null;
  /** Whether nothing of the last note fits. */
  readonly lacksLast: boolean;
  /** The calls of the last note. */
  readonly calls: LayoutResult['footnotes'];
}

/** The number of heights to try between even columns and the available room. */
const MOST_TRIES = 12;

export class NoteColumns {
  private readonly area: Area;
  private readonly geometry: ColumnGeometry;
  private readonly notes: Insertion[] = [];
  private filled: Filled | null = null;

  constructor(area: Area, geometry: ColumnGeometry) {
    this.area = area;
    this.geometry = geometry;
  }

  get bodies(): readonly Placed[] {
    return this.filled?.bodies ?? [];
  }

  get size(): LU {
    return this.filled?.size ?? 0;
  }

  /**
   * Returns the rules between columns for the area's fragment, whose content starts at `blockStart`. Returns null
   * without rules.
   */
  decorations(area: ColumnBox, blockStart: LU, blockSize: LU): FragmentExtra | null {
    const { filled, geometry } = this;
    if (filled === null) return null;
    const { size, columns } = filled;
    const row = { start: blockStart, end: blockStart + size, columns, startsGroup: true };
    return decorateColumns(area, geometry, [row], blockSize, this.area.context.budget);
  }

  /** Like NoteArea.take; `room` excludes the area's edges. */
  take(note: Insertion, room: LU, how: 'whole' | 'part' | 'force'): Taken | null {
    const filled = this.lowest(note, room) ?? (how === 'whole' ? null : this.fill(note, Math.max(1, room)));
    if (filled === null || filled.lacksLast) return null;
    if (how !== 'force' && filled.size > room) return null;
    this.notes.push(note);
    this.filled = filled;
    return { rest: filled.rest, calls: filled.calls };
  }

  /** Returns the lowest columns that hold all notes including this one, or null if they don't fit. */
  private lowest(note: Insertion, room: LU): Filled | null {
    const all = [...this.notes, note];
    const sum = all.reduce((total, other) => total + this.layout(other, null).fragment.blockSize(this.area.mode), 0);
    const even = Math.max(1, Math.ceil(sum / this.geometry.count));
    for (let i = 0; i <= MOST_TRIES && even <= room; i++) {
      const height = even + Math.floor(((room - even) * i * i) / (MOST_TRIES * MOST_TRIES));
      const filled = this.fill(note, height);
      if (filled.rest === null && !filled.lacksLast && filled.size <= height) return filled;
    }
    return null;
  }

  private fill(last: Insertion, height: LU): Filled {
    const { geometry } = this;
    const { mode } = this.area;
    const bodies: Placed[] = [];
    const calls: LayoutResult['footnotes'][number][] = [];
    let [column, end, endMargin, size] = [0, 0, 0, 0];
    for (const note of [...this.notes, last]) {
      const margins = usedMargins(note.box.style, mode, geometry.width);
      let { token } = note;
      let isBegun = false;
      for (;;) {
        if (column === geometry.count)
          return {
            bodies,
            size,
            columns: column,
            rest: isBegun ? token : null,
            lacksLast: !isBegun || note !== last,
            calls,
          };
        const start = end === 0 ? 0 : end + Math.max(endMargin, token === null ? margins.blockStart : 0);
        const { fragment, breakToken, footnotes } = this.layoutIn({ ...note, token }, height - start);
        const block = fragment.blockSize(mode);
        if (start + block <= height || end === 0) {
          bodies.push({ fragment, inline: geometry.offset(column) + margins.inlineStart, block: start });
          if (note === last) calls.push(...footnotes);
          isBegun = true;
          end = start + block;
          endMargin = margins.blockEnd;
          size = Math.max(size, end);
          token = breakToken;
          if (token === null) break;
        }
        column++;
        end = 0;
      }
    }
    return { bodies, size, columns: column + 1, rest: null, lacksLast: false, calls };
  }

  /** Lays out a whole note, or as much of it as fits. */
  private layoutIn(note: Insertion, left: LU): LayoutResult {
    const whole = this.layout(note, null);
    return whole.fragment.blockSize(this.area.mode) <= left ? whole : this.layout(note, Math.max(1, left));
  }

  private layout(note: Insertion, most: LU | null): LayoutResult {
    this.area.context.budget.tick();
    return layoutInsertion({ ...this.area, inline: this.geometry.width }, note, most);
  }
}
