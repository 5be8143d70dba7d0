/** Measures the memory that a piece of work allocates, including what is collected meanwhile. */
import { Session } from 'node:inspector/promises';

/** Average distance of samples in bytes. With it, the sum of ten megabytes is exact to about four percent. */
const INTERVAL = 16_384;

interface Node {
  readonly selfSize: number;
  readonly children: readonly Node[];
}

/** Returns the bytes of all objects that `work` allocates in this thread. */
export async function allocatedBy(work: () => Promise<unknown>): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.startSampling', {
      samplingInterval: INTERVAL,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
    await work();
    const { profile } = await session.post('HeapProfiler.stopSampling');
    return sizeOf(profile.head);
  } finally {
    session.disconnect();
  }
}

function sizeOf(head: Node): number {
  let sum = 0;
  const waiting = [head];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    sum += node.selfSize;
    waiting.push(...node.children);
  }
  return sum;
}
