/**
 * Runs a service with a scripted pool in a separate process, for tests that kill it or start two, and prints its
 * address.
 */
import { pino } from 'pino';
import { NO_TRACING } from '../../server/observability/tracing.ts';
import { createApp } from '../../server/app.ts';
import { loadConfig } from '../../server/config.ts';
import { createHttpServer, listen } from '../../server/listen.ts';
import { openStore } from '../../server/storage/open-store.ts';
import { ScriptedPool } from './service.ts';

const config = loadConfig({ ANONYMOUS_REQUESTS_PER_MINUTE: '20', ...process.env });
const store = await openStore(config);
const app = createApp({
  config,
  store,
  pool: new ScriptedPool(),
  clock: Date.now,
  log: pino({ level: 'silent' }),
  addressSecret: 'a secret of sixteen',
  version: '0',
  tracing: NO_TRACING,
});
const server = createHttpServer(app.koa.callback(), config);
app.jobs.start();
process.stdout.write(`http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}\n`);
