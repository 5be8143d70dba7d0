/**
 * Notes in columns of their area (css-gcpm-3 §2.3 with css-multicol-1): one below the other and from column to column, as low as all of them can be.
 * Where notes stand is found anew with each that comes; whole ones keep their layout.
 */
import { usedMargins } from '../layout/box-edges.ts';
import type { BlockBreakToken } from '../layout/break-token.ts';
import type { LayoutContext } from '../layout/contract.ts';
import type { WritingMode } from '../layout/geometry.ts';
import type { FragmentExtra } from '../layout/fragment.ts';
import { type ColumnBox, decorateColumns } from '../layout/multicol/column-gaps.ts';
import type { ColumnGeometry } from '../layout/multicol/column-geometry.ts';
import { SpaceBuilder } from '../layout/space-builder.ts';
import { type LU, MAX_LU } from '../units.ts';
import type { AddedNote, Body, Note } from './footnote-bodies.ts';
import type { LayoutResult } from '../layout/layout-result.ts';
import { FragmentainerSpace } from '../layout/fragmentainer-space.ts';

/** Columns of one height with as many notes as they hold. */
interface Filled {
  readonly bodies: readonly Body[];
  /** The height of the highest column. */
  readonly size: LU;
  /** How many columns have contents. */
  readonly columns: number;
  /** Where the last note goes on; null: all is there. */
  readonly rest: BlockBreakToken | null;
  /** Nothing of the last note is there. */
  readonly lacksLast: boolean;
  /** What the last note calls. */
  readonly calls: LayoutResult['footnotes'];
}

/** So many heights are tried between that of even columns and what there is room for. */
const MOST_TRIES = 12;

export class FootnoteColumns {
  private readonly context: LayoutContext;
  private readonly mode: WritingMode;
  private readonly geometry: ColumnGeometry;
  /** LU; what percentages of block sizes refer to. */
  private readonly pageBlock: LU;
  private readonly notes: Note[] = [];
  private filled: Filled | null = null;

  constructor(context: LayoutContext, mode: WritingMode, geometry: ColumnGeometry, pageBlock: LU) {
    this.context = context;
    this.mode = mode;
    this.geometry = geometry;
    this.pageBlock = pageBlock;
  }

  get bodies(): readonly Body[] {
    return this.filled?.bodies ?? [];
  }

  get size(): LU {
    return this.filled?.size ?? 0;
  }

  /** The rules between the columns in the area's fragment, whose content begins at `blockStart`; null: there are none. */
  decorations(area: ColumnBox, blockStart: LU, blockSize: LU): FragmentExtra | null {
    const { filled, geometry, context } = this;
    if (filled === null) return null;
    const { size, columns } = filled;
    const row = { start: blockStart, end: blockStart + size, columns, startsGroup: true };
    return decorateColumns(area, geometry, [row], blockSize, context.budget);
  }

  /** As FootnoteArea.add; `room` without the area's edges. */
  add(note: Note, room: LU, how: 'whole' | 'part' | 'force'): AddedNote | null {
    const filled = this.lowest(note, room) ?? (how === 'whole' ? null : this.fill(note, Math.max(1, room)));
    if (filled === null || filled.lacksLast) return null;
    if (how !== 'force' && filled.size > room) return null;
    this.notes.push(note);
    this.filled = filled;
    return { rest: filled.rest, calls: filled.calls };
  }

  /** The lowest columns that hold all notes with this one; null: there is no room for them. */
  private lowest(note: Note, room: LU): Filled | null {
    const all = [...this.notes, note];
    const sum = all.reduce(
      (total, { box, token }) => total + this.layout(box, token, null).fragment.blockSize(this.mode),
      0,
    );
    const even = Math.max(1, Math.ceil(sum / this.geometry.count));
    for (let i = 0; i <= MOST_TRIES && even <= room; i++) {
      const height = even + Math.floor(((room - even) * i * i) / (MOST_TRIES * MOST_TRIES));
      const filled = this.fill(note, height);
      if (filled.rest === null && !filled.lacksLast && filled.size <= height) return filled;
    }
    return null;
  }

  private fill(last: Note, height: LU): Filled {
    const { geometry, mode } = this;
    const bodies: Body[] = [];
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
        const { fragment, breakToken, footnotes } = this.layoutIn(note, token, height - start);
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

  /** The whole of a note, or as much of it as there is room for. */
  private layoutIn({ box }: Note, token: BlockBreakToken | null, left: LU): LayoutResult {
    const whole = this.layout(box, token, null);
    return whole.fragment.blockSize(this.mode) <= left ? whole : this.layout(box, token, Math.max(1, left));
  }

  private layout(box: Note['box'], token: BlockBreakToken | null, left: LU | null): LayoutResult {
    const { context, mode, geometry, pageBlock } = this;
    context.budget.tick();
    const column =
      left === null ? FragmentainerSpace.column(MAX_LU >> 1, false) : FragmentainerSpace.column(left, false, true);
    const space = new SpaceBuilder(context, mode, box)
      .available(geometry.width)
      .percentages(geometry.width, pageBlock)
      .fragmentainer(column)
      .build();
    return context.layout(box, space, token);
  }
}
