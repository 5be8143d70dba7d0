/** A local page that shows PDFs and reloads them after changes. Other machines can't reach it. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { escapeHtml } from '../html.ts';
import { listenOnLoopback, NO_STORE } from '../loopback.ts';

export class LivePreview {
  private readonly files: readonly string[];
  private readonly listeners = new Set<ServerResponse>();

  constructor(files: readonly string[]) {
    this.files = files;
  }

  /** Returns the address of the page. It doesn't keep the process running. */
  async listen(): Promise<string> {
    const { server, url } = await listenOnLoopback((request, response) => void this.answer(request, response));
    server.unref();
    return url;
  }

  /** Tells every open page to reload its PDF. */
  reload(): void {
    for (const listener of this.listeners) listener.write('data: changed\n\n');
  }

  private async answer({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (url === '/changes') return this.subscribe(response);
    const file = /^\/(\d+)\.pdf$/.exec(url)?.[1];
    if (file !== undefined) return this.sendFile(this.files[Number(file)], response);
    if (url !== '/') return void response.writeHead(404).end();
    response.writeHead(200, { ...NO_STORE, 'Content-Type': 'text/html; charset=utf-8' }).end(this.page());
  }

  private subscribe(response: ServerResponse): void {
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
