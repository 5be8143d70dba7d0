/** Parses basic shapes (css-shapes-1 §3, css-shapes-2), `clip-path`, `shape-outside` and `clip`. */
import type { RareStyle } from '../computed-style.ts';
import { Length } from '../length.ts';
import {
  type BasicShape,
  type BorderShape,
  type ClipPath,
  type CornerRadius,
  type Position,
  type ShapeOutside,
} from '../computed-values.ts';
import { cornerRadius, fourSides } from './border.ts';
import { ValueKind } from './component-value.ts';
import { parseImage } from './image.ts';
import { parseUrl } from './url.ts';
import { LENGTH, LENGTH_PERCENTAGE, LENGTH_PERCENTAGE_POSITIVE, parseLength } from './numeric.ts';
import { fromEnd, parsePosition } from './position.ts';
import { RADIAL_EXTENTS, type RadialExtent } from './radial-extent.ts';
import { parseShapeFunction } from './shape-function.ts';
import { combine, combineList, type Specified } from './specified.ts';
import { INVALID, type Parser, type ValueReader } from './value-reader.ts';

type Shape = Specified<BasicShape>;

export function parseBasicShape(reader: ValueReader): Shape | undefined {
  const value = reader.peek();
  if (value === null || value.kind !== ValueKind.Function) return INVALID;
  const inside = reader.inside(value);
  const shape = shapeOf(value.text, inside);
  if (shape === INVALID || !inside.atEnd) return INVALID;
  reader.position++;
  return shape;
}

function shapeOf(name: string, reader: ValueReader): Shape | undefined {
  switch (name) {
    case 'inset':
      return inset(reader);
    case 'xywh':
      return xywh(reader);
    case 'rect':
      return rect(reader);
    case 'circle':
      return circle(reader);
    case 'ellipse':
      return ellipse(reader);
    case 'polygon':
      return polygon(reader);
    case 'path':
      return path(reader);
    case 'shape':
      return parseShapeFunction(reader);
    default:
      return INVALID;
  }
}

const lengthPercentage: Parser<Specified<Length>> = (reader) => parseLength(reader, LENGTH_PERCENTAGE);

function upToFour(reader: ValueReader, parse: Parser<Specified<Length>>): Specified<Length>[] {
  const list: Specified<Length>[] = [];
  while (list.length < 4) {
    const length = parse(reader);
    if (length === INVALID) break;
    list.push(length);
  }
  return list;
}

/** Parses the value of `border-radius`: corners clockwise from the top left. */
export function parseRadii(reader: ValueReader): readonly Specified<CornerRadius>[] | undefined {
  const positive: Parser<Specified<Length>> = (from) => parseLength(from, LENGTH_PERCENTAGE_POSITIVE);
  const horizontal = upToFour(reader, positive);
  if (horizontal.length === 0) return INVALID;
  const vertical = reader.slash() ? upToFour(reader, positive) : horizontal;
  if (vertical.length === 0) return INVALID;
  const x = fourSides(horizontal);
  const y = fourSides(vertical);
  return x.map((length, i) => cornerRadius(length, y[i]!));
}

function insetShape(sides: readonly Specified<Length>[], reader: ValueReader): Shape | undefined {
  const radii = reader.ident('round') ? parseRadii(reader) : null;
  if (radii === INVALID) return INVALID;
  const corners = radii === null ? null : combineList(radii);
  const [t, r, b, l] = fourSides(sides);
  return combine(
    [t, r, b, l, corners],
    (top, right, bottom, left, round: readonly CornerRadius[] | null): BasicShape => {
      return { type: 'inset', top, right, bottom, left, radii: round };
    },
  );
}

function inset(reader: ValueReader): Shape | undefined {
  const sides = upToFour(reader, lengthPercentage);
  return sides.length === 0 ? INVALID : insetShape(sides, reader);
}

function sum(a: Length, b: Length): Length {
  if (a.math === null && b.math === null) return new Length(a.kind, a.px + b.px, a.percent + b.percent);
  return new Length(a.kind, 0, 0, { evaluate: (basis) => a.resolvePx(basis) + b.resolvePx(basis) });
}

