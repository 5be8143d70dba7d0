/**
 * The process whose memory is measured: `node peak-memory-process.mjs whole|stream < in.html`. No TypeScript, as what loads that takes 30 MB of its own.
 * Writes `{megabytes, seconds, firstBytes}`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { render, renderToStream } from '../dist/engine/index.js';

// What `keepHeapYoung` does for the command and the service's workers.
setFlagsFromString('--no-allocation-site-pretenuring');

const LIMITS = { limits: { deadlineMs: 300_000 } };
/** Pieces no longer than this, such as the file's header, say nothing of pages. */
const HEADER = 64;

const html = readFileSync(0, 'utf8');
const start = performance.now();
const since = () => (performance.now() - start) / 1000;
let firstBytes = null;
if (process.argv[2] === 'whole') await render(html, LIMITS);
else for await (const chunk of renderToStream(html, LIMITS)) if (chunk.length > HEADER) firstBytes ??= since();
const megabytes = process.resourceUsage().maxRSS / 1024;
writeFileSync(1, JSON.stringify({ megabytes, seconds: since(), firstBytes }));
