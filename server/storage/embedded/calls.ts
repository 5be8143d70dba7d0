/** Messages between the main thread and the database thread. */
import type { ContentStore } from '../content-store.ts';
import type { JobStore } from '../job-store.ts';
import type { AccountStore, WindowStore } from '../store.ts';

export interface Parts {
  readonly accounts: AccountStore;
  readonly windows: WindowStore;
  readonly jobs: JobStore;
  readonly contents: ContentStore;
}

/** A method call with cloneable arguments. */
export interface Call {
  readonly id: number;
  readonly part: keyof Parts;
  readonly method: string;
  readonly given: readonly unknown[];
  /** Milliseconds since the epoch. A call that hasn't started by then is dropped. */
  readonly until: number;
}

/** The thread's first message. Afterwards each batch of calls gets a batch of answers. */
export type Opening = { readonly opened: true } | { readonly opened: false; readonly message: string };

export type Answer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly unavailable: boolean; readonly message: string };
