/** Seeds that have failed once, each with what it was. */
export const FAILED_SEEDS: readonly (readonly [seed: number, what: string])[] = [
  [7100045, 'a JPEG whose codes are none'],
  [7102430, 'a JPEG that has no end'],
];
