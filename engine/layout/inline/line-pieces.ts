/** The pieces of one line in logical order, as parallel arrays that every line of a paragraph uses again. */
import type { ShapedRun } from '../../text/paragraph.ts';
import type { LU } from '../../units.ts';
import type { AtomicInline } from './atomic-inline.ts';
import type { LineBox } from './line-box.ts';

export const PieceKind = {
  Text: 1,
  Atomic: 2,
  /** Stands for an inline box without contents. */
  Empty: 3,
  /** Marks the static position of an absolutely positioned box. */
  OutOfFlow: 4,
} as const;

export class LinePieces {
  count = 0;
  readonly kind: number[] = [];
  readonly item: number[] = [];
  readonly width: LU[] = [];
  readonly level: number[] = [];
  readonly lineBox: LineBox[] = [];
  readonly run: (ShapedRun | null)[] = [];
  readonly atomic: (AtomicInline | null)[] = [];
  /** Atomics: their baseline below the root's. */
  readonly shift: LU[] = [];
  /** Text: CSS px added after each space, or each cluster. */
  readonly justification: number[] = [];
  /** Text: what a reader should extract instead; null: the run's own text. */
  readonly replacement: (string | null)[] = [];
  /** Visual order. */
  readonly order: number[] = [];

  clear(): void {
    this.count = 0;
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
    const n = this.count++;
    this.kind[n] = kind;
    this.item[n] = item;
    this.width[n] = width;
    this.level[n] = level;
    this.lineBox[n] = lineBox;
    this.run[n] = run;
    this.atomic[n] = atomic;
    this.shift[n] = 0;
    this.justification[n] = 0;
    this.replacement[n] = null;
    return n;
  }

  /** UAX #9 L2: fills `order`; every run of levels at or above each odd one is turned around. */
  reorder(): void {
    const { level, order, count } = this;
    order.length = count;
    let highest = 0;
    let lowestOdd = 255;
    for (let i = 0; i < count; i++) {
      order[i] = i;
      if (level[i] > highest) highest = level[i];
      if ((level[i] & 1) === 1 && level[i] < lowestOdd) lowestOdd = level[i];
    }
    for (let l = highest; l >= lowestOdd; l--) {
      for (let i = 0; i < count; i++) {
        if (level[order[i]] < l) continue;
        let end = i + 1;
        while (end < count && level[order[end]] >= l) end++;
        for (let a = i, b = end - 1; a < b; a++, b--) {
          const swap = order[a];
          order[a] = order[b];
          order[b] = swap;
        }
        i = end;
      }
    }
  }
}
