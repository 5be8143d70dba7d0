/** `pagewright mcp`: the tools on standard input and output, for a local agent. It needs no server, key or metering. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { join } from 'node:path';
import { connect, createMcpServer } from '../agent/mcp-server.ts';
import { InputFolder } from '../agent/input-folder.ts';
import { OutputFolder } from '../agent/output-folder.ts';
import { Problem } from '../http/problems.ts';
import { Refusal } from '../refusal.ts';
import { refusalOfDocument } from '../rendering/refused.ts';
import { loadConfig } from '../config.ts';
import { perform, refusedBy } from '../rendering/work.ts';
import { packageVersion } from '../version.ts';
import { checkFolder } from './input.ts';
import { localFiles, type LocalOptions } from './local-files.ts';
import { otherFormat } from './other-formats.ts';

/** Serves the tools. Files are read and written below `root`. @throws UsageError if it isn't a folder */
export async function mcpOnStdio(root: string): Promise<void> {
  await checkFolder(root);
  const config = loadConfig(process.env);
  const limits = { deadlineMs: config.renderTimeoutMs, maxPages: config.maxPages };
  const filesAt = (input: string): LocalOptions => localFiles({ input, root, named: [] });
  // Resolves relative URLs of inline documents against the folder.
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

/** Converts an error. `mend` is the advice about external resources. */
function problemOf(error: unknown, mend: string): Problem {
  if (error instanceof Problem) return error;
  const refused = refusedBy(error);
  const refusal = refused && refusalOfDocument(refused, mend);
  return refusal instanceof Refusal ? Problem.of(refusal) : new Problem('internal_error', 'The render failed.');
}