/** Parses x, y, width and height as an inset. */
function xywh(reader: ValueReader): Shape | undefined {
  const x = lengthPercentage(reader);
  const y = lengthPercentage(reader);
  const width = parseLength(reader, LENGTH_PERCENTAGE_POSITIVE);
  const height = parseLength(reader, LENGTH_PERCENTAGE_POSITIVE);
  if (x === INVALID || y === INVALID || width === INVALID || height === INVALID) return INVALID;
  return insetShape([y, fromEnd(combine([x, width], sum)), fromEnd(combine([y, height], sum)), x], reader);
}

/** Parses edges measured from the top and left; `auto` is the box's own edge. */
function rect(reader: ValueReader): Shape | undefined {
  const edges: (Specified<Length> | null)[] = [];
  while (edges.length < 4) {
    const edge = reader.ident('auto') ? null : lengthPercentage(reader);
    if (edge === INVALID) return INVALID;
    edges.push(edge);
  }
  const [top, right, bottom, left] = edges;
  const far = (edge: Specified<Length> | null): Specified<Length> => (edge === null ? Length.ZERO : fromEnd(edge));
  return insetShape([top ?? Length.ZERO, far(right!), far(bottom!), left ?? Length.ZERO], reader);
}

type Radius = Length | RadialExtent;

const radius: Parser<Specified<Radius>> = (reader) =>
  reader.keyword(RADIAL_EXTENTS) ?? parseLength(reader, LENGTH_PERCENTAGE_POSITIVE);

/** Parses `at <position>`. Returns null without one. */
function shapePosition(reader: ValueReader): Specified<Position> | null | undefined {
  return reader.ident('at') ? parsePosition(reader) : null;
}

function circle(reader: ValueReader): Shape | undefined {
  const size = radius(reader) ?? 'closest-side';
  const at = shapePosition(reader);
  if (at === INVALID) return INVALID;
  return combine([size, at], (r: Radius, position: Position | null): BasicShape => ({
    type: 'circle',
    radius: r,
    position,
  }));
}

function ellipse(reader: ValueReader): Shape | undefined {
  const first = radius(reader);
  const second = first === INVALID ? 'closest-side' : radius(reader);
  const at = second === INVALID ? INVALID : shapePosition(reader);
  if (second === INVALID || at === INVALID) return INVALID;
  return combine(
    [first ?? 'closest-side', second, at],
    (rx: Radius, ry: Radius, position: Position | null): BasicShape => {
      return { type: 'ellipse', rx, ry, position };
    },
  );
}

/** Parses `nonzero | evenodd` and its comma. Returns true for evenodd. */
function fillRule(reader: ValueReader): boolean | undefined {
  const evenOdd = reader.ident('evenodd');
  if (!evenOdd && !reader.ident('nonzero')) return false;
  return reader.comma() ? evenOdd : INVALID;
}

function polygon(reader: ValueReader): Shape | undefined {
  const evenOdd = fillRule(reader);
  if (evenOdd === INVALID) return INVALID;
  if (reader.ident('round') && (parseLength(reader, LENGTH) === INVALID || !reader.comma())) return INVALID;
  const points: Specified<Position>[] = [];
  do {
    const x = lengthPercentage(reader);
    const y = lengthPercentage(reader);
    if (x === INVALID || y === INVALID) return INVALID;
    points.push(combine([x, y], (px, py): Position => ({ x: px, y: py })));
  } while (reader.comma());
  return combine([combineList(points)], (list): BasicShape => ({ type: 'polygon', evenOdd, points: list }));
}

/** Maximum length of a `path()` in characters. The limit bounds the time, because reading it is never interrupted. */
const MAX_PATH_DATA = 2_000_000;

function path(reader: ValueReader): BasicShape | undefined {
  const evenOdd = fillRule(reader);
  const d = evenOdd === INVALID ? INVALID : reader.string();
  if (evenOdd === INVALID || d === INVALID || d.length > MAX_PATH_DATA) return INVALID;
  return { type: 'path', evenOdd, d, dataFor: null, scale: 1 };
}

const GEOMETRY_BOXES: ReadonlySet<string> = new Set([
  'border-box',
  'padding-box',
  'content-box',
  'margin-box',
  'fill-box',
  'stroke-box',
  'view-box',
]);

