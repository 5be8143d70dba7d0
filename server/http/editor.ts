/** The editor's page, and the files that it loads: built ahead, and the engine's own. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Middleware } from 'koa';
import { pdfiumBinary, readOwnFile } from '../../engine/platform/own-files.ts';
import { CONTENT_SECURITY_POLICY } from '../html.ts';
import { EDITOR_STYLE, STYLE } from './pages/style.ts';
import { Problem } from './problems.ts';

const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pagewright</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.css">
<link rel="stylesheet" href="editor.css">
<script src="editor/main.js" type="module"></script>
</head>
<body class="with-editor">
<header class="bar">
<h1>Pagewright</h1>
<select id="examples" aria-label="Example"><option value="">Example</option></select>
<label class="button"><input id="chooser" class="visually-hidden" type="file" multiple>Add files</label>
<span class="grow"></span>
<label class="zoom">Zoom <select id="zoom"><option value="0">fit</option><option value="0.5">50 %</option><option value="1">100 %</option><option value="1.5">150 %</option><option value="2">200 %</option></select></label>
<button id="share" type="button">Share</button>
<button id="print" type="button" data-needs-pages disabled>Print</button>
<button id="download" type="button" data-needs-pages disabled>Download</button>
<a href="docs">Docs</a>
</header>
<main class="editor">
<h2 class="visually-hidden">Document</h2>
<div id="source"></div>
<section id="pages" tabindex="0" aria-label="Pages"></section>
<section class="report" aria-label="Report">
<p class="hint">To leave the text, press Escape, then Tab.</p>
<p id="status" role="status">Starting …</p>
<ul id="diagnostics" aria-label="Diagnostics"></ul>
<ul id="files" aria-label="Added files"></ul>
</section>
</main>
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

/** Where scripts for browsers were built, `editor` or `browser`: beside the bundle of the service, or from the sources. */
function builtFolder(name: string): string | null {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = [join(here, '..', name), join(here, '../../dist', name)];
  return places.find((path) => readable(path).some((file) => SCRIPT.test(file))) ?? null;
}

const readable = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);

const SCRIPT = /^[\w-]{1,80}\.js$/;

/** Scripts of one folder: few, they are read once. */
function scriptRoute(from: 'editor' | 'browser'): Middleware {
  const folder = builtFolder(from);
  const names = folder === null ? [] : readdirSync(folder).filter((name) => SCRIPT.test(name));
  const scripts = new Map(names.map((name) => [name, readFileSync(join(folder as string, name))]));
  return (ctx) => {
    const script = scripts.get(String(ctx.params.name));
    if (!script) throw new Problem('not_found', 'No route matches this path.');
    ctx.type = 'text/javascript';
    ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    ctx.body = script;
  };
}

/** A file that the engine in the page asks for: fonts and WebAssembly. */
const ownFileRoute: Middleware = (ctx) => {
  const name = String(ctx.params.name);
  const file = name === 'pdfium.wasm' ? pdfiumBinary() : readOwnFile(name);
  if (file === null) throw new Problem('not_found', 'No route matches this path.');
  ctx.type = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
  ctx.body = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
};

/** `GET /`: the text on the left, its pages beside it, what was found below. */
export function editorRoutes(): readonly (readonly [string, Middleware])[] {
  return [
    ['/', pageRoute('text/html; charset=utf-8', PAGE)],
    ['/style.css', pageRoute('text/css; charset=utf-8', STYLE)],
    ['/editor.css', pageRoute('text/css; charset=utf-8', EDITOR_STYLE)],
    ['/editor/:name', scriptRoute('editor')],
    ['/editor/engine/:name', scriptRoute('browser')],
    ['/editor/own/*name', ownFileRoute],
  ];
}
