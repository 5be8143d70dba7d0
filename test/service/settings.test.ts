/** What the environment of the service decides, seen from outside. */
import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_ADMIN_PORT, loadConfig } from '../../server/config.ts';
import type { WindowStore } from '../../server/storage/store.ts';
import { START_FILE } from '../support/built.ts';
import { openTestStore, postgresUrl } from '../support/servers.ts';
import { SqlAccounts } from '../../server/storage/sql-accounts.ts';
import { PostgresDatabase } from '../../server/storage/postgres/database.ts';
import { postRender, startService } from '../support/service.ts';

describe('the address of the service', function () {
  this.timeout(60_000);
  let service: ChildProcess | null = null;
  let other: Server | null = null;
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'pagewright-settings-'))));
  afterEach(() => {
    service?.kill('SIGKILL');
    other?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What it says on standard error until it listens or ends. */
  const start = (environment: Record<string, string>): Promise<string> => {
    const child = spawn(process.execPath, [START_FILE], {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: folder,
        PORT: '0',
        WORKERS: '1',
        WORKER_TRAINING_MS: '0',
        LOG_LEVEL: 'silent',
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    service = child;
    return new Promise((resolve) => {
      let text = '';
      child.stderr.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes('Try:')) resolve(text);
      });
      child.once('close', () => resolve(text));
    });
  };
  const occupy = (port: number): Promise<Server | null> =>
    new Promise((resolve) => {
      const server = createServer();
      // Somebody else has it already.
      server.once('error', () => resolve(null));
      server.listen(port, '127.0.0.1', () => resolve(server));
    });

  it('is loopback unless the operator names another', () => {
    expect(loadConfig({}).host).to.equal('127.0.0.1');
    expect(loadConfig({ HOST: '0.0.0.0' }).host).to.equal('0.0.0.0');
  });

  it('uses another port for metrics if the default one is taken', async () => {
    other = await occupy(DEFAULT_ADMIN_PORT);
    const said = await start({});
    other?.close();
    const [, url] = /metrics on (\S+)\)/.exec(said) ?? [];
    expect(url, said).to.not.equal(undefined);
    expect(new URL(url!).port).to.not.equal(String(DEFAULT_ADMIN_PORT));
    expect((await fetch(url!)).status).to.equal(200);
  });

  it('names the variable if the chosen port is in use', async () => {
    other = await occupy(0);
    const { port } = other!.address() as { port: number };
    for (const name of ['PORT', 'PAGEWRIGHT_ADMIN_PORT'])
      expect(await start({ [name]: String(port) })).to.match(
        new RegExp(
          `^pagewright: can't start: ${name}, \\w+: Port ${port} on 127\\.0\\.0\\.1 is in use by another process`,
        ),
      );
  });
});

describe('a service without metering', () => {
  it('counts nothing, needs no counter, and has no limits', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-unmetered-'));
    const inner = await openTestStore({ dataDir: folder });
    const asked: PropertyKey[] = [];
    const windows = new Proxy(inner.windows, {
      get: (target, name) => {
        asked.push(name);
        return Reflect.get(target, name) as unknown;
      },
    }) as WindowStore;
    const service = await startService({
      store: { ...inner, windows, close: () => inner.close() },
      environment: { METERING: 'off', ANONYMOUS_REQUESTS_PER_MINUTE: '1', ANONYMOUS_RENDERS_PER_MONTH: '1' },
    });
    const key = await service.key('free');
    for (const headers of [{}, { 'x-api-key': key }] as Record<string, string>[]) {
      for (let i = 0; i < 5; i++) {
        const response = await postRender(service, { html: '<!-- worked 5000 -->' }, headers);
        expect(response.status).to.equal(200);
        expect([...response.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).to.deep.equal([]);
      }
      const me = (await (await fetch(`${service.url}/v1/me`, { headers })).json()) as object;
      expect(me).to.deep.include({ rate_limit: { limit: null, remaining: null, reset: null }, credits: null });
    }
    expect(asked).to.deep.equal([]);
    await service.close();
    await inner.close();
    rmSync(folder, { recursive: true });
  });
});

describe('balances in PostgreSQL', () => {
  it('are read without a lock, include the credits of expired reservations, and write nothing', async function () {
    if (!postgresUrl) this.skip();
    const database = new PostgresDatabase(postgresUrl, 5000, 5);
    await database.migrate();
    const accounts = new SqlAccounts(database);
    const account = `test:${Math.random()}`;
    const period = { name: '2026-11', grant: 5 };
    await accounts.reserve(account, period, 100, 0);
    const ledger = await accounts.ledger(account);
    await database.transaction('shrink', async (db) => {
      await db.query('select * from balances where account = $1 for update', [account]);
      expect(await accounts.balance(account, period, 50)).to.deep.equal({ balance: 4, granted: 5 });
      expect(await accounts.balance(account, period, 200), 'expired').to.deep.equal({ balance: 5, granted: 5 });
      expect(await accounts.balance(account, { name: '2026-12', grant: 7 }, 50)).to.deep.equal({
        balance: 7,
        granted: 7,
      });
    });
    expect(await accounts.ledger(account)).to.deep.equal(ledger);
    await database.close();
  });
});
