import { sumsByAccount } from '../../ledger/ledger.ts';
import type { PruneRule } from '../store.ts';
import type { EmbeddedDatabase } from './database.ts';

/** Removes a batch of outdated rows in one transaction. Returns the number of removed rows. */
export function pruneEmbedded(db: EmbeddedDatabase, rule: PruneRule, now: number): number {
  return db.change(() => {
    db.run('insert into pruning (id) values (1)');
    const gone = forgetAnonymous(db, rule, now) + foldLedger(db, rule, now) + forgetNames(db, rule);
    db.run('delete from pruning');
    return gone;
  });
}

function forgetAnonymous(db: EmbeddedDatabase, { anonymousBefore, batch }: PruneRule, now: number): number {
  const idle = db.all(
    `select account from balances where account like 'address:%' and period < ?
       and not exists (select 1 from reservations r where r.account = balances.account and r.expires_at > ?) limit ?`,
    anonymousBefore,
    now,
    batch,
  );
  let gone = 0;
  for (const { account } of idle) {
    for (const table of ['ledger', 'reservations', 'named_calls', 'balances'])
      gone += db.run(`delete from ${table} where account = ?`, account);
  }
  return gone;
}

function forgetNames(db: EmbeddedDatabase, { namesBefore, batch }: PruneRule): number {
  return db.run(
    'delete from named_calls where rowid in (select rowid from named_calls where at < ? limit ?)',
    namesBefore,
    batch,
  );
}

function foldLedger(db: EmbeddedDatabase, { ledgerBefore, batch }: PruneRule, now: number): number {
  const rows = db.all('select id, account, amount from ledger where at < ? order by at limit ?', ledgerBefore, batch);
  if (rows.length === 0) return 0;
  db.run('delete from ledger where id in (select value from json_each(?))', JSON.stringify(rows.map(({ id }) => id)));
  for (const [account, sum] of sumsByAccount(rows)) {
    db.run(
      "insert into ledger (account, kind, amount, reservation, period, at) values (?, 'carry', ?, null, ?, ?)",
      account,
      sum,
      new Date(now).toISOString().slice(0, 7),
      now,
    );
  }
  return rows.length;
}
