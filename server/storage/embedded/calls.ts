/** What the main thread and the database's thread say to each other. */
import type { JobStore } from '../job-store.ts';
import type { AccountStore, WindowStore } from '../store.ts';

export interface Parts {
  readonly accounts: AccountStore;
  readonly windows: WindowStore;
  readonly jobs: JobStore;
}

/** A method of a part of the store, to be called with arguments that can be cloned. */
export interface Call {
  readonly id: number;
  readonly part: keyof Parts;
  readonly method: string;
  readonly given: readonly unknown[];
  /** Milliseconds since the epoch: a call that has not begun by then is given up. */
  readonly until: number;
}

/** The first word of the thread. Afterwards lists of calls come, and a list of answers for each. */
export type Opening = { readonly opened: true } | { readonly opened: false; readonly message: string };

export type Answer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly unavailable: boolean; readonly message: string };
