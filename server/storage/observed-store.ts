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

function observed<T extends object>(part: T, name: string, metrics: Metrics): T {
  return new Proxy(part, {
    get(target, property) {
      const method = Reflect.get(target, property) as unknown;
      if (typeof method !== 'function') return method;
      return async (...given: unknown[]): Promise<unknown> => {
        const end = metrics.storeSeconds.startTimer();
        try {
          return await (method.apply(target, given) as unknown);
        } catch (error) {
          if (error instanceof StoreUnavailable) metrics.storeErrors.inc({ store: name });
          throw error;
        } finally {
          end();
        }
      };
    },
  });
}
