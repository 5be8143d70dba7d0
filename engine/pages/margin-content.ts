import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { CounterValues } from './page-counters.ts';

/** Builds the box of a page-margin box from its style; null when its content turns out to be none. */
export type MarginBoxBuilder = (style: ComputedStyle, name: string, counters: CounterValues, totalPages: number) => Box | null;
