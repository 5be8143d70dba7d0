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
-- What a job's documents and results take.
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
];