/** Parses `none | <url> | <shape> || <box>` (css-masking-1 §5.1). */
export function parseClipPath(reader: ValueReader): Specified<ClipPath | null> | undefined {
  if (reader.ident('none')) return null;
  const url = parseUrl(reader);
  if (url !== INVALID) return { shape: null, box: reader.keyword(GEOMETRY_BOXES) ?? null, url };
  const before = reader.keyword(GEOMETRY_BOXES);
  const shape = parseBasicShape(reader) ?? null;
  const box = before ?? reader.keyword(GEOMETRY_BOXES) ?? null;
  if (shape === null && box === null) return INVALID;
  return combine([shape], (resolved: BasicShape | null): ClipPath => ({ shape: resolved, box, url: null }));
}

const BORDER_SHAPE_BOXES: ReadonlySet<string> = new Set([...GEOMETRY_BOXES, 'half-border-box']);

/** Parses `none | [<basic-shape> <geometry-box>?]{1,2}` (css-borders-4 §7). */
export function parseBorderShape(reader: ValueReader): Specified<readonly BorderShape[]> | undefined {
  if (reader.ident('none')) return [];
  const shapes: Specified<BorderShape>[] = [];
  while (shapes.length < 2 && !reader.atEnd) {
    const shape = parseBasicShape(reader);
    if (shape === INVALID) return INVALID;
    const box = reader.keyword(BORDER_SHAPE_BOXES) ?? null;
    shapes.push(combine([shape], (resolved: BasicShape): BorderShape => ({ shape: resolved, box })));
  }
  return shapes.length === 0 ? INVALID : combineList(shapes);
}

/** Parses `auto | [<basic-shape> | <url>]+` (svg2 §11.7.3). */
export function parseShapeInside(reader: ValueReader): Specified<RareStyle['shapeInside']> | undefined {
  if (reader.ident('auto') || reader.ident('none')) return [];
  const shapes: Specified<RareStyle['shapeInside'][number]>[] = [];
  while (!reader.atEnd) {
    const url = parseUrl(reader);
    const shape = url === INVALID ? parseBasicShape(reader) : null;
    if (shape === INVALID) return INVALID;
    shapes.push(
      shape === null
        ? { shape: null, url: url ?? null }
        : combine([shape], (resolved: BasicShape) => ({ shape: resolved, url: null })),
    );
  }
  return shapes.length === 0 ? INVALID : combineList(shapes);
}

type ShapeBox = NonNullable<ShapeOutside['box']>;
const SHAPE_BOXES: ReadonlySet<ShapeBox> = new Set(['margin-box', 'border-box', 'padding-box', 'content-box'] as const);

/** Parses `none | [<shape> || <box>] | <image>` (css-shapes-1 §4.1). */
export function parseShapeOutside(reader: ValueReader): Specified<ShapeOutside | null> | undefined {
  if (reader.ident('none')) return null;
  const image = parseImage(reader);
  if (image !== INVALID)
    return combine([image], (resolved): ShapeOutside => ({ shape: null, box: null, image: resolved }));
  const before = reader.keyword(SHAPE_BOXES);
  const shape = parseBasicShape(reader) ?? null;
  const box = before ?? reader.keyword(SHAPE_BOXES) ?? null;
  if (shape === null && box === null) return INVALID;
  return combine([shape], (resolved: BasicShape | null): ShapeOutside => ({ shape: resolved, box, image: null }));
}

/** Parses CSS 2's `rect(top, right, bottom, left)`, with or without commas. */
export function parseClip(reader: ValueReader): Specified<RareStyle['clip']> | undefined {
  if (reader.ident('auto')) return null;
  const inside = reader.function('rect');
  if (inside === null) return INVALID;
  const edges: Specified<Length>[] = [];
  let commas: boolean | null = null;
  for (let i = 0; i < 4; i++) {
    if (i > 0) {
      const comma = inside.comma();
      if (commas !== null && comma !== commas) return INVALID;
      commas = comma;
    }
    const edge = inside.ident('auto') ? Length.AUTO : parseLength(inside, LENGTH);
    if (edge === INVALID) return INVALID;
    edges.push(edge);
  }
  if (!inside.atEnd) return INVALID;
  const [t, r, b, l] = edges;
  return combine([t!, r!, b!, l!], (top, right, bottom, left) => ({ top, right, bottom, left }));
}
