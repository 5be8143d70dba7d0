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
} from '../../ledger/ledger.ts';
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
} from '../store.ts';
import type { EmbeddedDatabase } from './database.ts';
import { pruneEmbedded } from './prune.ts';

/** Accounts and their ledger in the embedded database. */
export class EmbeddedAccounts implements AccountStore {
  private readonly db: EmbeddedDatabase;

  constructor(db: EmbeddedDatabase) {
    this.db = db;
  }

  async createKey(record: KeyRecord): Promise<void> {
    this.db.change(() =>
      this.db.run(
        'insert into keys (hash, prefix, tier, name, created_at, last_used_at, revoked_at) values (?, ?, ?, ?, ?, ?, ?)',
        record.hash,
        record.prefix,
        record.tier,
        record.name,
        record.createdAt,
        record.lastUsedAt,
        record.revokedAt,
      ),
    );
  }

  async findKey(hash: string): Promise<KeyRecord | null> {
    const row = this.db.get('select * from keys where hash = ?', hash);
    return row ? keyRecord(row) : null;
  }

  async listKeys(): Promise<readonly KeyRecord[]> {
    return this.db.all('select * from keys order by created_at, hash').map(keyRecord);
  }

  async revokeKeys(prefix: string, now: number): Promise<number> {
    return this.db.change(() =>
      this.db.run('update keys set revoked_at = ? where prefix = ? and revoked_at is null', now, prefix),
    );
  }

  async touchKey(hash: string, now: number): Promise<void> {
    this.db.change(() => this.db.run('update keys set last_used_at = ? where hash = ?', now, hash));
  }

  async balance(account: string, period: Period, now: number): Promise<Balance> {
    // Not saved here: the next change of the account saves this state.
    return balanceOf(inPeriod(this.load(account), this.expired(account, now).map(held), period).account);
  }

  async reserve(account: string, period: Period, expiresAt: number, now: number): Promise<Reservation | null> {
    return this.db.change(() => this.setAside(account, period, expiresAt, now));
  }

  async reserveNamed(
    account: string,
    call: NamedCall,
    period: Period,
    expiresAt: number,
    now: number,
  ): Promise<NamedReservation> {
    return this.db.change(() => {
      // Expired reservations are refunded before the name is checked.
      this.current(account, period, now);
      const known = this.db.get('select * from named_calls where account = ? and key = ?', account, call.key);
      if (known && Number(known.at) > now - NAMES_LAST_MS) {
        if (known.fingerprint !== call.fingerprint) return { outcome: 'other' };
        const id = String(known.reservation);
        if (this.isCommitted(id)) return { outcome: 'paid' };
        if (this.db.get('select 1 as one from reservations where id = ?', id)) return { outcome: 'underway' };
      }
      const reservation = this.setAside(account, period, expiresAt, now);
      if (!reservation) return { outcome: 'none' };
      this.db.run(
        `insert into named_calls (account, key, fingerprint, reservation, at) values (?, ?, ?, ?, ?)
         on conflict (account, key) do update
           set fingerprint = excluded.fingerprint, reservation = excluded.reservation, at = excluded.at`,
        account,
        call.key,
        call.fingerprint,
        reservation.id,
        now,
      );
      return { outcome: 'reserved', id: reservation.id };
    });
  }

  async commit(reservation: string, now: number): Promise<boolean> {
    return this.db.change(() => {
      const row = this.db.get('select * from reservations where id = ?', reservation);
      if (!row) return this.isCommitted(reservation);
      this.db.run('delete from reservations where id = ?', reservation);
      this.append(String(row.account), [committed(held(row))], now);
      return true;
    });
  }

  async refund(reservation: string, now: number): Promise<void> {
    this.db.change(() => {
      const row = this.db.get('select * from reservations where id = ?', reservation);
      const account = row && this.load(String(row.account));
      if (!row || !account) return;
      this.db.run('delete from reservations where id = ?', reservation);
      this.save(String(row.account), givenBack(account, held(row)), now);
    });
  }

