/** How fine a document's filtered groups may be: all of them together come to an end, and each gets its share. */
import type { Budget } from '../../budget.ts';
import type { RasterCost } from './raster-cost.ts';

/** Of one group, and of a document: when these are used up, groups get coarser. */
const MAX_SAMPLES = 4_000_000;
const MAX_DOCUMENT_SAMPLES = 60_000_000;
const MIN_SAMPLES = 10_000;
/** The same in nanoseconds. */
const MAX_TIME = 2e9;
const MAX_DOCUMENT_TIME = 12e9;
const MIN_TIME = 4e6;
const MAX_BYTES = 200_000_000;

/** What can't be stopped once begun may take so many times as long as is reckoned. */
const CAUTION = 2;

const BYTES_PER_SAMPLE = 4;
const NANOSECONDS_PER_TICK = 2000;
/** In steps of this, until it is within what there is. */
const COARSER = 0.9;
/** Any more and there is nothing to be seen. */
const MAX_STEPS = 100;

/** How a group may be drawn. */
export interface Grant {
  /** Samples a unit of length. */
  readonly sampling: number;
  readonly samples: number;
  /** Memory that it takes meanwhile. */
  readonly bytes: number;
}

/** A twelfth of what is left, so that it never ends. */
const share = (least: number, most: number, left: number): number => Math.max(least, Math.min(most, left / 12));

export class FilterBudget {
  private readonly budget: Budget;
  private samplesLeft = MAX_DOCUMENT_SAMPLES;
  private timeLeft = MAX_DOCUMENT_TIME;

  /** `budget` pays for the work. */
  constructor(budget: Budget) {
    this.budget = budget;
  }

  /**
   * How a group over an area may be drawn that would have `wanted` samples a unit of length. `worked`: the area that its filters work on, part of
   * which isn't shown. @throws RenderError when no time is left for it.
   */
  take(area: number, wanted: number, cost: RasterCost, worked = area): Grant {
    const maxTime = share(MIN_TIME, MAX_TIME, this.timeLeft);
    const maxSamples = share(MIN_SAMPLES, MAX_SAMPLES, this.samplesLeft);
    let sampling = Math.min(wanted, Math.sqrt(maxSamples / area));
    for (let i = 0; i < MAX_STEPS && !fits(worked, sampling, cost, maxTime); i++) sampling *= COARSER;
    const samples = area * sampling ** 2;
    const samplesWorked = worked * sampling ** 2;
    const time = timeOf(samplesWorked, sampling, cost);
    this.samplesLeft = Math.max(0, this.samplesLeft - samples);
    this.timeLeft = Math.max(0, this.timeLeft - time);
    this.budget.tickBy(time / NANOSECONDS_PER_TICK);
    this.budget.foresee((CAUTION * time) / 1e6);
    return { sampling, samples, bytes: bytesOf(samplesWorked, cost) };
  }
}

const timeOf = (samples: number, sampling: number, { fixed, flat, kernel, rows }: RasterCost): number =>
  fixed + rows * sampling + samples * (flat + kernel * sampling ** 2);

const bytesOf = (samples: number, { layers }: RasterCost): number => Math.ceil(samples * layers * BYTES_PER_SAMPLE);

function fits(area: number, sampling: number, cost: RasterCost, maxTime: number): boolean {
  const samples = area * sampling ** 2;
  return timeOf(samples, sampling, cost) - cost.fixed <= maxTime && bytesOf(samples, cost) <= MAX_BYTES;
}
