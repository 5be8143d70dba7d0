/** Seeds that have failed once, each with what it was. */
export const FAILED_SEEDS: readonly (readonly [seed: number, what: string])[] = [];
