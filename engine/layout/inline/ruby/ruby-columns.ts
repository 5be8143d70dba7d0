/**
 * The ruby columns of an inline content (css-ruby-1 §3): the items each spans, and its annotations, which are measured
 * separately from the line.
 *
 * A column that doesn't fit is broken at an opportunity of its base, provided its annotations can break too (§3.4).
 * Each annotation breaks at the opportunity closest to the same proportion.
 */
import type { Box, RubyData } from '../../../boxes/box.ts';
import type { ComputedStyle } from '../../../css/computed-style.ts';
import { InlineItemKind } from '../../../text/inline-content.ts';
import type { LU } from '../../../units.ts';
import type { PreparedContent } from '../prepared-content.ts';
import type { Extent } from './em-box.ts';

/** A position in an annotation, at `width` from its start. */
export interface AnnotationPlace {
  readonly item: number;
  readonly offset: number;
  readonly width: LU;
}

const START: AnnotationPlace = { item: 0, offset: 0, width: 0 };

export class RubyAnnotation {
  readonly box: Box;
  /** Level from the base, including rubies inside the base. */
  readonly level: number;
  readonly isOver: boolean;
  /** Inline size of its margin box, unbroken. */
  readonly size: LU;
  /** Null if it is empty. */
  readonly prepared: PreparedContent | null;
  /** Sorted by width. Places of equal width keep their order. */
  private readonly places: readonly AnnotationPlace[];
  /** The em boxes of its text, once they are known. */
  textExtent: Extent | null = null;
  private readonly end: AnnotationPlace;

  /** `places` holds its break opportunities. */
  constructor(
    box: Box,
    level: number,
    size: LU,
    prepared: PreparedContent | null,
    places: readonly AnnotationPlace[],
    end: AnnotationPlace,
  ) {
    this.box = box;
    this.level = level;
    this.isOver = standsOver(box);
    this.size = size;
    this.prepared = prepared;
    this.places = places.toSorted((a, b) => a.width - b.width);
    this.end = end;
  }

  get canBreak(): boolean {
    return this.places.length > 0;
  }

  /** Returns where the annotation breaks if `share` of the base precedes the break. */
  placeAt(share: number): AnnotationPlace {
    if (share <= 0) return START;
    if (share >= 1 || !this.canBreak) return this.end;
    const { places } = this;
    const width = share * this.end.width;
    const above = this.firstFrom(width);
    if (above === 0) return places[0]!;
    const below = places[above - 1]!.width;
    const isAboveNearer = above < places.length && places[above]!.width - width < width - below;
    return places[isAboveNearer ? above : this.firstFrom(below)]!;
  }

  /** Returns the index of the first place that is at least this wide, or the number of places. */
  private firstFrom(width: number): number {
    const { places } = this;
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[middle]!.width < width) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the inline size of the margin box of the part between two places. */
  partSize(from: AnnotationPlace, to: AnnotationPlace): LU {
    return this.isWhole(from, to) ? this.size : to.width - from.width;
  }

  isWhole(from: AnnotationPlace, to: AnnotationPlace): boolean {
    return from === START && to === this.end;
  }
}

/** Whether the annotation goes over the base. `alternate` switches sides at every level (§4.1). */
function standsOver(box: Box): boolean {
  const position = box.style.text.rubyPosition;
  const first = !position.includes('under');
  const isOdd = ((box.data as RubyData).level & 1) === 1;
  return position.includes('alternate') && isOdd ? !first : first;
}

export class RubyColumn {
  readonly style: ComputedStyle;
  readonly open: number;
  readonly close: number;
  readonly annotations: readonly RubyAnnotation[];
  private readonly prepared: PreparedContent;

  constructor(prepared: PreparedContent, open: number, close: number, annotations: readonly RubyAnnotation[]) {
    this.prepared = prepared;
    this.open = open;
    this.close = close;
    this.annotations = annotations;
    this.style = prepared.styleOf(prepared.items[open]!.box);
  }

  /** Start of the base's text. */
  get start(): number {
    return this.prepared.items[this.open]!.start;
  }

  get end(): number {
    return this.prepared.items[this.close]!.start;
  }

  /** Returns the share of the base's text before a text offset, from 0 to 1. */
  shareBefore(offset: number): number {
    const { x } = this.prepared;
    const { start, end } = this;
    if (offset <= start) return 0;
    if (offset >= end) return 1;
    const whole = x[end]! - x[start]!;
    return whole > 0 ? (x[offset]! - x[start]!) / whole : 0;
  }

  /** Whether the column can be broken at a text offset in its base. */
  canBreakAt(offset: number): boolean {
    if (offset <= this.start || offset >= this.end) return false;
    return this.annotations.every((annotation) => annotation.canBreak);
  }

  /** Returns the largest size that an annotation needs for the base's text `[from, to)`. */
  annotationSize(from: number, to: number): LU {
    // An empty base ends where it starts.
    const [before, after] = [this.shareBefore(from), to >= this.end ? 1 : this.shareBefore(to)];
    let size: LU = 0;
    for (const annotation of this.annotations) {
      size = Math.max(size, annotation.partSize(annotation.placeAt(before), annotation.placeAt(after)));
    }
    return size;
  }

  /** Returns the font size of the annotation with the given size. */
  widestFontSize(size: LU): number {
    const widest = this.annotations.find((annotation) => annotation.size === size);
    return widest === undefined ? 0 : widest.box.style.font.fontSize;
  }
}

export class RubyColumns {
  private readonly byOpen = new Map<number, RubyColumn>();

  add(column: RubyColumn): void {
    this.byOpen.set(column.open, column);
  }

  at(open: number): RubyColumn | undefined {
    return this.byOpen.get(open);
  }

  /** Returns the columns around an item, outermost first. */
  around(prepared: PreparedContent, item: number): RubyColumn[] {
    const found: RubyColumn[] = [];
    if (item >= prepared.items.length) return found;
    let open =
      prepared.items[item]!.kind === InlineItemKind.Close ? prepared.partner[item]! : prepared.enclosing[item]!;
    for (; open >= 0; open = prepared.enclosing[open]!) {
      const column = this.byOpen.get(open);
      if (column !== undefined) found.push(column);
    }
    return found.reverse();
  }
}
