/** `GET /guides/`: serves the built guides. Unknown paths point to them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Middleware } from 'koa';
import { CONTENT_SECURITY_POLICY } from '../html.ts';
import { Problem } from './problems.ts';
import { StaticFile } from './static-files.ts';

const TYPES: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['png', 'image/png'],
  ['pdf', 'application/pdf'],
  ['yaml', 'application/yaml; charset=utf-8'],
]);

/** The frame of the site for pages whose content the service decides. */
const FRAME = 'service-frame.html';

/** Returns the folder next to the service's bundle or the sources. null: the guides weren't built. */
function guidesFolder(): string | null {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = [join(here, '../docs'), join(here, '../../dist/docs')];
  return places.find((path) => existsSync(join(path, 'index.html'))) ?? null;
}

/** Returns the guides' files by the last part of their URL. */
function filesOf(folder: string | null): ReadonlyMap<string, string> {
  if (folder === null) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => TYPES.has(ending(name)) && name !== FRAME);
  return new Map(files.map((name) => [name.replaceAll('\\', '/'), join(folder, name)]));
}

const ending = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Where a page of the service inserts its content into the frame. */
const CONTENT = '<!-- content -->';

/** Returns a page of the service in the design of the guides. Without built guides, it has no design. */
export function framedPage(content: string): string {
  const folder = guidesFolder();
  const frame =
    folder === null
      ? `<!DOCTYPE html>\n<html lang="en"><main>${CONTENT}</main></html>`
      : readFileSync(join(folder, FRAME), 'utf8');
  return frame.replace(CONTENT, () => content);
}

/** Redirects a page that was named without its ending. Browsers get an unknown page as HTML. @throws Problem */
function showNothing(ctx: Parameters<Middleware>[0], isWithoutEnding: boolean): void {
  if (isWithoutEnding) return ctx.redirect(`${ctx.path.replace(/^.*\//, '')}.html`);
  if (ctx.accepts('json', 'html') !== 'html') throw new Problem('not_found', nothingAt(ctx.path));
  // The frame is written for the service's root.
  const root = '../'.repeat(ctx.path.split('/').length - 2);
  ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  ctx.status = 404;
  ctx.type = 'html';
  ctx.body = framedPage(UNKNOWN_PAGE).replaceAll(/(href|src)="(?![a-z]+:|[#/])/g, `$1="${root}`);
}

const UNKNOWN_PAGE =
  '<h1>Page not found</h1><p>This page does not exist or has moved. Search above, or start at the <a href="guides/">overview</a>.</p>';

export function guideRoutes(): readonly (readonly [string, Middleware])[] {
  const files = filesOf(guidesFolder());
  const read = new Map<string, Promise<StaticFile>>();
  const fileAt = (name: string, path: string): Promise<StaticFile> => {
    let file = read.get(name);
    if (file === undefined)
      read.set(name, (file = readFile(path).then((bytes) => new StaticFile(TYPES.get(ending(name))!, bytes))));
    return file;
  };
  const show =
    (nameOf: (params: Readonly<Record<string, unknown>>) => string): Middleware =>
    async (ctx) => {
      const name = nameOf(ctx.params as Readonly<Record<string, unknown>>);
      const file = files.get(name);
      if (file === undefined) return showNothing(ctx, files.has(`${name}.html`));
      ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
      ctx.set('Referrer-Policy', 'no-referrer');
      await (await fileAt(name, file)).send(ctx, false);
    };
  return [
    ['/docs/', (ctx) => ctx.redirect('../docs')],
    ['/guides', (ctx) => ctx.redirect('guides/')],
    ['/guides/', show(() => 'index.html')],
    ['/guides/*name', show(({ name }) => String(name))],
  ];
}

const GOTENBERGS = '/forms/';

/** Returns the message for a path without a route. */
export function nothingAt(path: string): string {
  const nothing = 'No route matches this path. See GET /docs.';
  if (!path.startsWith(GOTENBERGS)) return nothing;
  return `${nothing} The only Gotenberg route is POST /forms/chromium/convert/html. URLs, office files and PDFs are not converted.`;
}
