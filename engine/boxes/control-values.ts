/** Computes the values of sliders, bars and meters from their attributes (HTML §4.10.5.1.13, §4.10.13, §4.10.14). */
import type { Element } from '../document/node.ts';

function numberOf(element: Element, name: string, otherwise: number): number {
  const value = element.attribute(name);
  const number = value === null || value.trim() === '' ? NaN : Number(value);
  return Number.isFinite(number) ? number : otherwise;
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

const share = (value: number, min: number, max: number): number =>
  max > min ? clamp((value - min) / (max - min), 0, 1) : 0;

/** Returns the position of a slider's thumb as a fraction of its track. */
export function shareOfRange(element: Element): number {
  const low = numberOf(element, 'min', 0);
  const high = numberOf(element, 'max', 100);
  return share(numberOf(element, 'value', (low + high) / 2), low, high);
}

/** Returns the completed fraction of a `progress`; null if indeterminate. */
export function shareOfProgress(element: Element): number | null {
  if (element.attribute('value') === null) return null;
  return share(numberOf(element, 'value', 0), 0, numberOf(element, 'max', 1));
}

export interface Gauge {
  /** The filled fraction of a `meter`. */
  readonly share: number;
  /** Distance in regions from the value to the optimum: 0 is best, 1 fair, 2 poor. */
  readonly distance: 0 | 1 | 2;
}

/** Evaluates a meter: the region of the optimum is best, the adjacent one fair, the far one poor (HTML §4.10.14). */
export function gaugeOf(element: Element): Gauge {
  const min = numberOf(element, 'min', 0);
  const max = Math.max(min, numberOf(element, 'max', 1));
  const value = clamp(numberOf(element, 'value', 0), min, max);
  const low = clamp(numberOf(element, 'low', min), min, max);
  const high = clamp(numberOf(element, 'high', max), low, max);
  const region = (of: number): number => (of < low ? 0 : of > high ? 2 : 1);
  const best = region(clamp(numberOf(element, 'optimum', (min + max) / 2), min, max));
  return { share: share(value, min, max), distance: Math.abs(region(value) - best) as Gauge['distance'] };
}
