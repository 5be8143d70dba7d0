import { randomUUID } from 'node:crypto';
import type { AccountStore, Balance, KeyRecord, LedgerEntry, Period, PruneRule, Reservation } from '../store.ts';
import { pruneEmbedded } from './prune.ts';
import type { EmbeddedDatabase } from './database.ts';

interface BalanceRow {
  period: string;
  granted: number;
  grant_left: number;
  credit_left: number;
}

/** Accounts and their ledger in the embedded database. */
export class EmbeddedAccounts implements AccountStore {
  private readonly db: EmbeddedDatabase;

  constructor(db: EmbeddedDatabase) {
    this.db = db;
  }

  async createKey(record: KeyRecord): Promise<void> {
    this.db.transaction(() =>
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
    return this.db.transaction(() =>
      this.db.run('update keys set revoked_at = ? where prefix = ? and revoked_at is null', now, prefix),
    );
  }

  async touchKey(hash: string, now: number): Promise<void> {
    this.db.transaction(() => this.db.run('update keys set last_used_at = ? where hash = ?', now, hash));
  }

  async balance(account: string, period: Period, now: number): Promise<Balance> {
    return this.db.transaction(() => total(this.current(account, period, now)));
  }

  async reserve(account: string, period: Period, expiresAt: number, now: number): Promise<Reservation | null> {
    return this.db.transaction(() => {
      const row = this.current(account, period, now);
      const source = row.grant_left > 0 ? 'grant' : row.credit_left > 0 ? 'credit' : null;
      if (source === null) return null;
      const id = randomUUID();
      this.db.run(`update balances set ${source}_left = ${source}_left - 1 where account = ?`, account);
      this.db.run(
        'insert into reservations (id, account, period, source, expires_at) values (?, ?, ?, ?, ?)',
        id,
        account,
        period.name,
        source,
        expiresAt,
      );
      this.write(account, 'reserve', -1, id, period.name, now);
      return { id, balance: row.grant_left + row.credit_left - 1 };
    });
  }

  async commit(reservation: string, now: number): Promise<boolean> {
    return this.db.transaction(() => {
      const row = this.db.get('select account, period from reservations where id = ?', reservation);
      if (!row)
        return (
          this.db.get("select 1 as one from ledger where reservation = ? and kind = 'commit'", reservation) !== null
        );
      this.db.run('delete from reservations where id = ?', reservation);
      this.write(String(row.account), 'commit', 0, reservation, String(row.period), now);
      return true;
    });
  }

  async refund(reservation: string, now: number): Promise<void> {
    this.db.transaction(() => {
      const row = this.db.get('select * from reservations where id = ?', reservation);
      if (row) this.giveBack(String(row.id), String(row.account), String(row.period), String(row.source), now);
    });
  }

  async addCredits(account: string, amount: number, period: Period, now: number): Promise<Balance> {
    return this.db.transaction(() => {
      const row = this.current(account, period, now);
      const change = Math.max(amount, -row.credit_left);
      this.db.run('update balances set credit_left = credit_left + ? where account = ?', change, account);
      this.write(account, 'credit', change, null, period.name, now);
      return total({ ...row, credit_left: row.credit_left + change });
    });
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

  async prune(rule: PruneRule, now: number): Promise<number> {
    return pruneEmbedded(this.db, rule, now);
  }

  async secret(name: string, candidate: string): Promise<string> {
    return this.db.transaction(() => {
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

  /** The account's row in `period`: expired reservations given back, the grant set anew when the period has changed. */
  private current(account: string, period: Period, now: number): BalanceRow {
    for (const row of this.db.all('select * from reservations where account = ? and expires_at <= ?', account, now)) {
      this.giveBack(String(row.id), account, String(row.period), String(row.source), now);
    }
    const row = this.db.get(
      'select period, granted, grant_left, credit_left from balances where account = ?',
      account,
    ) as BalanceRow | null;
    if (row && row.period === period.name && row.granted === period.grant) return row;
    if (row && row.period === period.name) return this.regrant(account, row, period, now);
    if (row && row.grant_left > 0) this.write(account, 'lapse', -row.grant_left, null, row.period, now);
    this.write(account, 'grant', period.grant, null, period.name, now);
    const credit = row?.credit_left ?? 0;
    this.db.run(
      `insert into balances (account, period, granted, grant_left, credit_left) values (?, ?, ?, ?, ?)
       on conflict (account) do update set period = excluded.period, granted = excluded.granted, grant_left = excluded.grant_left`,
      account,
      period.name,
      period.grant,
      period.grant,
      credit,
    );
    return { period: period.name, granted: period.grant, grant_left: period.grant, credit_left: credit };
  }

  /** The plan's grant changed within a period: what was used of it stays used. */
  private regrant(account: string, row: BalanceRow, period: Period, now: number): BalanceRow {
    const left = Math.max(0, row.grant_left + period.grant - row.granted);
    this.write(account, 'grant', left - row.grant_left, null, period.name, now);
    this.db.run('update balances set granted = ?, grant_left = ? where account = ?', period.grant, left, account);
    return { ...row, granted: period.grant, grant_left: left };
  }

  /** A reservation's credit goes back where it came from; of a grant that has lapsed meanwhile it lapses too. */
  private giveBack(id: string, account: string, period: string, source: string, now: number): void {
    this.db.run('delete from reservations where id = ?', id);
    this.write(account, 'refund', 1, id, period, now);
    const returned = this.db.run(
      `update balances set ${source === 'grant' ? 'grant_left = grant_left + 1' : 'credit_left = credit_left + 1'}
       where account = ? and (? = 'credit' or period = ?)`,
      account,
      source,
      period,
    );
    if (returned === 0) this.write(account, 'lapse', -1, id, period, now);
  }

  private write(
    account: string,
    kind: LedgerEntry['kind'],
    amount: number,
    reservation: string | null,
    period: string,
    now: number,
  ): void {
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

function total(row: BalanceRow): Balance {
  return { balance: row.grant_left + row.credit_left, granted: row.granted };
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
