/** Computes the radii of circles and ellipses given by a keyword (css-shapes-2 §2.1). */

export type RadialExtent = 'closest-side' | 'farthest-side' | 'closest-corner' | 'farthest-corner';

export const RADIAL_EXTENTS: ReadonlySet<RadialExtent> = new Set([
  'closest-side',
  'farthest-side',
  'closest-corner',
  'farthest-corner',
] as const);

/** Distances from a center to the four sides of the reference box. */
interface SideDistances {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const distancesIn = (
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  x: number,
  y: number,
): SideDistances => ({
  left: Math.abs(x - box.x),
  right: Math.abs(box.x + box.width - x),
  top: Math.abs(y - box.y),
  bottom: Math.abs(box.y + box.height - y),
});

/** Returns the radius along an axis. For a circle (`both`), the nearest or farthest of all sides counts. */
export function extentRadius(
  extent: RadialExtent,
  { left, right, top, bottom }: SideDistances,
  axis: 'x' | 'y' | 'both',
): number {
  const sides = axis === 'x' ? [left, right] : axis === 'y' ? [top, bottom] : [left, right, top, bottom];
  switch (extent) {
    case 'closest-side':
      return Math.min(...sides);
    case 'farthest-side':
      return Math.max(...sides);
    case 'closest-corner':
      return Math.hypot(Math.min(left, right), Math.min(top, bottom));
    case 'farthest-corner':
      return Math.hypot(Math.max(left, right), Math.max(top, bottom));
  }
}
