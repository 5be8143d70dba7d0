/** Passes over display lists that keep a part of what was drawn. */
import { Color } from '../css/color.ts';
import { boundsThrough } from '../layout/fragments/transform.ts';
import { closerOf, type Command, type DisplayList, isCloser, type ListPlace, type Matrix } from './display-list.ts';
import { multiply } from './matrix.ts';
import { overlap, type Rect } from './rects.ts';

const ARTIFACT: Command = { type: 'beginArtifact', kind: 'layout' };

/** Returns the same drawing as decoration, without readable text, links or structure. */
export function asDecoration(list: DisplayList): Command[] {
  const out: Command[] = [];
  for (const command of list) {
    switch (command.type) {
      case 'link':
      case 'comment':
      case 'destination':
      case 'bookmark':
        break;
      case 'beginTag':
        out.push(ARTIFACT);
        break;
      case 'drawGlyphs':
        out.push({ ...command, placement: { ...command.placement, text: '', paragraph: '' } });
        break;
      case 'field':
        for (const one of asDecoration(command.shown)) out.push(one);
        break;
      case 'shadow':
      case 'backdrop':
      case 'fillPattern':
        out.push({ ...command, content: asDecoration(command.content) });
        break;
      default:
        out.push(command);
    }
  }
  return out;
}

/** Returns the drawing without the shadows that content in it casts. Those of text belong to the content. */
export const withoutShadows = (list: DisplayList): DisplayList =>
  list.filter((command) => command.type !== 'shadow' || command.blur !== null);

/** Returns the invisible part of a drawing: its text at its position, links, destinations and structure. */
export function tracesOf(list: DisplayList): Command[] {
  const out: Command[] = [];
  const tags: Command['type'][] = [];
  for (const command of list) {
    if (command.type === 'beginTag' || command.type === 'beginArtifact') tags.push(command.type);
    else if (command.type === 'endTag') tags.pop();
    switch (command.type) {
      case 'save':
      case 'restore':
      case 'transform':
      case 'link':
      case 'comment':
      case 'destination':
      case 'bookmark':
      case 'beginTag':
      case 'beginArtifact':
      case 'endTag':
        out.push(command);
        break;
      case 'drawGlyphs':
        out.push({ ...command, color: Color.TRANSPARENT, stroke: null });
        break;
      case 'drawImage':
        // Figures without content would be left out of the structure.
        if (tags.at(-1) === 'beginTag') out.push(...INVISIBLE_MARK);
        break;
      case 'field':
        for (const one of tracesOf(command.shown)) out.push(one);
    }
  }
  return out;
}

/** Content that is clipped away. */
const INVISIBLE_MARK: readonly Command[] = [
  { type: 'save' },
  { type: 'clipRect', x: 0, y: 0, width: 0, height: 0 },
  { type: 'fillPath', path: [0, 0, 0, 1, 1, 0, 1, 1, 1, 3], evenOdd: false, color: Color.BLACK },
  { type: 'restore' },
];

/** Returns the part of a list between two places, and closes everything that is still open there. */
export function partBetween({ list, at }: ListPlace, end: number): Command[] {
  const part = list.slice(at, end);
  const open: Command[] = [];
  for (const command of part) {
    const closer = closerOf(command);
    if (closer !== null) open.push(closer);
    else if (isCloser(command)) open.pop();
  }
  return [...part, ...open.reverse()];
}

/** Tracks the transform from the current coordinates of a list to those at its start. */
class Coordinates {
  private readonly outer: Matrix[] = [];
  matrix: Matrix;

  constructor(matrix: Matrix) {
    this.matrix = matrix;
  }

  pass(command: Command): void {
    // Tags keep the coordinates.
    if (command.type === 'beginTag' || command.type === 'beginArtifact' || command.type === 'endTag') return;
    if (command.type === 'transform') this.matrix = multiply(command.matrix, this.matrix);
    else if (closerOf(command) !== null) this.outer.push(this.matrix);
    else if (isCloser(command)) this.matrix = this.outer.pop() ?? this.matrix;
  }
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns the transform from the coordinates at the end of a list to those at a place in it. */
export function matrixSince({ list, at }: ListPlace): Matrix {
  const coordinates = new Coordinates(IDENTITY);
  for (let i = at; i < list.length; i++) coordinates.pass(list[i]!);
  return coordinates.matrix;
}

/**
 * Returns the part of a list that is seen in a region, without filtered backdrops elsewhere. Backdrops within backdrops
 * double the list, so only `depth` levels stay. `cut` is called if there are more.
 */
export function seenIn(
  list: DisplayList,
  region: Rect,
  depth: number,
  cut: () => void,
  matrix: Matrix = IDENTITY,
): Command[] {
  const coordinates = new Coordinates(matrix);
  const out: Command[] = [];
  for (const command of list) {
    coordinates.pass(command);
    if (command.type !== 'backdrop') out.push(command);
    else if (!overlap(boundsThrough(command.bounds, coordinates.matrix), region)) continue;
    else if (depth === 0) cut();
    else out.push({ ...command, content: seenIn(command.content, region, depth - 1, cut, coordinates.matrix) });
  }
  return out;
}
