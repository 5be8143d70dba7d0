/** Internal failures of the service, whose details callers never see. */
import { expect } from 'chai';
import pg from 'pg';
import { Activity } from '../../server/activity.ts';
import { ConfigError, loadConfig } from '../../server/config.ts';
import { PostgresDatabase, translate } from '../../server/storage/postgres/database.ts';
import { StoreUnavailable } from '../../server/storage/store.ts';
import { postgresUrl } from '../support/servers.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

describe('failures', () => {
  it('of PostgreSQL are distinguished from those of a query', () => {
    const coded = (error: Error, code: string): Error => Object.assign(error, { code });
    const database = (code: string): Error => coded(new pg.DatabaseError('x', 1, 'error'), code);
    for (const code of ['57P01', '08006', '3D000', '28P01', '53300', '53100'])
      expect(translate(database(code)), code).to.be.instanceOf(StoreUnavailable);
    for (const code of ['EPIPE', 'ECONNREFUSED', 'EAI_AGAIN', 'ENOTFOUND'])
      expect(translate(coded(new Error('x'), code)), code).to.be.instanceOf(StoreUnavailable);
    for (const error of [database('23505'), database('42P01'), new TypeError('x')])
      expect(translate(error)).to.equal(error);
  });

  it('of a connection in use only make the store unavailable', async function () {
    if (!postgresUrl) this.skip();
    const database = new PostgresDatabase(postgresUrl, 20_000, 20);
    const lost = await database
      .transaction('grow', async (queries) => {
        const [row] = await queries.query('select pg_backend_pid() as pid');
        await database.query('select pg_terminate_backend($1)', [row!.pid]);
        // The connection dies between two statements, when only the pool's user listens.
        const query = 'select 1 from pg_stat_activity where pid = $1';
        await until(async () => (await database.query(query, [row!.pid])).length === 0);
        await queries.query('select 1');
      })
      .catch((error: unknown) => error);
    expect(lost).to.be.instanceOf(StoreUnavailable);
    expect(await database.query('select 1 as one')).to.deep.equal([{ one: 1 }]);
    await database.close();
  });

  it('of an idle connection are reported', async function () {
    if (!postgresUrl) this.skip();
    const causes: string[] = [];
    const database = new PostgresDatabase(postgresUrl, 20_000, 1, (cause) => causes.push(cause));
    const [row] = await database.query('select pg_backend_pid() as pid');
    const other = new PostgresDatabase(postgresUrl, 20_000, 1);
    await other.query('select pg_terminate_backend($1)', [row!.pid]);
    await until(() => causes.length > 0);
    expect(causes).to.have.lengthOf(1);
    await Promise.all([database.close(), other.close()]);
  });

  it('to read the window omit three headers', async () => {
    const service = await startService();
    for (const peek of [() => Promise.reject(new TypeError('a fault')), () => new Promise<never>(() => undefined)]) {
      service.store.windows.peek = peek;
      const answer = await fetch(`${service.url}/nothing`);
      expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([404, 'application/problem+json']);
      expect(answer.headers.has('x-ratelimit-limit')).to.equal(false);
    }
    await service.close();
  });

  it('outside every route are also problems without internals', async () => {
    const service = await startService();
    service.app.metrics.requests.inc = () => {
      throw new TypeError('password=hunter2');
    };
    for (const path of ['/healthz', '/nothing']) {
      const answer = await fetch(service.url + path);
      const text = await answer.text();
      expect([answer.status, answer.headers.get('content-type')], path).to.deep.equal([
        500,
        'application/problem+json',
      ]);
      expect(JSON.parse(text), path).to.include({ code: 'internal_error', status: 500, instance: path });
      expect(text).not.to.include('hunter2');
    }
    await service.close();
  });

  it('of settings never show a secret', () => {
    for (const name of ['IP_HASH_SECRET', 'WEBHOOK_SECRET_KEY', 'DATABASE_URL', 'REDIS_URL'])
      expect(() => loadConfig({ [name]: 'hunter2' }), name)
        .to.throw(ConfigError)
        .with.property('message')
        .that.does.not.include('hunter2');
  });

  it('of settings are detected before anything starts', () => {
    const wrong: Record<string, string[]> = {
      PORT: ['http', '-1', '70000', '80.5'],
      BASE_URL: [
        'example.com',
        'ftp://a.example',
        'https://a.example/?x=1',
        'https://u:p@a.example',
        'https://a.example/#x',
      ],
      UPGRADE_URL: ['docs', 'javascript:alert(1)', '//evil.example'],
      TRUST_PROXY: ['yes', '10.0.0.0/33', '-1'],
      CORS_ORIGINS: ['https://a.example/path', 'a.example', 'ftp://a.example'],
      STORE_FAILURE: ['ajar'],
      LOG_LEVEL: ['loud'],
      WORKERS: ['0', 'all'],
      DATABASE_URL: ['mysql://a'],
      REDIS_URL: ['http://a'],
      PLANS_FILE: ['/nowhere/plans.json'],
    };
    for (const [name, values] of Object.entries(wrong))
      for (const value of values)
        expect(() => loadConfig({ [name]: value }), `${name}=${value}`)
          .to.throw(ConfigError, name)
          .with.property('message')
          .that.does.not.include('\n');
    expect(loadConfig({ UPGRADE_URL: '/plans', BASE_URL: 'https://a.example/pdf/' })).to.include({
      upgradeUrl: '/plans',
      baseUrl: 'https://a.example/pdf',
    });
  });

  it('of requests to finish delay a shutdown no longer than allowed', async () => {
    const activity = new Activity();
    await activity.idle(10_000);
    const end = activity.begin();
    await activity.idle(20);
    const idle = activity.idle(10_000);
    end();
    end();
    await idle;
  });
});
