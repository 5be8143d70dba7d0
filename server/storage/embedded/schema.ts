/** The tables of the embedded store. The statements have no effect on existing tables. */
export const SCHEMA = `
create table if not exists keys (
  hash text primary key,
  prefix text not null,
  tier text not null,
  name text,
  created_at integer not null,
  last_used_at integer,
  revoked_at integer
);
create index if not exists keys_prefix on keys (prefix);

create table if not exists balances (
  account text primary key,
  period text not null,
  granted integer not null,
  grant_left integer not null check (grant_left >= 0),
  credit_left integer not null check (credit_left >= 0)
);

create table if not exists reservations (
  id text primary key,
  account text not null,
  period text not null,
  source text not null,
  expires_at integer not null
);
create index if not exists reservations_account on reservations (account, expires_at);

create table if not exists ledger (
  id integer primary key autoincrement,
  account text not null,
  kind text not null,
  amount integer not null,
  reservation text,
  period text not null,
  at integer not null
);
create index if not exists ledger_account on ledger (account);
create trigger if not exists ledger_keeps_rows before update on ledger begin select raise(abort, 'the ledger is append-only'); end;
create index if not exists ledger_at on ledger (at);
create index if not exists ledger_spent on ledger (account, at) where kind = 'commit';
create unique index if not exists ledger_commits on ledger (reservation) where kind = 'commit';

-- Holds a row only within the transaction that prunes the ledger.
create table if not exists pruning (id integer primary key);
drop trigger if exists ledger_keeps_all;
create trigger if not exists ledger_keeps_unpruned before delete on ledger when not exists (select 1 from pruning)
  begin select raise(abort, 'the ledger is append-only'); end;

create table if not exists named_calls (
  account text not null,
  key text not null,
  fingerprint text not null,
  reservation text not null,
  at integer not null,
  primary key (account, key)
);
create index if not exists named_calls_at on named_calls (at);

create table if not exists jobs (
  id text primary key,
  account text not null,
  head text not null,
  hooked integer not null,
  total integer,
  done integer not null default 0,
  failed integer not null default 0,
  created_at integer not null,
  expires_at integer not null,
  ended_at integer,
  hook_due_at integer,
  hook_attempts integer not null default 0
);
create index if not exists jobs_account on jobs (account);
create index if not exists jobs_expire on jobs (expires_at);
create index if not exists jobs_open on jobs (expires_at) where ended_at is null;
create index if not exists jobs_hooks on jobs (hook_due_at) where hook_due_at is not null;

create table if not exists job_documents (
  job text not null,
  number integer not null,
  turn integer not null,
  body text not null,
  due_at integer,
  claim text,
  attempts integer not null default 0,
  ok integer,
  facts text,
  primary key (job, number)
);
create index if not exists job_documents_turns on job_documents (turn) where ok is null;

-- Jobs whose callers named them. Their ids are derived from the names.
create table if not exists job_names (
  job text primary key,
  fingerprint text not null
);

create trigger if not exists jobs_take_their_parts after delete on jobs begin
  delete from job_documents where job = old.id;
  delete from job_names where job = old.id;
end;

-- Assets, answers of repeated calls, and results of jobs. Objects have the bytes of rows without a body.
create table if not exists contents (
  kind text not null,
  account text not null,
  name text not null,
  bytes integer not null,
  sha256 text not null,
  facts text not null,
  updated_at integer not null,
  expires_at integer,
  object text,
  body blob,
  primary key (kind, account, name)
);
create index if not exists contents_expire on contents (expires_at) where expires_at is not null;

-- Objects that are being written, or that no row of contents refers to.
create table if not exists unused_objects (
  key text primary key,
  due_at integer not null
);

create table if not exists windows (
  caller text primary key,
  started_at integer not null,
  used integer not null
);
create index if not exists windows_started on windows (started_at);

create table if not exists pings (
  id integer primary key check (id = 1),
  at integer not null
);

create table if not exists secrets (
  name text primary key,
  value text not null
);
`;

/** Columns that tables of earlier versions lack. */
export const ADDED_COLUMNS = [
  // The bytes of a job's documents and results.
  { table: 'jobs', column: 'bytes', definition: 'integer not null default 0' },
  // The number of stored documents, rendered or not.
  { table: 'jobs', column: 'documents', definition: 'integer not null default 0' },
] as const;

/** Adds a change to the totals of an account and of all accounts. The values are SQL expressions. */
const addToTotals = (kind: string, account: string, count: string, bytes: string): string => `
  insert into totals (kind, owner, count, bytes) values (${kind}, ${account}, ${count}, ${bytes}), (${kind}, '*', ${count}, ${bytes})
    on conflict (kind, owner) do update set count = count + excluded.count, bytes = bytes + excluded.bytes;
  delete from totals where kind = ${kind} and owner = ${account} and count = 0 and bytes = 0;`;

/** Returns triggers that keep the totals of a table. `kind` and `count`: expressions of a row, which is called `row`. */
function totalsTriggers(table: string, kind: string, count: string): string {
  const of = (expression: string, row: 'new' | 'old'): string => expression.replace('row.', `${row}.`);
  const added = addToTotals(of(kind, 'new'), 'new.account', of(count, 'new'), 'new.bytes');
  const removed = addToTotals(of(kind, 'old'), 'old.account', `-${of(count, 'old')}`, '-old.bytes');
  const grown = `${of(count, 'new')} - ${of(count, 'old')}`;
  const changed = addToTotals(of(kind, 'new'), 'new.account', grown, 'new.bytes - old.bytes');
  return `
create trigger ${table}_added after insert on ${table} begin ${added} end;
create trigger ${table}_removed after delete on ${table} begin ${removed} end;
create trigger ${table}_changed after update on ${table} when new.bytes <> old.bytes or ${grown} <> 0 begin ${changed} end;`;
}

/**
 * Runs once: creates the table of each account's storage from the rows of earlier versions. Triggers keep it, so that
 * quotas don't add up all rows.
 */
export const MAKE_TOTALS = `
create table totals (
  kind text not null,
  -- An account, or * for all accounts together.
  owner text not null,
  count integer not null,
  bytes integer not null,
  primary key (kind, owner)
);
-- Earlier versions removed jobs before their documents.
delete from job_documents where job not in (select id from jobs);
delete from job_names where job not in (select id from jobs);
update jobs set documents = (select count(*) from job_documents where job = jobs.id);
insert into totals select kind, account, count(*), sum(bytes) from contents group by kind, account;
insert into totals select 'job', account, sum(documents), sum(bytes) from jobs group by account;
insert into totals select kind, '*', sum(count), sum(bytes) from totals group by kind;
${totalsTriggers('contents', 'row.kind', '1')}
${totalsTriggers('jobs', "'job'", 'row.documents')}
`;

/** Runs once if the store has the tables of earlier versions. Their answers are not worth keeping. */
export const MOVE_CONTENTS = `
insert into contents (kind, account, name, bytes, sha256, facts, updated_at, body)
  select 'asset', account, name, bytes, sha256, '{}', updated_at, content from assets;
insert into contents (kind, account, name, bytes, sha256, facts, updated_at, expires_at, body)
  select 'result', j.account, d.job || '/' || d.number, length(d.pdf), '', '{}', j.created_at, j.expires_at, d.pdf
  from job_documents d join jobs j on j.id = d.job where d.pdf is not null;
update job_documents set pdf = null;
drop table assets;
drop table answers;
`;
