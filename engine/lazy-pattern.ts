/**
 * Returns a function that makes a pattern on its first call. V8 looks up the characters of Unicode properties as soon
 * as it sees a pattern, which takes every new process 0.2 ms for each.
 */
export function lazyPattern(make: () => RegExp): () => RegExp {
  let made: RegExp | null = null;
  return () => (made ??= make());
}
