import type { Metrics } from '../observability/metrics.ts';
import type { JobStore } from './job-store.ts';
import { type AccountStore, type Store, StoreUnavailable, type WindowStore } from './store.ts';

/** A store whose every call is timed, and counted when it could not be answered. */
export function observeStore(store: Store, metrics: Metrics): Store {
  return {
    accounts: observed<AccountStore>(store.accounts, 'accounts', metrics),
    windows: observed<WindowStore>(store.windows, 'windows', metrics),
    jobs: observed<JobStore>(store.jobs, 'jobs', metrics),
    ...(store.watchJobs && { watchJobs: (heard) => store.watchJobs?.(heard) }),
    close: () => store.close(),
  };
}

type Method = (...given: unknown[]) => Promise<unknown>;

function observed<T extends object>(part: T, name: string, metrics: Metrics): T {
  const known = new Map<PropertyKey, { readonly method: Method; readonly observed: Method }>();
  return new Proxy(part, {
    get(target, property) {
      const method = Reflect.get(target, property) as unknown;
      if (typeof method !== 'function') return method;
      let found = known.get(property);
      if (found?.method !== method) {
        found = { method: method as Method, observed: timed(method as Method, target, name, metrics) };
        known.set(property, found);
      }
      return found.observed;
    },
  });
}

function timed(method: Method, target: object, name: string, metrics: Metrics): Method {
  return async (...given) => {
    const begun = performance.now();
    try {
      return await method.apply(target, given);
    } catch (error) {
      if (error instanceof StoreUnavailable) metrics.storeErrors.inc({ store: name });
      throw error;
    } finally {
      metrics.storeSeconds.observe((performance.now() - begun) / 1000);
    }
  };
}
