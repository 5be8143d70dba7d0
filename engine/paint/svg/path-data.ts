/** Converts SVG path data (svg2 §9.3) to canvas paths with absolute coordinates. Arcs become curves. */
import type { Budget } from '../../budget.ts';
import { PathOp } from '../display-list.ts';

const COMMAND = /[MmZzLlHhVvCcSsQqTtAa]/;
const ARITY: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/** Reads consecutive numbers of path data. Arc flags are single digits that need no separator. */
class Reader {
  private at = 0;
  private readonly text: string;
  private readonly number = /[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/y;
  private readonly flag = /[\s,]*([01])/y;

  constructor(text: string) {
    this.text = text;
  }

  command(): string | null {
    while (this.at < this.text.length && /[\s,]/.test(this.text[this.at]!)) this.at++;
    const c = this.text[this.at];
    if (c === undefined || !COMMAND.test(c)) return null;
    this.at++;
    return c;
  }

  numbers(count: number, arc: boolean): number[] | null {
    const out: number[] = [];
    const start = this.at;
    for (let i = 0; i < count; i++) {
      const pattern = arc && (i === 3 || i === 4) ? this.flag : this.number;
      pattern.lastIndex = this.at;
      const match = pattern.exec(this.text);
      if (!match) {
        this.at = start;
        return null;
      }
      this.at = pattern.lastIndex;
      out.push(Number(match[1]));
    }
    return out;
  }
}

/** Parses path data up to the first error, as SVG requires. `budget` is null for CSS values, which are short. */
export function parsePathData(d: string, budget: Budget | null): number[] {
  return buildPath(d, budget).path;
}

/**
 * Returns a path and the positions of curves that continue an arc. These curves don't start at a vertex of the author's
 * path.
 */
export function parsePathVertices(
  d: string,
  budget: Budget | null,
): { readonly path: number[]; readonly insideArcs: ReadonlySet<number> } {
  return buildPath(d, budget);
}

function buildPath(d: string, budget: Budget | null): PathBuilder {
  const reader = new Reader(d);
  const builder = new PathBuilder();
  for (let command = reader.command(); command !== null; command = reader.command()) {
    budget?.tick();
    const kind = command.toUpperCase();
    if (builder.isEmpty && kind !== 'M') break;
    const relative = command !== kind;
    if (kind === 'Z') {
      builder.close();
      continue;
    }
    let current = kind;
    let args = reader.numbers(ARITY[kind]!, kind === 'A');
    if (!args) break;
    while (args) {
      budget?.tick();
      builder.segment(current, args, relative);
      // Further pairs after a move are lines.
      if (current === 'M') current = 'L';
      args = reader.numbers(ARITY[kind]!, kind === 'A');
    }
  }
  return builder;
}

class PathBuilder {
  readonly path: number[] = [];
  readonly insideArcs = new Set<number>();
  private x = 0;
  private y = 0;
  private startX = 0;
  private startY = 0;
  /** The last control point and its kind of curve, for smooth curves. */
  private controlX = 0;
  private controlY = 0;
  private control = '';

  get isEmpty(): boolean {
    return this.path.length === 0;
  }

  close(): void {
    this.path.push(PathOp.Close);
    this.x = this.startX;
    this.y = this.startY;
    this.control = '';
  }

  segment(kind: string, n: number[], relative: boolean): void {
    const ox = relative ? this.x : 0;
    const oy = relative ? this.y : 0;
    switch (kind) {
      case 'M':
        this.x = this.startX = n[0]! + ox;
        this.y = this.startY = n[1]! + oy;
        this.path.push(PathOp.Move, this.x, this.y);
        this.control = '';
        return;
      case 'L':
        return this.line(n[0]! + ox, n[1]! + oy);
      case 'H':
        return this.line(n[0]! + ox, this.y);
      case 'V':
        return this.line(this.x, n[0]! + oy);
      case 'C':
        return this.cubic(n[0]! + ox, n[1]! + oy, n[2]! + ox, n[3]! + oy, n[4]! + ox, n[5]! + oy);
      case 'S': {
        const [cx, cy] =
          this.control === 'C' ? [2 * this.x - this.controlX, 2 * this.y - this.controlY] : [this.x, this.y];
        return this.cubic(cx, cy, n[0]! + ox, n[1]! + oy, n[2]! + ox, n[3]! + oy);
      }
      case 'Q':
        return this.quadratic(n[0]! + ox, n[1]! + oy, n[2]! + ox, n[3]! + oy);
      case 'T': {
        const [cx, cy] =
          this.control === 'Q' ? [2 * this.x - this.controlX, 2 * this.y - this.controlY] : [this.x, this.y];
        return this.quadratic(cx, cy, n[0]! + ox, n[1]! + oy);
      }
      default:
        return this.arc(n[0]!, n[1]!, n[2]!, n[3] !== 0, n[4] !== 0, n[5]! + ox, n[6]! + oy);
    }
  }

