/** Shapes as grids of coverage from 0 to 1, as input for blurs. */
import { type Path, PathOp } from './display-list.ts';
import { cubicAt } from './flatten-path.ts';

/** Passes of a box blur that approximate a Gaussian. */
const PASSES = 3;
/** Number of shades. */
const SHADES = 85;
const SHADE_STEP = 255 / SHADES;
/** Each sample is drawn once and blurred three times in both directions. */
export const SAMPLES_PER_TICK = 64;

/** A grid of samples. */
export class Coverage {
  readonly width: number;
  readonly height: number;
  readonly samples: Float32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.samples = new Float32Array(width * height);
  }

  /**
   * Adds a shape under the nonzero rule. Each sample keeps its largest coverage. The grid starts at (left, top) of the
   * shape, with `scale` samples per unit.
   */
  add(path: Path, left: number, top: number, scale: number): void {
    const { width, height, samples } = this;
    // The difference of each sample from its left neighbor. A running sum gives the coverage.
    const stride = width + 2;
    const changes = new Float32Array(stride * height);
    addEdges(changes, width, height, path, left, top, scale);
    for (let y = 0; y < height; y++) {
      let sum = 0;
      for (let x = 0; x < width; x++) {
        sum += changes[y * stride + x]!;
        const covered = Math.min(1, Math.abs(sum));
        if (covered > samples[y * width + x]!) samples[y * width + x] = covered;
      }
    }
  }

  /** Adds the samples of another grid whose first sample is at (x, y). What doesn't fit is left out. */
  addGrid(other: Coverage, x: number, y: number): void {
    const { samples } = this;
    this.overlap(other, x, y, (at, from, count) => {
      for (let i = 0; i < count; i++) samples[at + i]! += other.samples[from + i]!;
    });
  }

  /** Removes what another grid, whose first sample is at (x, y), covers with its share of each sample. */
  cover(other: Coverage, x: number, y: number): void {
    const { samples } = this;
    this.overlap(other, x, y, (at, from, count) => {
      for (let i = 0; i < count; i++) samples[at + i]! *= 1 - other.samples[from + i]!;
    });
  }

  /**
   * Visits the rows that overlap another grid, whose first sample is at (x, y). `at` and `from` are the indexes of the
   * first of `count` samples, in this grid and in the other one.
   */
  private overlap(
    other: Coverage,
    x: number,
    y: number,
    visit: (at: number, from: number, count: number) => void,
  ): void {
    const first = Math.max(0, -x);
    const count = Math.min(other.width, this.width - x) - first;
    for (let row = Math.max(0, -y); row < other.height && y + row < this.height; row++)
      visit((y + row) * this.width + x + first, row * other.width + first, count);
  }

  /**
   * Returns a grid with `factor` times as many samples in each direction, interpolated. Outside, the last samples
   * continue.
   */
  enlarged(factor: number): Coverage {
    if (factor === 1) return this;
    const { width, height, samples } = this;
    const out = new Coverage(width * factor, height * factor);
    const between = new Float32Array(width + 1);
    for (let y = 0; y < out.height; y++) {
      const at = Math.max(0, Math.min(height - 1, (y + 0.5) / factor - 0.5));
      const row = Math.floor(at) * width;
      const next = Math.min(height - 1, Math.floor(at) + 1) * width;
      const share = at - Math.floor(at);
      for (let x = 0; x < width; x++) between[x] = samples[row + x]! * (1 - share) + samples[next + x]! * share;
      between[width] = between[width - 1]!;
      for (let x = 0, to = y * out.width; x < out.width; x++) {
        const position = Math.max(0, Math.min(width - 1, (x + 0.5) / factor - 0.5));
        const left = between[Math.floor(position)]!;
        out.samples[to + x] = left + (between[Math.floor(position) + 1]! - left) * (position - Math.floor(position));
      }
    }
    return out;
  }

  /** Blurs by a Gaussian with a deviation in samples. Samples outside the grid are empty. */
  blur(sigma: number): void {
    const { width, height, samples } = this;
    const size = Math.max(1, Math.round(Math.sqrt((12 * sigma * sigma) / PASSES + 1)));
    // PERF: two rows at a time, because each sum waits for the one before it.
    const lines = [new Float32Array(width + 2 * size + 2), new Float32Array(width + 2 * size + 2)] as const;
    const rows = new Float32Array(samples.length);
    const sums = new Float64Array(width);
    for (let pass = 0; pass < PASSES; pass++) {
      // Even windows are off-center to one side, then to the other. The last one is one sample larger (filter-effects-1
      // §9.5).
      const isLast = pass === PASSES - 1;
      const window = isLast && size % 2 === 0 ? size + 1 : size;
      const before = size % 2 === 0 && pass === 1 ? (window >> 1) - 1 : window >> 1;
      blurRows(samples, rows, width, height, window, before, lines);
      blurColumns(rows, samples, width, height, window, before, sums);
    }
  }

  /**
   * Returns one byte per sample, at an opacity. Values are rounded to invisible steps, because even areas deflate
   * better.
   */
  bytes(opacity: number): Uint8Array {
    const { samples } = this;
    const bytes = new Uint8Array(samples.length);
    // PERF: a shadow has millions of samples. Adding a half and cutting is much faster than `Math.round`.
    const factor = opacity * SHADES;
    for (let i = 0; i < bytes.length; i++) {
      const sample = samples[i]!;
      if (sample > 0) bytes[i] = (((sample < 1 ? sample : 1) * factor + 0.5) | 0) * SHADE_STEP;
    }
    return bytes;
  }
}

