/**
 * The measured process: `node peak-memory-process.mjs whole|stream < in.html`. It is not TypeScript, whose loader takes
 * 30 MB of its own. Writes `{pages, megabytes, seconds, processorSeconds, firstBytes}`; a stream reports 0 pages.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { render, renderToStream } from '../dist/engine/index.js';

// The command and the service's workers set these flags, which limit memory (`LASTING_FLAGS`).
for (const flag of ['--no-allocation-site-pretenuring', '--heap-growing-percent=100']) setFlagsFromString(flag);

const LIMITS = { limits: { deadlineMs: 300_000 } };
/** Pieces up to this length, such as the file's header, contain no pages. */
const HEADER = 64;

const html = readFileSync(0, 'utf8');
const start = performance.now();
const { user, system } = process.cpuUsage();
const atStart = user + system;
const since = () => (performance.now() - start) / 1000;
let firstBytes = null;
let pages = 0;
if (process.argv[2] === 'whole') ({ pages } = await render(html, LIMITS));
else for await (const chunk of renderToStream(html, LIMITS)) if (chunk.length > HEADER) firstBytes ??= since();
const seconds = since();
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
const processorSeconds = (userCPUTime + systemCPUTime - atStart) / 1e6;
writeFileSync(1, JSON.stringify({ pages, megabytes: maxRSS / 1024, seconds, processorSeconds, firstBytes }));
