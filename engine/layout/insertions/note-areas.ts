/**
 * The footnote areas of a page (css-gcpm-3 §2.3). Besides the unnamed one, `@page` may define areas with names
 * (`@footnote sources { }`), for notes with this name as `-pagewright-footnote-area`. The areas of one side are stacked
 * in the order of the rules, with the unnamed area first.
 */
import type { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { LU } from '../../units.ts';
import type { BlockSide } from './block-floats.ts';
import type { Area, Insertion, Placed, Taken } from './insertion.ts';
import { NoteArea } from './note-area.ts';

export const NO_AREA_STYLES: ReadonlyMap<string, ComputedStyle> = new Map();

const UNNAMED = '';

export class NoteAreas {
  private readonly unnamed: NoteArea;
  /** By name, in the order from the page's start to its end. */
  private readonly areas: ReadonlyMap<string, NoteArea>;

  /** `styles` are those of the areas that rules mention, by name. */
  constructor(area: Area, styles: ReadonlyMap<string, ComputedStyle>) {
    this.unnamed = new NoteArea(area, styles.get(UNNAMED) ?? null);
    const named = [...styles].filter(([name]) => name !== UNNAMED);
    this.areas = new Map([
      [UNNAMED, this.unnamed],
      ...named.map(([name, style]) => [name, new NoteArea(area, style)] as const),
    ]);
  }

  get isEmpty(): boolean {
    return [...this.areas.values()].every(({ isEmpty }) => isEmpty);
  }

  /** The block size of all areas. */
  get size(): LU {
    let size: LU = 0;
    for (const area of this.areas.values()) size += area.size;
    return size;
  }

  /** Returns how much of a side of the page the areas take. */
  sizeAt(side: BlockSide): LU {
    let size: LU = 0;
    for (const area of this.areas.values()) size += area.sizeAt(side);
    return size;
  }

  /** Returns the name of the area that a note goes to. Notes for areas that the page doesn't have go to the unnamed one. */
  nameFor({ style }: Box): string {
    const name = style.rare.pagewrightFootnoteArea;
    return this.areas.has(name) ? name : UNNAMED;
  }

  /** Returns the maximum block size of all areas when that of a note is filled next to text. */
  maxSizeFor(note: Box): LU {
    const area = this.areaFor(note);
    return area.maxSize + this.size - area.size;
  }

  /** Takes as much of a note as fits if all areas together have the block size `room`; see `NoteArea.take`. */
  take(note: Insertion, room: LU, how: 'whole' | 'part' | 'force'): Taken | null {
    const area = this.areaFor(note.box);
    return area.take(note, room - (this.size - area.size), how);
  }

  private areaFor(note: Box): NoteArea {
    return this.areas.get(this.nameFor(note)) ?? this.unnamed;
  }

  /** Returns everything in the areas, on a page area of block size `block`. */
  placed(block: LU): Placed[] {
    const placed: Placed[] = [];
    let before: LU = 0;
    let after = this.sizeAt('end');
    for (const area of this.areas.values()) {
      after -= area.sizeAt('end');
      const shift = area.sizeAt('start') > 0 ? before : -after;
      for (const note of area.placed(block)) placed.push({ ...note, block: note.block + shift });
      before += area.sizeAt('start');
    }
    return placed;
  }
}
