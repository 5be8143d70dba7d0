/** EPUB files (EPUB 3.3, and 2 with an NCX): the documents of the spine in order, and the table of contents. */
import type { Budget } from '../budget.ts';
import { decodeXml } from '../document/encoding.ts';
import { type Element, Namespace } from '../document/node.ts';
import { parseXml } from '../document/parse-xml.ts';
import { optionError } from '../errors.ts';
import { elementsOf, plainText } from './tree.ts';
import { ZipArchive } from './zip.ts';

/** Files of a book have URLs below this folder. */
const ROOT = 'document:///';

/** An entry of the book's table of contents. */
interface BookEntry {
  readonly title: string;
  /** An absolute URL, usually with a fragment. */
  readonly url: string;
  /** 1 is the outermost. */
  readonly level: number;
}

export interface Book {
  readonly parts: readonly { readonly html: Uint8Array; readonly url: string }[];
  readonly entries: readonly BookEntry[];
  readonly title: string;
  readonly author: string;
  readonly language: string;
  /** Returns a file by its path, or null. */
  read(path: string): Uint8Array | null;
}

/** A file in the manifest. */
interface Item {
  readonly url: string;
  readonly type: string;
  readonly properties: string;
}

/** The media types of documents in the spine that have text. */
const READ_TYPES = /^(?:application\/xhtml\+xml|text\/html|application\/x-dtbook\+xml)$/i;

/**
 * Opens a book.
 * @throws RenderError `invalid_options` if it isn't an EPUB, or is encrypted
 */
export function openBook(bytes: Uint8Array, budget: Budget): Book {
  const archive = new ZipArchive(bytes, budget);
  const read = (path: string): Uint8Array | null => archive.read(path);
  const xml = (path: string): Element | null => xmlOf(read(path), budget);
  const container = xml('META-INF/container.xml');
  const rootFile = container && first(container, 'rootfile', budget)?.attribute('full-path');
  if (!rootFile) throw optionError('document', 'is a ZIP file, but not an EPUB: META-INF/container.xml names no book');
  const opf = xml(rootFile);
  if (opf === null) throw optionError('document', `is an EPUB without a readable package file (${rootFile})`);
  const base = urlOf(rootFile);
  const items = itemsOf(opf, base, budget);
  const parts: { readonly html: Uint8Array; readonly url: string }[] = [];
  const locked = encryptedFiles(xml('META-INF/encryption.xml'), budget);
  // A document is in the spine once (EPUB 3.3 §5.6.3).
  for (const id of new Set(all(opf, 'itemref', budget).map((reference) => reference.attribute('idref') ?? ''))) {
    const item = items.get(id);
    if (item === undefined || !READ_TYPES.test(item.type)) continue;
    const path = pathOf(item.url);
    if (locked.has(path))
      throw optionError('document', `is an EPUB with encrypted text (${path}), which can't be read`);
    const html = read(path);
    if (html !== null) parts.push({ html, url: item.url });
  }
  if (parts.length === 0) throw optionError('document', 'is an EPUB without readable documents in its spine');
  const text = (tag: string): string => plainText(first(opf, tag, budget)?.children ?? []);
  return {
    parts,
    entries: entriesOf(opf, items, read, budget),
    title: text('title'),
    author: all(opf, 'creator', budget)
      .map(({ children }) => plainText(children))
      .join(', '),
    language: text('language'),
    read,
  };
}

function itemsOf(opf: Element, base: string, budget: Budget): Map<string, Item> {
  const items = new Map<string, Item>();
  for (const item of all(opf, 'item', budget)) {
    const [id, href] = [item.attribute('id'), item.attribute('href')];
    if (id === null || href === null || !URL.canParse(href, base)) continue;
    const type = item.attribute('media-type') ?? '';
    items.set(id, { url: new URL(href, base).href, type, properties: item.attribute('properties') ?? '' });
  }
  return items;
}

function entriesOf(
  opf: Element,
  items: ReadonlyMap<string, Item>,
  read: (path: string) => Uint8Array | null,
  budget: Budget,
): readonly BookEntry[] {
  const nav = [...items.values()].find(({ properties }) => /(?:^|\s)nav(?:\s|$)/.test(properties));
  const navRoot = nav && xmlOf(read(pathOf(nav.url)), budget);
  if (nav && navRoot) {
    const lists = all(navRoot, 'nav', budget);
    const contents = lists.find((list) => /(?:^|\s)toc(?:\s|$)/.test(list.attribute('epub:type') ?? '')) ?? lists[0];
    if (contents !== undefined) return navEntries(contents, nav.url, budget);
  }
  const ncx =
    items.get(first(opf, 'spine', budget)?.attribute('toc') ?? '') ??
    [...items.values()].find(({ type }) => type === 'application/x-dtbncx+xml');
  const ncxRoot = ncx && xmlOf(read(pathOf(ncx.url)), budget);
  return ncx && ncxRoot ? ncxEntries(ncxRoot, ncx.url, budget) : [];
}

/** Reads nested lists of links. The level is the number of lists around a link. */
function navEntries(nav: Element, base: string, budget: Budget): BookEntry[] {
  const entries: BookEntry[] = [];
  for (const link of all(nav, 'a', budget)) {
    const level = depthOf(link, nav, 'ol');
    add(entries, plainText(link.children), link.attribute('href'), base, level);
  }
  return entries;
}

function ncxEntries(root: Element, base: string, budget: Budget): BookEntry[] {
  const entries: BookEntry[] = [];
  for (const point of all(root, 'navPoint', budget)) {
    const child = (tag: string): Element | undefined =>
      point.children.find((node): node is Element => node.type === 'element' && node.tag === tag);
    const title = plainText(child('navLabel')?.children ?? []);
    add(entries, title, child('content')?.attribute('src') ?? null, base, depthOf(point, root, 'navPoint') + 1);
  }
  return entries;
}

function add(entries: BookEntry[], title: string, href: string | null, base: string, level: number): void {
  if (href === null || title === '' || !URL.canParse(href, base)) return;
  entries.push({ title, url: new URL(href, base).href, level: Math.max(1, level) });
}

/** Returns the number of elements with a tag between two elements. */
function depthOf(element: Element, around: Element, tag: string): number {
  let depth = 0;
  for (let at = element.parent; at !== null && at !== around; at = at.parent) if (at.tag === tag) depth++;
  return depth;
}

/** Returns the files that are encrypted. Obfuscated fonts have their own algorithm and aren't text. */
function encryptedFiles(root: Element | null, budget: Budget): ReadonlySet<string> {
  const found = new Set<string>();
  if (root === null) return found;
  for (const reference of all(root, 'CipherReference', budget)) found.add(reference.attribute('URI') ?? '');
  return found;
}

function xmlOf(bytes: Uint8Array | null, budget: Budget): Element | null {
  if (bytes === null) return null;
  const kind = { namespace: Namespace.Html, entity: () => null, positions: null };
  return parseXml(decodeXml(bytes).text, budget, kind)?.root ?? null;
}

const all = (root: Element, tag: string, budget: Budget): Element[] =>
  Array.from(elementsOf(root, budget)).filter((element) => element.tag === tag);

const first = (root: Element, tag: string, budget: Budget): Element | undefined => all(root, tag, budget)[0];

const urlOf = (path: string): string => new URL(encodeURI(path).replace(/[?#]/g, encodeURIComponent), ROOT).href;

/** Returns the path of a URL in the archive. */
function pathOf(url: string): string {
  const path = new URL(url).pathname.replace(/^\/+/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
