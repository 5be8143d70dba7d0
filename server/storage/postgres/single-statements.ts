/** Common operations on accounts in one statement. They write in several tables, which only PostgreSQL can. */

/**
 * The common case of `reserve` in one statement: a known account, the same period and grant, nothing expired, and
 * credit left. All other cases apply the ledger's rules with a locked row, and both serialize on that row. The commit
 * doesn't wait for the disk. A reservation lost in a crash is made again when its commit fails, and every commit
 * flushes the earlier changes.
 */
export const RESERVE = `
with known as (
  select account, grant_left > 0 as from_grant, set_config('synchronous_commit', 'off', true) from balances
  where account = $1 and period = $2 and granted = $3 and grant_left + credit_left > 0
    and not exists (select 1 from reservations where account = $1 and expires_at <= $4)
  for update
), moved as (
  update balances set
    grant_left = grant_left - from_grant::int,
    credit_left = credit_left - (not from_grant)::int
  from known where balances.account = known.account
  returning grant_left + credit_left as balance, from_grant
), held as (
  insert into reservations (id, account, period, source, expires_at)
  select $5, $1, $2, case when from_grant then 'grant' else 'credit' end, $6::bigint from moved
), said as (
  insert into ledger (account, kind, amount, reservation, period, at)
  select $1, 'reserve', -1, $5, $2, $4::bigint from moved
)
select balance from moved`;

export const COMMIT = `
with gone as (
  delete from reservations where id = $1 returning account, period
), said as (
  insert into ledger (account, kind, amount, reservation, period, at)
  select account, 'commit', 0, $1, period, $2::bigint from gone
)
select 1 from gone`;
