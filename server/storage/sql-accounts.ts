import { randomUUID } from 'node:crypto';
import {
  type Account,
  balanceOf,
  committed,
  credited,
  type Entry,
  givenBack,
  type Held,
  inPeriod,
  type Moved,
  reserved,
} from '../ledger/ledger.ts';
import {
  type AccountStore,
  type Balance,
  type KeyRecord,
  type LedgerEntry,
  type NamedCall,
  type NamedReservation,
  NAMES_LAST_MS,
  type Period,
  type PruneRule,
  DAY_MS,
  type SpentDay,
  type Reservation,
} from './store.ts';
import { CreditBatches } from './credit-batches.ts';
import type { Queries, Row, SqlDatabase } from './sql.ts';
import { prune } from './sql-pruning.ts';

/**
 * Reads an account in one statement, without a lock. There is one row for each expired reservation, or one without any.
 * The next change of the account refunds expired reservations.
 */
const READ_BALANCE = `
select b.*, r.id, r.period as held_period, r.source from balances b
left join reservations r on r.account = b.account and r.expires_at <= $2 where b.account = $1`;

/** Accounts and their ledger in a database. Each transaction first locks the account's row in `balances`. */
export class SqlAccounts implements AccountStore {
  private readonly db: SqlDatabase;

  private readonly batches: CreditBatches | null;

  constructor(db: SqlDatabase) {
    this.db = db;
    this.batches = db.dialect.batches && new CreditBatches(db, db.dialect.batches);
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
    const rows = await this.db.query(READ_BALANCE, [account, now]);
    const expired = rows.filter(({ id }) => id !== null).map((row) => held({ ...row, period: row.held_period }));
    return balanceOf(inPeriod(rows[0] ? asAccount(rows[0]) : null, expired, period).account);
  }

  async reserve(
    account: string,
    period: Period,
    expiresAt: number,
    now: number,
    id: string = randomUUID(),
  ): Promise<Reservation | null> {
    const balance = (await this.batches?.reserve({ id, account, period, expiresAt, now })) ?? null;
    if (balance !== null) return { id, balance };
    return this.db.transaction('change', (db) => this.setAside(db, account, period, { id, expiresAt }, now));
  }

  async reserveNamed(
    account: string,
    call: NamedCall,
    period: Period,
    expiresAt: number,
    now: number,
  ): Promise<NamedReservation> {
    return this.db.transaction('change', async (db) => {
      // Locks the account and refunds expired reservations before checking the name.
      await this.current(db, account, period, now);
      const [known] = await db.query('select * from named_calls where account = $1 and key = $2', [account, call.key]);
      if (known && Number(known.at) > now - NAMES_LAST_MS) {
        if (known.fingerprint !== call.fingerprint) return { outcome: 'other' };
        if (await isCommitted(db, String(known.reservation))) return { outcome: 'paid' };
        const [open] = await db.query('select 1 as one from reservations where id = $1', [known.reservation]);
        if (open) return { outcome: 'underway' };
      }
      const { reservation: id = randomUUID() } = call;
      const reservation = await this.setAside(db, account, period, { id, expiresAt }, now);
      if (!reservation) return { outcome: 'none' };
      await db.query(
        `insert into named_calls (account, key, fingerprint, reservation, at) values ($1, $2, $3, $4, $5)
         on conflict (account, key) do update
           set fingerprint = excluded.fingerprint, reservation = excluded.reservation, at = excluded.at`,
        [account, call.key, call.fingerprint, reservation.id, now],
      );
      return { outcome: 'reserved', id: reservation.id };
    });
  }

  async commit(reservation: string, now: number): Promise<boolean> {
    if (await this.batches?.commit({ id: reservation, now })) return true;
    return this.db.transaction('change', async (db) => {
      const [row] = await db.query('delete from reservations where id = $1 returning *', [reservation]);
      if (row) await append(db, String(row.account), [committed(held(row))], now);
      return row !== undefined || isCommitted(db, reservation);
    });
  }

  async refund(reservation: string, now: number): Promise<void> {
    await this.db.transaction('change', async (db) => {
      // Locks the account's row first, like all transactions, to avoid deadlocks between refunds of an account.
      const [found] = await db.query('select account from reservations where id = $1', [reservation]);
      if (!found) return;
      const account = await this.lock(db, String(found.account));
      const [row] = await db.query('delete from reservations where id = $1 returning *', [reservation]);
      if (row && account) await save(db, String(found.account), givenBack(account, held(row)), now);
    });
  }

