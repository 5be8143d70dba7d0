import { randomUUID } from 'node:crypto';
import type { AccountStore, Balance, KeyRecord, LedgerEntry, Period, PruneRule, Reservation } from '../store.ts';
import type { PostgresDatabase, Queries, Row } from './database.ts';
import { prunePostgres } from './prune.ts';

interface BalanceRow {
  readonly period: string;
  readonly granted: number;
  readonly grantLeft: number;
  readonly creditLeft: number;
}

/** Accounts and their ledger in PostgreSQL. A unit of work begins by locking the account's row in `balances`. */
export class PostgresAccounts implements AccountStore {
  private readonly db: PostgresDatabase;

  constructor(db: PostgresDatabase) {
    this.db = db;
  }

  async createKey(record: KeyRecord): Promise<void> {
    await this.db.query(
      'insert into keys (hash, prefix, tier, name, created_at, last_used_at, revoked_at) values ($1, $2, $3, $4, $5, $6, $7)',
      [record.hash, record.prefix, record.tier, record.name, record.createdAt, record.lastUsedAt, record.revokedAt],
    );
  }

  async findKey(hash: string): Promise<KeyRecord | null> {
    const [row] = await this.db.query('select * from keys where hash = $1', [hash]);
    return row ? keyRecord(row) : null;
  }

  async listKeys(): Promise<readonly KeyRecord[]> {
    return (await this.db.query('select * from keys order by created_at, hash')).map(keyRecord);
  }

  async revokeKeys(prefix: string, now: number): Promise<number> {
    return (
      await this.db.query('update keys set revoked_at = $1 where prefix = $2 and revoked_at is null returning hash', [
        now,
        prefix,
      ])
    ).length;
  }

  async touchKey(hash: string, now: number): Promise<void> {
    await this.db.query('update keys set last_used_at = $1 where hash = $2', [now, hash]);
  }

  async balance(account: string, period: Period, now: number): Promise<Balance> {
    return this.db.transaction(async (db) => total(await current(db, account, period, now)));
  }

  async reserve(account: string, period: Period, expiresAt: number, now: number): Promise<Reservation | null> {
    return this.db.transaction(async (db) => {
      const row = await current(db, account, period, now);
      const source = row.grantLeft > 0 ? 'grant' : row.creditLeft > 0 ? 'credit' : null;
      if (source === null) return null;
      const id = randomUUID();
      await db.query(`update balances set ${source}_left = ${source}_left - 1 where account = $1`, [account]);
      await db.query('insert into reservations (id, account, period, source, expires_at) values ($1, $2, $3, $4, $5)', [
        id,
        account,
        period.name,
        source,
        expiresAt,
      ]);
      await write(db, account, 'reserve', -1, id, period.name, now);
      return { id, balance: row.grantLeft + row.creditLeft - 1 };
    });
  }

  async commit(reservation: string, now: number): Promise<boolean> {
    return this.db.transaction(async (db) => {
      const [row] = await db.query('delete from reservations where id = $1 returning account, period', [reservation]);
      if (row) {
        await write(db, String(row.account), 'commit', 0, reservation, String(row.period), now);
        return true;
      }
      const committed = await db.query("select 1 from ledger where reservation = $1 and kind = 'commit'", [
        reservation,
      ]);
      return committed.length > 0;
    });
  }

  async refund(reservation: string, now: number): Promise<void> {
    await this.db.transaction(async (db) => {
      // The account's row first, as everybody locks: two refunds of one account must not wait for each other in a circle.
      const [found] = await db.query('select account from reservations where id = $1', [reservation]);
      if (!found) return;
      await db.query('select 1 from balances where account = $1 for update', [found.account]);
      const [row] = await db.query('delete from reservations where id = $1 returning *', [reservation]);
      if (row) await giveBack(db, row, now);
    });
  }

  async addCredits(account: string, amount: number, period: Period, now: number): Promise<Balance> {
    return this.db.transaction(async (db) => {
      const row = await current(db, account, period, now);
      const change = Math.max(amount, -row.creditLeft);
      await db.query('update balances set credit_left = credit_left + $1 where account = $2', [change, account]);
      await write(db, account, 'credit', change, null, period.name, now);
      return total({ ...row, creditLeft: row.creditLeft + change });
    });
  }

