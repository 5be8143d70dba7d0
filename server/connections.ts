/** Limits the number of connections, in total and per address. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from './config.ts';

type ConnectionConfig = Pick<Config, 'maxConnections' | 'proxies'>;

/** Above this share of the limit, idle keep-alive connections are closed. */
const NEARLY_FULL = 0.9;

/**
 * Closes connections above the limits before reading from them. Behind proxies only the total limit applies, because
 * every address is a proxy's.
 */
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
