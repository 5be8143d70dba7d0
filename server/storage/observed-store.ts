import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Tracing } from '../observability/tracing.ts';
import type { ContentStore } from './content-store.ts';
import type { JobStore } from './job-store.ts';
import type { ObjectStore } from './objects/object-store.ts';
import { type AccountStore, type Store, StoreUnavailable, type WindowStore } from './store.ts';

/** Minimum interval between log lines on a store. While it is unavailable every call fails. */
const SAY_EVERY_MS = 60_000;

export interface StoreObservers {
  readonly metrics: Metrics;
  readonly log: Log;
  readonly clock: () => number;
  readonly tracing: Tracing;
}

/** Wraps a store: times and traces every call, and counts and logs failures. */
export function observeStore(store: Store, observers: StoreObservers): Store {
  const observed = observer(observers);
  return {
    accounts: observed<AccountStore>(store.accounts, 'accounts'),
    windows: observed<WindowStore>(store.windows, 'windows'),
    jobs: observed<JobStore>(store.jobs, 'jobs'),
    contents: observed<ContentStore>(store.contents, 'contents'),
    objects: store.objects && observed<ObjectStore>(store.objects, 'objects'),
    ...(store.watchJobs && { watchJobs: (heard) => store.watchJobs?.(heard) }),
    close: () => store.close(),
  };
}

type Method = (...given: unknown[]) => Promise<unknown>;

/** Called for every failed call. */
type Fault = (call: PropertyKey, cause: string) => void;

function observer({ metrics, log, clock, tracing }: StoreObservers): <T extends object>(part: T, name: string) => T {
  return (part, name) => {
    let saidAt = -Infinity;
    let unsaid = 0;
    const fault: Fault = (call, cause) => {
      metrics.storeErrors.inc({ store: name });
      // The readiness check pings the store and logs failures itself.
      if (call === 'ping') return;
      const now = clock();
      if (now - saidAt < SAY_EVERY_MS) {
        unsaid++;
        return;
      }
      log.error({ store: name, cause, more: unsaid }, 'a store did not answer');
      saidAt = now;
      unsaid = 0;
    };
    return withEachCall(part, (method, call) => {
      const inTime = timed(method, part, metrics, (cause) => fault(call, cause));
      // Polling outside of requests would fill traces with calls that found nothing.
      return (...given) =>
        tracing.current() === null
          ? inTime(...given)
          : tracing.span(`store ${name}.${String(call)}`, { kind: 'client' }, () => inTime(...given));
    });
  };
}

/** Wraps the methods of an object, each once. */
function withEachCall<T extends object>(part: T, wrap: (method: Method, name: PropertyKey) => Method): T {
  const known = new Map<PropertyKey, { readonly method: Method; readonly wrapped: Method }>();
  return new Proxy(part, {
    get(target, property) {
      const method = Reflect.get(target, property) as unknown;
      if (typeof method !== 'function') return method;
      let found = known.get(property);
      if (found?.method !== method) {
        found = { method: method as Method, wrapped: wrap(method as Method, property) };
        known.set(property, found);
      }
      return found.wrapped;
    },
  });
}

function timed(method: Method, target: object, metrics: Metrics, fault: (cause: string) => void): Method {
  return async (...given) => {
    const begun = performance.now();
    try {
      return await method.apply(target, given);
    } catch (error) {
      if (error instanceof StoreUnavailable) fault(error.message);
      throw error;
    } finally {
      metrics.storeSeconds.observe((performance.now() - begun) / 1000);
    }
  };
}
