/**
 * Bounds the work of fontkit, which follows every count, offset and subroutine of a font as given. All its loops read
 * from the font's stream, so the meter counts reads there.
 */
import type { FontStream } from 'fontkit';
import type { Budget } from '../budget.ts';

/**
 * Maximum number of reads per query. The largest fonts need a tenth of it for their tables, and a glyph needs thousands
 * of reads.
 */
const MAX_READS = 1_000_000;
/** Bytes of a block that cost as much as reading a number. */
const BYTES_PER_READ = 64;
/** PERF: reads are reported to the budget in batches. */
const READS_PER_TICK = 16;

type Read = (...args: unknown[]) => unknown;

export class ReadMeter {
  private readonly budget: Budget;
  private left = 0;

  /** Attaches the meter to a stream of fontkit. `budget` is charged for the reads. */
  constructor(stream: FontStream, budget: Budget) {
    this.budget = budget;
    const methods = stream as unknown as Record<string, Read>;
    for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(stream))) {
      if (!name.startsWith('read')) continue;
      const read = methods[name]!;
      methods[name] = (...args) => {
        this.spend(name === 'readBuffer' ? 1 + Number(args[0]) / BYTES_PER_READ : 1);
        return read.apply(stream, args);
      };
    }
  }

  private spend(reads: number): void {
    // A length that isn't a number is beyond all limits as well.
    if (!((this.left -= reads) >= 0)) throw new RangeError('a font is too complex');
  }

  /**
   * Runs `read` with the full number of reads. Returns null if it throws, which fontkit does for broken tables, or if
   * it needs more reads.
   * @throws RenderError if the budget is exhausted
   */
  run<T>(read: () => T): T | null {
    this.left = MAX_READS;
    let result: T | null = null;
    try {
      result = read();
    } catch {
      result = null;
    }
    const left = this.left > 0 ? this.left : 0;
    this.budget.tickBy((MAX_READS - left) / READS_PER_TICK);
    // fontkit treats a table that throws as missing, which would hide that the reads ran out.
    return left > 0 ? result : null;
  }
}
