/** Seeds that once failed, each with the cause. */
export const FAILED_SEEDS: readonly (readonly [seed: number, what: string])[] = [
  [7100045, 'a JPEG with invalid codes'],
  [7105887, 'a progressive JPEG whose first scan has all coefficients'],
  [7102430, 'a JPEG without an end'],
  [70003309, 'a single-scan JPEG with another scan inside'],
  [70004078, 'a progressive JPEG that claims to be sequential'],
  [91201590, 'a JPEG with a second frame'],
  [501044, 'a JPEG with a reserved marker'],
  [128001928, 'a JPEG whose scan names a table that is not defined'],
];
