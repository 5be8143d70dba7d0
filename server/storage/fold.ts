/** What ledger rows add up to, by account, so that one row can stand for them: their sum stays a part of the balance. Nothing where that is nothing. */
export function sumsByAccount(rows: readonly Readonly<Record<string, unknown>>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { account, amount } of rows) sums.set(String(account), (sums.get(String(account)) ?? 0) + Number(amount));
  for (const [account, sum] of sums) if (sum === 0) sums.delete(account);
  return sums;
}
