/**
 * The rules for credits, independent of storage. Each operation takes an account and returns its new state and the
 * ledger rows. A store loads the account, applies the rules, and saves the result in one transaction.
 */

/** A calendar month, such as `2026-11`, and its grant. */
export interface Period {
  readonly name: string;
  readonly grant: number;
}

/** An account as stored. Neither part is ever below 0. */
export interface Account {
  /** The month of `granted` and `grantLeft`. */
  readonly period: string;
  readonly granted: number;
  /** Rest of the month's grant. Expires with the month. */
  readonly grantLeft: number;
  /** Rest of manually added credits. Never expires. */
  readonly creditLeft: number;
}

/** Credits that an account or an anonymous client may spend. */
export interface Balance {
  /** The period's grant and the added credits, minus committed and reserved ones. */
  readonly balance: number;
  /** The period's grant. */
  readonly granted: number;
}

/** A reserved credit and its source. */
export interface Held {
  readonly reservation: string;
  readonly period: string;
  readonly source: 'grant' | 'credit';
}

export type Movement = 'grant' | 'lapse' | 'credit' | 'reserve' | 'commit' | 'refund' | 'carry';

/**
 * A ledger row. `amount` is signed: grants are positive, reservations negative, refunds positive, commits 0. A `carry`
 * is the sum of pruned rows.
 */
export interface Entry {
  readonly kind: Movement;
  readonly amount: number;
  readonly reservation: string | null;
  readonly period: string;
}

/** The state of an account after an operation, and its rows in order. */
export interface Moved {
  readonly account: Account;
  readonly entries: readonly Entry[];
}

const entry = (kind: Movement, amount: number, period: string, reservation: string | null = null): Entry => ({
  kind,
  amount,
  reservation,
  period,
});

/** Returns the credits left to spend. */
export const balanceOf = ({ grantLeft, creditLeft, granted }: Account): Balance => ({
  balance: grantLeft + creditLeft,
  granted,
});

/**
 * Moves an account (null: new) into a period. Expired reservations are refunded first, then the period's grant is
 * applied.
 */
export function inPeriod(account: Account | null, expired: readonly Held[], period: Period): Moved {
  let known = account;
  const entries: Entry[] = [];
  for (const held of known ? expired : []) {
    const moved = givenBack(known!, held);
    known = moved.account;
    entries.push(...moved.entries);
  }
  const granted = withGrant(known, period);
  return { account: granted.account, entries: [...entries, ...granted.entries] };
}

function withGrant(account: Account | null, { name, grant }: Period): Moved {
  if (account?.period === name) return account.granted === grant ? { account, entries: [] } : regranted(account, grant);
  const entries: Entry[] = [];
  if (account && account.grantLeft > 0) entries.push(entry('lapse', -account.grantLeft, account.period));
  entries.push(entry('grant', grant, name));
  return {
    account: { period: name, granted: grant, grantLeft: grant, creditLeft: account?.creditLeft ?? 0 },
    entries,
  };
}

/** Applies a changed grant within a period. Used credits stay used. */
function regranted(account: Account, grant: number): Moved {
  const grantLeft = Math.max(0, account.grantLeft + grant - account.granted);
  return {
    account: { ...account, granted: grant, grantLeft },
    entries: [entry('grant', grantLeft - account.grantLeft, account.period)],
  };
}

/** Reserves a credit, preferably from the grant. null: no credit is left. */
export function reserved(account: Account, reservation: string): (Moved & { readonly held: Held }) | null {
  const { period, grantLeft, creditLeft } = account;
  const entries = [entry('reserve', -1, period, reservation)];
  if (grantLeft > 0)
    return {
      account: { ...account, grantLeft: grantLeft - 1 },
      entries,
      held: { reservation, period, source: 'grant' },
    };
  if (creditLeft > 0)
    return {
      account: { ...account, creditLeft: creditLeft - 1 },
      entries,
      held: { reservation, period, source: 'credit' },
    };
  return null;
}

/** Returns the row of a spent credit. */
export const committed = ({ reservation, period }: Pick<Held, 'reservation' | 'period'>): Entry =>
  entry('commit', 0, period, reservation);

/** Refunds a credit to its source. It expires if its grant has expired. */
export function givenBack(account: Account, { reservation, period, source }: Held): Moved {
  const refund = entry('refund', 1, period, reservation);
  if (source === 'credit') return { account: { ...account, creditLeft: account.creditLeft + 1 }, entries: [refund] };
  if (account.period === period)
    return { account: { ...account, grantLeft: account.grantLeft + 1 }, entries: [refund] };
  return { account, entries: [refund, entry('lapse', -1, period, reservation)] };
}

/** Adds credits, or removes them, down to zero. */
export function credited(account: Account, amount: number): Moved {
  const change = Math.max(amount, -account.creditLeft);
  return {
    account: { ...account, creditLeft: account.creditLeft + change },
    entries: [entry('credit', change, account.period)],
  };
}

/** Returns the sum of rows by account, for the row that replaces them. Accounts with a sum of zero are omitted. */
export function sumsByAccount(rows: readonly Readonly<Record<string, unknown>>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { account, amount } of rows) sums.set(String(account), (sums.get(String(account)) ?? 0) + Number(amount));
  for (const [account, sum] of sums) if (sum === 0) sums.delete(account);
  return sums;
}
