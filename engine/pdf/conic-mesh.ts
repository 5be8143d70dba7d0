/**
 * Writes conic gradients as meshes of Coons patches (ISO 32000-2 §8.7.4.5.7). Each patch is a sector whose color
 * depends on the angle alone.
 */
import type { Bounds } from './bounds.ts';
import { between, type Stop, type Stops } from './gradient-stops.ts';
import type { PdfDictionary } from './pdf-values.ts';

/** The largest sector, as a fraction of a turn, whose Bézier arc follows the angle evenly. */
const LARGEST_SECTOR = 1 / 12;

/** Bytes per coordinate: a step is 1/16,777,215 of the mesh's width. */
const COORDINATE_BYTES = 3;
const LARGEST_COORDINATE = 2 ** 24 - 1;
const LARGEST_COMPONENT = 2 ** 16 - 1;
const POINTS = 12;
const CORNERS = 4;

/**
 * Returns the dictionary entries and bytes of the stream, without its color space. `geometry` is the center x and y
 * and the start angle in radians. `stops` must cover 0 to 1.
 */
export function conicMesh(
  [x, y, start]: readonly number[],
  stops: Stops,
  bounds: Bounds,
): { readonly dictionary: PdfDictionary; readonly bytes: Uint8Array } {
  // The middle of each arc lies on the circle as well. The extra percent covers rounding.
  const reach =
    1 + 1.01 * Math.hypot(Math.max(bounds.x1 - x!, x! - bounds.x0), Math.max(bounds.y1 - y!, y! - bounds.y0));
  const sectors = sectorsOf(stops);
  const components = stops[0]!.components.length;
  const mesh = new MeshWriter(sectors.length * (1 + POINTS * 2 * COORDINATE_BYTES + CORNERS * components * 2));
  for (const [from, to] of sectors) {
    mesh.flag();
    const [a, b] = [start! + from.offset * 2 * Math.PI, start! + to.offset * 2 * Math.PI];
    for (const [px, py] of sectorPoints(a, b)) {
      mesh.coordinate(px);
      mesh.coordinate(py);
    }
    for (const corner of [from, from, to, to]) for (const value of corner.components) mesh.component(value);
  }
  const decode = [x! - reach, x! + reach, y! - reach, y! + reach];
  for (let c = 0; c < components; c++) decode.push(0, 1);
  return {
    dictionary: {
      ShadingType: 6,
      BitsPerCoordinate: 8 * COORDINATE_BYTES,
      BitsPerComponent: 16,
      BitsPerFlag: 8,
      Decode: decode,
    },
    bytes: mesh.bytes,
  };
}

/** Returns the sectors between stops and splits those that are too wide. */
function sectorsOf(stops: Stops): (readonly [Stop, Stop])[] {
  const sectors: [Stop, Stop][] = [];
  for (let i = 1; i < stops.length; i++) {
    const [a, b] = [stops[i - 1], stops[i]];
    const span = b!.offset - a!.offset;
    if (span <= 0) continue;
    const count = Math.ceil(span / LARGEST_SECTOR - 1e-9);
    let from = a!;
    for (let k = 1; k <= count; k++) {
      const to = k === count ? b! : between(a!, b!, a!.offset + (span * k) / count);
      sectors.push([from, to]);
      from = to;
    }
  }
  return sectors;
}

/**
 * Returns the twelve control points of a sector of the unit circle: out along one side, along the arc, and back along
 * the other. The fourth side is a point, the center.
 */
function sectorPoints(a: number, b: number): readonly (readonly [number, number])[] {
  const [ax, ay, bx, by] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
  const k = (4 / 3) * Math.tan((b - a) / 4);
  return [
    [0, 0],
    [ax / 3, ay / 3],
    [(ax * 2) / 3, (ay * 2) / 3],
    [ax, ay],
    [ax - k * ay, ay + k * ax],
    [bx + k * by, by - k * bx],
    [bx, by],
    [(bx * 2) / 3, (by * 2) / 3],
    [bx / 3, by / 3],
    [0, 0],
    [0, 0],
    [0, 0],
  ];
}

class MeshWriter {
  readonly bytes: Uint8Array;
  private at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
  }

  /** Starts a patch that shares no side with the previous one. */
  flag(): void {
    this.bytes[this.at++] = 0;
  }

  /** Writes a coordinate from -1 to 1, relative to the reach around the center. */
  coordinate(value: number): void {
    const clamped = Math.max(-1, Math.min(1, value));
    const n = Math.round(((clamped + 1) / 2) * LARGEST_COORDINATE);
    this.bytes[this.at++] = n >> 16;
    this.bytes[this.at++] = (n >> 8) & 255;
    this.bytes[this.at++] = n & 255;
  }

  /** Writes a color component from 0 to 1. */
  component(value: number): void {
    const n = Math.round(Math.max(0, Math.min(1, value)) * LARGEST_COMPONENT);
    this.bytes[this.at++] = n >> 8;
    this.bytes[this.at++] = n & 255;
  }
}
