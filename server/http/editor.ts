import type { Middleware } from 'koa';
import { CONTENT_SECURITY_POLICY, escapeHtml } from './html.ts';
import { EDITOR_SCRIPT } from './pages/editor-script.ts';
import { STYLE } from './pages/style.ts';

const EXAMPLE = `<!DOCTYPE html>
<title>Hello</title>
<style>
  @page { size: A5; margin: 15mm; @bottom-center { content: counter(page) " / " counter(pages) } }
  h1 { color: #0b5d5e }
</style>
<h1>Hello</h1>
<p>Edit this document and press Ctrl+Enter.</p>
`;

const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pagewright</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.css">
<script src="editor.js" defer></script>
</head>
<body>
<header class="bar"><h1>Pagewright</h1><span class="grow">HTML and CSS to PDF</span><a id="download" download="document.pdf" hidden>Download</a><a href="docs">Docs</a><button id="render" type="button" title="Ctrl+Enter">Render</button></header>
<div class="editor">
<label class="visually-hidden" for="html">HTML document</label>
<textarea id="html" spellcheck="false" autocomplete="off" autocapitalize="off">${escapeHtml(EXAMPLE)}</textarea>
<iframe id="preview" title="Rendered pages"></iframe>
<section class="report" id="report" aria-live="polite" aria-label="Diagnostics"><p>Press Render, or Ctrl+Enter in the text.</p></section>
</div>
</body>
</html>
`;

/** A page or a part of one, with the policy that lets it load nothing else. */
export function pageRoute(type: string, body: string): Middleware {
  return (ctx) => {
    ctx.type = type;
    ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.body = body;
  };
}

/** `GET /`: HTML on the left, its pages beside it, diagnostics below. */
export function editorRoutes(): readonly (readonly [string, Middleware])[] {
  return [
    ['/', pageRoute('text/html; charset=utf-8', PAGE)],
    ['/editor.js', pageRoute('text/javascript; charset=utf-8', EDITOR_SCRIPT)],
    ['/style.css', pageRoute('text/css; charset=utf-8', STYLE)],
  ];
}
