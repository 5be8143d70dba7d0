/**
 * Resolves the `x`, `y`, `dx`, `dy` and `rotate` attributes of `text` and its contents for each character (svg2 §11.5,
 * step 3).
 */
import type { Budget } from '../../../budget.ts';
import type { Box } from '../../../boxes/box.ts';
import type { Element } from '../../../document/node.ts';
import { InlineItemKind } from '../../../text/inline-content.ts';
import { type Axis, basisOf, parseLength, type Viewport } from '../svg-geometry.ts';
import type { SvgTextBox } from './text-clusters.ts';

/** Positions by index in the paragraph's text. Characters without a specified value have no entry. */
export interface CharacterPositions {
  readonly x: ReadonlyMap<number, number>;
  readonly y: ReadonlyMap<number, number>;
  readonly dx: ReadonlyMap<number, number>;
  readonly dy: ReadonlyMap<number, number>;
  readonly rotate: ReadonlyMap<number, number>;
}

/** The range of characters in a box. */
export interface BoxRange {
  readonly box: Box;
  readonly start: number;
  end: number;
}

/**
 * Returns the inline boxes of a text with their ranges. Outer boxes come first, starting with the `text` element's own.
 */
export function boxRanges({ box, content }: SvgTextBox): BoxRange[] {
  const ranges: BoxRange[] = [{ box, start: 0, end: content.text.length }];
  const open: BoxRange[] = [];
  let at = 0;
  for (const item of content.items) {
    if (item.kind === InlineItemKind.Open) {
      const range = { box: item.box, start: at, end: at };
      ranges.push(range);
      open.push(range);
    } else if (item.kind === InlineItemKind.Close) {
      const range = open.pop();
      if (range) range.end = at;
    } else {
      at = Math.max(at, item.end);
    }
  }
  return ranges;
}

export function characterPositions(
  budget: Budget,
  text: SvgTextBox,
  ranges: readonly BoxRange[],
  viewport: Viewport,
  isVertical: boolean,
): CharacterPositions {
  const positions = { x: new Map(), y: new Map(), dx: new Map(), dy: new Map(), rotate: new Map() };
  for (const { box, start, end } of ranges) {
    const { element } = box;
    if (!element || box.pseudo !== null || (element.tag !== 'text' && element.tag !== 'tspan')) continue;
    const { fontSize } = box.style.font;
    for (const name of ['x', 'y', 'dx', 'dy'] as const) {
      const axis: Axis = name.endsWith('x') ? 'x' : 'y';
      const values = listOf(element, name, (item) => parseLength(item, basisOf(viewport, axis), fontSize));
      const characters = charactersOf(budget, text.content.text, start, end, values.length);
      characters.forEach((character, i) => positions[name].set(character, values[i]));
    }
    const turns = listOf(element, 'rotate', (item) =>
      item === '' || !Number.isFinite(Number(item)) ? null : Number(item),
    );
    if (turns.length === 0) continue;
    // The last value applies to all remaining characters.
    charactersOf(budget, text.content.text, start, end, Infinity).forEach((character, i) =>
      positions.rotate.set(character, turns[Math.min(i, turns.length - 1)]),
    );
  }
  // Text on a path ignores positions across the line.
  const across = isVertical ? positions.x : positions.y;
  for (const { box, start, end } of ranges) {
    if (box.element?.tag !== 'textPath' || across.size === 0) continue;
    budget.tickBy(end - start);
    for (let i = start; i < end; i++) across.delete(i);
  }
  return positions;
}

/** Returns the starts of the first `most` characters. A surrogate pair is one character. */
function charactersOf(budget: Budget, text: string, start: number, end: number, most: number): number[] {
  const out: number[] = [];
  for (let i = start; i < end && out.length < most; i++) {
    budget.tick();
    out.push(i);
    if ((text.codePointAt(i) ?? 0) > 0xffff) i++;
  }
  return out;
}

/** Returns an attribute's values up to the first invalid one. */
function listOf(element: Element, name: string, parse: (item: string) => number | null): number[] {
  const out: number[] = [];
  for (const item of element
    .attribute(name)
    ?.trim()
    .split(/[\s,]+/) ?? []) {
    const value = parse(item);
    if (value === null) break;
    out.push(value);
  }
  return out;
}
