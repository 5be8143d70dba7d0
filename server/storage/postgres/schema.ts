import { CREDIT_FUNCTIONS } from './batch-statements.ts';

/**
 * Migrations in order. The table `migrations` holds the number of applied ones. Never change a released migration: add
 * another.
 */
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
  `
create table jobs (
  id text primary key,
  account text not null,
  head text not null,
  hooked boolean not null,
  total bigint,
  done bigint not null default 0,
  failed bigint not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  hook_due_at bigint,
  hook_attempts bigint not null default 0
);
create index jobs_account on jobs (account);
create index jobs_expire on jobs (expires_at);
create index jobs_hooks on jobs (hook_due_at) where hook_due_at is not null;

create table job_documents (
  job text not null references jobs (id) on delete cascade,
  number bigint not null,
  turn bigint not null,
  body text not null,
  due_at bigint,
  claim text,
  attempts bigint not null default 0,
  ok boolean,
  facts text,
  pdf bytea,
  primary key (job, number)
);
create index job_documents_turns on job_documents (turn) where ok is null;
`,
  `
create table job_names (
  job text primary key references jobs (id) on delete cascade,
  fingerprint text not null
);
`,
  `
-- The bytes of a job's documents and results.
alter table jobs add column bytes bigint not null default 0;
`,
  `
-- The days on which an account spent credits.
create index ledger_spent on ledger (account, at) where kind = 'commit';
`,
  `
-- Names are compared byte by byte, as in the embedded store.
create table assets (
  account text not null,
  name text collate "C" not null,
  bytes bigint not null,
  sha256 text not null,
  updated_at bigint not null,
  content bytea not null,
  primary key (account, name)
);
`,
  `
-- What a repeated call gets again.
create table answers (
  account text not null,
  key text not null,
  fingerprint text not null,
  status bigint not null,
  headers text not null,
  bytes bigint not null,
  body bytea not null,
  at bigint not null,
  primary key (account, key)
);
create index answers_at on answers (at);
`,
  `
-- Assets, answers of repeated calls, and results of jobs. Objects have the bytes of rows without a body.
create table contents (
  kind text not null,
  account text not null,
  name text collate "C" not null,
  bytes bigint not null,
  sha256 text not null,
  facts text not null,
  updated_at bigint not null,
  expires_at bigint,
  object text,
  body bytea,
  primary key (kind, account, name)
);
-- PDFs are compressed already, and parts of compressed values can't be read by themselves.
alter table contents alter column body set storage external;
create index contents_expire on contents (expires_at) where expires_at is not null;
-- Objects that are being written, or that no row of contents refers to.
create table unused_objects (
  key text primary key,
  due_at bigint not null
);
insert into contents (kind, account, name, bytes, sha256, facts, updated_at, body)
  select 'asset', account, name, bytes, sha256, '{}', updated_at, content from assets;
insert into contents (kind, account, name, bytes, sha256, facts, updated_at, expires_at, body)
  select 'result', j.account, d.job || '/' || d.number, octet_length(d.pdf), '', '{}', j.created_at, j.expires_at, d.pdf
  from job_documents d join jobs j on j.id = d.job where d.pdf is not null;
alter table job_documents drop column pdf;
drop table assets;
drop table answers;
`,
  `
-- Jobs with documents to render, whose number every process reports.
create index jobs_open on jobs (expires_at) where ended_at is null;
`,
  `
-- The number of stored documents, rendered or not.
alter table jobs add column documents bigint not null default 0;
update jobs set documents = (select count(*) from job_documents where job = jobs.id);

-- What each account keeps, so that quotas don't add up all rows. Triggers keep it. The totals of all accounts together
-- have the owners *0 to *15, so that changes of different accounts rarely wait for each other: their sum counts.
create table totals (
  kind text not null,
  owner text collate "C" not null,
  count bigint not null,
  bytes bigint not null,
  primary key (kind, owner)
);
create type total_change as (kind text, account text, count bigint, bytes bigint);

-- Rows are locked in one order: first those of accounts, then those of all accounts.
create function add_to_totals(changes total_change[]) returns void language sql as $$
  insert into totals as t (kind, owner, count, bytes)
    select kind, owner, sum(count), sum(bytes) from (
      select 1 as place, kind, account as owner, count, bytes from unnest(changes)
      union all
      select 2, kind, '*' || abs(hashtext(account) % 16), count, bytes from unnest(changes)
    ) as changed group by place, kind, owner having sum(count) <> 0 or sum(bytes) <> 0 order by place, kind, owner
    on conflict (kind, owner) do update set count = t.count + excluded.count, bytes = t.bytes + excluded.bytes;
  delete from totals where (kind, owner) in (select kind, account from unnest(changes)) and count = 0 and bytes = 0;
$$;

-- The arguments are the kind and the count of a row, as expressions.
create function keep_totals() returns trigger language plpgsql as $$
declare
  added text := format('select %s, account, %s, bytes from added', tg_argv[0], tg_argv[1]);
  removed text := format('select %s, account, -(%s), -bytes from removed', tg_argv[0], tg_argv[1]);
  changes total_change[];
begin
  execute 'select array(select row(c.*)::total_change from (' || case tg_op
    when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end || ') as c)' into changes;
  perform add_to_totals(changes);
  return null;
end $$;

create trigger contents_added after insert on contents referencing new table as added
  for each statement execute function keep_totals('kind', '1');
create trigger contents_removed after delete on contents referencing old table as removed
  for each statement execute function keep_totals('kind', '1');
create trigger contents_changed after update on contents referencing new table as added old table as removed
  for each statement execute function keep_totals('kind', '1');
create trigger jobs_added after insert on jobs referencing new table as added
  for each statement execute function keep_totals('''job''', 'documents');
create trigger jobs_removed after delete on jobs referencing old table as removed
  for each statement execute function keep_totals('''job''', 'documents');
create trigger jobs_changed after update on jobs referencing new table as added old table as removed
  for each statement execute function keep_totals('''job''', 'documents');

select add_to_totals(array(select row(kind, account, 1, bytes)::total_change from contents));
select add_to_totals(array(select row('job', account, documents, bytes)::total_change from jobs));
`,
  CREDIT_FUNCTIONS,
];
