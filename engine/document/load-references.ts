/** What a document refers to, with what lies beside it loaded: style sheets first, since they refer to more. */
import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { type References, ReferenceFinder, type StyleReferences, type Wanted } from './external-references.ts';
import type { Document } from './node.ts';
import type { UserStyle } from '../render-options.ts';
import type { Resources } from './resources.ts';

/** What refers to resources, and what they are read with. */
export interface LoadContext {
  readonly styles: StyleReferences;
  /** null: nothing lies beside the document. */
  readonly resources: Resources | null;
  readonly diagnostics: Diagnostics;
  readonly budget: Budget;
  /** The caller's own style sheets, by text or URL. */
  readonly userStyles: readonly UserStyle[];
}

/** What a user style is called in messages, by its place among them. */
export const userStyleName = (index: number): string => `user style ${index + 1}`;

/** Asks for every resource beside the document; those that don't come are diagnostics. `base`: what relative URLs are resolved against. */
export async function loadReferences(
  document: Document,
  base: string | null,
  { styles, resources, diagnostics, budget, userStyles }: LoadContext,
): Promise<References> {
  const finder = new ReferenceFinder(styles, diagnostics, budget, resources);
  finder.documentTree(document.root, {
    base: document.baseUrl ?? httpOnly(base),
    prefix: '',
    depth: 0,
    isBeside: true,
  });
  userStyles.forEach((style, index) => finder.userStyle(style, userStyleName(index)));
  if (resources === null) return finder.references();
  for (let wanted = finder.takeWanted(); wanted.length > 0; wanted = finder.takeWanted()) {
    const failures = await Promise.all(wanted.map(({ name, kind }) => resources.load(name, kind)));
    wanted.forEach((one, i) => {
      const failure = failures[i] ?? null;
      if (failure === null) finder.loaded(one);
      else reportMissing(one, failure.reason, resources, diagnostics);
    });
  }
  return finder.references();
}

/** Only what makes a URL external decides what a document refers to; the rest is for `Resources`. */
const httpOnly = (base: string | null): string | null => (base !== null && /^https?:/i.test(base) ? base : null);

function reportMissing(
  { name, kind, where, position }: Wanted,
  reason: string | null,
  resources: Resources,
  diagnostics: Diagnostics,
): void {
  // A font face has other sources to try; it says so if none works.
  if (kind === 'font') return;
  const what = `${where} ${resources.label(name)}`;
  const message = reason === null ? `${what} was not found.` : `${what} could not be loaded: ${reason}.`;
  diagnostics.warn('document/missing-resource', message, position);
}

/** The absolute URL that relative ones in a document are resolved against; null: none. `baseUrl`: the document's own. */
export function documentBase(document: Document, baseUrl: string | null): string | null {
  if (document.baseUrl !== null) return document.baseUrl;
  const { baseHref } = document;
  if (baseHref === null) return baseUrl;
  const own = baseUrl ?? 'document:///';
  return URL.canParse(baseHref, own) ? new URL(baseHref, own).href : baseUrl;
}