  async ledger(account: string): Promise<readonly LedgerEntry[]> {
    return (await this.db.query('select * from ledger where account = $1 order by id', [account])).map((row) => ({
      id: Number(row.id),
      account: String(row.account),
      kind: row.kind as LedgerEntry['kind'],
      amount: Number(row.amount),
      reservation: row.reservation === null ? null : String(row.reservation),
      period: String(row.period),
      at: Number(row.at),
    }));
  }

  async prune(rule: PruneRule, now: number): Promise<number> {
    return prunePostgres(this.db, rule, now);
  }

  async secret(name: string, candidate: string): Promise<string> {
    await this.db.query('insert into secrets (name, value) values ($1, $2) on conflict (name) do nothing', [
      name,
      candidate,
    ]);
    const [row] = await this.db.query('select value from secrets where name = $1', [name]);
    return String(row.value);
  }

  async ping(): Promise<void> {
    await this.db.ping();
  }

  async close(): Promise<void> {
    await this.db.close();
  }
}

/** The account's locked row in `period`: expired reservations given back, the grant set anew when the period has changed. */
async function current(db: Queries, account: string, period: Period, now: number): Promise<BalanceRow> {
  const made = await db.query(
    'insert into balances (account, period, granted, grant_left, credit_left) values ($1, $2, $3, $3, 0) on conflict (account) do nothing returning account',
    [account, period.name, period.grant],
  );
  if (made.length > 0) await write(db, account, 'grant', period.grant, null, period.name, now);
  await db.query('select 1 from balances where account = $1 for update', [account]);
  for (const row of await db.query('delete from reservations where account = $1 and expires_at <= $2 returning *', [
    account,
    now,
  ])) {
    await giveBack(db, row, now);
  }
  const [found] = await db.query('select period, granted, grant_left, credit_left from balances where account = $1', [
    account,
  ]);
  const row = balanceRow(found);
  if (row.period === period.name && row.granted === period.grant) return row;
  let left = period.grant;
  if (row.period === period.name) {
    // The plan's grant changed within a period: what was used of it stays used.
    left = Math.max(0, row.grantLeft + period.grant - row.granted);
    await write(db, account, 'grant', left - row.grantLeft, null, period.name, now);
  } else {
    if (row.grantLeft > 0) await write(db, account, 'lapse', -row.grantLeft, null, row.period, now);
    await write(db, account, 'grant', period.grant, null, period.name, now);
  }
  await db.query('update balances set period = $1, granted = $2, grant_left = $3 where account = $4', [
    period.name,
    period.grant,
    left,
    account,
  ]);
  return { period: period.name, granted: period.grant, grantLeft: left, creditLeft: row.creditLeft };
}

/** A deleted reservation's credit goes back where it came from; of a grant that has lapsed meanwhile it lapses too. */
async function giveBack(db: Queries, reservation: Row, now: number): Promise<void> {
  const [id, account, period] = [String(reservation.id), String(reservation.account), String(reservation.period)];
  await write(db, account, 'refund', 1, id, period, now);
  const returned = await db.query(
    reservation.source === 'grant'
      ? 'update balances set grant_left = grant_left + 1 where account = $1 and period = $2 returning account'
      : 'update balances set credit_left = credit_left + 1 where account = $1 and $2::text is not null returning account',
    [account, period],
  );
  if (returned.length === 0) await write(db, account, 'lapse', -1, id, period, now);
}

async function write(
  db: Queries,
  account: string,
  kind: LedgerEntry['kind'],
  amount: number,
  reservation: string | null,
  period: string,
  now: number,
): Promise<void> {
  await db.query(
    'insert into ledger (account, kind, amount, reservation, period, at) values ($1, $2, $3, $4, $5, $6)',
    [account, kind, amount, reservation, period, now],
  );
}

function balanceRow(row: Row): BalanceRow {
  return {
    period: String(row.period),
    granted: Number(row.granted),
    grantLeft: Number(row.grant_left),
    creditLeft: Number(row.credit_left),
  };
}

function total(row: BalanceRow): Balance {
  return { balance: row.grantLeft + row.creditLeft, granted: row.granted };
}

function keyRecord(row: Row): KeyRecord {
  const time = (value: unknown): number | null => (value === null ? null : Number(value));
  return {
    hash: String(row.hash),
    prefix: String(row.prefix),
    tier: String(row.tier),
    name: row.name === null ? null : String(row.name),
    createdAt: Number(row.created_at),
    lastUsedAt: time(row.last_used_at),
    revokedAt: time(row.revoked_at),
  };
}
