/** Serves the editor's page and its files: prebuilt scripts and the engine's assets. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context, Middleware } from 'koa';
import { BoundedMap } from '../bounded-map.ts';
import { pdfiumBinary, readOwnFile } from '../../engine/platform/own-files.ts';
import { CONTENT_SECURITY_POLICY, ICON_LINK } from '../html.ts';
import { EDITOR_STYLE, STYLE } from './pages/style.ts';
import { Problem } from './problems.ts';
import { digest, StaticFile } from './static-files.ts';

/** `assets`: URL of the editor's files, relative to the page. */
const page = (assets: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pagewright</title>
${ICON_LINK}
<script src="${assets}start.js"></script>
<link rel="stylesheet" href="${assets}style.css">
<link rel="stylesheet" href="${assets}editor.css">
<script src="${assets}main.js" type="module"></script>
</head>
<body class="with-editor">
<header class="bar">
<h1>Pagewright</h1>
<button id="examples" type="button" class="quiet">Examples</button>
<div id="menu">
<button id="new" type="button" class="quiet">New</button>
<label class="button quiet"><input id="chooser-bar" type="file" multiple>Add files</label>
<button id="print" type="button" class="quiet" data-needs-pages disabled>Print</button>
<a class="button quiet" href="docs">Docs</a>
</div>
<span class="grow"></span>
<button id="options" type="button" class="quiet">Options</button>
<button id="theme" type="button" class="quiet">Theme</button>
<button id="share" type="button" class="quiet">Share</button>
<button id="more" type="button" class="quiet" aria-expanded="false" aria-controls="menu">More</button>
<span class="split"><button id="download" type="button" data-needs-pages disabled>Download</button><select id="download-as" aria-label="Download as"><option value="" hidden></option><option value="pdf">PDF</option><option value="png">PNG, 150 dpi</option><option value="html">HTML with files</option></select></span>
</header>
<main class="editor" id="editor" data-view="code">
<section class="code" aria-label="Source">
<div class="tabs">
<div role="tablist" aria-label="Source">
<button id="tab-html" type="button" role="tab" aria-selected="true" aria-controls="panel-html">HTML</button>
<button id="tab-css" type="button" role="tab" aria-selected="false" aria-controls="panel-css" tabindex="-1">CSS</button>
<button id="tab-data" type="button" role="tab" aria-selected="false" aria-controls="panel-data" tabindex="-1">Data</button>
<button id="tab-files" type="button" role="tab" aria-selected="false" aria-controls="panel-files" tabindex="-1">Files</button>
</div>
<button id="format" type="button" class="quiet" title="Format the text with Prettier">Format</button>
</div>
<div id="panel-html" class="panel" role="tabpanel" aria-labelledby="tab-html"><div id="source"></div></div>
<div id="panel-css" class="panel" role="tabpanel" aria-labelledby="tab-css" hidden><p class="note">Applies after the document’s own styles.</p><div id="css-source"></div></div>
<div id="panel-data" class="panel" role="tabpanel" aria-labelledby="tab-data" hidden><p class="note">A JSON object. With data, the document is a Liquid template: <code>{{ name }}</code>, <code>{% for item in items %}</code>.</p><div id="data-source"></div></div>
<div id="panel-files" class="panel" role="tabpanel" aria-labelledby="tab-files" hidden>
<div class="adding"><label class="button quiet"><input id="chooser" type="file" multiple>Add files</label><label class="button quiet"><input id="chooser-folder" type="file" webkitdirectory>Add a folder</label></div>
<p id="files-empty" class="note">Images, fonts and style sheets that the document uses by name, such as <code>img/logo.png</code>. Drop them anywhere on this page. They stay in this browser.</p>
<ul id="files" aria-label="Added files"></ul>
</div>
</section>
<div id="splitter" role="separator" tabindex="0" aria-orientation="vertical" aria-label="Width of the source" aria-valuemin="20" aria-valuemax="80" aria-valuenow="50"></div>
<section class="preview" aria-label="Preview">
<div class="tools" role="toolbar" aria-label="Preview tools">
<label><span class="word">Page</span> <input id="page" type="text" inputmode="numeric" size="3" value="1"></label> <span id="page-count"></span>
<button id="inspect" type="button" class="quiet" aria-pressed="false" aria-controls="inspector">Inspect</button>
<span class="grow"></span>
<div class="search"><input id="search" type="search" aria-label="Search in pages" placeholder="Search in pages"><span id="found" role="status"></span></div>
<label><span class="visually-hidden">Zoom</span><select id="zoom"><option value="width">Fit width</option><option value="page">Fit page</option><option value="pair">Two pages</option><option value="facing">Facing pages</option><option value="0.5">50 %</option><option value="1">100 %</option><option value="1.5">150 %</option><option value="2">200 %</option></select></label>
</div>
<ul id="thumbnails" aria-label="Pages"></ul>
<div id="pages" tabindex="0" role="group" aria-label="Page view"><img src="${assets}examples/first-page.png" alt="Page 1 of 1" loading="lazy"></div>
<aside id="inspector" aria-label="Inspector" hidden>
<div class="head"><h2 id="inspected" aria-live="polite">Inspector</h2><button id="inspector-close" type="button" class="quiet">Close</button></div>
<div class="parts">
<div><div id="inspected-boxes"><p class="note">Click an element on the page, or move the cursor in the HTML.</p></div><div id="inspected-break"></div></div>
<div><h3>Computed</h3><ul id="inspected-computed"></ul></div>
<div><h3>Rules</h3><ul id="inspected-style"></ul></div>
</div>
</aside>
</section>
<section class="report" aria-label="Problems">
<p class="state"><strong id="problem-count"></strong> <span id="status" role="status">Starting …</span> <span id="notice" role="status"></span> <span class="hint">Press Escape, then Tab to leave the text.</span></p>
<ul id="diagnostics" aria-label="Diagnostics"></ul>
</section>
</main>
<nav class="views" aria-label="View"><button id="view-code" type="button" aria-pressed="true">Code</button><button id="view-pages" type="button" aria-pressed="false">View</button></nav>
<dialog id="gallery" aria-labelledby="gallery-title">
<div class="head"><h2 id="gallery-title">Examples</h2><button type="button" class="quiet close">Close</button></div>
<div id="confirm" class="confirm" role="alert" hidden><span id="confirm-text"></span> <button id="replace" type="button">Replace my document</button> <button id="keep" type="button" class="quiet">Keep it</button></div>
<div id="gallery-list"></div>
</dialog>
<dialog id="options-panel" aria-labelledby="options-title">
<div class="head"><h2 id="options-title">Options</h2><button type="button" class="quiet close">Close</button></div>
<p class="note">The document’s <code>@page</code> rules take precedence over page size and margins.</p>
<label>Page size <select id="option-pageSize"><option value="">From the document, or A4</option><option>A3</option><option>A4</option><option>A4 landscape</option><option>A5</option><option>A6</option><option>letter</option><option>legal</option></select></label>
<label>Margins <input id="option-margin" placeholder="20mm"></label>
<label>Profile <select id="option-profile"><option value="">None</option><option value="pdf/ua-1">PDF/UA-1, accessible</option><option value="pdf/a-1b">PDF/A-1b, archival, transparency flattened</option><option value="pdf/a-2b">PDF/A-2b, archival</option><option value="pdf/a-2a">PDF/A-2a, archival and tagged</option><option value="pdf/a-3b">PDF/A-3b, archival with attachments</option><option value="pdf/a-4">PDF/A-4</option><option value="pdf/a-2a + pdf/ua-1">PDF/A-2a and PDF/UA-1</option></select></label>
<label>Page range <input id="option-pageRanges" placeholder="1-3, 5"></label>
<label>Language <input id="option-lang" placeholder="en, de, ar …"></label>
<label>Forms <select id="option-forms"><option value="">Printed</option><option value="fields">Fillable</option></select></label>
<label>Password <input id="option-password" type="password" autocomplete="new-password" placeholder="Opens the PDF"></label>
<label>Header <textarea id="option-header" rows="2" placeholder="HTML for the top margin"></textarea></label>
<label>Footer <textarea id="option-footer" rows="2" placeholder="HTML for the bottom margin"></textarea></label>
<p class="first-page"><button id="from-page-2" type="button" class="quiet">Leave header and footer out on page 1</button></p>
<fieldset class="page-texts"><legend>First page and later pages</legend>
<p class="note">Text such as <code>Page {page} of {pages}</code>. The CSS tab has the rules. A header or footer above replaces it.</p>
<label>First, top <input id="page-text-firstTop"></label>
<label>First, bottom <input id="page-text-firstBottom"></label>
<label>Later, top <input id="page-text-laterTop"></label>
<label>Later, bottom <input id="page-text-laterBottom"></label>
</fieldset>
<div class="calls"><label>Use these options in <select id="call-kind"><option value="css">CSS</option><option value="curl">curl</option><option value="node">Node.js</option><option value="cli">Command line</option></select></label> <button id="copy-call" type="button" class="quiet">Copy</button> <span id="copied" role="status"></span></div>
<pre tabindex="0"><code id="call"></code></pre>
</dialog>
</body>
</html>
`;

/** Serves a page or fragment with a policy that blocks all other sources. */
export function pageRoute(type: string, body: string): Middleware {
  return (ctx) => {
    ctx.type = type;
    ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.body = body;
  };
}

/**
 * Returns the folder of built browser scripts, `editor` or `browser`: next to the service's bundle, or in the sources'
 * build output.
 */
function builtFolder(name: string): string | null {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = [join(here, '..', name), join(here, '../../dist', name)];
  return places.find((path) => readable(path).some((file) => SCRIPT.test(file))) ?? null;
}

const readable = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);

const SCRIPT = /^[\w-]{1,80}\.js$/;

/** Reads the scripts of one folder, by name. There are few. */
function scripts(from: 'editor' | 'browser'): [name: string, file: StaticFile][] {
  const folder = builtFolder(from);
  const names = folder === null ? [] : readdirSync(folder).filter((name) => SCRIPT.test(name));
  return names.map((name) => [name, new StaticFile('text/javascript', readFileSync(join(folder as string, name)))]);
}

const EXAMPLE_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
};

/** Reads the gallery's documents and their pictures, by name. */
function examples(): [name: string, file: StaticFile][] {
  const folder = builtFolder('editor');
  const from = folder === null ? '' : join(folder, 'examples');
  return readable(from).flatMap((name) => {
    const type = EXAMPLE_TYPES[extname(name)];
    return type === undefined ? [] : [[`examples/${name}`, new StaticFile(type, readFileSync(join(from, name)))]];
  });
}

/** Limit on cached fonts and WebAssembly files that browser engines request. */
const KEPT_OWN_FILES = 64;
const OWN = 'own/';
/** Prefix of versioned file URLs, below `/editor/`. */
const VERSIONED = /^v\/([\w-]{1,64})\//;

/** The editor's files: its scripts and styles, the engine, and the engine's assets. */
export class EditorAssets {
  private readonly files: ReadonlyMap<string, StaticFile>;
  private readonly own = new BoundedMap<string, StaticFile>(KEPT_OWN_FILES);
  private readonly version: string;

  constructor() {
    this.files = new Map([
      ['style.css', new StaticFile('text/css; charset=utf-8', STYLE)],
      ['editor.css', new StaticFile('text/css; charset=utf-8', EDITOR_STYLE)],
      ...scripts('editor'),
      ...scripts('browser').map(([name, file]) => [`engine/${name}`, file] as const),
      ...examples(),
    ]);
    const fonts = readOwnFile('fonts/manifest.json') ?? '';
    this.version = digest(...[...this.files.values()].map(({ hash }) => hash), fonts);
  }

  /** Returns the assets folder relative to the service's root. It differs for every version. */
  get folder(): string {
    return `editor/v/${this.version}/`;
  }

  /**
   * Serves `/editor/*`, with or without a version. Scripts import each other by relative URLs. @throws Problem
   * `not_found`
   */
  async send(ctx: Context, path: string): Promise<void> {
    const version = VERSIONED.exec(path);
    const name = version === null ? path : path.slice(version[0].length);
    const file = this.files.get(name) ?? (name.startsWith(OWN) ? this.ownFile(name.slice(OWN.length)) : null);
    if (file === null) throw new Problem('not_found', 'No route matches this path.');
    ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    // A page from another replica may request another version. It gets the current file, without immutable caching.
    await file.send(ctx, version?.[1] === this.version);
  }

  private ownFile(name: string): StaticFile | null {
    const known = this.own.get(name);
    if (known !== undefined) return known;
    const bytes = name === 'pdfium.wasm' ? pdfiumBinary() : readOwnFile(name);
    if (bytes === null) return null;
    const file = new StaticFile(name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream', bytes);
    this.own.set(name, file);
    return file;
  }
}

/** `GET /`: the editor, with the source on the left, the pages on the right, and diagnostics below. */
export function editorRoutes(assets: EditorAssets): readonly (readonly [string, Middleware])[] {
  return [
    ['/', pageRoute('text/html; charset=utf-8', page(assets.folder))],
    ['/editor/*name', (ctx) => assets.send(ctx, String(ctx.params.name))],
    // In the root, because a service worker only sees what is below it.
    ['/service-worker.js', (ctx) => assets.send(ctx, 'service-worker.js')],
  ];
}
