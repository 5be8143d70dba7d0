import { sumsByAccount } from '../../ledger/ledger.ts';
import type { PruneRule } from '../store.ts';
import type { Queries } from '../sql.ts';
import type { PostgresDatabase } from './database.ts';

/** An arbitrary lock number. Only one of several replicas prunes at a time. */
const PRUNE_LOCK = 7_202_612;

/** Removes a batch of outdated rows in one transaction. Returns the number of removed rows. */
export function prunePostgres(db: PostgresDatabase, rule: PruneRule, now: number): Promise<number> {
  return db.transaction('shrink', async (queries) => {
    const [lock] = await queries.query('select pg_try_advisory_xact_lock($1) as mine', [PRUNE_LOCK]);
    if (lock?.mine !== true) return 0;
    await queries.query("set local pagewright.pruning = 'on'");
    return (
      (await forgetAnonymous(queries, rule, now)) +
      (await foldLedger(queries, rule, now)) +
      (await forgetNames(queries, rule))
    );
  });
}

async function forgetAnonymous(db: Queries, { anonymousBefore, batch }: PruneRule, now: number): Promise<number> {
  const idle = await db.query(
    `select account from balances where account like 'address:%' and period < $1
       and not exists (select 1 from reservations r where r.account = balances.account and r.expires_at > $2)
     limit $3 for update skip locked`,
    [anonymousBefore, now, batch],
  );
  const accounts = idle.map(({ account }) => account);
  if (accounts.length === 0) return 0;
  let gone = 0;
  for (const table of ['ledger', 'reservations', 'named_calls', 'balances'])
    gone += (await db.query(`delete from ${table} where account = any($1) returning 1`, [accounts])).length;
  return gone;
}

async function forgetNames(db: Queries, { namesBefore, batch }: PruneRule): Promise<number> {
  const gone = await db.query(
    'delete from named_calls where ctid = any(array(select ctid from named_calls where at < $1 limit $2)) returning 1',
    [namesBefore, batch],
  );
  return gone.length;
}

async function foldLedger(db: Queries, { ledgerBefore, batch }: PruneRule, now: number): Promise<number> {
  const rows = await db.query('select id, account, amount from ledger where at < $1 order by at limit $2', [
    ledgerBefore,
    batch,
  ]);
  if (rows.length === 0) return 0;
  await db.query('delete from ledger where id = any($1)', [rows.map(({ id }) => id)]);
  const period = new Date(now).toISOString().slice(0, 7);
  for (const [account, sum] of sumsByAccount(rows)) {
    await db.query(
      "insert into ledger (account, kind, amount, reservation, period, at) values ($1, 'carry', $2, null, $3, $4)",
      [account, sum, period, now],
    );
  }
  return rows.length;
}