  async addCredits(account: string, amount: number, period: Period, now: number): Promise<Balance> {
    return this.db.transaction('change', async (db) =>
      balanceOf(await save(db, account, credited(await this.current(db, account, period, now), amount), now)),
    );
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

  async spentByDay(account: string, from: number, to: number): Promise<readonly SpentDay[]> {
    const rows = await this.db.query(
      `select at / ${DAY_MS} as day, count(*) as spent from ledger
       where account = $1 and kind = 'commit' and at >= $2 and at < $3 group by day order by day`,
      [account, from, to],
    );
    return rows.map(({ day, spent }) => ({ day: Number(day), spent: Number(spent) }));
  }

  async prune(rule: PruneRule, now: number): Promise<number> {
    return prune(this.db, rule, now);
  }

  async secret(name: string, candidate: string): Promise<string> {
    await this.db.query('insert into secrets (name, value) values ($1, $2) on conflict (name) do nothing', [
      name,
      candidate,
    ]);
    const [row] = await this.db.query('select value from secrets where name = $1', [name]);
    return String(row!.value);
  }

  async ping(): Promise<void> {
    await this.db.ping();
  }

  async close(): Promise<void> {
    await this.db.close();
  }

  /** Locks the account and returns its state in `period`. Saves it if that changed it. */
  private async current(db: Queries, account: string, period: Period, now: number): Promise<Account> {
    // A row that doesn't exist can't be locked, so concurrent inserts serialize.
    const known =
      (await this.lock(db, account)) ?? (await made(db, account, period, now)) ?? (await this.lock(db, account));
    const expired = await db.query('delete from reservations where account = $1 and expires_at <= $2 returning *', [
      account,
      now,
    ]);
    return save(db, account, inPeriod(known, expired.map(held), period), now);
  }

  private async lock(db: Queries, account: string): Promise<Account | null> {
    const [row] = await db.query(`select * from balances where account = $1 ${this.db.dialect.forUpdate}`, [account]);
    return row ? asAccount(row) : null;
  }

  private async setAside(
    db: Queries,
    account: string,
    period: Period,
    { id, expiresAt }: { readonly id: string; readonly expiresAt: number },
    now: number,
  ): Promise<Reservation | null> {
    const moved = reserved(await this.current(db, account, period, now), id);
    if (!moved) return null;
    const { reservation, source } = moved.held;
    await db.query('insert into reservations (id, account, period, source, expires_at) values ($1, $2, $3, $4, $5)', [
      reservation,
      account,
      moved.held.period,
      source,
      expiresAt,
    ]);
    return { id: reservation, balance: balanceOf(await save(db, account, moved, now)).balance };
  }
}

/** Inserts the account's row. Returns null if a concurrent transaction inserted it first. */
async function made(db: Queries, account: string, period: Period, now: number): Promise<Account | null> {
  const { account: first, entries } = inPeriod(null, [], period);
  const rows = await db.query(
    `insert into balances (account, period, granted, grant_left, credit_left) values ($1, $2, $3, $4, $5)
     on conflict (account) do nothing returning account`,
    [account, first.period, first.granted, first.grantLeft, first.creditLeft],
  );
  if (rows.length === 0) return null;
  await append(db, account, entries, now);
  return first;
}

const asAccount = (row: Row): Account => ({
  period: String(row.period),
  granted: Number(row.granted),
  grantLeft: Number(row.grant_left),
  creditLeft: Number(row.credit_left),
});

async function isCommitted(db: Queries, reservation: string): Promise<boolean> {
  return (
    (await db.query("select 1 as one from ledger where reservation = $1 and kind = 'commit'", [reservation])).length > 0
  );
}

/** Saves the result of an operation on a locked account. Returns the account. */
async function save(db: Queries, account: string, { account: after, entries }: Moved, now: number): Promise<Account> {
  if (entries.length === 0) return after;
  await db.query(
    'update balances set period = $1, granted = $2, grant_left = $3, credit_left = $4 where account = $5',
    [after.period, after.granted, after.grantLeft, after.creditLeft, account],
  );
  await append(db, account, entries, now);
  return after;
}

async function append(db: Queries, account: string, entries: readonly Entry[], now: number): Promise<void> {
  for (const { kind, amount, reservation, period } of entries)
    await db.query(
      'insert into ledger (account, kind, amount, reservation, period, at) values ($1, $2, $3, $4, $5, $6)',
      [account, kind, amount, reservation, period, now],
    );
}

function held(row: Row): Held {
  return {
    reservation: String(row.id),
    period: String(row.period),
    source: row.source === 'grant' ? 'grant' : 'credit',
  };
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
