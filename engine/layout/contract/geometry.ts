import type { LU } from '../../units.ts';

/** Physical sides in LU. */
export interface Sides {
  readonly top: LU;
  readonly right: LU;
  readonly bottom: LU;
  readonly left: LU;
}

export const ZERO_SIDES: Sides = { top: 0, right: 0, bottom: 0, left: 0 };

/** A physical rectangle in LU. */
export interface Rect {
  readonly x: LU;
  readonly y: LU;
  readonly width: LU;
  readonly height: LU;
}

/** A physical size in LU. */
interface Size {
  readonly width: LU;
  readonly height: LU;
}

/** Flow-relative sides in LU. */
export interface LogicalSides {
  readonly inlineStart: LU;
  readonly inlineEnd: LU;
  readonly blockStart: LU;
  readonly blockEnd: LU;
}

/** A writing mode with its direction: maps logical axes to physical ones (css-writing-modes-4 §6). */
export class WritingMode {
  readonly vertical: boolean;
  /** Whether the block axis runs right to left (vertical-rl, sideways-rl). */
  readonly blockReversed: boolean;
  /** Whether the inline axis runs towards the physical left or top. */
  readonly inlineReversed: boolean;
  /** Whether line-over is on the left (sideways-lr). */
  readonly sidewaysLr: boolean;

  private constructor(vertical: boolean, blockReversed: boolean, inlineReversed: boolean, sidewaysLr: boolean) {
    this.vertical = vertical;
    this.blockReversed = blockReversed;
    this.inlineReversed = inlineReversed;
    this.sidewaysLr = sidewaysLr;
  }

  static readonly HORIZONTAL_LTR = new WritingMode(false, false, false, false);
  private static readonly all = new Map<string, WritingMode>([['horizontal-tb ltr', WritingMode.HORIZONTAL_LTR]]);

  /** Returns the writing mode. Instances are interned and can be compared by reference. */
  static of(keyword: string, direction: 'ltr' | 'rtl'): WritingMode {
    const key = `${keyword} ${direction}`;
    let mode = WritingMode.all.get(key);
    if (!mode) {
      const lr = keyword === 'sideways-lr';
      mode = new WritingMode(
        keyword !== 'horizontal-tb',
        keyword === 'vertical-rl' || keyword === 'sideways-rl',
        (direction === 'rtl') !== lr,
        lr,
      );
      WritingMode.all.set(key, mode);
    }
    return mode;
  }

  /** Whether both have parallel inline axes. Otherwise one is an orthogonal flow in the other. */
  isParallelTo(other: WritingMode): boolean {
    return this.vertical === other.vertical;
  }

  toPhysicalSides({ inlineStart, inlineEnd, blockStart, blockEnd }: LogicalSides): Sides {
    const inlineA = this.inlineReversed ? inlineEnd : inlineStart;
    const inlineB = this.inlineReversed ? inlineStart : inlineEnd;
    if (!this.vertical) return { top: blockStart, right: inlineB, bottom: blockEnd, left: inlineA };
    const left = this.blockReversed ? blockEnd : blockStart;
    const right = this.blockReversed ? blockStart : blockEnd;
    return { top: inlineA, right, bottom: inlineB, left };
  }

  toLogicalSides({ top, right, bottom, left }: Sides): LogicalSides {
    const inlineA = this.inlineOf(left, top);
    const inlineB = this.inlineOf(right, bottom);
    const blockA = this.blockOf(left, top);
    const blockB = this.blockOf(right, bottom);
    return {
      inlineStart: this.inlineReversed ? inlineB : inlineA,
      inlineEnd: this.inlineReversed ? inlineA : inlineB,
      blockStart: this.blockReversed ? blockB : blockA,
      blockEnd: this.blockReversed ? blockA : blockB,
    };
  }

  /** Returns the inline one of two physical values, for example of a width and a height. */
  inlineOf<T>(x: T, y: T): T {
    return this.vertical ? y : x;
  }

  blockOf<T>(x: T, y: T): T {
    return this.vertical ? x : y;
  }

  /** Returns the horizontal one of two logical values. */
  xOf<T>(inline: T, block: T): T {
    return this.vertical ? block : inline;
  }

  yOf<T>(inline: T, block: T): T {
    return this.vertical ? inline : block;
  }

  /** Returns the block offset of a child from the physical position of its top left corner. */
  blockOffset(x: LU, y: LU, child: Pick<Size, 'width'>, container: Pick<Size, 'width'>): LU {
    if (!this.vertical) return y;
    return this.blockReversed ? container.width - x - child.width : x;
  }

  /**
   * Returns the physical x of a child's top left corner from its logical offset and the physical sizes of child and
   * container.
   */
  physicalX(inlineOffset: LU, blockOffset: LU, childWidth: LU, containerWidth: LU): LU {
    if (this.vertical) return this.blockReversed ? containerWidth - blockOffset - childWidth : blockOffset;
    return this.inlineReversed ? containerWidth - inlineOffset - childWidth : inlineOffset;
  }

  physicalY(inlineOffset: LU, blockOffset: LU, childHeight: LU, containerHeight: LU): LU {
    if (!this.vertical) return blockOffset;
    return this.inlineReversed ? containerHeight - inlineOffset - childHeight : inlineOffset;
  }
}

/** Returns the padding box of a fragment whose border box is at `x`, `y`. */
export function paddingBox(fragment: Size & { readonly border: Sides }, x: LU, y: LU): Rect {
  const { border, width, height } = fragment;
  return {
    x: x + border.left,
    y: y + border.top,
    width: width - border.left - border.right,
    height: height - border.top - border.bottom,
  };
}

/** A rectangle with border and padding inside its edges. */
interface Edged extends Size {
  readonly border: Sides;
  readonly padding: Sides;
}

export const contentWidth = ({ width, border, padding }: Edged): LU =>
  width - border.left - border.right - padding.left - padding.right;

export const contentHeight = ({ height, border, padding }: Edged): LU =>
  height - border.top - border.bottom - padding.top - padding.bottom;
