/** Image maps (HTML §4.8.14). */
import { eachElement } from './link-targets.ts';
import type { Document, Element } from './node.ts';

const mapsByDocument = new WeakMap<Document, ReadonlyMap<string, readonly Element[]>>();

/** Returns the areas with links of the map that a `usemap` attribute refers to, in document order. */
export function imageMapAreas(document: Document, usemap: string): readonly Element[] {
  let maps = mapsByDocument.get(document);
  if (maps === undefined) mapsByDocument.set(document, (maps = mapsOf(document)));
  return maps.get(usemap.slice(usemap.indexOf('#') + 1)) ?? [];
}

function mapsOf(document: Document): ReadonlyMap<string, readonly Element[]> {
  const areas = new Map<Element, Element[]>();
  const maps = new Map<string, Element[]>();
  eachElement(document.root, (element) => {
    if (!element.isHtml) return;
    if (element.tag === 'map') {
      const own: Element[] = [];
      areas.set(element, own);
      for (const name of [element.attribute('name'), element.id])
        if (name !== null && name !== '' && !maps.has(name)) maps.set(name, own);
    } else if (element.tag === 'area' && element.attribute('href') !== null) {
      const map = mapAround(element);
      if (map !== null) areas.get(map)?.push(element);
    }
  });
  return maps;
}

function mapAround(area: Element): Element | null {
  let at = area.parent;
  while (at !== null && (at.tag !== 'map' || !at.isHtml)) at = at.parent;
  return at;
}

/** A rectangle in CSS px from the corner of the image. */
interface AreaBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the bounding box of an area on an image of the given size, in CSS px. It may extend beyond the image. null:
 * the coordinates define no shape.
 */
export function areaBounds(area: Element, width: number, height: number): AreaBounds | null {
  const shape = (area.attribute('shape') ?? '').trim().toLowerCase();
  const numbers = numbersOf(area.attribute('coords') ?? '');
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  switch (shape) {
    case 'default':
      return { x: 0, y: 0, width, height };
    case 'circle':
    case 'circ':
      return numbers.length < 3 || c <= 0 ? null : { x: a - c, y: b - c, width: 2 * c, height: 2 * c };
    case 'poly':
    case 'polygon':
      return numbers.length < 6 ? null : around(numbers);
    default:
      return numbers.length < 4 ? null : around([a, b, c, d]);
  }
}

/** Parses a list of numbers as HTML §2.3.4.6 does, up to a length that no real map reaches. */
const numbersOf = (coords: string): number[] =>
  (coords.slice(0, 100_000).match(/-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?/gi) ?? [])
    .map(Number)
    .filter(Number.isFinite);

function around(numbers: readonly number[]): AreaBounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    left = Math.min(left, numbers[i]!);
    right = Math.max(right, numbers[i]!);
    top = Math.min(top, numbers[i + 1]!);
    bottom = Math.max(bottom, numbers[i + 1]!);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
