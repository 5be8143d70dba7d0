/** Retention rules of the store, for the ledger, anonymous clients and files. */
import { setTimeout } from 'node:timers/promises';
import type { Log } from '../observability/log.ts';
import { type AccountStore, NAMES_LAST_MS, type PruneRule } from '../storage/store.ts';

/** Full months of ledger rows kept in addition to the current one. Older rows are merged into one. */
const LEDGER_MONTHS = 13;
/** Full months for which an anonymous client is remembered, in addition to the current one. */
const ANONYMOUS_MONTHS = 1;
const EVERY_MS = 6 * 60 * 60 * 1000;
/** Interval in which expired files are removed, and those that callers have deleted. */
const CONTENTS_EVERY_MS = 10 * 60 * 1000;
const BATCH = 1000;
/** Pause between batches, so that other queries can run. */
const PAUSE_MS = 50;

/** Returns the rule at a given time. */
function pruneRuleAt(now: number): PruneRule {
  const date = new Date(now);
  const monthsAgo = (months: number): number => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1);
  return {
    ledgerBefore: monthsAgo(LEDGER_MONTHS),
    anonymousBefore: new Date(monthsAgo(ANONYMOUS_MONTHS)).toISOString().slice(0, 7),
    namesBefore: now - NAMES_LAST_MS,
    batch: BATCH,
  };
}

/** Prunes everything that is due. Returns the number of removed rows. @throws StoreUnavailable */
export const prune = (accounts: AccountStore, now: number): Promise<number> =>
  inBatches(() => accounts.prune(pruneRuleAt(now), now));

async function inBatches(next: () => Promise<number>): Promise<number> {
  let gone = 0;
  for (;;) {
    const batch = await next();
    if (batch === 0) return gone;
    gone += batch;
    await setTimeout(PAUSE_MS);
  }
}

/** Prunes now and regularly while the process runs. `sweep`: removes a batch of files, and returns their number. */
export function keepPruning(accounts: AccountStore, sweep: () => Promise<number>, log: Log): void {
  keepDoing(EVERY_MS, () => prune(accounts, Date.now()), log);
  keepDoing(CONTENTS_EVERY_MS, () => inBatches(sweep), log);
}

function keepDoing(everyMs: number, work: () => Promise<number>, log: Log): void {
  const once = async (): Promise<void> => {
    try {
      const rows = await work();
      if (rows > 0) log.info({ rows }, 'pruned');
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'pruning was postponed');
    }
  };
  void once();
  setInterval(() => void once(), everyMs).unref();
}
