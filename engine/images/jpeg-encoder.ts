/**
 * Encodes opaque pixels as baseline JPEG (ISO 10918-1). Colors are YCbCr (ITU-T T.871), with subsampled chroma unless
 * quality is high. All arithmetic uses integers, so that every machine produces the same bytes.
 */
import type { Budget } from '../budget.ts';
import { type HuffmanTable, huffmanTable } from './jpeg-huffman.ts';

const numbers = (text: string): number[] => text.split(' ').map(Number);

/** Coefficient positions by increasing frequency (figure A.6), as indices in row order. */
const ZIGZAG = numbers(
  '0 1 8 16 9 2 3 10 17 24 32 25 18 11 4 5 12 19 26 33 40 48 41 34 27 20 13 6 7 14 21 28 ' +
    '35 42 49 56 57 50 43 36 29 22 15 23 30 37 44 51 58 59 52 45 38 31 39 46 53 60 61 54 47 55 62 63',
);

/** The luminance quantization table of annex K.1 by rows, for quality 50. */
const BRIGHTNESS = numbers(
  '16 11 10 16 24 40 51 61 12 12 14 19 26 58 60 55 14 13 16 24 40 57 69 56 14 17 22 29 51 87 80 62 ' +
    '18 22 37 56 68 109 103 77 24 35 55 64 81 104 113 92 49 64 78 87 103 121 120 101 72 92 95 98 112 100 103 99',
);
/** The chrominance table, up to the last value that isn't 99. */
const COLOUR = numbers('17 18 24 47 99 99 99 99 18 21 26 66 99 99 99 99 24 26 56 99 99 99 99 99 47 66');

/** The quality from which chroma has full resolution. */
const FULL_COLOUR_QUALITY = 91;

const SIDE = 8;
const AREA = 64;
/** cos(k π / 16), scaled by 2^13. */
const COSINES = [8192, 8035, 7568, 6811, 5793, 4551, 3135, 1598];
/** The DCT of eight samples (§A.3.3) by frequency, scaled by 2^13. */
const TRANSFORM = Int32Array.from({ length: AREA }, (_, i) => {
  const [frequency, sample] = [i >> 3, i & 7];
  if (frequency === 0) return COSINES[4]!;
  const angle = ((2 * sample + 1) * frequency) % 32;
  // Reduce the angle to the tabulated quarter.
  const folded = angle > 16 ? 32 - angle : angle;
  return folded === 8 ? 0 : folded < 8 ? COSINES[folded]! : -COSINES[16 - folded]!;
});

/** The samples of one component, padded to whole blocks. */
interface Plane {
  readonly samples: Int16Array;
  readonly width: number;
  /** Blocks per unit in each direction. */
  readonly factor: 1 | 2;
  readonly table: 0 | 1;
}

/** Encodes RGBA pixels, ignoring alpha. `isGrey` requires all colors to be gray. */
export function encodeJpeg(
  rgba: Uint8Array,
  width: number,
  height: number,
  isGrey: boolean,
  quality: number,
  budget: Budget,
): Uint8Array {
  const factor = isGrey || quality >= FULL_COLOUR_QUALITY ? 1 : 2;
  const unit = SIDE * factor;
  const [across, down] = [Math.ceil(width / unit), Math.ceil(height / unit)];
  const planes = isGrey
    ? [brightness(rgba, width, height, across * unit, down * unit, 1)]
    : [
        brightness(rgba, width, height, across * unit, down * unit, factor),
        ...colours(rgba, width, height, across * unit, down * unit, factor),
      ];
  const divisors = [BRIGHTNESS, [...COLOUR, ...BRIGHTNESS.slice(COLOUR.length).fill(99)]].map((table) =>
    divisorsFor(table, quality),
  );
  const blocks = new Blocks(planes, divisors, across, down, budget);
  const tables = blocks.tables();
  return written(width, height, planes, divisors, tables, blocks.write(tables));
}

function divisorsFor(table: readonly number[], quality: number): Uint8Array {
  const percent = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality;
  return Uint8Array.from(table, (value) => Math.min(255, Math.max(1, Math.floor((value * percent + 50) / 100))));
}

type Reckon = (red: number, green: number, blue: number) => number;

/**
 * Returns a plane, padded by repeating edge pixels. `step` is the number of pixels per sample in each direction; their
 * mean is taken.
 */
