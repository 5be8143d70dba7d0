/**
 * The rules by which credits move: an account as it stands and what is to happen to it give the account as it stands then, and the rows that say so.
 * Nothing here knows where accounts are kept: every store loads one, asks, and writes down what it is told, in one transaction.
 */

/** A calendar month, `2026-11`, and the grant that it brings. */
export interface Period {
  readonly name: string;
  readonly grant: number;
}

/** What an account has, as a store keeps it. Neither part is ever below 0. */
export interface Account {
  /** The month that `granted` and `grantLeft` are of. */
  readonly period: string;
  readonly granted: number;
  /** Left of the month's grant; lapses with the month. */
  readonly grantLeft: number;
  /** Left of what was added by hand; lasts until spent. */
  readonly creditLeft: number;
}

/** What an account or an anonymous client may spend. */
export interface Balance {
  /** Left to spend: the period's grant and what was added by hand, less what is committed or reserved. */
  readonly balance: number;
  /** The period's grant. */
  readonly granted: number;
}

/** One credit set aside, and where it was taken from. */
export interface Held {
  readonly reservation: string;
  readonly period: string;
  readonly source: 'grant' | 'credit';
}

export type Movement = 'grant' | 'lapse' | 'credit' | 'reserve' | 'commit' | 'refund' | 'carry';

/**
 * One row to be written. `amount` is signed: grants are positive, reservations negative, refunds positive, commits 0; a `carry` is the sum of rows that
 * were pruned.
 */
export interface Entry {
  readonly kind: Movement;
  readonly amount: number;
  readonly reservation: string | null;
  readonly period: string;
}

/** An account after something has happened to it, and the rows for it, in order. */
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

/** What there is to spend. */
export const balanceOf = ({ grantLeft, creditLeft, granted }: Account): Balance => ({
  balance: grantLeft + creditLeft,
  granted,
});

/** The account in a period, whatever it was before (null: unknown): what expired is given back, then the grant is that of the period. */
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

/** The plan's grant changed within a period: what was used of it stays used. */
function regranted(account: Account, grant: number): Moved {
  const grantLeft = Math.max(0, account.grantLeft + grant - account.granted);
  return {
    account: { ...account, granted: grant, grantLeft },
    entries: [entry('grant', grantLeft - account.grantLeft, account.period)],
  };
}

/** One credit set aside under a name, of the grant first; null when there is none. */
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

/** The row of a credit that is spent for good. */
export const committed = ({ reservation, period }: Pick<Held, 'reservation' | 'period'>): Entry =>
  entry('commit', 0, period, reservation);

/** A credit goes back where it came from; of a grant that has lapsed meanwhile it lapses too. */
export function givenBack(account: Account, { reservation, period, source }: Held): Moved {
  const refund = entry('refund', 1, period, reservation);
  if (source === 'credit') return { account: { ...account, creditLeft: account.creditLeft + 1 }, entries: [refund] };
  if (account.period === period)
    return { account: { ...account, grantLeft: account.grantLeft + 1 }, entries: [refund] };
  return { account, entries: [refund, entry('lapse', -1, period, reservation)] };
}

/** Credits added by hand, or taken away, at most down to zero. */
export function credited(account: Account, amount: number): Moved {
  const change = Math.max(amount, -account.creditLeft);
  return {
    account: { ...account, creditLeft: account.creditLeft + change },
    entries: [entry('credit', change, account.period)],
  };
}

/** What rows add up to, by account, so that one row can stand for them: their sum stays a part of the balance. Nothing where that is nothing. */
export function sumsByAccount(rows: readonly Readonly<Record<string, unknown>>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { account, amount } of rows) sums.set(String(account), (sums.get(String(account)) ?? 0) + Number(amount));
  for (const [account, sum] of sums) if (sum === 0) sums.delete(account);
  return sums;
}
