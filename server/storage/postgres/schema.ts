/** Migrations in order; the number of those applied stands in the table `migrations`. Never change one that has been released: add another. */
export const MIGRATIONS: readonly string[] = [
  `
create table keys (
  hash text primary key,
  prefix text not null,
  tier text not null,
  name text,
  created_at bigint not null,
  last_used_at bigint,
  revoked_at bigint
);
create index keys_prefix on keys (prefix);

create table balances (
  account text primary key,
  period text not null,
  granted bigint not null,
  grant_left bigint not null check (grant_left >= 0),
  credit_left bigint not null check (credit_left >= 0)
);

create table reservations (
  id text primary key,
  account text not null,
  period text not null,
  source text not null,
  expires_at bigint not null
);
create index reservations_account on reservations (account, expires_at);

create table ledger (
  id bigint generated always as identity primary key,
  account text not null,
  kind text not null,
  amount bigint not null,
  reservation text,
  period text not null,
  at bigint not null
);
create index ledger_account on ledger (account);
create function ledger_is_append_only() returns trigger language plpgsql as $$ begin raise exception 'the ledger is append-only'; end $$;
create trigger ledger_keeps_rows before update or delete on ledger for each row execute function ledger_is_append_only();

create unlogged table windows (
  caller text primary key,
  started_at bigint not null,
  used bigint not null
);

create table secrets (
  name text primary key,
  value text not null
);
`,
  `
create unlogged table pings (at timestamptz not null);
insert into pings (at) values (now());
`,
  `
create index ledger_at on ledger (at);
create unique index ledger_commits on ledger (reservation) where kind = 'commit';
create or replace function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('pagewright.pruning', true) = 'on' then return old; end if;
  raise exception 'the ledger is append-only';
end $$;
`,
  `
create table named_calls (
  account text not null,
  key text not null,
  fingerprint text not null,
  reservation text not null,
  at bigint not null,
  primary key (account, key)
);
create index named_calls_at on named_calls (at);
`,
];
