/**
 * Joins several documents into one: page numbers, counters, cross-references and the outline continue over all files.
 * Every file is a `body` with `data-document`, its number. The style sheets of all files apply to all.
 */
import type { Budget } from '../budget.ts';
import { rebasedSheet } from '../css/rebase-urls.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { isStyleElement, isStyleSheetLink } from '../document/element-facts.ts';
import { type Document, type Element, Namespace } from '../document/node.ts';
import { finishDocument } from '../document/parse.ts';
import { parseSrcset } from '../document/srcset.ts';
import { decodeFragment } from '../document/url.ts';
import { append, createElement, elementsOf, removeNodes, setAttribute } from './tree.ts';

/** A parsed file. */
interface ParsedPart {
  readonly document: Document;
  /** Its absolute URL. */
  readonly url: string;
}

/** Attributes whose value is a URL, on any element. */
const URLS: ReadonlySet<string> = new Set(['src', 'poster', 'data', 'background', 'href', 'xlink:href']);
/** Attributes whose value is a list of ids. */
const IDS: ReadonlySet<string> = new Set(
  'for headers list form aria-labelledby aria-describedby aria-details aria-owns'.split(' '),
);

export interface Joined {
  readonly document: Document;
  /** The elements to which the URLs of the files lead, with and without a fragment. */
  readonly targets: ReadonlyMap<string, Element>;
}

/** Returns one document. The trees of the parts are moved into it, so they are no longer valid. */
export function joinDocuments(parts: readonly ParsedPart[], budget: Budget, diagnostics: Diagnostics): Joined {
  const joint = new Joint(parts, budget, diagnostics);
  return { document: joint.document(), targets: joint.targets };
}

/** A file with the new names of its ids. */
interface Member {
  readonly url: string;
  readonly root: Element;
  readonly body: Element;
  readonly names: ReadonlyMap<string, string>;
}

class Joint {
  readonly targets = new Map<string, Element>();
  private readonly parts: readonly ParsedPart[];
  private readonly budget: Budget;
  private readonly diagnostics: Diagnostics;
  private readonly members: Member[] = [];
  private readonly byUrl = new Map<string, Member>();
  private readonly taken = new Set<string>();
  private readonly sheets = new Set<string>();

  constructor(parts: readonly ParsedPart[], budget: Budget, diagnostics: Diagnostics) {
    this.parts = parts;
    this.budget = budget;
    this.diagnostics = diagnostics;
  }

  document(): Document {
    const [first, ...others] = this.parts;
    const { root } = first!.document;
    const bodies = this.parts.map(({ document }) => bodyOf(document, this.budget));
    this.parts.forEach((part, i) => this.enter(part, bodies[i]!, i));
    for (const member of this.members) this.rewrite(member);
    let head = first!.document.head;
    if (head === null) {
      head = createElement('head', {}, [], root.position, this.budget);
      root.children.unshift(head);
      head.parent = root;
    }
    this.noteSheets(root);
    others.forEach(({ document }, i) => {
      this.moveSheets(document.root, head);
      const body = bodies[i + 1]!;
      for (const name of ['lang', 'xml:lang', 'dir']) {
        const value = document.root.attribute(name);
        if (value !== null && body.attribute(name) === null) setAttribute(body, name, value);
      }
      append(root, body);
    });
    const unrendered = this.parts.flatMap(({ document }) => document.unrendered);
    const { quirks, lineHeightQuirk } = first!.document;
    return finishDocument(
      root,
      { quirks: quirks ? 'all' : lineHeightQuirk ? 'lines' : 'none', unrendered },
      this.budget,
      this.diagnostics,
    );
  }

  /** Gives a file unique ids. */
  private enter({ document, url }: ParsedPart, body: Element, index: number): void {
    const names = new Map<string, string>();
    for (const element of elementsOf(document.root, this.budget)) {
      const { id } = element;
      // Drawings refer only to their own ids.
      if (id === null || names.has(id)) continue;
      const address = `${url}#${encodeURI(id)}`;
      if (!this.targets.has(address)) this.targets.set(address, element);
      if (!element.isHtml) continue;
      const name = this.taken.has(id) ? this.unused(id, index) : id;
      this.taken.add(name);
      names.set(id, name);
      if (name === id) continue;
      setAttribute(element, 'id', name);
      const message = `The id "${id}" also occurs in an earlier file, so it became "${name}".`;
      this.diagnostics.report('html/renamed-id', 'info', message, element.position);
    }
    setAttribute(body, 'data-document', `${index + 1}`);
    if (body.id === null) {
      const id = this.unused('document', index);
      this.taken.add(id);
      setAttribute(body, 'id', id);
    }
    const member = { url, root: document.root, body, names };
    this.members.push(member);
    if (this.byUrl.has(url)) return;
    this.byUrl.set(url, member);
    this.targets.set(url, body);
  }

