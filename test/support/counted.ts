/** Counts events instead of timing them: the count is the same on every machine. */

/** Runs `run` while `object[name]` calls `seen` with its receiver and arguments first. */
export async function watching<O, N extends keyof O>(
  object: O,
  name: N,
  seen: (receiver: unknown, ...args: unknown[]) => void,
  run: () => unknown,
): Promise<void> {
  const real = object[name] as (...args: unknown[]) => unknown;
  object[name] = function (this: unknown, ...args: unknown[]): unknown {
    seen(this, ...args);
    return real.apply(this, args);
  } as O[N];
  try {
    await run();
  } finally {
    object[name] = real as O[N];
  }
}
