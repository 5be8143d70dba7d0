/** Changes a document between parsing and style, as its author and the caller request. Runs no scripts. */
import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Document } from '../document/node.ts';
import { finishDocument } from '../document/parse.ts';
import { fillLists } from './generated-lists.ts';
import { rewriteMath } from './math-elements.ts';
import { type Redaction, redact } from './redaction.ts';
import type { Secrets } from './secrets.ts';

interface Edited {
  readonly document: Document;
  /** The phrases that were redacted; null without redaction. */
  readonly secrets: Secrets | null;
}

/**
 * Redacts a document, rewrites its mathematics and then fills its lists, which copy from it. The tree is changed, so
 * the given document is no longer valid.
 * @throws RenderError `invalid_options` for an invalid selector
 */
export function editDocument(
  written: Document,
  redaction: Redaction | undefined,
  budget: Budget,
  diagnostics: Diagnostics,
): Edited {
  let document = written;
  let secrets: Secrets | null = null;
  if (redaction !== undefined) {
    secrets = redact(document, redaction, budget, diagnostics);
    document = renumbered(document, budget, diagnostics);
  }
  if (rewriteMath(document, budget, diagnostics)) document = renumbered(document, budget, diagnostics);
  if (fillLists(document, budget, diagnostics)) document = renumbered(document, budget, diagnostics);
  return { document, secrets };
}

function renumbered(document: Document, budget: Budget, diagnostics: Diagnostics): Document {
  const { root, unrendered, lineHeightQuirk } = document;
  const quirks = document.quirks ? 'all' : lineHeightQuirk ? 'lines' : 'none';
  return finishDocument(root, { quirks, unrendered }, budget, diagnostics);
}
