/** The resolution of a document's filtered groups. Their total work is bounded, and each group gets a share. */
import { BoundedCache } from '../../bounded-cache.ts';
import type { Budget } from '../../budget.ts';
import type { RasterData } from '../../images/image.ts';
import type { RasterCost } from './raster-cost.ts';

/** Sample limits per group and per document. When the document's limit is nearly used up, groups get coarser. */
const MAX_SAMPLES = 4_000_000;
const MAX_DOCUMENT_SAMPLES = 30_000_000;
const MIN_SAMPLES = 10_000;
/** Time limits per group and per document, in nanoseconds. */
const MAX_TIME = 2e9;
const MAX_DOCUMENT_TIME = 4e9;
const MIN_TIME = 1e6;
/** Limit on the work for copies of content in backdrops, in ticks of the budget, without the time for samples. */
const MAX_COPYING = 400_000;
const MAX_BYTES = 200_000_000;

/** Safety factor on the estimated time of work that can't be interrupted. */
const CAUTION = 2;

const BYTES_PER_SAMPLE = 4;
const NANOSECONDS_PER_TICK = 2000;
/** Factor by which the resolution decreases until the cost is within the share. */
const COARSER = 0.9;
/** Limit on these steps. Beyond it, nothing would be visible. */
const MAX_STEPS = 100;

/** Pictures that may repeat: their number, and the characters of their markup plus their samples. */
const MAX_DRAWN = 64;
const MAX_DRAWN_SIZE = 8_000_000;

/** Pictures whose markup has more characters aren't expected to repeat. */
const MAX_REPEATED = 20_000;

/** Pictures of the same area, lowest first, and the samples per unit that were preferred for them. */
interface Drawn {
  readonly wanted: number;
  readonly pictures: readonly RasterData[];
}

/** The resources granted to a group. */
interface Grant {
  /** Samples per unit of length. */
  readonly sampling: number;
  readonly samples: number;
  /** Memory in use while the group is drawn. */
  readonly bytes: number;
}

/** The part of the remaining samples and of the remaining time that a group may use. */
const PART_OF_SAMPLES = 1 / 6;
const PART_OF_TIME = 1 / 4;

/**
 * Returns the share of a group for which `free` is available: a part of the remainder, so that the budget never reaches
 * zero. Each group around the content halves its share, so that nesting at most doubles the cost of the outermost group.
 */
const share = (least: number, most: number, free: number, depth: number): number =>
  Math.max(least, Math.min(most, free) / 2 ** depth);

export class FilterBudget {
  /** The pictures of the document by what they show. */
  private readonly drawn = new BoundedCache<string, Drawn>(MAX_DRAWN, MAX_DRAWN_SIZE);
  private readonly budget: Budget;
  private samplesLeft = MAX_DOCUMENT_SAMPLES;
  private timeLeft = MAX_DOCUMENT_TIME;
  private copying = 0;
  /** Ticks spent on samples. */
  private sampling = 0;

  /** `budget` pays for the work. */
  constructor(budget: Budget) {
    this.budget = budget;
  }

  /**
   * Returns the pictures that were drawn for `key` with as many samples wanted, or those of `draw`. Repeated pictures
   * are drawn and paid for once.
   */
  once(key: string, wanted: number, draw: () => readonly RasterData[]): readonly RasterData[] {
    const known = this.drawn.get(key);
    if (known?.wanted === wanted) return known.pictures;
    const pictures = draw();
    if (key.length <= MAX_REPEATED)
      this.drawn.set(
        key,
        { wanted, pictures },
        pictures.reduce((sum, { width, height }) => sum + width * height, key.length),
      );
    return pictures;
  }

  /**
   * Copies content into a backdrop. Returns false, without a call of `draw`, if earlier copies took too much work: every
   * backdrop can copy all content below it.
   */
  copies(draw: () => void): boolean {
    if (this.copying > MAX_COPYING) return false;
    const before = this.budget.work - this.sampling;
    draw();
    this.copying += this.budget.work - this.sampling - before;
    return true;
  }

  /**
   * Returns the resources for a group over an area. `wanted`: the preferred samples per unit of length. `worked`: the
   * area that the filters process, part of which is hidden. `depth`: the number of groups around it. @throws
   * RenderError when no time is left for it.
   */
  take(area: number, wanted: number, cost: RasterCost, worked = area, depth = 0): Grant {
    const maxTime = share(MIN_TIME, MAX_TIME, this.timeLeft * PART_OF_TIME, depth);
    const maxSamples = share(MIN_SAMPLES, MAX_SAMPLES, this.samplesLeft * PART_OF_SAMPLES, depth);
    let sampling = Math.min(wanted, Math.sqrt(maxSamples / area));
    for (let i = 0; i < MAX_STEPS && !fits(worked, sampling, cost, maxTime); i++) sampling *= COARSER;
    const samples = area * sampling ** 2;
    const samplesWorked = worked * sampling ** 2;
    const time = timeOf(samplesWorked, sampling, cost);
    this.samplesLeft = Math.max(0, this.samplesLeft - samples);
    this.timeLeft = Math.max(0, this.timeLeft - time);
    this.budget.tickBy(time / NANOSECONDS_PER_TICK);
    this.sampling += (time - cost.fixed) / NANOSECONDS_PER_TICK;
    this.budget.foresee((CAUTION * time) / 1e6);
    return { sampling, samples, bytes: bytesOf(samplesWorked, cost) + cost.bytes };
  }
}

const timeOf = (samples: number, sampling: number, { fixed, flat, kernel, rows }: RasterCost): number =>
  fixed + rows * sampling + samples * (flat + kernel * sampling ** 2);

const bytesOf = (samples: number, { layers }: RasterCost): number => Math.ceil(samples * layers * BYTES_PER_SAMPLE);

function fits(area: number, sampling: number, cost: RasterCost, maxTime: number): boolean {
  const samples = area * sampling ** 2;
  return timeOf(samples, sampling, cost) - cost.fixed <= maxTime && bytesOf(samples, cost) <= MAX_BYTES;
}
