/** How many connections there may be, and how many of one address. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from './config.ts';

type ConnectionConfig = Pick<Config, 'maxConnections' | 'proxies'>;

/** Of this share on, connections without a request are closed: they are only kept for convenience. */
const NEARLY_FULL = 0.9;

/** Connections above the limits are closed before a byte of them is read. Behind proxies addresses are the proxies', which may have all there are. */
export function limitConnections(server: Server, { maxConnections, proxies }: ConnectionConfig): void {
  const isDirect = 'hops' in proxies && proxies.hops === 0;
  const perAddress = isDirect ? Math.ceil(maxConnections / 2) : maxConnections;
  const open = new Map<string, number>();
  let all = 0;
  server.maxConnections = maxConnections;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const own = (open.get(address) ?? 0) + 1;
    open.set(address, own);
    all++;
    socket.once('close', () => {
      all--;
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (own > perAddress) socket.destroy();
    else if (all > maxConnections * NEARLY_FULL) server.closeIdleConnections();
  });
}
