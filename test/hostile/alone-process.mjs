// Renders the document of standard input within the deadline that the command line gives, and says what came of it: see `alone.ts`.
import { readFileSync } from 'node:fs';
import { render, RenderError } from '../../dist/engine/index.js';

const deadlineMs = Number(process.argv[2]);
const html = readFileSync(0, 'utf8');
// What a process takes before it has seen anything isn't the document's.
await render('<p>a');
const begun = performance.now();
const answer = await render(html, { limits: { deadlineMs } }).then(
  () => 'pdf',
  (error) => (error instanceof RenderError ? error.code : String(error)),
);
const milliseconds = performance.now() - begun;
process.stdout.write(JSON.stringify({ answer, milliseconds, megabytes: process.resourceUsage().maxRSS / 1024 }));
