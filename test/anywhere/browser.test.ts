/**
 * Runs the engine in a real Chromium, in a page and in a worker, and expects the bytes of Node. Skipped without
 * Chromium.
 */
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { render, type RenderOptions } from '../../engine/index.ts';
import { readOwnFile } from '../../engine/platform/own-files.ts';
import { openBrowser } from '../support/browser.ts';

const root = resolve(import.meta.dirname, '../..');
const fixtures = join(root, 'fixtures');

const WORKER = `
import { createEngine } from '/browser/index.js';
const engine = createEngine({ files: load });
async function load(name) {
  const response = await fetch('/own/' + name);
  return response.ok ? response.arrayBuffer() : null;
}
onmessage = async ({ data: { html, options } }) => {
  const before = Object.getOwnPropertyNames(globalThis).length;
  try {
    const { pdf, pages } = await (await engine).render(html, options);
    postMessage({ pdf, pages, patched: Object.getOwnPropertyNames(globalThis).length - before });
  } catch (error) {
    postMessage({ code: error.code, message: error.message });
  }
};`;

const PAGE = `<!DOCTYPE html><title>test</title><script type="module">
import { createEngine } from '/browser/index.js';
const asked = [];
window.asked = asked;
const engine = createEngine({ files: async (name) => {
  asked.push(name);
  const response = await fetch('/own/' + name);
  return response.ok ? response.arrayBuffer() : null;
} });
const worker = new Worker('/worker.js', { type: 'module' });
const hash = async (bytes) => [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map((b) => b.toString(16).padStart(2, '0')).join('');
window.inPage = async (html, options) => {
  try {
    const { pdf, pages } = await (await engine).render(html, options);
    return { pages, sha256: await hash(pdf) };
  } catch (error) {
    return { code: error.code, message: error.message };
  }
};
window.inWorker = (html, options) => new Promise((resolve) => {
  worker.onmessage = async ({ data }) => resolve(data.pdf ? { pages: data.pages, patched: data.patched, sha256: await hash(data.pdf) } : data);
  worker.postMessage({ html, options });
});
</script>`;

interface Seen {
  readonly pages?: number;
  readonly sha256?: string;
  readonly patched?: number;
  readonly code?: string;
}

function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const send = (type: string, body: string | Uint8Array | null): void =>
      void (body === null
        ? response.writeHead(404).end()
        : response.writeHead(200, { 'content-type': type }).end(body));
    if (path === '/') send('text/html', PAGE);
    else if (path === '/worker.js') send('text/javascript', WORKER);
    else if (path.startsWith('/own/')) send('application/octet-stream', readOwnFile(path.slice(5)));
    else {
      const file = join(root, 'dist', path);
      send('text/javascript', existsSync(file) ? readFileSync(file) : null);
    }
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

const WEBP = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';

/** A document that needs the engine parts that are loaded on demand. */
const MIXED = `<!DOCTYPE html><html lang=de><title>x</title><style>p{hyphens:auto;width:60px} div{display:flex} b{filter:blur(1px);background:red}</style>
<p>Donaudampfschifffahrtsgesellschaft</p><div><span>a</span><span>b</span></div><p><b>weich</b> שלום 漢字 ∑ 😀</p>
<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>
<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==">
<img src="data:image/webp;base64,${WEBP}">`;

describe('the engine in a browser', function () {
  this.timeout(120_000);
  let browser: Browser;
  let page: Page;
  let server: Server;

  before(async function () {
    browser = await openBrowser(this);
    server = await serve();
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction('window.inWorker');
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  const run = (where: 'inPage' | 'inWorker', html: string, options: RenderOptions = {}): Promise<Seen> =>
    page.evaluate(
      ([name, markup, given]) =>
        (globalThis as unknown as Record<string, (a: string, b: object) => Promise<Seen>>)[name]!(markup, given),
      [where, html, options] as const,
    );

  const documents = readdirSync(fixtures)
    .filter((name) => existsSync(join(fixtures, name, 'in.html')))
    .map((name): [string, string] => [name, readFileSync(join(fixtures, name, 'in.html'), 'utf8')]);

  for (const [name, html] of [...documents, ['a mixed document', MIXED] as [string, string]]) {
    it(`renders ${name} as Node does, in the page and in a worker`, async () => {
      const { pdf, pages } = await render(html);
      const sha256 = createHash('sha256').update(pdf).digest('hex');
      expect(await run('inPage', html)).to.deep.equal({ pages, sha256 });
      expect(await run('inWorker', html)).to.deep.equal({ pages, sha256, patched: 0 });
    });
  }

  it('requests each file once, and only those that a document needs', async () => {
    const asked = await page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
    expect(new Set(asked).size).to.equal(asked.length);
    expect(asked).to.include('hyphenation/de-1996.json').and.not.to.include('wasm/avif.wasm');
    expect(asked.filter((file) => /Khmer|Thai/.test(file))).to.deep.equal([]);
  });

  it('refuses what Node refuses', async () => {
    expect(await run('inPage', '<img src=https://a.example/x.png>')).to.include({ code: 'external_resource' });
    expect(await run('inWorker', '<p>', { pageSize: 'A99' } as RenderOptions)).to.include({ code: 'invalid_options' });
  });
});
