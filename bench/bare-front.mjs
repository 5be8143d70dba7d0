/**
 * The baseline for the service: workers behind an HTTP server that only reads the same bodies and sends the same bytes.
 * Like the service, it is a separate process. Usage: `node bare-front.mjs PORT POOL-SETTINGS`, with the settings as
 * JSON.
 */
import { createServer } from 'node:http';
import { startPool } from '../dist/server/rendering/pool.js';

const [port, settings] = process.argv.slice(2).map((text) => JSON.parse(text));
const pool = await startPool(settings);
const { signal } = new AbortController();

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  if (request.method !== 'POST') return void response.end();
  const { html } = JSON.parse(Buffer.concat(chunks).toString());
  const { result } = await pool.run({ make: 'pdf' }, html, signal);
  response.statusCode = result.ok ? 200 : 422;
  if (!result.ok) return void response.end();
  response.setHeader('Content-Type', 'application/pdf');
  response.end(result.bytes);
});
server.listen(port, '127.0.0.1');

process.once('SIGTERM', async () => {
  server.close();
  server.closeAllConnections();
  await pool.close();
});
