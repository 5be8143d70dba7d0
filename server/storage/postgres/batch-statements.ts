/** Reserving and committing the credits of several calls in one statement, by functions whose plans the server keeps. */

/**
 * `reserve_credits` reserves for accounts of which nothing else has to change: they are known, in the same period with
 * the same grant, without expired reservations, and have credit left. It returns the place in the list (from 1) and the
 * balance, or -1 for an account that another transaction has locked. The change doesn't wait for the disk: a reservation
 * that is lost in a crash is made again when its commit fails, and every commit writes earlier changes.
 *
 * `commit_credits` returns the places of the reservations that it committed. It leaves out locked ones, because a
 * transaction that refunds several might wait for this one.
 *
 * This is a migration. To change a function, add another migration that replaces it.
 */
export const CREDIT_FUNCTIONS = `
create function reserve_credits(
  ids text[], accounts text[], periods text[], grants bigint[], expiries bigint[], times bigint[], waits boolean
) returns table (place int, balance bigint) language plpgsql as $$
declare
  known record;
  places int[] := '{}';
  left_over bigint[] := '{}';
  sources text[] := '{}';
  locked int[] := '{}';
begin
  perform set_config('synchronous_commit', 'off', true);
  for i in 1 .. cardinality(ids) loop
    if waits then
      select b.grant_left, b.credit_left into known from balances b
        where b.account = accounts[i] and b.period = periods[i] and b.granted = grants[i]
          and b.grant_left + b.credit_left > 0
          and not exists (select 1 from reservations r where r.account = accounts[i] and r.expires_at <= times[i])
        for update;
    else
      select b.grant_left, b.credit_left into known from balances b
        where b.account = accounts[i] and b.period = periods[i] and b.granted = grants[i]
          and b.grant_left + b.credit_left > 0
          and not exists (select 1 from reservations r where r.account = accounts[i] and r.expires_at <= times[i])
        for update skip locked;
    end if;
    if found then
      update balances b set
        grant_left = b.grant_left - (known.grant_left > 0)::int,
        credit_left = b.credit_left - (known.grant_left <= 0)::int
        where b.account = accounts[i];
      places := places || i;
      left_over := left_over || (known.grant_left + known.credit_left - 1);
      sources := sources || case when known.grant_left > 0 then 'grant' else 'credit' end;
    elsif not waits then
      perform 1 from balances b where b.account = accounts[i] and b.period = periods[i] and b.granted = grants[i]
        and b.grant_left + b.credit_left > 0
        and not exists (select 1 from reservations r where r.account = accounts[i] and r.expires_at <= times[i]);
      if found then
        locked := locked || i;
      end if;
    end if;
  end loop;
  insert into reservations (id, account, period, source, expires_at)
    select ids[p], accounts[p], periods[p], s, expiries[p] from unnest(places, sources) as reserved(p, s);
  insert into ledger (account, kind, amount, reservation, period, at)
    select accounts[p], 'reserve', -1, ids[p], periods[p], times[p] from unnest(places) as p;
  return query select unnest(places), unnest(left_over) union all select unnest(locked), -1::bigint;
end $$;

create function commit_credits(ids text[], times bigint[]) returns table (place int) language plpgsql as $$
declare
  gone record;
  places int[] := '{}';
  accounts text[] := '{}';
  periods text[] := '{}';
begin
  for i in 1 .. cardinality(ids) loop
    delete from reservations where id = (select r.id from reservations r where r.id = ids[i] for update skip locked)
      returning account, period into gone;
    if found then
      places := places || i;
      accounts := accounts || gone.account;
      periods := periods || gone.period;
    end if;
  end loop;
  insert into ledger (account, kind, amount, reservation, period, at)
    select a, 'commit', 0, ids[p], d, times[p] from unnest(places, accounts, periods) as committed(p, a, d);
  return query select unnest(places);
end $$;
`;

export const RESERVE = 'select place, balance from reserve_credits($1, $2, $3, $4, $5, $6, $7)';
export const COMMIT = 'select place from commit_credits($1, $2)';
