/** Changes a document between parsing and style, as its author and the caller ask. No script takes part. */
import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Document } from '../document/node.ts';
import { finishDocument } from '../document/parse.ts';
import { fillLists } from './generated-lists.ts';

/** Returns the document with its lists filled. The tree is changed, so the given document is no longer valid. */
export function editDocument(document: Document, budget: Budget, diagnostics: Diagnostics): Document {
  return fillLists(document, budget, diagnostics) ? renumbered(document, budget, diagnostics) : document;
}

function renumbered(document: Document, budget: Budget, diagnostics: Diagnostics): Document {
  const { root, unrendered, lineHeightQuirk } = document;
  const quirks = document.quirks ? 'all' : lineHeightQuirk ? 'lines' : 'none';
  return finishDocument(root, { quirks, unrendered }, budget, diagnostics);
}
