import type { ComputedStyle } from './computed-style.ts';

/** Returns whether a box has a mask. */
export function hasMask({ rare }: ComputedStyle): boolean {
  return rare.maskBorderSource !== null || rare.maskLayers.some((layer) => layer.image !== null);
}