function planeOf(
  rgba: Uint8Array,
  width: number,
  height: number,
  plane: { readonly width: number; readonly height: number; readonly step: 1 | 2 },
  reckon: Reckon,
): Int16Array {
  const { step } = plane;
  const samples = new Int16Array(plane.width * plane.height);
  for (let y = 0, to = 0; y < plane.height; y++)
    for (let x = 0; x < plane.width; x++) {
      let sum = 0;
      for (let dy = 0; dy < step; dy++)
        for (let dx = 0; dx < step; dx++) {
          const row = Math.min(height - 1, y * step + dy);
          const from = 4 * (row * width + Math.min(width - 1, x * step + dx));
          sum += reckon(rgba[from]!, rgba[from + 1]!, rgba[from + 2]!);
        }
      samples[to++] = step === 1 ? sum : (sum + 2) >> 2;
    }
  return samples;
}

/** RGB to YCbCr (T.871 §7) in fixed point with 16 bits, minus 128. */
const ROUND = 1 << 15;
const yOf: Reckon = (r, g, b) => ((19595 * r + 38470 * g + 7471 * b + ROUND) >> 16) - 128;
const cbOf: Reckon = (r, g, b) => (-11059 * r - 21709 * g + 32768 * b + ROUND) >> 16;
const crOf: Reckon = (r, g, b) => (32768 * r - 27439 * g - 5329 * b + ROUND) >> 16;

function brightness(rgba: Uint8Array, width: number, height: number, w: number, h: number, factor: 1 | 2): Plane {
  return { samples: planeOf(rgba, width, height, { width: w, height: h, step: 1 }, yOf), width: w, factor, table: 0 };
}

function colours(rgba: Uint8Array, width: number, height: number, w: number, h: number, step: 1 | 2): Plane[] {
  const size = { width: w / step, height: h / step, step };
  return [cbOf, crOf].map((reckon) => ({
    samples: planeOf(rgba, width, height, size, reckon),
    width: size.width,
    factor: 1,
    table: 1,
  }));
}

/** The quantized blocks of all planes in output order (§A.2.3). */
class Blocks {
  private readonly planes: readonly Plane[];
  private readonly values: Int16Array;
  /** The plane of each block. */
  private readonly owners: Uint8Array;

  constructor(planes: readonly Plane[], divisors: readonly Uint8Array[], across: number, down: number, budget: Budget) {
    this.planes = planes;
    const each = planes.reduce((sum, { factor }) => sum + factor * factor, 0);
    this.values = new Int16Array(each * across * down * AREA);
    this.owners = new Uint8Array(each * across * down);
    let block = 0;
    for (let y = 0; y < down; y++) {
      budget.tickBy(across * each);
      for (let x = 0; x < across; x++)
        planes.forEach((plane, owner) => {
          const { factor, table } = plane;
          for (let part = 0; part < factor * factor; part++) {
            const left = SIDE * (x * factor + (part % factor));
            const top = SIDE * (y * factor + Math.floor(part / factor));
            transform(plane, left, top, divisors[table]!, this.values.subarray(block * AREA, (block + 1) * AREA));
            this.owners[block++] = owner;
          }
        });
    }
  }

  /** Calls `see` for each symbol with its table (0 and 1: DC, 2 and 3: AC) and the bits after it. */
  private each(see: (table: number, symbol: number, bits: number, length: number) => void): void {
    const last = this.planes.map(() => 0);
    this.owners.forEach((owner, block) => {
      const { table } = this.planes[owner]!;
      const at = block * AREA;
      const mean = this.values[at]!;
      const difference = mean - last[owner]!;
      last[owner] = mean;
      see(table, lengthOf(difference), bitsOf(difference), lengthOf(difference));
      let zeros = 0;
      for (let i = 1; i < AREA; i++) {
        const value = this.values[at + i]!;
        if (value === 0) {
          zeros++;
          continue;
        }
        for (; zeros >= 16; zeros -= 16) see(2 + table, SIXTEEN_ZEROS, 0, 0);
        see(2 + table, (zeros << 4) | lengthOf(value), bitsOf(value), lengthOf(value));
        zeros = 0;
      }
      if (zeros > 0) see(2 + table, END_OF_BLOCK, 0, 0);
    });
  }

  /** Returns Huffman tables for DC and AC of luminance and, if there is color, of chrominance. */
  tables(): (HuffmanTable | null)[] {
    const frequencies = Array.from({ length: 4 }, () => new Uint32Array(256));
    this.each((table, symbol) => frequencies[table]![symbol]!++);
    return frequencies.map((counts) => (counts.some((count) => count > 0) ? huffmanTable(counts) : null));
  }

