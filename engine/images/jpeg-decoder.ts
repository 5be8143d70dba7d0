/**
 * Decodes JPEGs that the rasterizer can't read: files with four components, and parts of TIFF files. Baseline and
 * progressive (ISO 10918-1).
 */
import type { Budget } from '../budget.ts';
import { lightsOf } from './jpeg-colors.ts';

/** A Huffman table: by the length of codes, the first code, the position of its symbol, and the number of codes. */
interface Codes {
  readonly first: Int32Array;
  readonly at: Int32Array;
  readonly counts: Uint8Array;
  readonly symbols: Uint8Array;
}

interface Component {
  readonly id: number;
  readonly across: number;
  readonly down: number;
  readonly table: number;
  /** Blocks of all MCUs. */
  readonly columns: number;
  readonly rows: number;
  /** Blocks with visible samples, which scans of one component hold. */
  readonly usedColumns: number;
  readonly usedRows: number;
  readonly coefficients: Int16Array;
  prediction: number;
}

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly progressive: boolean;
  readonly most: { readonly across: number; readonly down: number };
  readonly components: readonly Component[];
}

const ZIGZAG = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
]);

/** Memory per sample: its coefficient, the sample and the result. */
const BYTES_PER_SAMPLE = 4;
const CMYK = 4;

interface Size {
  readonly width: number;
  readonly height: number;
}

const word = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/**
 * Returns the pixels of a CMYK JPEG as red, green, blue and 255, or null if it isn't one or has no scan.
 * @throws RenderError if time or memory is exhausted.
 */
export function decodeCmykJpeg(bytes: Uint8Array, size: Size, budget: Budget): Uint8Array | null {
  const decoder = new Decoder(bytes, size, CMYK, budget);
  return budget.holding(memoryFor(size, CMYK), () => {
    const samples = decoder.decode();
    return samples && lightsOf(samples, decoder.adobe);
  });
}

/**
 * Returns the samples of a JPEG with 1 to 4 components, interleaved and without a conversion of their colors, or null
 * if it has another size or number of components, or no scan.
 * @throws RenderError if time or memory is exhausted.
 */
export function decodeJpegSamples(
  bytes: Uint8Array,
  size: Size,
  components: number,
  budget: Budget,
): Uint8Array | null {
  return budget.holding(memoryFor(size, components), () => new Decoder(bytes, size, components, budget).decode());
}

const memoryFor = ({ width, height }: Size, components: number): number =>
  (width + 64) * (height + 64) * components * BYTES_PER_SAMPLE;

class Decoder {
  private readonly bytes: Uint8Array;
  private readonly size: Size;
  private readonly components: number;
  private readonly budget: Budget;
  private readonly tables: Uint16Array[] = [];
  private readonly dc: Codes[] = [];
  private readonly ac: Codes[] = [];
  private interval = 0;
  /** The color transform in Adobe's segment, or -1 without such a segment. */
  adobe = -1;
  private frame: Frame | null = null;
  private at = 2;
  private bits = 0;
  private bitCount = 0;
  /** The number of upcoming blocks without coefficients, in a progressive scan. */
  private endOfBand = 0;

  constructor(bytes: Uint8Array, size: Size, components: number, budget: Budget) {
    this.bytes = bytes;
    this.size = size;
    this.components = components;
    this.budget = budget;
  }

