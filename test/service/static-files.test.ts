import { expect } from 'chai';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { WindowStore } from '../../server/storage/store.ts';
import { openTestStore } from '../support/servers.ts';
import { startService, type TestService } from '../support/service.ts';
import { mkdtempSync, rmSync } from 'node:fs';

describe('static files', () => {
  let service: TestService;
  before(async () => (service = await startService()));
  after(() => service.close());

  /** Without the decoding that fetch does by itself. */
  const get = (
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> =>
    new Promise((resolve, reject) => {
      request(service.url + path, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers as Record<string, string>,
            body: Buffer.concat(chunks),
          }),
        );
      })
        .on('error', reject)
        .end();
    });
  const stylePath = async (): Promise<string> => {
    const html = (await get('/')).body.toString();
    return `/${/href="(editor\/v\/[\w-]+\/style\.css)"/.exec(html)![1]!}`;
  };

  it('have URLs that contain their version, and are cached forever', async () => {
    const path = await stylePath();
    const { status, headers } = await get(path);
    expect(status).to.equal(200);
    expect(headers['cache-control']).to.equal('public, max-age=31536000, immutable');
    for (const other of ['/editor/style.css', '/editor/v/older/style.css'])
      expect((await get(other)).headers['cache-control'], other).to.equal('no-cache');
    expect((await get('/')).headers['cache-control'], 'pages name the version').to.equal('no-store');
  });

  it('are answered with 304 to clients that have them', async () => {
    const { etag } = (await get('/editor/style.css')).headers;
    const again = await get('/editor/style.css', { 'if-none-match': etag! });
    expect([again.status, again.body.length, again.headers.etag]).to.deep.equal([304, 0, etag]);
    expect((await get('/editor/style.css', { 'if-none-match': 'W/"other"' })).status).to.equal(200);
  });

  it('are compressed in an encoding that the client accepts', async () => {
    const plain = await get('/editor/own/fonts/manifest.json');
    expect(plain.headers['content-encoding']).to.equal(undefined);
    expect(plain.headers.vary).to.equal('Accept-Encoding');
    const br = await get('/editor/own/fonts/manifest.json', { 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers['content-encoding']).to.equal('br');
    expect(brotliDecompressSync(br.body).equals(plain.body)).to.equal(true);
    const gzip = await get('/editor/own/fonts/manifest.json', { 'accept-encoding': 'gzip' });
    expect(gzip.headers['content-encoding']).to.equal('gzip');
    expect(gunzipSync(gzip.body).equals(plain.body)).to.equal(true);
    expect(br.body.length).to.be.lessThan(plain.body.length / 2);
  });

  it('are not found outside their folders', async () => {
    for (const path of ['/editor/own/..%2f..%2fpackage.json', '/editor/v/x/', '/editor/none.js', '/editor/own/'])
      expect((await get(path)).status, path).to.equal(404);
  });

  it('need no store, and show the window that this process knows', async () => {
    const folder = mkdtempSync('/tmp/pagewright-static-');
    const inner = await openTestStore({ dataDir: folder });
    const asked: PropertyKey[] = [];
    const windows = new Proxy(inner.windows, {
      get: (target, name) => {
        asked.push(name);
        return Reflect.get(target, name) as unknown;
      },
    }) as WindowStore;
    const watched = await startService({ store: { ...inner, windows, close: () => inner.close() } });
    const { headers } = await fetch(`${watched.url}/editor/style.css`);
    expect(headers.get('x-ratelimit-remaining')).to.equal('10');
    expect(asked).to.deep.equal([]);
    await watched.close();
    await inner.close();
    rmSync(folder, { recursive: true });
  });
});
