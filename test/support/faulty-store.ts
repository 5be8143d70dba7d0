/** A store in which one call fails. */
import type { Store } from '../../server/storage/store.ts';

/** The failure: `before` or `after` the requested change, where `after` means that only the response is lost. */
export interface StoreFault {
  readonly when: 'before' | 'after';
  readonly error: Error;
}

export class FaultyStore implements Store {
  readonly accounts: Store['accounts'];
  readonly windows: Store['windows'];
  readonly jobs: Store['jobs'];
  readonly contents: Store['contents'];
  readonly objects: Store['objects'];
  /** The methods called since `arm`, in order. */
  readonly calls: string[] = [];
  /** The number of calls in progress. */
  pending = 0;
  private readonly inner: Store;
  private at = 0;
  private fault: StoreFault | null = null;

  constructor(inner: Store) {
    this.inner = inner;
    this.accounts = this.watched(inner.accounts);
    this.windows = this.watched(inner.windows);
    this.jobs = this.watched(inner.jobs);
    this.contents = this.watched(inner.contents);
    this.objects = inner.objects && this.watched(inner.objects);
  }

  /** Makes call number `at` from now on fail, counting from 1; without a fault, calls are only counted. */
  arm(at = 0, fault: StoreFault | null = null): void {
    this.calls.length = 0;
    this.at = at;
    this.fault = fault;
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  private watched<T extends object>(part: T): T {
    return new Proxy(part, {
      get: (target, property) => {
        const method: unknown = Reflect.get(target, property);
        if (typeof method !== 'function') return method;
        return async (...given: unknown[]): Promise<unknown> => {
          const fault = this.calls.push(String(property)) === this.at ? this.fault : null;
          if (fault?.when === 'before') throw fault.error;
          this.pending++;
          try {
            const answer: unknown = await method.apply(target, given);
            if (fault?.when === 'after') throw fault.error;
            return answer;
          } finally {
            this.pending--;
          }
        };
      },
    });
  }
}
