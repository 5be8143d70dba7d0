/** Parses motion paths (motion-1): `offset-path`, `offset-position`, `offset-anchor` and `offset-rotate`. */
import type { RareStyle } from '../computed-style.ts';
import type { BasicShape, OffsetPath, Position, RayPath } from '../computed-values.ts';
import { parseUrl } from './url.ts';
import { parseAngle } from './numeric.ts';
import { parsePosition } from './position.ts';
import { parseBasicShape } from './shape.ts';
import { combine, type Specified } from './specified.ts';
import { INVALID, type ValueReader } from './value-reader.ts';

const COORD_BOXES: ReadonlySet<string> = new Set([
  'content-box',
  'padding-box',
  'border-box',
  'fill-box',
  'stroke-box',
  'view-box',
]);

/** Parses `none | [ray() | <url> | <basic-shape>] || <coord-box>` (motion-1 §3.1). */
export function parseOffsetPath(reader: ValueReader): Specified<OffsetPath | null> | undefined {
  if (reader.ident('none')) return null;
  const before = reader.keyword(COORD_BOXES);
  const url = parseUrl(reader);
  const ray = url === INVALID ? parseRay(reader) : INVALID;
  const shape = url === INVALID && ray === INVALID ? parseBasicShape(reader) : INVALID;
  const after = before === INVALID ? reader.keyword(COORD_BOXES) : INVALID;
  const box = before ?? after ?? 'border-box';
  if (url !== INVALID) return { kind: 'url', url, box };
  if (ray !== INVALID) return combine([ray], (path: RayPath): OffsetPath => ({ kind: 'ray', ray: path, box }));
  if (shape !== INVALID)
    return combine([shape], (resolved: BasicShape): OffsetPath => ({ kind: 'shape', shape: resolved, box }));
  return before === INVALID && after === INVALID ? INVALID : { kind: 'box', box };
}

const RAY_SIZES: ReadonlySet<RayPath['size']> = new Set([
  'closest-side',
  'closest-corner',
  'farthest-side',
  'farthest-corner',
  'sides',
] as const);

/** Parses `ray( <angle> && <ray-size>? && contain? && [at <position>]? )`: a segment at an angle from straight up. */
function parseRay(reader: ValueReader): Specified<RayPath> | undefined {
  const inside = reader.function('ray');
  if (inside === null) return INVALID;
  let degrees: number | undefined;
  let size: RayPath['size'] | undefined;
  let contain = false;
  let position: Specified<Position> | undefined;
  while (!inside.atEnd) {
    if (degrees === INVALID && (degrees = parseAngle(inside, true)) !== INVALID) continue;
    if (size === INVALID && (size = inside.keyword(RAY_SIZES)) !== INVALID) continue;
    if (!contain && (contain = inside.ident('contain'))) continue;
    if (position === INVALID && inside.ident('at') && (position = parsePosition(inside)) !== INVALID) continue;
    return INVALID;
  }
  if (degrees === INVALID) return INVALID;
  const angle = degrees;
  return combine([position ?? null], (start: Position | null): RayPath => {
    return { degrees: angle, size: size ?? 'closest-side', contain, position: start };
  });
}

/** Parses `normal | auto | <position>` (motion-1 §3.3). */
export function parseOffsetPosition(reader: ValueReader): Specified<RareStyle['offsetPosition']> | undefined {
  if (reader.ident('normal')) return 'normal';
  return reader.ident('auto') ? 'auto' : parsePosition(reader);
}

/** Parses `[auto | reverse] || <angle>` (motion-1 §3.5). An angle alone ignores the direction of the path. */
export function parseOffsetRotate(reader: ValueReader): RareStyle['offsetRotate'] | undefined {
  let follows: 'auto' | 'reverse' | undefined;
  let degrees: number | undefined;
  while (!reader.atEnd) {
    if (follows === INVALID && (follows = reader.keyword(DIRECTIONS)) !== INVALID) continue;
    if (degrees === INVALID && (degrees = parseAngle(reader)) !== INVALID) continue;
    break;
  }
  if (follows === INVALID && degrees === INVALID) return INVALID;
  return { followsPath: follows !== INVALID, degrees: (degrees ?? 0) + (follows === 'reverse' ? 180 : 0) };
}
const DIRECTIONS: ReadonlySet<'auto' | 'reverse'> = new Set(['auto', 'reverse'] as const);