  private line(x: number, y: number): void {
    this.path.push(PathOp.Line, x, y);
    this.x = x;
    this.y = y;
    this.control = '';
  }

  private cubic(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.path.push(PathOp.Curve, x1, y1, x2, y2, x, y);
    this.controlX = x2;
    this.controlY = y2;
    this.control = 'C';
    this.x = x;
    this.y = y;
  }

  private quadratic(cx: number, cy: number, x: number, y: number): void {
    const [x0, y0] = [this.x, this.y];
    this.cubic(
      x0 + ((cx - x0) * 2) / 3,
      y0 + ((cy - y0) * 2) / 3,
      x + ((cx - x) * 2) / 3,
      y + ((cy - y) * 2) / 3,
      x,
      y,
    );
    this.controlX = cx;
    this.controlY = cy;
    this.control = 'Q';
  }

  /** Converts an arc from its endpoints to a center, and emits at most one curve per quarter (svg2 appendix B.2.4). */
  private arc(rxIn: number, ryIn: number, degrees: number, large: boolean, sweep: boolean, x: number, y: number): void {
    const [x0, y0] = [this.x, this.y];
    let rx = Math.abs(rxIn);
    let ry = Math.abs(ryIn);
    if (rx === 0 || ry === 0 || (x0 === x && y0 === y)) return this.line(x, y);
    const phi = (degrees * Math.PI) / 180;
    const [sin, cos] = [Math.sin(phi), Math.cos(phi)];
    const px = (cos * (x0 - x)) / 2 + (sin * (y0 - y)) / 2;
    const py = (-sin * (x0 - x)) / 2 + (cos * (y0 - y)) / 2;
    const lambda = (px * px) / (rx * rx) + (py * py) / (ry * ry);
    if (lambda > 1) {
      rx *= Math.sqrt(lambda);
      ry *= Math.sqrt(lambda);
    }
    const numerator = rx * rx * ry * ry - rx * rx * py * py - ry * ry * px * px;
    const factor =
      (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, numerator / (rx * rx * py * py + ry * ry * px * px)));
    const cxp = (factor * rx * py) / ry;
    const cyp = (-factor * ry * px) / rx;
    const cx = cos * cxp - sin * cyp + (x0 + x) / 2;
    const cy = sin * cxp + cos * cyp + (y0 + y) / 2;
    const start = Math.atan2((py - cyp) / ry, (px - cxp) / rx);
    let delta = Math.atan2((-py - cyp) / ry, (-px - cxp) / rx) - start;
    if (sweep && delta < 0) delta += 2 * Math.PI;
    else if (!sweep && delta > 0) delta -= 2 * Math.PI;
    const pieces = Math.max(1, Math.ceil(Math.abs(delta) / (Math.PI / 2) - 1e-9));
    const step = delta / pieces;
    const k = (4 / 3) * Math.tan(step / 4);
    const map = (u: number, v: number): [number, number] => [
      cx + cos * rx * u - sin * ry * v,
      cy + sin * rx * u + cos * ry * v,
    ];
    for (let i = 0; i < pieces; i++) {
      const a = start + i * step;
      const b = a + step;
      const [c1x, c1y] = map(Math.cos(a) - k * Math.sin(a), Math.sin(a) + k * Math.cos(a));
      const [c2x, c2y] = map(Math.cos(b) + k * Math.sin(b), Math.sin(b) - k * Math.cos(b));
      const [ex, ey] = i === pieces - 1 ? [x, y] : map(Math.cos(b), Math.sin(b));
      if (i > 0) this.insideArcs.add(this.path.length);
      this.cubic(c1x, c1y, c2x, c2y, ex, ey);
    }
    this.control = '';
  }
}
