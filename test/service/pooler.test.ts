/** PostgreSQL behind a pooler that refuses unknown startup parameters, as PgBouncer does. */
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { loadConfig } from '../../server/config.ts';
import { balanceOf, deleteJob, endedJob, type JobJson, lines, postJob } from '../support/jobs.ts';
import { openTestStore, poolerUrl, postgresUrl } from '../support/servers.ts';
import { postRender, startService } from '../support/service.ts';

const REFUSAL = 'unsupported startup parameter: statement_timeout';

/** Returns an ErrorResponse of the PostgreSQL protocol. */
function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

describe('PostgreSQL behind a pooler', function () {
  this.timeout(60_000);
  let pooler: Server;
  let refused = 0;
  const sockets = new Set<Socket>();
  before(async function () {
    if (postgresUrl === null) this.skip();
    const { hostname, port } = new URL(postgresUrl);
    pooler = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', (startup) => {
        if (startup.includes('statement_timeout')) {
          refused++;
          socket.end(errorResponse('08P01', REFUSAL));
          return;
        }
        const server = connect(Number(port), hostname);
        sockets.add(server);
        server.on('error', () => undefined);
        server.write(startup);
        socket.pipe(server).pipe(socket);
      });
    });
    await once(pooler.listen(0, '127.0.0.1'), 'listening');
  });
  after(() => {
    for (const socket of sockets) socket.destroy();
    pooler?.close();
  });

  it('is used without the parameter, and with a time limit in transactions', async () => {
    const url = new URL(postgresUrl!);
    url.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
    const store = await openTestStore({ databaseUrl: url.href });
    const period = { name: '2026-11', grant: 5 };
    const account = `test:${randomUUID()}`;
    const reserved = await store.accounts.reserve(account, period, 2, 1);
    expect(await store.accounts.commit(reserved!.id, 1)).to.equal(true);
    expect((await store.accounts.balance(account, period, 1)).balance).to.equal(4);
    expect(refused).to.be.greaterThan(0);
    await store.close();
  });
});

describe('PgBouncer in transaction mode', function () {
  this.timeout(60_000);
  before(function () {
    if (poolerUrl === null) this.skip();
  });

  it('serves renders, jobs and assets at the same time over few connections', async () => {
    const store = await openTestStore({ databaseUrl: poolerUrl });
    const service = await startService({ store });
    service.app.jobs.start();
    const key = await service.key('business');
    const asset = fetch(`${service.url}/v1/assets/a.css`, { method: 'PUT', body: 'a', headers: { 'x-api-key': key } });
    const renders = Array.from({ length: 40 }, (_, i) =>
      postRender(service, { html: `${i}` }, { 'x-api-key': key, 'idempotency-key': `render-${i % 20}` }),
    );
    const documents = Array.from({ length: 10 }, () => ({ html: 'a', assets: ['a.css'] }));
    expect((await asset).status).to.equal(201);
    const { id } = (await (await postJob(service, key, lines({}, ...documents))).json()) as JobJson;
    for (const answer of await Promise.all(renders)) expect([200, 409, 422]).to.include(answer.status);
    expect(await endedJob(service, key, id)).to.include({ done: 10, failed: 0 });
    expect(await balanceOf(service, key)).to.equal(50_000 - 20 - 10);
    await deleteJob(service, key, id);
    await service.app.jobs.stop();
    await service.close();
    await store.close();
  });
});

describe('connections to PostgreSQL', function () {
  this.timeout(60_000);
  before(function () {
    if (postgresUrl === null) this.skip();
  });

  it('are half as many as workers, so that fifty replicas share a server', () => {
    const connections = (WORKERS: string): number => loadConfig({ WORKERS }).databaseConnections;
    expect([connections('1'), connections('2'), connections('8')]).to.deep.equal([1, 1, 4]);
  });

  it('may be a single one for all work of a process', async () => {
    const store = await openTestStore({ databaseUrl: postgresUrl, databaseConnections: 1 });
    expect(store.watchJobs).to.equal(undefined);
    const service = await startService({ store });
    service.app.jobs.start();
    const key = await service.key('business');
    const renders = Array.from({ length: 20 }, (_, i) =>
      postRender(service, { html: 'a' }, { 'x-api-key': key, 'idempotency-key': `render-${i}` }),
    );
    for (const answer of await Promise.all(renders)) expect(answer.status).to.equal(200);
    const { id } = (await (await postJob(service, key, lines({}, { html: 'a' }))).json()) as JobJson;
    expect(await endedJob(service, key, id)).to.include({ done: 1 });
    await deleteJob(service, key, id);
    await service.app.jobs.stop();
    await service.close();
    await store.close();
  });
});
