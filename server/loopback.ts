/** HTTP servers for the user of this machine: local previews and reports. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Loopback {
  readonly server: Server;
  /** `http://127.0.0.1:PORT/` */
  readonly url: string;
}

/** Listens on a free loopback port. Other machines can't reach it. Other sites can't either, even if their name resolves to this machine. */
export function listenOnLoopback(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Loopback> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      server.on('request', (request, response) => {
        // Prevents DNS rebinding: another site must not read documents through a name that resolves to this address.
        if (request.headers.host === new URL(url).host) answer(request, response);
        else response.writeHead(403).end();
      });
      resolve({ server, url });
    });
  });
}

/** Headers of answers that browsers must neither store nor interpret as another type. */
export const NO_STORE = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
