/** Recognizes a file name in place of HTML: `render('invoice.html')`. */
import type { Diagnostics } from '../diagnostics.ts';

/** A document that is only a path or a URL. */
const FILE_NAME = /^(?:https?:\/\/[^\s<>]+|[^<>\n]+\.x?html?)$/i;

/** Paths are shorter on all systems. */
const MAX_LENGTH = 1000;

/** Reports a document whose text looks like the name of a file. */
export function reportFileName(markup: string, diagnostics: Diagnostics): void {
  if (markup.length > MAX_LENGTH) return;
  const text = markup.trim();
  if (!FILE_NAME.test(text)) return;
  diagnostics.warn(
    'html/file-name',
    `The document is the text "${text}", which looks like a file name or URL. Pass the HTML itself.`,
    { source: 'document', line: 1, column: 1 },
  );
}
