/** A local page that shows PDFs and reloads them after changes. Other machines can't reach it. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { escapeHtml } from '../html.ts';

const NO_STORE = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

export class LivePreview {
  readonly url: string;
  private readonly files: readonly string[];
  private readonly listeners = new Set<ServerResponse>();

  /** Listens on a free loopback port. */
  static start(files: readonly string[]): Promise<LivePreview> {
    return new Promise((resolve, reject) => {
      const server = createServer();
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => resolve(new LivePreview(server, files)));
    });
  }

  private constructor(server: Server, files: readonly string[]) {
    this.files = files;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    server.on('request', (request, response) => void this.answer(request, response));
    server.unref();
  }

  /** Tells every open page to reload its PDF. */
  reload(): void {
    for (const listener of this.listeners) listener.write('data: changed\n\n');
  }

  private async answer({ url = '/', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    // Prevents DNS rebinding: another site must not read the document through a name that resolves to this address.
    if (headers.host !== new URL(this.url).host) return void response.writeHead(403).end();
    if (url === '/changes') return this.listen(response);
    const file = /^\/(\d+)\.pdf$/.exec(url)?.[1];
    if (file !== undefined) return this.sendFile(this.files[Number(file)], response);
    if (url !== '/') return void response.writeHead(404).end();
    response.writeHead(200, { ...NO_STORE, 'Content-Type': 'text/html; charset=utf-8' }).end(this.page());
  }

  private listen(response: ServerResponse): void {
    response.writeHead(200, { ...NO_STORE, 'Content-Type': 'text/event-stream' });
    response.write('\n');
    this.listeners.add(response);
    response.on('close', () => this.listeners.delete(response));
  }

  private async sendFile(path: string | undefined, response: ServerResponse): Promise<void> {
    try {
      const pdf = await readFile(path ?? '');
      response.writeHead(200, { ...NO_STORE, 'Content-Type': 'application/pdf' }).end(pdf);
    } catch {
      response.writeHead(404, NO_STORE).end();
    }
  }

  private page(): string {
    const frames = this.files.map(
      (file, index) => `<iframe src="/${index}.pdf" title="${escapeHtml(basename(file))}"></iframe>`,
    );
    return PAGE_START + frames.join('\n') + PAGE_END;
  }
}

const PAGE_START = `<!doctype html>
<title>Pagewright</title>
<style>
  body { margin: 0; display: grid; height: 100vh }
  iframe { width: 100%; height: 100%; border: 0 }
</style>
`;
const PAGE_END = `
<script>
  new EventSource('/changes').onmessage = () => {
    for (const frame of document.querySelectorAll('iframe')) frame.src = frame.src;
  };
</script>
`;
