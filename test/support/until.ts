import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds, however long that takes. The time limit of the test ends the wait. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(2);
}
