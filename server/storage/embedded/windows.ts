import type { WindowHit, WindowState, WindowStore } from '../store.ts';
import type { EmbeddedDatabase } from './database.ts';

/** Hits between two sweeps of expired windows. */
const SWEEP_EVERY = 1000;

/** Request windows in the embedded database. */
export class EmbeddedWindows implements WindowStore {
  private readonly db: EmbeddedDatabase;
  private hits = 0;

  constructor(db: EmbeddedDatabase) {
    this.db = db;
  }

  async hit(caller: string, limit: number, lengthMs: number, now: number): Promise<WindowHit> {
    return this.db.change(() => {
      if (++this.hits % SWEEP_EVERY === 0) this.db.run('delete from windows where started_at <= ?', now - lengthMs);
      const row = this.db.get(
        'select started_at, used from windows where caller = ? and started_at > ?',
        caller,
        now - lengthMs,
      );
      if (!row) {
        this.db.run(
          'insert into windows (caller, started_at, used) values (?, ?, 1) on conflict (caller) do update set started_at = excluded.started_at, used = 1',
          caller,
          now,
        );
        return { allowed: true, used: 1, resetMs: lengthMs };
      }
      const used = Number(row.used);
      const resetMs = Number(row.started_at) + lengthMs - now;
      if (used >= limit) return { allowed: false, used, resetMs };
      this.db.run('update windows set used = used + 1 where caller = ?', caller);
      return { allowed: true, used: used + 1, resetMs };
    });
  }

  async charge(caller: string, amount: number, lengthMs: number, now: number): Promise<WindowState> {
    return this.db.change(() => {
      this.db.run(
        `insert into windows (caller, started_at, used) values (?, ?, ?) on conflict (caller) do update set
           used = excluded.used + iif(started_at > ?, used, 0), started_at = iif(started_at > ?, started_at, excluded.started_at)`,
        caller,
        now,
        amount,
        now - lengthMs,
        now - lengthMs,
      );
      return this.read(caller, lengthMs, now);
    });
  }

  async peek(caller: string, lengthMs: number, now: number): Promise<WindowState> {
    return this.read(caller, lengthMs, now);
  }

  private read(caller: string, lengthMs: number, now: number): WindowState {
    const row = this.db.get(
      'select started_at, used from windows where caller = ? and started_at > ?',
      caller,
      now - lengthMs,
    );
    return row
      ? { used: Number(row.used), resetMs: Number(row.started_at) + lengthMs - now }
      : { used: 0, resetMs: lengthMs };
  }

  async ping(): Promise<void> {
    this.db.ping();
  }

  /** Accounts, which share the database, close it. */
  async close(): Promise<void> {}
}
