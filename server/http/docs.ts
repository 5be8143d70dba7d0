import type { Middleware } from 'koa';
import type { Config } from '../config.ts';
import { pageRoute } from './editor.ts';
import { hasGuides } from './guides.ts';
import { escapeHtml } from '../html.ts';
import { PROBLEMS } from './problems.ts';
import { renderOptionsSchema } from './render-options.ts';

/** `GET /docs`: what a caller needs to know, made from the configuration and the table of problems. */
export function docsRoute(config: Config): Middleware {
  return pageRoute('text/html; charset=utf-8', docsPage(config));
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
      creditsPerMonth === null ? 'not counted' : `${creditsPerMonth} credits`,
    ),
  );
  return `<table tabindex="0"><thead><tr><th>Tier</th><th>Calls a minute</th><th>A month</th></tr></thead><tbody>${anonymous}${keyed.join('')}</tbody></table>`;
}

function problemsTable(): string {
  const rows = Object.entries(PROBLEMS).map(([code, { status, when }]) =>
    row(String(status), `<code>${code}</code>`, escapeHtml(when)),
  );
  return `<table tabindex="0"><thead><tr><th>Status</th><th>Code</th><th>When</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const optionNames = (): string =>
  Object.keys(renderOptionsSchema.shape)
    .map((name) => `<code>${escapeHtml(name)}</code>`)
    .join(', ');

function docsPage(config: Config): string {
  const base = escapeHtml(config.baseUrl ?? `http://127.0.0.1:${config.port}`);
  const guides = hasGuides() ? '<a href="guides/">Guides</a>' : '';
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pagewright: documentation</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.css">
</head>
<body>
<header class="bar"><h1><a href="./">Pagewright</a></h1><span class="grow">Documentation</span>${guides}<a href="openapi.json">OpenAPI</a></header>
<main class="docs">
<h2>Render</h2>
<p><code>POST /v1/render</code> takes JSON with the document in <code>html</code> and optionally a <code>filename</code>, and answers the PDF. Images, fonts and style
sheets are <code>data:</code> URIs; scripts are not run. At most ${config.maxHtmlBytes} bytes of html and ${config.maxPages} pages.</p>
<pre tabindex="0">curl -s ${base}/v1/render -H 'content-type: application/json' -H 'x-api-key: YOUR_KEY' \\
  -d '{"html": "&lt;h1&gt;Hello&lt;/h1&gt;", "filename": "hello.pdf"}' -o hello.pdf</pre>
<p>An <code>options</code> object beside <code>html</code> has what the page can't say in CSS: ${optionNames()}. A name that isn't there is a 422 with its path;
a field beside <code>options</code> that there is not has no effect, and is among the diagnostics.</p>
<pre tabindex="0">-d '{"html": "&lt;h1&gt;Hello&lt;/h1&gt;", "options": {"pageSize": "A5", "margin": {"top": "3cm"}, "footer": "&lt;b class=pageNumber&gt;&lt;/b&gt;"}}'</pre>
<p><code>X-Render-Warnings</code> counts the diagnostics. With <code>Accept: multipart/mixed</code> the answer has two parts: the PDF, and <code>{pages, diagnostics}</code>
as JSON. Any other <code>Accept</code> gets the PDF.</p>
<p>A document with its files beside it goes as <code>multipart/form-data</code> to <code>POST /forms/chromium/convert/html</code>, by the names that Gotenberg's clients
use: <code>index.html</code>, style sheets, images and fonts, <code>header.html</code>, <code>footer.html</code>, <code>paperWidth</code>, <code>marginTop</code> and the others.</p>
<pre tabindex="0">curl -s ${base}/forms/chromium/convert/html -H 'x-api-key: YOUR_KEY' -F files=@index.html -F files=@style.css -F paperWidth=8.27 -o hello.pdf</pre>
<p><code>POST /v1/check</code> takes the same and answers <code>{pages, diagnostics}</code>: what was ignored, with line and column. It costs nothing.</p>
<h2>Many documents</h2>
<p><code>POST /v1/jobs</code> takes lines of JSON (<code>application/x-ndjson</code>), with a key: the first line says what all have in common (a Liquid
<code>template</code>, <code>options</code>, a <code>webhook</code>), every other one is a document with <code>html</code>, or with <code>values</code> for the template. They are rendered when
there is time; <code>GET /v1/jobs/{id}</code> says how far it is, <code>/results</code> what became of each, and <code>/results/{index}</code> has its PDF, for a day; <code>GET /v1/jobs</code> lists your jobs. With an
<code>Idempotency-Key</code> the same lines, sent again, are the same job. A webhook's <code>secret</code> signs as Standard Webhooks has it: <code>whsec_</code> and base64, or any text.</p>
<pre tabindex="0">printf '%s\\n' '{"template": "&lt;h1&gt;Invoice {{ number }}&lt;/h1&gt;"}' '{"values": {"number": 1}}' '{"values": {"number": 2}}' |
  curl -s ${base}/v1/jobs -H 'content-type: application/x-ndjson' -H 'x-api-key: YOUR_KEY' --data-binary @-</pre>
<h2>Who am I</h2>
<p><code>GET /v1/me</code> tells plan, request budget and credits; what is left of the month's renders without a key it doesn't tell. A key that isn't valid leaves the
call anonymous, and <code>X-Pagewright-Caller</code> says so. Every answer carries <code>X-RateLimit-Limit</code>, <code>-Remaining</code> and <code>-Reset</code> (seconds).</p>
<h2 id="plans">Plans</h2>
${plansTable(config)}
<p>A render costs one credit; what fails costs nothing. Periods are calendar months in UTC. A call with an <code>Idempotency-Key</code> can be sent again for a
day: the same document is rendered anew and not paid for again.</p>
<h2>Agents</h2>
<p>The MCP endpoint <code>${base}/mcp/</code> (Streamable HTTP) has one tool, <code>render_html_to_pdf</code>. Agents that write documents use <code>${base}/mcp/studio/</code>, which also has <code>check_html</code>, <code>render_page_image</code> and <code>inspect_layout</code>. Send the key in the header <code>X-API-Key</code>.</p>
<h2>Problems</h2>
<p>Errors are <code>application/problem+json</code> (RFC 9457) with a <code>code</code>:</p>
${problemsTable()}
</main>
</body>
</html>
`;
}
