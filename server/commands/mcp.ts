/** `pagewright mcp`: the tools on standard input and output, for an agent on this machine. No server, no key, no metering. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { render, RenderError } from '../../engine/index.ts';
import { connect, createMcpServer } from '../agent/mcp-server.ts';
import { Problem } from '../http/problems.ts';
import { refusal } from '../metering/metered-render.ts';
import { loadConfig } from '../config.ts';
import { packageVersion } from '../version.ts';

export async function mcpOnStdio(): Promise<void> {
  const config = loadConfig(process.env);
  const limits = { deadlineMs: config.renderTimeoutMs, maxPages: config.maxPages };
  const server = createMcpServer({
    render: (html) => render(html, { limits }),
    check: (html) => render(html, { limits }),
    asProblem: (error) => {
      if (error instanceof Problem) return error;
      const refused =
        error instanceof RenderError
          ? refusal({ ok: false, code: error.code, message: error.message, urls: error.urls })
          : error;
      return refused instanceof Problem ? refused : new Problem('internal_error', 'The render failed.');
    },
    upgradeUrl: null,
    version: packageVersion(),
    maxHtmlBytes: config.mcpMaxHtmlBytes,
    maxPages: config.maxPages,
    metered: false,
  });
  await connect(server, new StdioServerTransport());
}
