import type { ComputedStyle } from './computed-style.ts';

/** Does a box have a mask? */
export function hasMask({ rare }: ComputedStyle): boolean {
  return rare.maskBorderSource !== null || rare.maskLayers.some((layer) => layer.image !== null);
}
