import type { SqlDatabase } from './sql.ts';
import type { WindowHit, WindowState, WindowStore } from './store.ts';

/** Hits between two sweeps of expired windows. */
const SWEEP_EVERY = 1000;

/** Request windows in a database. Each call is one statement, which is exact because it locks the caller's row. */
export class SqlWindows implements WindowStore {
  private readonly db: SqlDatabase;
  private hits = 0;

  constructor(db: SqlDatabase) {
    this.db = db;
  }

  async hit(caller: string, limit: number, lengthMs: number, now: number): Promise<WindowHit> {
    if (++this.hits % SWEEP_EVERY === 0) await this.sweep(now - lengthMs);
    // A full window returns no row: the update's condition is checked under the row's lock.
    const [row] = await this.db.query(
      `insert into windows as w (caller, started_at, used) values ($1, $2, 1)
       on conflict (caller) do update set
         started_at = case when w.started_at > $3 then w.started_at else excluded.started_at end,
         used = case when w.started_at > $3 then w.used + 1 else 1 end
       where w.started_at <= $3 or w.used < $4
       returning started_at, used`,
      [caller, now, now - lengthMs, limit],
    );
    if (!row) return { allowed: false, ...(await this.peek(caller, lengthMs, now)) };
    return { allowed: true, used: Number(row.used), resetMs: Number(row.started_at) + lengthMs - now };
  }

  async charge(caller: string, amount: number, lengthMs: number, now: number): Promise<WindowState> {
    const [row] = await this.db.query(
      `insert into windows as w (caller, started_at, used) values ($1, $2, $4)
       on conflict (caller) do update set
         started_at = case when w.started_at > $3 then w.started_at else excluded.started_at end,
         used = case when w.started_at > $3 then w.used + excluded.used else excluded.used end
       returning started_at, used`,
      [caller, now, now - lengthMs, amount],
    );
    return { used: Number(row!.used), resetMs: Number(row!.started_at) + lengthMs - now };
  }

  async peek(caller: string, lengthMs: number, now: number): Promise<WindowState> {
    const [row] = await this.db.query('select started_at, used from windows where caller = $1 and started_at > $2', [
      caller,
      now - lengthMs,
    ]);
    return row
      ? { used: Number(row.used), resetMs: Number(row.started_at) + lengthMs - now }
      : { used: 0, resetMs: lengthMs };
  }

  /** Removes windows whose callers never returned. Locked rows are left for the next sweep. */
  private async sweep(endedBefore: number): Promise<void> {
    await this.db.query(
      `delete from windows where caller in (
         select w.caller from windows w where w.started_at <= $1 ${this.db.dialect.unlocked('w')})`,
      [endedBefore],
    );
  }

  async ping(): Promise<void> {
    await this.db.ping();
  }

  /** Accounts, which share the database, close it. */
  async close(): Promise<void> {}
}
