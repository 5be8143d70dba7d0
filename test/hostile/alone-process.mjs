// Renders the document from standard input within the deadline on the command line, and prints the result: see
// `alone.ts`.
import { readFileSync } from 'node:fs';
import { render, RenderError } from '../../dist/engine/index.js';

const deadlineMs = Number(process.argv[2]);
const html = readFileSync(0, 'utf8');
// The start-up cost of the process is not the document's.
await render('<p>a');
// Code that checks for an abort also looks at the clock.
let longestUnseen = 0;
const spent = () => (({ user, system }) => (user + system) / 1000)(process.cpuUsage());
let seen = spent();
const signal = {
  get aborted() {
    const now = spent();
    longestUnseen = Math.max(longestUnseen, now - seen);
    seen = now;
    return false;
  },
};
const begun = performance.now();
const answer = await render(html, { limits: { deadlineMs }, signal }).then(
  () => 'pdf',
  (error) => (error instanceof RenderError ? error.code : String(error)),
);
const milliseconds = performance.now() - begun;
longestUnseen = Math.max(longestUnseen, spent() - seen);
const megabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ answer, milliseconds, longestUnseen, megabytes }));