/** Blurs the rows of `from` into `to`. Each of `lines` has room for a row with empty samples at both ends. */
function blurRows(
  from: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  size: number,
  before: number,
  [first, second]: readonly [Float32Array, Float32Array],
): void {
  first.fill(0);
  second.fill(0);
  for (let y = 0; y < height; y += 2) {
    const start = y * width;
    const next = y + 1 < height ? start + width : start;
    first.set(from.subarray(start, start + width), before);
    second.set(from.subarray(next, next + width), before);
    let sum = 0;
    let nextSum = 0;
    for (let i = before; i < size; i++) {
      sum += first[i]!;
      nextSum += second[i]!;
    }
    for (let i = 0; i < width; i++) {
      to[start + i] = sum / size;
      to[next + i] = nextSum / size;
      sum += first[i + size]!;
      nextSum += second[i + size]!;
      sum -= first[i]!;
      nextSum -= second[i]!;
    }
  }
}

/** Blurs all columns of `from` into `to` at once, row by row, in memory order. `sums` has room for a row. */
function blurColumns(
  from: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  size: number,
  before: number,
  sums: Float64Array,
): void {
  sums.fill(0);
  const after = size - before;
  for (let y = 0; y < Math.min(after, height); y++)
    for (let x = 0, i = y * width; x < width; x++, i++) sums[x]! += from[i]!;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const entering = y + after < height ? (y + after) * width : -1;
    const leaving = y >= before ? (y - before) * width : -1;
    if (entering >= 0 && leaving >= 0) {
      for (let x = 0; x < width; x++) {
        const sum = sums[x]!;
        to[row + x] = sum / size;
        sums[x] = sum + from[entering + x]! - from[leaving + x]!;
      }
      continue;
    }
    for (let x = 0; x < width; x++) to[row + x] = sums[x]! / size;
    if (entering >= 0) for (let x = 0; x < width; x++) sums[x]! += from[entering + x]!;
    if (leaving >= 0) for (let x = 0; x < width; x++) sums[x]! -= from[leaving + x]!;
  }
}

/** Maximum distance between a curve and its straight pieces, in samples. */
const TOLERANCE = 1 / 32;
const MAX_CURVE_PIECES = 24;

