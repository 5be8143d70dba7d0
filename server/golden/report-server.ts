/** The report of a golden run as a local page, where a person accepts changes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenOnLoopback, NO_STORE } from '../loopback.ts';
import { htmlReport, type Reported } from './report.ts';

/** Accepts a document, or one page of it. Returns the document's new state, and whether it was accepted. */
export type Accept = (index: number, page: number | null) => Promise<{ reported: Reported; isAccepted: boolean }>;

export interface ReportServer {
  readonly url: string;
  /** Ends when no differences are left, or after `close`. */
  readonly finished: Promise<void>;
  readonly close: () => void;
}

/** Serves the report. Accepted documents replace those in `documents`. */
export async function serveReport(documents: Reported[], accept: Accept): Promise<ReportServer> {
  let queue: Promise<unknown> = Promise.resolve();
  const { server, url } = await listenOnLoopback((request, response) => {
    if (request.method === 'POST')
      queue = queue.then(() => acceptAsked(request, response)).catch(() => void response.writeHead(500).end());
    else sendReport(request, response);
  });

  function sendReport({ url: path }: IncomingMessage, response: ServerResponse): void {
    if (path !== '/') return void response.writeHead(404).end();
    const headers = { ...NO_STORE, 'Content-Type': 'text/html; charset=utf-8' };
    response.writeHead(200, headers).end(htmlReport(documents, { accepts: true }));
  }

  async function acceptAsked(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URL(request.url ?? '/', url);
    const [index, page] = ['document', 'page'].map((name) => asked.searchParams.get(name));
    // Pages of other sites can't send this header without asking first, and the answer is no.
    if (asked.pathname !== '/accept' || request.headers['x-pagewright'] !== 'accept')
      return void response.writeHead(403).end();
    const known = documents[Number(index)];
    if (known?.result?.status !== 'different') return void response.writeHead(404).end();
    const { reported, isAccepted } = await accept(
      Number(index),
      page === null || page === undefined ? null : Number(page),
    );
    documents[Number(index)] = reported;
    const left = documents.filter(({ result }) => result?.status === 'different').length;
    response.once('close', () => left === 0 && close());
    response
      .writeHead(200, { ...NO_STORE, 'Content-Type': 'application/json' })
      .end(JSON.stringify({ isAccepted, left }));
  }

  const finished = new Promise<void>((resolve) => server.once('close', () => resolve()));
  function close(): void {
    server.close();
    server.closeAllConnections();
  }
  return { url, finished, close };
}