  private unused(id: string, index: number): string {
    let name = `${id}-${index + 1}`;
    while (this.taken.has(name)) name += '-';
    return name;
  }

  /** Directs links to the joined files, and makes other URLs independent of the location of their file. */
  private rewrite(member: Member): void {
    const first = this.members[0]!;
    const isElsewhere = new URL('.', member.url).href !== new URL('.', first.url).href;
    for (const element of elementsOf(member.root, this.budget)) {
      if (isElsewhere && isStyleElement(element)) this.rebaseStyle(element, member);
      for (const { name, value } of element.attributes) {
        if (URLS.has(name)) {
          const isRebased = isElsewhere && (name !== 'href' || element.tag !== 'a' || /^https?:/i.test(member.url));
          const url = this.target(value, member) ?? (isRebased ? rebased(value, member.url) : value);
          if (url !== value) setAttribute(element, name, url);
        } else if (IDS.has(name)) {
          const ids = value.replace(/[^\t\n\f\r ]+/g, (id) => member.names.get(id) ?? id);
          if (ids !== value) setAttribute(element, name, ids);
        } else if (name === 'style' && isElsewhere) {
          setAttribute(element, name, rebasedSheet(value, member.url, '').text);
        } else if (name === 'srcset' && isElsewhere) {
          const list = parseSrcset(value).map(({ url }) => url);
          setAttribute(
            element,
            name,
            list.reduce((text, url) => text.replace(url, rebased(url, member.url)), value),
          );
        }
      }
    }
  }

  /** Returns the fragment of a URL that leads into one of the files; null for others. */
  private target(value: string, member: Member): string | null {
    const url = value.trim();
    const hash = url.indexOf('#');
    const path = hash === -1 ? url : url.slice(0, hash);
    let to: Member | undefined = member;
    if (path !== '') {
      const absolute = URL.canParse(path, member.url) ? new URL(path, member.url).href : '';
      to = this.byUrl.get(absolute);
    }
    if (to === undefined) return null;
    const id = hash === -1 ? '' : decodeFragment(url.slice(hash + 1));
    if (path === '' && id === '') return null;
    return `#${encodeURIComponent(id === '' ? to.body.id! : (to.names.get(id) ?? id))}`;
  }

  private rebaseStyle(element: Element, member: Member): void {
    for (const child of element.children)
      if (child.type === 'text') child.data = rebasedSheet(child.data, member.url, '').text;
  }

  private noteSheets(root: Element): void {
    for (const element of elementsOf(root, this.budget)) {
      const key = sheetKey(element);
      if (key !== null) this.sheets.add(key);
    }
  }

  /** Moves style sheets to the common head, each of them once. */
  private moveSheets(root: Element, head: Element): void {
    const own = Array.from(elementsOf(root, this.budget)).filter((element) => sheetKey(element) !== null);
    removeNodes(own);
    for (const element of own) {
      const key = sheetKey(element)!;
      if (this.sheets.has(key)) continue;
      this.sheets.add(key);
      append(head, element);
    }
  }
}

/** Returns a key that equal style sheets share; null for other elements. Sheets of shadow trees stay in place. */
function sheetKey(element: Element): string | null {
  if (element.place?.tree != null || element.namespace !== Namespace.Html) return null;
  const media = element.attribute('media') ?? '';
  if (isStyleElement(element))
    return `${media}\n${element.children.map((child) => (child.type === 'text' ? child.data : '')).join('')}`;
  if (element.tag === 'link' && isStyleSheetLink(element)) return `${media} ${element.attribute('href') ?? ''}`;
  return null;
}

/** Returns the body of a document. Files in XML may lack one. */
function bodyOf({ root, head, body }: Document, budget: Budget): Element {
  if (body !== null) return body;
  const rest = root.children.filter((child) => child !== head);
  const made = createElement('body', {}, rest, root.position, budget);
  root.children.length = 0;
  if (head !== null) root.children.push(head);
  append(root, made);
  return made;
}

/** Returns a URL as the joined document writes it: absolute, or as a path from the root of the files. */
function rebased(url: string, base: string): string {
  const plain = url.trim();
  if (plain === '' || plain.startsWith('#') || plain.startsWith('//') || URL.canParse(plain)) return url;
  if (!URL.canParse(plain, base)) return url;
  return new URL(plain, base).href.replace(/^document:\/\//, '');
}
