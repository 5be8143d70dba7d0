/**
 * Runs `run` while `performance.now` is replaced. A deadline then depends only on how often the clock is read and
 * on announced durations, not on the machine.
 */
export async function withClock<T>(now: () => number, run: () => T | Promise<T>): Promise<T> {
  const real = performance.now;
  performance.now = now;
  try {
    return await run();
  } finally {
    performance.now = real;
  }
}

/** Runs `run` while the time stands still. Only announced durations can exceed a deadline. */
export const withFrozenClock = <T>(run: () => T | Promise<T>): Promise<T> => withClock(() => 0, run);
