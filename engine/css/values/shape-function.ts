/**
 * Parses shape() (css-shapes-2 §3): path commands with lengths and percentages, converted to SVG path data once the
 * reference box is known.
 */
import { Length } from '../length.ts';
import { type BasicShape } from '../computed-values.ts';
import { LENGTH_PERCENTAGE, parseAngle, parseLength } from './numeric.ts';
import { END, parsePositionParts, START, type SpecifiedPosition } from './position.ts';
import { combine, combineList, type Specified } from './specified.ts';
import { attempt, INVALID, type ValueReader } from './value-reader.ts';

interface Point {
  readonly x: Length;
  readonly y: Length;
}

/** The origin of a control point's coordinates. */
type Anchor = 'start' | 'end' | 'origin';

interface ControlPoint extends Point {
  readonly from: Anchor;
}

type Command =
  | { readonly type: 'move' | 'line' | 'hline' | 'vline'; readonly by: boolean; readonly end: Point }
  | {
      readonly type: 'curve' | 'smooth';
      readonly by: boolean;
      readonly end: Point;
      readonly controls: readonly ControlPoint[];
    }
  | {
      readonly type: 'arc';
      readonly by: boolean;
      readonly end: Point;
      readonly radii: Point;
      readonly large: boolean;
      readonly clockwise: boolean;
      readonly degrees: number;
    }
  | { readonly type: 'close' };

const CENTER = Length.percent(50);

/** Parses `<fill-rule>? from <position>, <command>#`. */
export function parseShapeFunction(reader: ValueReader): Specified<BasicShape> | undefined {
  const evenOdd = reader.ident('evenodd');
  if (!evenOdd) reader.ident('nonzero');
  if (!reader.ident('from')) return INVALID;
  const start = point(reader, false);
  if (start === INVALID || !reader.comma()) return INVALID;
  const commands: Specified<Command>[] = [];
  do {
    const command = parseCommand(reader);
    if (command === INVALID) return INVALID;
    commands.push(command);
  } while (reader.comma());
  return combine([start, combineList(commands)], (from, list): BasicShape => {
    return { type: 'path', evenOdd, d: '', dataFor: (width, height) => pathData(from, list, width, height), scale: 1 };
  });
}

/** Parses a position, or with `by` a pair of lengths. */
function point(reader: ValueReader, by: boolean): Specified<Point> | undefined {
  if (!by) {
    const position = parsePositionParts(reader, false);
    return position === INVALID ? INVALID : pair(position);
  }
  const x = parseLength(reader, LENGTH_PERCENTAGE);
  const y = parseLength(reader, LENGTH_PERCENTAGE);
  return x === INVALID || y === INVALID ? INVALID : pair({ x, y });
}

const pair = ({ x, y }: SpecifiedPosition): Specified<Point> => combine([x, y], (px, py): Point => ({ x: px, y: py }));

/** Returns false for `to`, true for `by`. */
function direction(reader: ValueReader): boolean | undefined {
  if (reader.ident('by')) return true;
  return reader.ident('to') ? false : INVALID;
}

function parseCommand(reader: ValueReader): Specified<Command> | undefined {
  const name = reader.anyIdent()?.toLowerCase();
  if (name === 'close') return { type: 'close' };
  const by = direction(reader);
  if (by === INVALID) return INVALID;
  switch (name) {
    case 'move':
    case 'line': {
      const end = point(reader, by);
      return end === INVALID ? INVALID : combine([end], (to): Command => ({ type: name, by, end: to }));
    }
    case 'hline':
    case 'vline': {
      const length = straight(reader, by, name);
      return length === INVALID
        ? INVALID
        : combine([length], (to): Command => ({ type: name, by, end: { x: to, y: to } }));
    }
    case 'curve':
    case 'smooth':
      return curve(reader, by, name);
    case 'arc':
      return arc(reader, by);
    default:
      return INVALID;
  }
}

const H_KEYWORDS = new Map([
  ['left', START],
  ['x-start', START],
  ['center', CENTER],
  ['right', END],
  ['x-end', END],
]);
const V_KEYWORDS = new Map([
  ['top', START],
  ['y-start', START],
  ['center', CENTER],
  ['bottom', END],
  ['y-end', END],
]);

function straight(reader: ValueReader, by: boolean, name: 'hline' | 'vline'): Specified<Length> | undefined {
  const value = reader.peek();
  const keyword = by || value === null ? INVALID : (name === 'hline' ? H_KEYWORDS : V_KEYWORDS).get(value.lower);
  if (keyword === INVALID) return parseLength(reader, LENGTH_PERCENTAGE);
  reader.position++;
  return keyword;
}

