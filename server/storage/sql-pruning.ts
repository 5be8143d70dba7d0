import { sumsByAccount } from '../ledger/ledger.ts';
import type { PruneRule } from './store.ts';
import { placeholders, type Queries, type SqlDatabase } from './sql.ts';

/** Removes a batch of outdated rows in one transaction. Returns the number of removed rows. */
export function prune(db: SqlDatabase, rule: PruneRule, now: number): Promise<number> {
  return db.transaction('shrink', async (queries) => {
    if (!(await db.dialect.beginPruning(queries))) return 0;
    const gone =
      (await forgetAnonymous(queries, rule, now, db.dialect.unlocked('b'))) +
      (await foldLedger(queries, rule, now)) +
      (await forgetNames(queries, rule));
    await db.dialect.endPruning(queries);
    return gone;
  });
}

async function forgetAnonymous(
  db: Queries,
  { anonymousBefore, batch }: PruneRule,
  now: number,
  unlocked: string,
): Promise<number> {
  const idle = await db.query(
    `select b.account from balances b where b.account like 'address:%' and b.period < $1
       and not exists (select 1 from reservations r where r.account = b.account and r.expires_at > $2)
     limit $3 ${unlocked}`,
    [anonymousBefore, now, batch],
  );
  const accounts = idle.map(({ account }) => account);
  if (accounts.length === 0) return 0;
  let gone = 0;
  for (const table of ['ledger', 'reservations', 'named_calls', 'balances'])
    gone += (
      await db.query(
        `delete from ${table} where account in (${placeholders(1, accounts.length)}) returning account`,
        accounts,
      )
    ).length;
  return gone;
}

async function forgetNames(db: Queries, { namesBefore, batch }: PruneRule): Promise<number> {
  const gone = await db.query(
    'delete from named_calls where (account, key) in (select account, key from named_calls where at < $1 limit $2) returning key',
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
  await db.query(
    `delete from ledger where id in (${placeholders(1, rows.length)})`,
    rows.map(({ id }) => id),
  );
  const period = new Date(now).toISOString().slice(0, 7);
  for (const [account, sum] of sumsByAccount(rows)) {
    await db.query(
      "insert into ledger (account, kind, amount, reservation, period, at) values ($1, 'carry', $2, null, $3, $4)",
      [account, sum, period, now],
    );
  }
  return rows.length;
}
