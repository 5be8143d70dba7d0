/** The requests of a render to the stores that replicas share, which everything waits for. */
import { expect } from 'chai';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Store } from '../../server/storage/store.ts';
import { openTestStore, postgresUrl, redisUrl } from '../support/servers.ts';
import { postRender, startService, type TestService } from '../support/service.ts';

/** Counts the calls of a method while `during` runs. */
async function callsOf(target: object, name: string, during: () => Promise<unknown>): Promise<number> {
  const methods = target as Record<string, (...given: unknown[]) => unknown>;
  const original = methods[name]!;
  let calls = 0;
  methods[name] = function (this: unknown, ...given) {
    calls++;
    return original.apply(this, given);
  };
  try {
    await during();
    return calls;
  } finally {
    methods[name] = original;
  }
}

describe('the stores of replicas', function () {
  this.timeout(60_000);
  let store: Store;
  let service: TestService;

  before(async function () {
    if (!postgresUrl || !redisUrl) this.skip();
    store = await openTestStore({ databaseUrl: postgresUrl, redisUrl });
    service = await startService({ store });
  });
  after(async () => {
    await service?.close();
    await store?.close();
  });

  it('are asked three times per render: for the window, the credit and the commit', async () => {
    const headers = { 'x-api-key': await service.key('pro') };
    const render = async (): Promise<void> => {
      expect((await postRender(service, { html: '<p>x' }, headers)).status).to.equal(200);
    };
    // Looks up the key and creates the month's grant.
    await render();
    let inRedis = 0;
    const inPostgres = await callsOf(pg.Client.prototype, 'query', async () => {
      inRedis = await callsOf(Redis.prototype, 'sendCommand', render);
    });
    expect({ inPostgres, inRedis }).to.deep.equal({ inPostgres: 2, inRedis: 1 });
  });
});
