import type { Budget } from '../../engine/budget.ts';
import type { Diagnostics } from '../../engine/diagnostics.ts';
import { ReferenceFinder, type References, type StyleReferences } from '../../engine/document/external-references.ts';
import type { Document } from '../../engine/document/node.ts';

/** Finds the references of a document that has no resources next to it. */
export function findReferences(
  document: Document,
  styles: StyleReferences,
  diagnostics: Diagnostics,
  budget: Budget,
): References {
  const finder = new ReferenceFinder(styles, diagnostics, budget, null);
  finder.documentTree(document.root, { base: document.baseUrl, prefix: '', depth: 0, isBeside: false });
  return finder.references();
}
