/** Returns numbers in [0, 1). */
export type Random = () => number;

/** Returns random numbers that are the same in every run. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}
