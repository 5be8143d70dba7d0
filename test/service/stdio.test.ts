/** `pagewright mcp`: the tool for an agent on this machine. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../server/cli.ts', import.meta.url));
const command = ['--import=tsx', program, 'mcp'];

interface ToolResult {
  isError?: boolean;
  content: { text: string }[];
  structuredContent?: { pdf_base64: string; pages: number };
}

describe('MCP on standard input and output', function () {
  this.timeout(60_000);
  const client = new Client({ name: 'test', version: '1' });
  before(() => client.connect(new StdioClientTransport({ command: process.execPath, args: command })));
  after(() => client.close());

  const call = (given: unknown) =>
    client.callTool({
      name: 'render_html_to_pdf',
      arguments: given as Record<string, unknown>,
    }) as unknown as Promise<ToolResult>;

  it('renders without server and key', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).to.deep.equal(['render_html_to_pdf', 'check_html']);
    const result = await call({ html: '<p>one</p><p style="break-before:page">two</p>' });
    expect(result.structuredContent!.pages).to.equal(2);
    expect(Buffer.from(result.structuredContent!.pdf_base64, 'base64').toString('latin1')).to.match(/^%PDF-/);
  });

  it('answers refusals as results', async () => {
    for (const [given, code] of [
      [{ html: '<img src="https://a.example/x.png">' }, 'external_resource'],
      [{}, 'validation_error'],
      ['no object', 'validation_error'],
      [{ html: ' '.repeat(262_145) }, 'html_too_large'],
    ] as const) {
      const { isError, content } = await call(given);
      expect([isError, content[0].text.includes(`"code":"${code}"`)], code).to.deep.equal([true, true]);
    }
  });

  it('says in one line which setting is wrong', () => {
    const { status, stderr, stdout } = spawnSync(process.execPath, command, {
      env: { PATH: process.env.PATH, MAX_PAGES: 'many' },
      encoding: 'utf8',
    });
    expect([status, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.match(/^pagewright: MAX_PAGES: [^\n]*\n$/);
  });
});
