import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { isPrivate, postTo, type Resolve } from '../../../server/jobs/receiver-call.ts';

describe('calls to receivers of webhooks', () => {
  let hosts: (string | undefined)[] = [];
  let port: number;
  const server = createServer((request, response) => {
    hosts.push(request.headers.host);
    response.writeHead(request.url === '/moved' ? 302 : 204, { location: '/other' }).end();
  });
  before(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  before(() => void ({ port } = server.address() as AddressInfo));
  beforeEach(() => void (hosts = []));
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Calls a URL. `addresses`: where each look-up of its name leads. */
  async function call(
    url: string,
    addresses: readonly (readonly string[])[],
    mayBePrivate = false,
  ): Promise<number | string> {
    let lookups = 0;
    const resolve: Resolve = async () =>
      addresses[Math.min(lookups++, addresses.length - 1)]!.map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }));
    const signal = AbortSignal.timeout(1000);
    return postTo(url, { headers: {}, body: '{}', signal, mayBePrivate, resolve }).catch(
      (error: Error) => error.message,
    );
  }

  it('refuse names that lead to private addresses', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '169.254.169.254', 'fd00::1'])
      expect(await call(`http://hooks.example:${port}/`, [[address]])).to.match(/^hooks.example resolves to a private/);
    expect(hosts).to.deep.equal([]);
  });

  it('connect to the checked address only, whatever the name leads to later', async () => {
    // Nobody answers at this address, which is reserved for documentation.
    const outcome = await call(`http://hooks.example:${port}/`, [['192.0.2.1', '127.0.0.1'], ['127.0.0.1']]);
    expect(outcome).to.be.a('string');
    expect(hosts).to.deep.equal([]);
  });

  it('reach private addresses if the operator allows it or names them', async () => {
    expect(await call(`http://hooks.example:${port}/`, [['127.0.0.1']], true)).to.equal(204);
    expect(await call(`http://127.0.0.1:${port}/`, [[]])).to.equal(204);
    expect(await call(`http://localhost:${port}/`, [['127.0.0.1']])).to.equal(204);
    expect(hosts).to.have.lengthOf(3);
  });

  it('do not follow redirects', async () => {
    expect(await call(`http://127.0.0.1:${port}/moved`, [[]])).to.equal(302);
    expect(hosts).to.have.lengthOf(1);
  });

  it('treat addresses as private that stand for private ones', () => {
    for (const address of ['::ffff:a00:1', '64:ff9b::a00:1', '2002:a00:1::', '100.64.0.1', '0.0.0.0', '::', 'fe80::1'])
      expect(isPrivate(address), address).to.equal(true);
    for (const address of ['::7f00:1', '::ffff:0:a00:1', '2001:0:4136::1', 'fec0::1'])
      expect(isPrivate(address), address).to.equal(true);
    for (const address of ['8.8.8.8', '2606:4700::1111', '::ffff:808:808', '172.32.0.1'])
      expect(isPrivate(address), address).to.equal(false);
  });
});
