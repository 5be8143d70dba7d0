/** Seeds that once failed, each with the cause. */
export const FAILED_SEEDS: readonly (readonly [seed: number, what: string])[] = [
  [7100045, 'a JPEG whose codes are none'],
  [7105887, 'a progressive JPEG whose first scan has all coefficients'],
  [7102430, 'a JPEG that has no end'],
  [70003309, 'a JPEG of one scan in which another follows'],
  [70004078, 'a progressive JPEG that says it is sequential'],
  [91201590, 'a JPEG with a second frame'],
];
