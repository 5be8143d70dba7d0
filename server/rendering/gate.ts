/** Why a place was not given. */
export class GateRefused extends Error {
  override readonly name = 'GateRefused';
  readonly reason: 'full' | 'timeout' | 'aborted';

  constructor(reason: 'full' | 'timeout' | 'aborted') {
    super(`no place: ${reason}`);
    this.reason = reason;
  }
}

interface Waiter {
  readonly enter: () => void;
}

/** As many places as there are workers, and a bounded queue in front of them. First come, first served. */
export class Gate {
  private readonly places: number;
  private readonly queueLimit: number;
  private readonly timeoutMs: number;
  private readonly queue = new Set<Waiter>();
  private taken = 0;

  constructor(places: number, queueLimit: number, timeoutMs: number) {
    this.places = places;
    this.queueLimit = queueLimit;
    this.timeoutMs = timeoutMs;
  }

  get waiting(): number {
    return this.queue.size;
  }

  get busy(): number {
    return this.taken;
  }

  /** Resolves when the caller has a place, which it gives back with `leave()`. @throws GateRefused */
  enter(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(new GateRefused('aborted'));
    if (this.taken < this.places) {
      this.taken++;
      return Promise.resolve();
    }
    if (this.queue.size >= this.queueLimit) return Promise.reject(new GateRefused('full'));
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.queue.delete(waiter);
      };
      const refuse = (reason: 'timeout' | 'aborted'): void => {
        settle();
        reject(new GateRefused(reason));
      };
      const onAbort = (): void => refuse('aborted');
      const waiter: Waiter = {
        enter: () => {
          settle();
          resolve();
        },
      };
      const timer = setTimeout(() => refuse('timeout'), this.timeoutMs);
      signal.addEventListener('abort', onAbort, { once: true });
      this.queue.add(waiter);
    });
  }

  leave(): void {
    const [next] = this.queue;
    // The place passes on without ever being free, so that nobody slips in between.
    if (next) next.enter();
    else this.taken--;
  }
}
