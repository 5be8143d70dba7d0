/** Rectangles on pages, and the elements that cover them. */
import type { EdgeWidths, LaidOutBox } from 'pagewright/browser';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Positions an element on its page. */
export function place({ style }: HTMLElement, { x, y, width, height }: Rectangle, scale: number): void {
  style.left = `${x * scale}px`;
  style.top = `${y * scale}px`;
  style.width = `${width * scale}px`;
  style.height = `${height * scale}px`;
}

export function edge(name: string, area: Rectangle, scale: number): HTMLElement {
  const element = document.createElement('div');
  element.className = `edge ${name}`;
  place(element, area, scale);
  return element;
}

/** Covers only the edges of a rectangle. Negative margins cover nothing. */
export function ring(
  name: string,
  area: Rectangle,
  { top, right, bottom, left }: EdgeWidths,
  scale: number,
): HTMLElement {
  const element = edge(name, area, scale);
  element.style.borderWidth = [top, right, bottom, left].map((width) => `${Math.max(0, width) * scale}px`).join(' ');
  return element;
}

/** Returns a rectangle without its edges, or with them if `sign` is -1. */
export const inset = (
  { x, y, width, height }: Rectangle,
  { top, right, bottom, left }: EdgeWidths,
  sign: 1 | -1,
): Rectangle => ({
  x: x + sign * left,
  y: y + sign * top,
  width: width - sign * (left + right),
  height: height - sign * (top + bottom),
});

/** Percentages and `auto` have no known width here. */
export const pxOf = (length: string): number => (length.endsWith('px') ? Number.parseFloat(length) || 0 : 0);

/** Stretches lines of text to the widths they have on the page. Reads all widths before it changes the first. */
export function fitWidths(elements: readonly HTMLElement[], lines: readonly Rectangle[]): void {
  const own = elements.map(({ scrollWidth }) => scrollWidth);
  elements.forEach((element, i) => {
    if (own[i]! > 0) element.style.scale = `${lines[i]!.width / own[i]!} 1`;
  });
}

export const isInside = ({ x, y, width, height }: LaidOutBox, px: number, py: number): boolean =>
  px >= x && py >= y && px <= x + width && py <= y + height;
