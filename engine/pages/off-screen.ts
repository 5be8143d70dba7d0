/**
 * Fixed boxes that a screen doesn't show, such as menus that slide in from a side. The viewport is the page area, and
 * content outside it can be seen only because paper has margins.
 */
import type { Fragment } from '../layout/contract/fragment.ts';
import { LU_PER_PX, luFromPx } from '../units.ts';
import { bleedOf } from './finish-page.ts';
import type { PlacedFragment } from './page.ts';
import type { Draft } from './page-flow.ts';
import { transformedOverflow } from './transformed-overflow.ts';

/** Where a fixed box is. Boxes that are `off screen` aren't painted. */
type PlaceAroundSheet = 'shown' | 'off screen' | 'outside' | 'far outside';

/**
 * Returns where a fixed box is: `outside` the sheet and its bleed, or `far outside`, by more than the sheet's size. A
 * box is `off screen` if it has text, is outside the page area, and more than half of it is beyond the sheet. Bands and
 * ornaments in the margins have no text or are mostly on the sheet.
 */
export function placeAroundSheet(placed: PlacedFragment, { geometry, scale, style }: Draft): PlaceAroundSheet {
  const bounds = transformedOverflow(placed.fragment);
  if (bounds === null) return 'shown';
  const { area } = geometry;
  const bleed = luFromPx(bleedOf(style));
  const along = (at: number, from: number, to: number, areaStart: number, areaSize: number, sheet: number): Along => {
    const start = areaStart + (at + from * LU_PER_PX) * scale;
    const end = areaStart + (at + to * LU_PER_PX) * scale;
    const shown = Math.max(0, Math.min(end, sheet + bleed) - Math.max(start, -bleed));
    return {
      beyond: Math.max(-end, start - sheet) - bleed,
      shown: shown / (end - start),
      isBesideArea: end <= areaStart || start >= areaStart + areaSize,
      sheet,
    };
  };
  const { x, y } = placed;
  const across = along(x, bounds.left, bounds.right, area.x, area.width, luFromPx(geometry.width));
  const down = along(y, bounds.top, bounds.bottom, area.y, area.height, luFromPx(geometry.height));
  if (across.beyond > across.sheet || down.beyond > down.sheet) return 'far outside';
  if (across.beyond >= 0 || down.beyond >= 0) return 'outside';
  if (!across.isBesideArea && !down.isBesideArea) return 'shown';
  return across.shown * down.shown < 0.5 && hasText(placed.fragment) ? 'off screen' : 'shown';
}

/** The extent of a box along an axis of the sheet. */
interface Along {
  /** The distance between the sheet and the box, in LU; negative: the box is at least partly on it. */
  readonly beyond: number;
  /** The share of the box that is on the sheet. */
  readonly shown: number;
  readonly isBesideArea: boolean;
  /** The size of the sheet, in LU. */
  readonly sheet: number;
}

function hasText(fragment: Fragment): boolean {
  return fragment.type === 'text' || fragment.children.some(hasText);
}
