/** Serves the editor's page and its files: prebuilt scripts and the engine's assets. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context, Middleware } from 'koa';
import { BoundedMap } from '../bounded-map.ts';
import { pdfiumBinary, readOwnFile } from '../../engine/platform/own-files.ts';
import { CONTENT_SECURITY_POLICY } from '../html.ts';
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
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets}style.css">
<link rel="stylesheet" href="${assets}editor.css">
<script src="${assets}main.js" type="module"></script>
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
  ];
}