  decode(): Uint8Array | null {
    const { bytes } = this;
    let scans = 0;
    while (this.at + 4 <= bytes.length) {
      const marker = bytes[this.at + 1]!;
      if (bytes[this.at] !== 0xff || marker === 0xff || marker === 0) {
        this.at++;
        continue;
      }
      if (marker === 0xd9) break;
      if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
        this.at += 2;
        continue;
      }
      const end = Math.min(bytes.length, this.at + 2 + Math.max(2, word(bytes, this.at + 2)));
      const segment = bytes.subarray(this.at + 4, end);
      this.at = end;
      if (marker === 0xda) {
        if (!this.scan(segment)) break;
        scans++;
      } else if (!this.segment(marker, segment)) return null;
    }
    return this.frame === null || scans === 0 ? null : this.pixels(this.frame);
  }

  /** Reads a segment; false: the file can't be decoded. */
  private segment(marker: number, segment: Uint8Array): boolean {
    if (marker === 0xdb) this.readTables(segment);
    else if (marker === 0xc4) this.readCodes(segment);
    else if (marker === 0xdd) this.interval = word(segment, 0);
    else if (marker === 0xee && segment.length >= 12) this.adobe = segment[11]!;
    else if (marker >= 0xc0 && marker <= 0xc2) {
      if (this.frame !== null) return false;
      this.frame = this.readFrame(segment, marker === 0xc2);
      return this.frame !== null;
    }
    return true;
  }

  private readTables(segment: Uint8Array): void {
    for (let at = 0; at < segment.length;) {
      const info = segment[at++]!;
      const wide = info >> 4 !== 0;
      const table = new Uint16Array(64);
      for (const i of ZIGZAG) {
        table[i] = wide ? word(segment, at) : (segment[at] ?? 0);
        at += wide ? 2 : 1;
      }
      this.tables[info & 15] = table;
    }
  }

  private readCodes(segment: Uint8Array): void {
    for (let at = 0; at + 17 <= segment.length;) {
      const info = segment[at]!;
      const counts = segment.subarray(at, at + 17);
      const first = new Int32Array(17);
      const places = new Int32Array(17);
      let [code, total] = [0, 0];
      for (let length = 1; length <= 16; length++) {
        first[length] = code;
        places[length] = total;
        code = (code + counts[length]!) << 1;
        total += counts[length]!;
      }
      const symbols = segment.subarray(at + 17, at + 17 + total);
      (info >> 4 === 0 ? this.dc : this.ac)[info & 15] = { first, at: places, counts, symbols };
      at += 17 + total;
    }
  }

  private readFrame(segment: Uint8Array, progressive: boolean): Frame | null {
    const [height, width] = [word(segment, 1), word(segment, 3)];
    // The budget has been charged for the size in the header.
    const { components: count } = this;
    if (segment[0] !== 8 || segment[5] !== count || segment.length < 6 + 3 * count) return null;
    if (width !== this.size.width || height !== this.size.height) return null;
    const given = Array.from({ length: count }, (_, i) => segment.subarray(6 + 3 * i, 9 + 3 * i));
    const factors = given.map(([, sampling]) => ({ across: sampling! >> 4, down: sampling! & 15 }));
    if (factors.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4)) return null;
    const most = {
      across: Math.max(...factors.map(({ across }) => across)),
      down: Math.max(...factors.map(({ down }) => down)),
    };
    const mcusAcross = Math.ceil(width / (8 * most.across));
    const mcusDown = Math.ceil(height / (8 * most.down));
    const components = given.map(([id, , table], i) => {
      const { across, down } = factors[i]!;
      const [columns, rows] = [mcusAcross * across, mcusDown * down];
      return {
        id: id!,
        across,
        down,
        table: table!,
        columns,
        rows,
        usedColumns: Math.ceil(Math.ceil((width * across) / most.across) / 8),
        usedRows: Math.ceil(Math.ceil((height * down) / most.down) / 8),
        coefficients: new Int16Array(64 * columns * rows),
        prediction: 0,
      };
    });
    return { width, height, progressive, most, components };
  }

  /** Decodes a scan; false: it can't be decoded, and nothing after it. */
  private scan(header: Uint8Array): boolean {
    const { frame } = this;
    if (frame === null) return false;
    const count = header[0] ?? 0;
    const parts: { component: Component; dc: Codes | undefined; ac: Codes | undefined }[] = [];
    for (let i = 0; i < count; i++) {
      const component = frame.components.find(({ id }) => id === header[1 + 2 * i]);
      if (component === undefined) return false;
      const tables = header[2 + 2 * i] ?? 0;
      parts.push({ component, dc: this.dc[tables >> 4], ac: this.ac[tables & 15] });
    }
    const [start, end, approximation] = [
      header[1 + 2 * count] ?? 0,
      header[2 + 2 * count] ?? 63,
      header[3 + 2 * count] ?? 0,
    ];
    const [high, low] = [approximation >> 4, approximation & 15];
    if (parts.length === 0 || end > 63 || start > end || (start > 0 && parts.length > 1)) return false;
    const decode = (part: (typeof parts)[number], row: number, column: number): void => {
      const { component } = part;
      const block = 64 * (row * component.columns + column);
      if (!frame.progressive) this.baseline(component, block, part.dc, part.ac);
      else if (start === 0) this.firstOf(component, block, part.dc, high, low);
      else if (high === 0) this.band(component, block, part.ac, start, end, low);
      else this.refined(component, block, part.ac, start, end, low);
    };
    const single = parts.length === 1 ? parts[0]! : null;
    const [any] = frame.components as [Component];
    const across = single === null ? any.columns / any.across : single.component.usedColumns;
    const down = single === null ? any.rows / any.down : single.component.usedRows;
    this.restart(frame);
    for (let mcu = 0; mcu < across * down; mcu++) {
      this.budget.tick();
      if (this.interval > 0 && mcu > 0 && mcu % this.interval === 0 && !this.passRestart(frame)) break;
      const [row, column] = [Math.floor(mcu / across), mcu % across];
      if (single !== null) decode(single, row, column);
      else
        for (const part of parts) {
          const { across: h, down: v } = part.component;
          for (let y = 0; y < v; y++) for (let x = 0; x < h; x++) decode(part, row * v + y, column * h + x);
        }
    }
    this.bitCount = 0;
    return true;
  }

  private restart({ components }: Frame): void {
    this.bitCount = 0;
    this.endOfBand = 0;
    for (const component of components) component.prediction = 0;
  }

  /** Passes a restart marker; false: there is another marker, or none. */
  private passRestart(frame: Frame): boolean {
    const { bytes } = this;
    while (this.at + 1 < bytes.length && !(bytes[this.at] === 0xff && bytes[this.at + 1]! > 0)) this.at++;
    const marker = bytes[this.at + 1] ?? 0xd9;
    if (marker < 0xd0 || marker > 0xd7) return false;
    this.at += 2;
    this.restart(frame);
    return true;
  }

  /** The next bit; 0 past the end of the data. */
  private bit(): number {
    if (this.bitCount === 0) {
      const { bytes, at } = this;
      const byte = bytes[at] ?? 0xff;
      if (byte === 0xff && bytes[at + 1] !== 0) return 0;
      this.at += byte === 0xff ? 2 : 1;
      this.bits = byte;
      this.bitCount = 8;
    }
    return (this.bits >> --this.bitCount) & 1;
  }

  private receive(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) value = (value << 1) | this.bit();
    return value;
  }

  private signed(count: number): number {
    const value = this.receive(count);
    return count > 0 && value < 1 << (count - 1) ? value - (1 << count) + 1 : value;
  }

  private symbol(codes: Codes | undefined): number {
    if (codes === undefined) return 0;
    let code = 0;
    for (let length = 1; length <= 16; length++) {
      code = (code << 1) | this.bit();
      const offset = code - codes.first[length]!;
      if (offset >= 0 && offset < codes.counts[length]!) return codes.symbols[codes.at[length]! + offset] ?? 0;
    }
    return 0;
  }

  private baseline(component: Component, block: number, dc: Codes | undefined, ac: Codes | undefined): void {
    const { coefficients } = component;
    coefficients[block] = component.prediction += this.signed(this.symbol(dc) & 15);
    for (let k = 1; k < 64; k++) {
      const symbol = this.symbol(ac);
      const size = symbol & 15;
      if (size === 0 && symbol !== 0xf0) break;
      k += symbol >> 4;
      if (size > 0 && k < 64) coefficients[block + ZIGZAG[k]!] = this.signed(size);
    }
  }

  private firstOf(component: Component, block: number, dc: Codes | undefined, high: number, low: number): void {
    const { coefficients } = component;
    if (high > 0) coefficients[block]! |= this.bit() << low;
    else coefficients[block] = (component.prediction += this.signed(this.symbol(dc) & 15)) << low;
  }

  private band(
    { coefficients }: Component,
    block: number,
    ac: Codes | undefined,
    start: number,
    end: number,
    low: number,
  ): void {
    if (this.endOfBand > 0) {
      this.endOfBand--;
      return;
    }
    for (let k = start; k <= end; k++) {
      const symbol = this.symbol(ac);
      const [run, size] = [symbol >> 4, symbol & 15];
      if (size === 0 && run < 15) {
        this.endOfBand = (1 << run) - 1 + this.receive(run);
        return;
      }
      k += run;
      if (size > 0 && k < 64) coefficients[block + ZIGZAG[k]!] = this.signed(size) * (1 << low);
    }
  }

  /** Adds a bit of precision to the coefficients of a band (§G.1.2.3). */
  private refined(
    { coefficients }: Component,
    block: number,
    ac: Codes | undefined,
    start: number,
    end: number,
    low: number,
  ): void {
    const step = 1 << low;
    const refine = (at: number): void => {
      const value = coefficients[at]!;
      if (this.bit() === 1 && (Math.abs(value) & step) === 0) coefficients[at] = value + Math.sign(value) * step;
    };
    let k = start;
    if (this.endOfBand === 0)
      while (k <= end) {
        const symbol = this.symbol(ac);
        let run = symbol >> 4;
        const size = symbol & 15;
        if (size === 0 && run < 15) {
          this.endOfBand = (1 << run) + this.receive(run);
          break;
        }
        const added = size === 0 ? 0 : this.bit() === 1 ? step : -step;
        for (; k <= end; k++) {
          const at = block + ZIGZAG[k]!;
          if (coefficients[at] !== 0) refine(at);
          else if (run-- === 0) {
            coefficients[at] = added;
            break;
          }
        }
        k++;
      }
    if (this.endOfBand === 0) return;
    for (; k <= end; k++) if (coefficients[block + ZIGZAG[k]!] !== 0) refine(block + ZIGZAG[k]!);
    this.endOfBand--;
  }

  /** The samples of a component, 8 * `columns` in a row. */
  private samples({ columns, rows, coefficients, table }: Component): Uint8Array {
    const quantization = this.tables[table] ?? new Uint16Array(64);
    const samples = new Uint8Array(64 * columns * rows);
    const [input, half] = [new Float64Array(64), new Float64Array(64)];
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        this.budget.tick();
        const block = 64 * (row * columns + column);
        for (let i = 0; i < 64; i++) input[i] = coefficients[block + i]! * quantization[i]!;
        transformRows(input, half);
        transformRows(half, input);
        for (let y = 0; y < 8; y++)
          for (let x = 0; x < 8; x++) {
            const value = Math.round(input[8 * y + x]! + 128);
            samples[(8 * row + y) * 8 * columns + 8 * column + x] = value < 0 ? 0 : value > 255 ? 255 : value;
          }
      }
    return samples;
  }

  private pixels({ width, height, most, components }: Frame): Uint8Array {
    const planes = components.map((component) => this.samples(component));
    const pixels = new Uint8Array(components.length * width * height);
    for (let y = 0, out = 0; y < height; y++) {
      this.budget.tickBy(width >> 4);
      for (let x = 0; x < width; x++)
        for (let i = 0; i < components.length; i++) {
          const { across, down, columns } = components[i]!;
          const row = Math.floor((y * down) / most.down) * 8 * columns;
          pixels[out++] = planes[i]![row + Math.floor((x * across) / most.across)]!;
        }
    }
    return pixels;
  }
}

const COSINES = Float64Array.from(
  { length: 64 },
  (_, i) => Math.cos(((2 * (i >> 3) + 1) * (i & 7) * Math.PI) / 16) * ((i & 7) === 0 ? Math.SQRT1_2 : 1) * 0.5,
);

/** Transforms the rows of a block into its columns (§A.3.3). Twice, it transforms the block. */
function transformRows(from: Float64Array, to: Float64Array): void {
  for (let y = 0; y < 8; y++)
    for (let x = 0; x < 8; x++) {
      let sum = 0;
      for (let u = 0; u < 8; u++) sum += COSINES[8 * x + u]! * from[8 * y + u]!;
      to[8 * x + y] = sum;
    }
}
