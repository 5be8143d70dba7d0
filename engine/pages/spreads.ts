/** Measures facing pages for floats that are split between them (`float-reference: -pagewright-spread`). */
import type { Spread } from '../layout/insertions/insertion.ts';
import type { LU } from '../units.ts';
import { flowRoom, flowMargins, type PageGeometry } from './page-geometry.ts';

/** The inline size of a page's area, and the distance from the area to the middle of the spread. */
interface Half {
  readonly area: LU;
  readonly toMiddle: LU;
}

/** A spread as seen from one of its pages, which is `half`. */
export interface PlacedSpread extends Spread {
  readonly half: Half;
}

export function halfOf(geometry: PageGeometry, isLeft: boolean, scale: number): Half {
  const { left, right } = flowMargins(geometry, scale);
  return { area: flowRoom(geometry, scale).width, toMiddle: isLeft ? right : left };
}

export const firstPageOf = (half: Half, facing: Half): PlacedSpread => ({
  inline: half.area + half.toMiddle + facing.toMiddle + facing.area,
  start: 0,
  half,
});

/** `first` is the spread of the page before; null: the document begins with a second page, which shows no floats. */
export function secondPageOf(half: Half, first: PlacedSpread | null): PlacedSpread {
  if (first === null) return { inline: half.area, start: 1 + half.toMiddle, half };
  return { inline: first.inline, start: first.half.area + first.half.toMiddle + half.toMiddle, half };
}
