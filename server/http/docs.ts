import type { Middleware } from 'koa';
import type { Config } from '../config.ts';
import { pageRoute } from './editor.ts';
import { framedPage } from './guides.ts';
import { escapeHtml } from '../html.ts';
import { PROBLEMS } from './problems.ts';
import { renderOptionsSchema } from './render-options.ts';

/** `GET /docs`: a reference for callers, generated from the configuration and the problem table. */
export function docsRoute(config: Config): Middleware {
  return pageRoute('text/html; charset=utf-8', framedPage(docsContent(config)));
}

function row(...cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function plansTable({ plans, anonymousRequestsPerMinute, anonymousRendersPerMonth }: Config): string {
  const allowance = anonymousRendersPerMonth === 0 ? 'no limit' : `${anonymousRendersPerMonth} renders per address`;
  const anonymous = row('<code>anonymous</code> (no key)', `${anonymousRequestsPerMinute} per address`, allowance);
  const keyed = plans.map(({ tier, requestsPerMinute, creditsPerMonth }) =>
    row(
      `<code>${escapeHtml(tier)}</code>`,
      String(requestsPerMinute),
      creditsPerMonth === null ? 'unlimited' : `${creditsPerMonth} credits`,
    ),
  );
  return `<div class="wide" tabindex="0"><table><thead><tr><th>Tier</th><th>Requests per minute</th><th>Per month</th></tr></thead><tbody>${anonymous}${keyed.join('')}</tbody></table></div>`;
}

function problemsTable(): string {
  const rows = Object.entries(PROBLEMS).map(([code, { status, when }]) =>
    row(String(status), `<code>${code}</code>`, escapeHtml(when)),
  );
  return `<div class="wide" tabindex="0"><table><thead><tr><th>Status</th><th>Code</th><th>When</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

const optionNames = (): string =>
  Object.keys(renderOptionsSchema.shape)
    .map((name) => `<code>${escapeHtml(name)}</code>`)
    .join(', ');

function docsContent(config: Config): string {
  const base = escapeHtml(config.baseUrl ?? `http://127.0.0.1:${config.port}`);
  return `<h1>API of this service</h1>
<p>For tools, <a href="openapi.json">openapi.json</a> describes every call.</p>
<h2>Render</h2>
<p><code>POST /v1/render</code> takes JSON with the document in <code>html</code> and an optional <code>filename</code>, and returns the PDF. Scripts are not run. Limits: ${config.maxHtmlBytes.toLocaleString('en')} bytes of HTML and ${config.maxPages} pages.</p>
<div class="sample"><pre tabindex="0"><code>curl -sS --fail-with-body ${base}/v1/render -H 'content-type: application/json' -H 'x-api-key: YOUR_KEY' \\
  -d '{"html": "&lt;h1&gt;Hello&lt;/h1&gt;", "filename": "hello.pdf"}' -o hello.pdf</code></pre><div class="tools"></div></div>
<p>The optional object <code>options</code> accepts ${optionNames()}. An unknown option returns 422 with its path. An unknown top-level field is ignored with a
diagnostic.</p>
<div class="sample"><pre tabindex="0"><code>curl -sS --fail-with-body ${base}/v1/render -H 'content-type: application/json' -H 'x-api-key: YOUR_KEY' \\
  -d '{"html": "&lt;h1&gt;Hello&lt;/h1&gt;", "options": {"pageSize": "A5", "margin": {"top": "3cm"}, "footer": "&lt;b class=pageNumber&gt;&lt;/b&gt;"}}' -o hello.pdf</code></pre><div class="tools"></div></div>
<p><code>X-Render-Warnings</code> is the number of diagnostics, including notes. With <code>Accept: multipart/mixed</code>, the response has two parts: the PDF, and
<code>{pages, diagnostics}</code> as JSON.</p>
<p>Send images, fonts and style sheets along, and refer to them by relative URLs. In JSON, <code>files</code> has their content in base64 by name. In a form
(<code>multipart/form-data</code>), they are files:</p>
<div class="sample"><pre tabindex="0"><code>curl -sS --fail-with-body ${base}/v1/render -H 'x-api-key: YOUR_KEY' -F html=@invoice.html -F files=@style.css -F files=@logo.png -o invoice.pdf</code></pre><div class="tools"></div></div>
<p>With <code>values</code>, the document is a Liquid template:</p>
<div class="sample"><pre tabindex="0"><code>curl -sS --fail-with-body ${base}/v1/render -H 'content-type: application/json' -H 'x-api-key: YOUR_KEY' \\
  -d '{"html": "&lt;h1&gt;Invoice {{ number }}&lt;/h1&gt;", "values": {"number": 7}}' -o invoice.pdf</code></pre><div class="tools"></div></div>
<p>Clients of Gotenberg can post their forms to <code>/forms/chromium/convert/html</code>.</p>
<p><code>POST /v1/check</code> takes the same body and returns <code>{pages, diagnostics}</code> with lines and columns. It costs no credit.</p>
<h2>Many documents</h2>
<p><code>POST /v1/jobs</code> needs a key and takes NDJSON (<code>application/x-ndjson</code>). The first line holds what all documents share: a Liquid
<code>template</code>, <code>options</code>, a <code>webhook</code>. Each further line is a document with <code>html</code>, or with <code>values</code> for the template.
<code>GET /v1/jobs/{id}</code> reports progress, <code>/results</code> lists the results, and <code>/results/{index}</code> returns a PDF, for 24 hours.
<code>GET /v1/jobs</code> lists your jobs. With an <code>Idempotency-Key</code>, sending the same lines again returns the same job. The webhook's
<code>secret</code> signs calls according to Standard Webhooks: <code>whsec_</code> and base64, or any text.</p>
<div class="sample"><pre tabindex="0"><code>printf '%s\\n' '{"template": "&lt;h1&gt;Invoice {{ number }}&lt;/h1&gt;"}' '{"values": {"number": 1}}' '{"values": {"number": 2}}' |
  curl -sS --fail-with-body ${base}/v1/jobs -H 'content-type: application/x-ndjson' -H 'x-api-key: YOUR_KEY' --data-binary @-</code></pre><div class="tools"></div></div>
<h2>Your account</h2>
<p><code>GET /v1/me</code> returns your plan, rate limit and credits. A request with an invalid key is treated as anonymous, and the header
<code>X-Pagewright-Caller</code> tells you so. Every response has <code>X-RateLimit-Limit</code>, <code>-Remaining</code> and <code>-Reset</code> (in seconds).</p>
<h2 id="plans">Plans</h2>
${plansTable(config)}
<p>A render costs one credit. A failed render costs nothing. Periods are calendar months in UTC. With an <code>Idempotency-Key</code>, a repeated call with
the same document is charged once per day.</p>
<h2>Agents</h2>
<p>The MCP endpoint <code>${base}/mcp/</code> (Streamable HTTP) has one tool, <code>render_html_to_pdf</code>. Agents that write documents use <code>${base}/mcp/studio/</code>, which also has <code>check_html</code>, <code>render_page_image</code> and <code>inspect_layout</code>. Send the key in the header <code>X-API-Key</code>.</p>
<h2>Problems</h2>
<p>Errors are <code>application/problem+json</code> (RFC 9457) with a <code>code</code>:</p>
${problemsTable()}
`;
}