/** Records the changes from all edges of a path. Curves are divided according to how much they bend. */
function addEdges(
  changes: Float32Array,
  width: number,
  height: number,
  path: Path,
  left: number,
  top: number,
  scale: number,
): void {
  let x = 0;
  let y = 0;
  let startX = 0;
  let startY = 0;
  for (let i = 0; i < path.length;) {
    const op = path[i++];
    if (op === PathOp.Move) {
      x = startX = (path[i]! - left) * scale;
      y = startY = (path[i + 1]! - top) * scale;
      i += 2;
      continue;
    }
    let toX = startX;
    let toY = startY;
    if (op === PathOp.Line) {
      toX = (path[i]! - left) * scale;
      toY = (path[i + 1]! - top) * scale;
      i += 2;
    } else if (op === PathOp.Curve) {
      const x1 = (path[i]! - left) * scale;
      const y1 = (path[i + 1]! - top) * scale;
      const x2 = (path[i + 2]! - left) * scale;
      const y2 = (path[i + 3]! - top) * scale;
      toX = (path[i + 4]! - left) * scale;
      toY = (path[i + 5]! - top) * scale;
      i += 6;
      // The second derivative of a cubic is at most six times the second differences of its control points. The error
      // of n pieces is at most an eighth of that, divided by n².
      const bendX = Math.max(Math.abs(x - 2 * x1 + x2), Math.abs(x1 - 2 * x2 + toX));
      const bendY = Math.max(Math.abs(y - 2 * y1 + y2), Math.abs(y1 - 2 * y2 + toY));
      const pieces = Math.min(MAX_CURVE_PIECES, Math.ceil(Math.sqrt((0.75 * (bendX + bendY)) / TOLERANCE)));
      let fromX = x;
      let fromY = y;
      for (let k = 1; k < pieces; k++) {
        const nextX = cubicAt(k / pieces, x, x1, x2, toX);
        const nextY = cubicAt(k / pieces, y, y1, y2, toY);
        addEdge(changes, width, height, fromX, fromY, nextX, nextY);
        fromX = nextX;
        fromY = nextY;
      }
      x = fromX;
      y = fromY;
    }
    addEdge(changes, width, height, x, y, toX, toY);
    x = toX;
    y = toY;
  }
}

/**
 * Records the changes in coverage from one edge. Each row gets the edge's height in it, divided among samples by area.
 */
function addEdge(
  changes: Float32Array,
  width: number,
  height: number,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): void {
  if (fromY === toY) return;
  const direction = fromY < toY ? 1 : -1;
  const topX = direction === 1 ? fromX : toX;
  const top = direction === 1 ? fromY : toY;
  const bottomX = direction === 1 ? toX : fromX;
  const bottom = direction === 1 ? toY : fromY;
  const slope = (bottomX - topX) / (bottom - top);
  const lastRow = Math.min(height, Math.ceil(bottom));
  for (let y = Math.max(0, Math.floor(top)); y < lastRow; y++) {
    const upper = Math.max(y, top);
    const lower = Math.min(y + 1, bottom);
    const x0 = clamp(topX + (upper - top) * slope, width);
    const x1 = clamp(topX + (lower - top) * slope, width);
    addRow(changes, y * (width + 2), (lower - upper) * direction, Math.min(x0, x1), Math.max(x0, x1));
  }
}

const clamp = (x: number, width: number): number => Math.max(0, Math.min(width, x));

/**
 * Adds an edge of height `h` that runs from `left` to `right` in one row. Each sample gets the area to the right of the
 * edge, less that of the previous sample.
 */
function addRow(changes: Float32Array, row: number, h: number, left: number, right: number): void {
  const first = Math.floor(left);
  const behind = Math.ceil(right);
  if (behind <= first + 1) {
    const mean = (left + right) / 2 - first;
    changes[row + first]! += h * (1 - mean);
    changes[row + first + 1]! += h * mean;
    return;
  }
  const perSample = h / (right - left);
  let before = 0;
  for (let x = first; x < behind; x++) {
    const from = Math.max(left, x);
    const to = Math.min(right, x + 1);
    // The area right of the edge within this sample, plus the height that the edge has passed before.
    const area = perSample * (from - left + (to - from) * (x + 1 - (from + to) / 2));
    changes[row + x]! += area - before;
    before = area;
  }
  changes[row + behind]! += h - before;
}