  /** Returns the scan's data (§F.1.2). */
  write(tables: readonly (HuffmanTable | null)[]): Uint8Array {
    const out = new BitWriter(this.values.length);
    this.each((table, symbol, bits, length) => {
      const { codes, lengths } = tables[table]!;
      out.put(codes[symbol]!, lengths[symbol]!);
      out.put(bits, length);
    });
    return out.finish();
  }
}

const SIXTEEN_ZEROS = 0xf0;
const END_OF_BLOCK = 0;

/** Returns the number of bits that a value needs. */
const lengthOf = (value: number): number => 32 - Math.clz32(Math.abs(value));
/** Returns the bits of a value. Negative values are offset so that their first bit is 0. */
const bitsOf = (value: number): number => (value < 0 ? value + (1 << lengthOf(value)) - 1 : value);

const lines = new Int32Array(AREA);

/** Writes a block's quantized DCT coefficients in zigzag order. */
function transform({ samples, width }: Plane, left: number, top: number, divisors: Uint8Array, out: Int16Array): void {
  for (let y = 0; y < SIDE; y++)
    for (let u = 0; u < SIDE; u++) {
      let sum = 0;
      for (let x = 0; x < SIDE; x++) sum += samples[(top + y) * width + left + x]! * TRANSFORM[u * SIDE + x]!;
      // Half of the sum, scaled by 2^4.
      lines[y * SIDE + u] = (sum + (1 << 9)) >> 10;
    }
  for (let i = 0; i < AREA; i++) {
    const at = ZIGZAG[i]!;
    const [v, u] = [at >> 3, at & 7];
    let sum = 0;
    for (let y = 0; y < SIDE; y++) sum += lines[y * SIDE + u]! * TRANSFORM[v * SIDE + y]!;
    // Each pass counts half (§A.3.3), so the sum is scaled by 2^18.
    const divisor = divisors[at]! * (1 << 18);
    out[i] = Math.trunc((sum + Math.sign(sum) * (divisor / 2)) / divisor);
  }
}

/** Writes bits to bytes, most significant first. Each byte 0xff is followed by a zero byte (§B.1.1.5). */
class BitWriter {
  private bytes: Uint8Array;
  private length = 0;
  private pending = 0;
  private count = 0;

  constructor(expected: number) {
    this.bytes = new Uint8Array(Math.max(64, expected >> 2));
  }

  put(bits: number, length: number): void {
    this.pending = (this.pending << length) | bits;
    this.count += length;
    while (this.count >= 8) {
      this.count -= 8;
      this.byte((this.pending >> this.count) & 255);
    }
    this.pending &= (1 << this.count) - 1;
  }

  private byte(value: number): void {
    if (this.length + 2 > this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[this.length++] = value;
    if (value === 255) this.bytes[this.length++] = 0;
  }

  finish(): Uint8Array {
    if (this.count > 0) this.put((1 << (8 - this.count)) - 1, 8 - this.count);
    return this.bytes.subarray(0, this.length);
  }
}

function written(
  width: number,
  height: number,
  planes: readonly Plane[],
  divisors: readonly Uint8Array[],
  tables: readonly (HuffmanTable | null)[],
  scan: Uint8Array,
): Uint8Array {
  const out: number[] = [0xff, 0xd8];
  const segment = (marker: number, bytes: readonly number[]): void => {
    out.push(0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255, ...bytes);
  };
  const kinds = planes.length === 1 ? [0] : [0, 1];
  for (const kind of kinds) segment(0xdb, [kind, ...ZIGZAG.map((at) => divisors[kind]![at]!)]);
  const parts = planes.flatMap(({ factor, table }, i) => [i + 1, factor * 17, table]);
  segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, planes.length, ...parts]);
  tables.forEach((table, i) => {
    if (table !== null) segment(0xc4, [((i >> 1) << 4) | (i & 1), ...table.counts, ...table.symbols]);
  });
  segment(0xda, [planes.length, ...planes.flatMap(({ table }, i) => [i + 1, table * 17]), 0, 63, 0]);
  const file = new Uint8Array(out.length + scan.length + 2);
  file.set(out);
  file.set(scan, out.length);
  file.set([0xff, 0xd9], out.length + scan.length);
  return file;
}