function curve(reader: ValueReader, by: boolean, type: 'curve' | 'smooth'): Specified<Command> | undefined {
  const end = point(reader, by);
  if (end === INVALID) return INVALID;
  const controls: Specified<ControlPoint>[] = [];
  if (reader.ident('with')) {
    do {
      const control = controlPoint(reader, by);
      if (control === INVALID) return INVALID;
      controls.push(control);
    } while (type === 'curve' && controls.length < 2 && reader.slash());
  } else if (type === 'curve') return INVALID;
  return combine([end, combineList(controls)], (to, list): Command => ({ type, by, end: to, controls: list }));
}

/**
 * Parses `<position> | <pair> [from [start | end | origin]]?`. It is relative to the start in a `by` command without
 * `from`.
 */
function controlPoint(reader: ValueReader, by: boolean): Specified<ControlPoint> | undefined {
  const coordinates = attempt(reader, (from) => point(from, true)) ?? (by ? INVALID : point(reader, false));
  if (coordinates === INVALID) return INVALID;
  const anchor = reader.ident('from') ? reader.keyword(ANCHORS) : by ? 'start' : 'origin';
  if (anchor === INVALID) return INVALID;
  return combine([coordinates], ({ x, y }): ControlPoint => ({ x, y, from: anchor }));
}

const ANCHORS: ReadonlySet<Anchor> = new Set(['start', 'end', 'origin'] as const);

function arc(reader: ValueReader, by: boolean): Specified<Command> | undefined {
  const end = point(reader, by);
  if (end === INVALID || !reader.ident('of')) return INVALID;
  const rx = parseLength(reader, LENGTH_PERCENTAGE);
  if (rx === INVALID) return INVALID;
  const ry = parseLength(reader, LENGTH_PERCENTAGE) ?? rx;
  let sweep: boolean | undefined;
  let size: boolean | undefined;
  let degrees: number | undefined;
  while (!reader.atEnd) {
    if (sweep === INVALID && reader.ident('cw')) sweep = true;
    else if (sweep === INVALID && reader.ident('ccw')) sweep = false;
    else if (size === INVALID && reader.ident('large')) size = true;
    else if (size === INVALID && reader.ident('small')) size = false;
    else if (degrees === INVALID && reader.ident('rotate')) {
      degrees = parseAngle(reader, true);
      if (degrees === INVALID) return INVALID;
    } else break;
  }
  return combine([end, rx, ry], (to, x, y): Command => {
    return {
      type: 'arc',
      by,
      end: to,
      radii: { x, y },
      large: size ?? false,
      clockwise: sweep ?? false,
      degrees: degrees ?? 0,
    };
  });
}

/** Returns SVG path data in absolute coordinates, in px from the corner of the reference box. */
function pathData(start: Point, commands: readonly Command[], width: number, height: number): string {
  let x = start.x.resolvePx(width);
  let y = start.y.resolvePx(height);
  let startX = x;
  let startY = y;
  const parts = [`M${x} ${y}`];
  for (const command of commands) {
    if (command.type === 'close') {
      parts.push('Z');
      x = startX;
      y = startY;
      continue;
    }
    const endX = command.end.x.resolvePx(width) + (command.by ? x : 0);
    const endY = command.end.y.resolvePx(height) + (command.by ? y : 0);
    const toX = command.type === 'vline' ? x : endX;
    const toY = command.type === 'hline' ? y : endY;
    parts.push(segment(command, x, y, toX, toY, width, height));
    x = toX;
    y = toY;
    if (command.type === 'move') {
      startX = x;
      startY = y;
    }
  }
  return parts.join('');
}

type Segment = Exclude<Command, { readonly type: 'close' }>;

function segment(
  command: Segment,
  x: number,
  y: number,
  toX: number,
  toY: number,
  width: number,
  height: number,
): string {
  switch (command.type) {
    case 'move':
      return `M${toX} ${toY}`;
    case 'line':
    case 'hline':
    case 'vline':
      return `L${toX} ${toY}`;
    case 'curve':
    case 'smooth': {
      const controls = command.controls.map(({ x: cx, y: cy, from }) => {
        const originX = from === 'start' ? x : from === 'end' ? toX : 0;
        const originY = from === 'start' ? y : from === 'end' ? toY : 0;
        return `${cx.resolvePx(width) + originX} ${cy.resolvePx(height) + originY} `;
      });
      const letter = command.type === 'curve' ? (controls.length === 2 ? 'C' : 'Q') : controls.length === 1 ? 'S' : 'T';
      return `${letter}${controls.join('')}${toX} ${toY}`;
    }
    case 'arc': {
      const diagonal = Math.hypot(width, height) / Math.SQRT2;
      const rx = Math.abs(command.radii.x.resolvePx(diagonal));
      const ry = Math.abs(command.radii.y.resolvePx(diagonal));
      return `A${rx} ${ry} ${command.degrees} ${command.large ? 1 : 0} ${command.clockwise ? 1 : 0} ${toX} ${toY}`;
    }
  }
}