  async addCredits(account: string, amount: number, period: Period, now: number): Promise<Balance> {
    return this.db.change(() =>
      balanceOf(this.save(account, credited(this.current(account, period, now), amount), now)),
    );
  }

  async ledger(account: string): Promise<readonly LedgerEntry[]> {
    return this.db.all('select * from ledger where account = ? order by id', account).map((row) => ({
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
    const rows = this.db.all(
      `select at / ${DAY_MS} as day, count(*) as spent from ledger
       where account = ? and kind = 'commit' and at >= ? and at < ? group by day order by day`,
      account,
      from,
      to,
    );
    return rows.map(({ day, spent }) => ({ day: Number(day), spent: Number(spent) }));
  }

  async prune(rule: PruneRule, now: number): Promise<number> {
    return pruneEmbedded(this.db, rule, now);
  }

  async secret(name: string, candidate: string): Promise<string> {
    return this.db.change(() => {
      const row = this.db.get('select value from secrets where name = ?', name);
      if (row) return String(row.value);
      this.db.run('insert into secrets (name, value) values (?, ?)', name, candidate);
      return candidate;
    });
  }

  async ping(): Promise<void> {
    this.db.ping();
  }

  async close(): Promise<void> {
    this.db.close();
  }

  /** Returns the account in `period`, and saves it if that changed it. */
  private current(account: string, period: Period, now: number): Account {
    const expired = this.expired(account, now);
    for (const { id } of expired) this.db.run('delete from reservations where id = ?', id);
    return this.save(account, inPeriod(this.load(account), expired.map(held), period), now);
  }

  private expired(account: string, now: number): Record<string, unknown>[] {
    return this.db.all('select * from reservations where account = ? and expires_at <= ?', account, now);
  }

  private setAside(account: string, period: Period, expiresAt: number, now: number): Reservation | null {
    const moved = reserved(this.current(account, period, now), randomUUID());
    if (!moved) return null;
    const { reservation, source } = moved.held;
    this.db.run(
      'insert into reservations (id, account, period, source, expires_at) values (?, ?, ?, ?, ?)',
      reservation,
      account,
      moved.held.period,
      source,
      expiresAt,
    );
    return { id: reservation, balance: balanceOf(this.save(account, moved, now)).balance };
  }

  private isCommitted(reservation: string): boolean {
    return this.db.get("select 1 as one from ledger where reservation = ? and kind = 'commit'", reservation) !== null;
  }

  private load(account: string): Account | null {
    const row = this.db.get('select * from balances where account = ?', account);
    return (
      row && {
        period: String(row.period),
        granted: Number(row.granted),
        grantLeft: Number(row.grant_left),
        creditLeft: Number(row.credit_left),
      }
    );
  }

  /** Saves the result of an operation. Returns the account. */
  private save(account: string, { account: after, entries }: Moved, now: number): Account {
    if (entries.length === 0) return after;
    this.db.run(
      `insert into balances (account, period, granted, grant_left, credit_left) values (?, ?, ?, ?, ?)
       on conflict (account) do update set period = excluded.period, granted = excluded.granted,
         grant_left = excluded.grant_left, credit_left = excluded.credit_left`,
      account,
      after.period,
      after.granted,
      after.grantLeft,
      after.creditLeft,
    );
    this.append(account, entries, now);
    return after;
  }

  private append(account: string, entries: readonly Entry[], now: number): void {
    for (const { kind, amount, reservation, period } of entries)
      this.db.run(
        'insert into ledger (account, kind, amount, reservation, period, at) values (?, ?, ?, ?, ?, ?)',
        account,
        kind,
        amount,
        reservation,
        period,
        now,
      );
  }
}

function held(row: Record<string, unknown>): Held {
  return {
    reservation: String(row.id),
    period: String(row.period),
    source: row.source === 'grant' ? 'grant' : 'credit',
  };
}

function keyRecord(row: Record<string, unknown>): KeyRecord {
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
