/** `pagewright mcp`: the tools on standard input and output, for an agent on this machine. No server, no key, no metering. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { RenderError } from '../../engine/index.ts';
import { join } from 'node:path';
import { connect, createMcpServer } from '../agent/mcp-server.ts';
import { InputFolder } from '../agent/input-folder.ts';
import { OutputFolder } from '../agent/output-folder.ts';
import { Problem } from '../http/problems.ts';
import { Refusal } from '../refusal.ts';
import type { JobRefused } from '../rendering/job.ts';
import { refusalOfDocument } from '../rendering/refused.ts';
import { loadConfig } from '../config.ts';
import { NoSuchPage, perform } from '../rendering/work.ts';
import { packageVersion } from '../version.ts';
import { checkFolder } from './input.ts';
import { localFiles, type LocalOptions } from './local-files.ts';
import { otherFormat } from './other-formats.ts';

/** Files are read and written below `root`. @throws UsageError where that is no folder */
export async function mcpOnStdio(root: string): Promise<void> {
  await checkFolder(root);
  const config = loadConfig(process.env);
  const limits = { deadlineMs: config.renderTimeoutMs, maxPages: config.maxPages };
  const filesAt = (input: string): LocalOptions => localFiles({ input, root, named: [] });
  // What comes as text is read as if it lay in the folder.
  const unnamed = join(root, 'document.html');
  const output = new OutputFolder(root);
  const server = createMcpServer({
    tools: 'studio',
    perform: ({ html, path }, work) => perform(work, html, { limits, ...filesAt(path ?? unnamed) }),
    asProblem: (error) =>
      problemOf(error, `Save the files below ${output.root} and use relative URLs, or inline them as data: URIs`),
    upgradeUrl: null,
    version: packageVersion(),
    maxHtmlBytes: config.mcpMaxHtmlBytes,
    maxPages: config.maxPages,
    metered: false,
    output,
    input: new InputFolder(root, { maxBytes: config.maxHtmlBytes, otherFormat }),
  });
  await connect(server, new StdioServerTransport(), 'studio');
}

/** `mend`: what to do about external resources. */
function problemOf(error: unknown, mend: string): Problem {
  if (error instanceof Problem) return error;
  const refused = refusedBy(error);
  const refusal = refused && refusalOfDocument(refused, mend);
  return refusal instanceof Refusal ? Problem.of(refusal) : new Problem('internal_error', 'The render failed.');
}

/** What the engine refused, as a worker of the service would say it. */
function refusedBy(error: unknown): JobRefused | null {
  if (error instanceof RenderError) return { ok: false, code: error.code, message: error.message, urls: error.urls };
  if (error instanceof NoSuchPage) return { ok: false, code: 'no_such_page', message: error.message, urls: [] };
  return null;
}
