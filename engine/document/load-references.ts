/** Loads the resources that a document refers to. Style sheets come first, because they contain further references. */
import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { type References, ReferenceFinder, type StyleReferences, type Wanted } from './external-references.ts';
import type { Document } from './node.ts';
import type { UserStyle } from '../render-options.ts';
import type { Resources } from './resources.ts';

/** The inputs for loading references. */
interface LoadContext {
  readonly styles: StyleReferences;
  /** null if there are no resources. */
  readonly resources: Resources | null;
  readonly diagnostics: Diagnostics;
  readonly budget: Budget;
  /** The caller's style sheets, as text or URL. */
  readonly userStyles: readonly UserStyle[];
  /** The documents shown in the page margins, with their names in messages. */
  readonly templates: readonly { readonly name: string; readonly document: Document }[];
}

/** Returns the name of a user style in messages, by its index. */
export const userStyleName = (index: number): string => `user style ${index + 1}`;

/** Requests every resource of the document and reports missing ones. `base`: the URL for resolving relative ones. */
export async function loadReferences(
  document: Document,
  base: string | null,
  { styles, resources, diagnostics, budget, userStyles, templates }: LoadContext,
): Promise<References> {
  const finder = new ReferenceFinder(styles, diagnostics, budget, resources);
  finder.documentTree(document.root, {
    base: document.baseUrl ?? httpOnly(base),
    prefix: '',
    depth: 0,
    isBeside: true,
  });
  for (const template of templates) {
    const { root, baseUrl } = template.document;
    finder.documentTree(root, {
      base: baseUrl ?? document.baseUrl ?? httpOnly(base),
      prefix: `${template.name} `,
      depth: 0,
      isBeside: true,
    });
  }
  userStyles.forEach((style, index) => finder.userStyle(style, userStyleName(index)));
  if (resources === null) return finder.references();
  const missing: { readonly wanted: Wanted; readonly reason: string | null }[] = [];
  for (let wanted = finder.takeWanted(); wanted.length > 0; wanted = finder.takeWanted()) {
    const failures = await Promise.all(wanted.map(({ name, kind }) => resources.load(name, kind)));
    wanted.forEach((one, i) => {
      const failure = failures[i] ?? null;
      if (failure !== null) missing.push({ wanted: one, reason: failure.reason });
      else finder.loaded(one);
    });
  }
  for (const { wanted, reason } of missing)
    if (wanted.oneOf === null || !finder.served.has(wanted.oneOf))
      reportMissing(wanted, reason, resources, diagnostics);
  return finder.references();
}

/** Returns the base if it is http(s). Only those decide which URLs are external; `Resources` handles the rest. */
const httpOnly = (base: string | null): string | null => (base !== null && /^https?:/i.test(base) ? base : null);

function reportMissing(
  { name, kind, where, position }: Wanted,
  reason: string | null,
  resources: Resources,
  diagnostics: Diagnostics,
): void {
  // A font face has alternative sources and is reported if none works.
  if (kind === 'font') return;
  const what = `${where} ${resources.label(name)}`;
  const message = reason === null ? `${what} was not found.` : `${what} could not be loaded: ${reason}.`;
  diagnostics.warn('document/missing-resource', message, position);
}

/** Returns the absolute base URL of a document, or null. `baseUrl`: the document's own address. */
export function documentBase(document: Document, baseUrl: string | null): string | null {
  if (document.baseUrl !== null) return document.baseUrl;
  const { baseHref } = document;
  if (baseHref === null) return baseUrl;
  const own = baseUrl ?? 'document:///';
  return URL.canParse(baseHref, own) ? new URL(baseHref, own).href : baseUrl;
}

/**
 * Returns the absolute URL that relative links are resolved against; null: none. A `file:` URL is useless in a PDF that
 * is sent to others, unless the document itself names it.
 */
export function linkBaseOf(document: Document, baseUrl: string | undefined): string | null {
  if (document.baseUrl !== null) return document.baseUrl;
  return baseUrl === undefined || /^file:/i.test(baseUrl) ? null : documentBase(document, baseUrl);
}
