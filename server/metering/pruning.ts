/** What the store forgets, and when: a rule for the ledger, one for callers without a key. */
import { setTimeout } from 'node:timers/promises';
import type { Log } from '../observability/log.ts';
import { type AccountStore, NAMES_LAST_MS, type PruneRule } from '../storage/store.ts';

/** Whole months of movements that the ledger keeps beside the current one; older ones become one row of their sum. */
const LEDGER_MONTHS = 13;
/** Whole months for which a client without a key is remembered beside the current one. */
const ANONYMOUS_MONTHS = 1;
const EVERY_MS = 6 * 60 * 60 * 1000;
const BATCH = 1000;
/** Between two batches others get at the store. */
const PAUSE_MS = 50;

/** The rule at a time. */
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

/** Prunes until nothing is left to be pruned; how many rows went. @throws StoreUnavailable */
export async function prune(accounts: AccountStore, now: number): Promise<number> {
  let gone = 0;
  for (;;) {
    const batch = await accounts.prune(pruneRuleAt(now), now);
    if (batch === 0) return gone;
    gone += batch;
    await setTimeout(PAUSE_MS);
  }
}

/** Prunes now and every few hours, for as long as the process lives. */
export function keepPruning(accounts: AccountStore, log: Log): void {
  const once = async (): Promise<void> => {
    try {
      const rows = await prune(accounts, Date.now());
      if (rows > 0) log.info({ rows }, 'pruned');
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'pruning was postponed');
    }
  };
  void once();
  setInterval(() => void once(), EVERY_MS).unref();
}
