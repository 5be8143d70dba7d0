/** PostgreSQL behind a pooler that refuses unknown startup parameters, as PgBouncer does. */
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { openTestStore, postgresUrl } from '../support/servers.ts';

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
