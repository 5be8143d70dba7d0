/** The user's project: the texts of the three tabs and the render options. Saved in the browser and shared in links. */
import type { RenderOptions } from 'pagewright/browser';
import type { Files } from './messages.ts';
import { cleanPath } from './file-shelf.ts';
import { base64Of, bytesOf, fragmentOf, textOf } from './share.ts';

/** The options that the panel offers. An empty value leaves the choice to the document. */
export interface ChosenOptions {
  readonly pageSize: string;
  readonly margin: string;
  readonly profile: string;
  readonly pageRanges: string;
  readonly header: string;
  readonly footer: string;
  /** `fields` makes form controls fillable. */
  readonly forms: string;
  /** The password that opens the PDF. */
  readonly password: string;
}

export const NO_OPTIONS: ChosenOptions = {
  pageSize: '',
  margin: '',
  profile: '',
  pageRanges: '',
  header: '',
  footer: '',
  forms: '',
  password: '',
};

export interface Project {
  readonly html: string;
  /** A style sheet that applies after the document's own. */
  readonly css: string;
  /** JSON that fills the document as a Liquid template, or empty. */
  readonly data: string;
  readonly options: ChosenOptions;
}

/** The name of the CSS tab's style sheet, in `loadResource` and in diagnostics. */
export const CSS_TAB = 'styles.css';

/** The names of the document and its data in downloads, and of the data in problems. */
export const DOCUMENT_FILE = 'document.html';
export const DATA_FILE = 'data.json';

/** Returns whether a position is in the document itself. Style attributes and templates use the document's lines. */
export const isInDocument = (source: string | null): boolean =>
  source === null || source === 'document' || source === 'style attribute' || source === 'template';

export const projectOf = (html: string): Project => ({ html, css: '', data: '', options: NO_OPTIONS });

/** Returns the chosen options as `render` takes them, without the empty ones. */
export function renderOptionsOf({ forms, password, ...texts }: ChosenOptions): RenderOptions {
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value.trim() !== '')),
    ...(forms === '' ? {} : { forms: true }),
    ...(password === '' ? {} : { encryption: { userPassword: password } }),
  };
}

const SAVED = 'pagewright document';

/** Returns the project of the last visit, or null. Browsers may deny access to storage. */
export function remembered(): Project | null {
  try {
    const saved = localStorage.getItem(SAVED);
    return saved === null ? null : decoded(saved);
  } catch {
    return null;
  }
}

/** Calls `onSaved` when another tab stores its project, which replaces this tab's. */
export function onSavedElsewhere(onSaved: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === SAVED) onSaved();
  });
}

/** Stores the project. Returns false if it exceeds the storage quota. */
export function remember(project: Project): boolean {
  try {
    localStorage.setItem(SAVED, encoded(project));
    return true;
  } catch {
    return false;
  }
}

/** A project with the files next to it, as links contain them. */
export interface Linked {
  readonly project: Project;
  readonly files: Files;
}

/** Limit on the files in a link, in bytes. Browsers accept addresses of a few hundred KB. */
const MOST_LINKED_BYTES = 150_000;

/** Returns whether the files are small enough for a link. */
export const fitsIntoLink = (files: Files): boolean =>
  [...files.values()].reduce((sum, { length }) => sum + length, 0) <= MOST_LINKED_BYTES;

/** Returns the fragment of a link to the project, with its files if they fit. */
export const linkOf = ({ project, files }: Linked): Promise<string> =>
  fragmentOf(encoded(project, fitsIntoLink(files) ? files : new Map()));

/** Returns the project and files of a link's fragment, or null if it has none. */
export async function projectOfLink(fragment: string): Promise<Linked | null> {
  const text = await textOf(fragment);
  return text === null ? null : { project: decoded(text), files: filesIn(text) };
}

/** Marks a text that contains more than the document. No HTML document that renders begins with this character. */
const MARK = '\u0001';

function encoded(project: Project, files: Files = new Map()): string {
  const { html, css, data } = project;
  // Passwords are neither saved nor shared.
  const options: ChosenOptions = { ...project.options, password: '' };
  const isPlain =
    css === '' && data === '' && files.size === 0 && Object.values(options).every((value) => value === '');
  if (isPlain) return html;
  const contents = [...files].map(([path, content]) => [path, base64Of(content)] as const);
  return MARK + JSON.stringify({ html, css, data, options, files: Object.fromEntries(contents) });
}

/** Returns the files of an encoded project, without those that are broken. */
function filesIn(text: string): Files {
  const files = new Map<string, Uint8Array>();
  if (!text.startsWith(MARK)) return files;
  try {
    const { files: given } = JSON.parse(text.slice(1)) as { readonly files?: unknown };
    for (const [path, content] of Object.entries(given ?? {})) files.set(cleanPath(path), bytesOf(asText(content)));
  } catch {
    // A broken link shows what can be read.
  }
  return files;
}

function decoded(text: string): Project {
  if (!text.startsWith(MARK)) return projectOf(text);
  try {
    const { html, css, data, options } = JSON.parse(text.slice(1)) as Partial<Record<keyof Project, unknown>>;
    const given = (typeof options === 'object' && options !== null ? options : {}) as Record<string, unknown>;
    const chosen = Object.keys(NO_OPTIONS).map((name) => [name, asText(given[name])]);
    return {
      html: asText(html),
      css: asText(css),
      data: asText(data),
      options: Object.fromEntries(chosen) as unknown as ChosenOptions,
    };
  } catch {
    return projectOf('');
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
