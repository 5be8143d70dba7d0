/** The background at any point of a page: the opaque areas painted so far, in painting order. */
import { addTo } from '../grouped.ts';
import type { Budget } from '../budget.ts';
import { Color } from '../css/color.ts';
import { grown, intersect, overlap, type Rect } from './rects.ts';

/** A painted area. `color` is null for pictures, gradients and shapes that aren't rectangles. */
interface Cover extends Rect {
  readonly color: Color | null;
  /** The sum of process inks there, 0 to 4; null if it is unknown. */
  readonly ink: number | null;
}

/** The height of the bands that index areas, in CSS px. */
const BAND = 64;
/** Areas in more bands than this are kept in one list. */
const MAX_BANDS = 16;

const PAPER: Pick<Cover, 'color' | 'ink'> = { color: Color.WHITE, ink: 0 };

/** Edges this close count as equal, in CSS px. */
const NEAR = 1 / 64;

export class Covers {
  private readonly budget: Budget;
  private readonly bands = new Map<number, number[]>();
  private readonly tall: number[] = [];
  private readonly covers: Cover[] = [];

  constructor(budget: Budget) {
    this.budget = budget;
  }

  add(bounds: Rect, color: Color | null, ink: number | null): void {
    const index = this.covers.length;
    this.covers.push({ ...bounds, color, ink });
    const first = Math.floor(bounds.y / BAND);
    const last = Math.floor((bounds.y + bounds.height) / BAND);
    if (!(last - first < MAX_BANDS)) {
      this.tall.push(index);
      return;
    }
    for (let band = first; band <= last; band++) {
      addTo(this.bands, band, index);
    }
  }

  /** Returns the topmost area at a point, or paper if nothing covers it. */
  at(x: number, y: number): Pick<Cover, 'color' | 'ink'> {
    const banded = this.topmost(this.bands.get(Math.floor(y / BAND)) ?? [], x, y);
    const tall = this.topmost(this.tall, x, y);
    const top = Math.max(banded, tall);
    return top < 0 ? PAPER : this.covers[top]!;
  }

  /** Returns the one color that is below an area, or null if it is unknown. `paper`: the color below everything. */
  under(area: Rect, paper: Color): Color | null {
    const inside = grown(area, -2 * NEAR);
    const first = Math.floor(area.y / BAND);
    const last = Math.floor((area.y + area.height) / BAND);
    const isTall = !(last - first < MAX_BANDS);
    let top = this.topmostIn(isTall ? [...this.covers.keys()] : this.tall, inside);
    for (let band = first; !isTall && band <= last; band++)
      top = Math.max(top, this.topmostIn(this.bands.get(band) ?? [], inside));
    if (top < 0) return paper;
    const cover = this.covers[top]!;
    const shared = intersect(cover, inside);
    const isWhole = shared.width >= inside.width - NEAR && shared.height >= inside.height - NEAR;
    return isWhole ? cover.color : null;
  }

  private topmostIn(list: readonly number[], area: Rect): number {
    for (let i = list.length - 1; i >= 0; i--) {
      this.budget.tick();
      if (overlap(this.covers[list[i]!]!, area)) return list[i]!;
    }
    return -1;
  }

  private topmost(list: readonly number[], x: number, y: number): number {
    for (let i = list.length - 1; i >= 0; i--) {
      this.budget.tick();
      const cover = this.covers[list[i]!]!;
      if (x >= cover.x && x <= cover.x + cover.width && y >= cover.y && y <= cover.y + cover.height) return list[i]!;
    }
    return -1;
  }
}

/** Returns a color over an opaque one. */
export function over(color: Color, alpha: number, below: Color): Color {
  const mix = (top: number, bottom: number): number => top * alpha + bottom * (1 - alpha);
  return new Color(mix(color.r, below.r), mix(color.g, below.g), mix(color.b, below.b), 1);
}
