/** The pieces of one line in logical order. */
import { NO_ISOLATE } from '../../text/bidi.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import type { LU } from '../../units.ts';
import type { AtomicInline } from './atomic-inline.ts';
import type { LineBox } from './line-box.ts';

export const PieceKind = {
  Text: 1,
  Atomic: 2,
  /** Represents an inline box without contents. */
  Empty: 3,
  /** Marks the static position of an absolutely positioned box. */
  OutOfFlow: 4,
  /** Space next to the base of a ruby column. */
  Gap: 5,
} as const;

export class LinePiece {
  readonly kind: number;
  /**
   * Index of its item. For OutOfFlow, the index in the line's list. For Gap, the preceding text offset, or -1 before a
   * base.
   */
  readonly item: number;
  width: LU;
  readonly level: number;
  /** Lowest bidi level of the isolate boundaries between the previous piece and this one. */
  readonly isolate: number;
  readonly lineBox: LineBox;
  run: ShapedRun | null;
  readonly atomic: AtomicInline | null;
  /** For atomic inlines: distance of the baseline below the root's. */
  shift: LU = 0;
  /** Whether it belongs to a ruby column, which is justified separately. */
  inRuby = false;
  /** For emphasized text: how far the ruby annotations between it and its marks extend from its baseline. */
  annotated: LU = 0;
  /** For text: CSS px added after each space. */
  justification = 0;
  /** For text: the text to extract instead of the run's own, or null. */
  replacement: string | null = null;

  constructor(
    kind: number,
    item: number,
    width: LU,
    level: number,
    lineBox: LineBox,
    run: ShapedRun | null,
    atomic: AtomicInline | null,
    isolate: number,
  ) {
    this.kind = kind;
    this.item = item;
    this.width = width;
    this.level = level;
    this.isolate = isolate;
    this.lineBox = lineBox;
    this.run = run;
    this.atomic = atomic;
  }
}

export class LinePieces {
  readonly list: LinePiece[] = [];
  readonly order: number[] = [];
  private isolate: number = NO_ISOLATE;

  get count(): number {
    return this.list.length;
  }

  clear(): void {
    this.list.length = 0;
    this.isolate = NO_ISOLATE;
  }

  add(
    kind: number,
    item: number,
    width: LU,
    level: number,
    lineBox: LineBox,
    run: ShapedRun | null,
    atomic: AtomicInline | null,
  ): number {
    const { isolate } = this;
    this.isolate = NO_ISOLATE;
    return this.list.push(new LinePiece(kind, item, width, level, lineBox, run, atomic, isolate)) - 1;
  }

  /** Records the start or end of an isolate, given the level of its control character. */
  passIsolate(level: number): void {
    if (level < this.isolate) this.isolate = level;
  }

  /**
   * Fills `order` by reversing every run of levels at or above each odd level (UAX #9 L2). A run ends at the control
   * character of an isolate. Such a boundary hasn't moved when its level is processed, because no run of a higher level
   * spans it.
   */
  reorder(): void {
    const { list, order } = this;
    const count = list.length;
    order.length = count;
    let highest = 0;
    let lowestOdd = 255;
    for (let i = 0; i < count; i++) {
      order[i] = i;
      const { level, isolate } = list[i]!;
      if (level > highest) highest = level;
      if ((level & 1) === 1 && level < lowestOdd) lowestOdd = level;
      // Isolate boundaries between two pieces have a level as well.
      if ((isolate & 1) === 1 && isolate < lowestOdd) lowestOdd = isolate;
    }
    for (let l = highest; l >= lowestOdd; l--) {
      for (let i = 0; i < count; i++) {
        if (list[order[i]!]!.level < l) continue;
        let end = i + 1;
        while (end < count && list[order[end]!]!.level >= l && list[end]!.isolate >= l) end++;
        for (let a = i, b = end - 1; a < b; a++, b--) {
          const swap = order[a]!;
          order[a] = order[b]!;
          order[b] = swap;
        }
        i = end - 1;
      }
    }
  }
}
