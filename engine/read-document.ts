/** Reads the caller's input into one document: HTML, XHTML, several files, or a book. */
import type { Budget } from './budget.ts';
import type { GivenDocument, GivenPart } from './bytes-given.ts';
import type { Diagnostics } from './diagnostics.ts';
import { reportFileName } from './document/file-name.ts';
import { refuseOtherFormats } from './document/other-formats.ts';
import { reportForeignMarkup } from './document/foreign-markup.ts';
import type { Document } from './document/node.ts';
import { decodeMarkup, parseMarkup } from './document/parse-xhtml.ts';
import { mayHaveLists, mayHaveOldMath } from './edits/asked-edits.ts';
import { addBookmarks } from './edits/book-outline.ts';
import { editDocument } from './edits/edit-document.ts';
import { type Book, openBook } from './edits/epub.ts';
import { joinDocuments } from './edits/join.ts';
import { redactedOptions } from './edits/redaction.ts';
import { isZip } from './edits/zip.ts';
import { reportUnfilled } from './document/unfilled-template.ts';
import { optionError } from './errors.ts';
import type { ResolvedOptions } from './options.ts';

/** Stands for the folder of files without an address. */
const HERE = 'document:///';

export interface ReadDocument {
  readonly document: Document;
  /** The encoding of the first file, for its style sheets. */
  readonly encoding: string;
  /** The options that apply to it: those of a book load its own files. */
  readonly options: ResolvedOptions;
  /** Its absolute URL, or that of the first file; null if it has none. */
  readonly url: string | null;
}

/**
 * Parses a document and edits it as its author and the options request. `placesAll`: whether every element keeps its
 * source position.
 * @throws RenderError `invalid_options` for files that can't be read, and invalid selectors
 */
export function readDocument(
  given: GivenDocument,
  asked: ResolvedOptions,
  budget: Budget,
  diagnostics: Diagnostics,
  placesAll: boolean,
): ReadDocument {
  if (given instanceof Uint8Array && isZip(given)) {
    const book = openBook(given, budget);
    return readParts(book.parts, bookOptions(asked, book), book, budget, diagnostics);
  }
  if (typeof given !== 'string' && !(given instanceof Uint8Array))
    return readParts(partsOf(given, asked.baseUrl), asked, null, budget, diagnostics);
  refuseOtherFormats(given);
  const { text, encoding } = decodeMarkup(given);
  const isEdited = asked.redact !== undefined || mayHaveLists(text) || mayHaveOldMath(text);
  // Violations of a profile are reported with their positions. Nodes of a changed tree can't be found later.
  const keepsPlaces = placesAll || isEdited || asked.profile !== undefined;
  const document = parseMarkup(text, asked.baseUrl ?? null, budget, diagnostics, keepsPlaces);
  reportFileName(text, diagnostics);
  reportForeignMarkup(text, document, diagnostics);
  reportUnfilled(text, document, diagnostics);
  const url = asked.baseUrl ?? null;
  const read = { document, encoding, options: asked, url };
  return isEdited ? edited(read, budget, diagnostics) : read;
}

function edited(read: ReadDocument, budget: Budget, diagnostics: Diagnostics): ReadDocument {
  const { redact } = read.options;
  const { document, secrets } = editDocument(read.document, redact, budget, diagnostics);
  const options = secrets === null ? read.options : redactedOptions(read.options, secrets, diagnostics);
  return { ...read, document, options };
}

/** A file with its absolute URL. */
interface Part {
  readonly html: string | Uint8Array;
  readonly url: string;
}

function partsOf(given: readonly GivenPart[], baseUrl: string | undefined): Part[] {
  const base = baseUrl ?? HERE;
  return given.map(({ html, url }, i) => {
    refuseOtherFormats(html, `document[${i}].html`);
    if (url === null) return { html, url: base };
    if (!URL.canParse(url, base)) throw optionError(`document[${i}].url`, `is not a valid URL: ${url}`);
    return { html, url: new URL(url, base).href };
  });
}

function readParts(
  parts: readonly Part[],
  options: ResolvedOptions,
  book: Book | null,
  budget: Budget,
  diagnostics: Diagnostics,
): ReadDocument {
  let encoding = 'utf-8';
  const folder = new URL('.', parts[0]!.url).href;
  const parsed = parts.map(({ html, url }, i) => {
    const decoded = decodeMarkup(html);
    if (i === 0) encoding = decoded.encoding;
    const source = url.startsWith(folder) && url !== folder ? url.slice(folder.length) : url;
    const name = i === 0 && book === null ? 'document' : source;
    const document = parseMarkup(decoded.text, url, budget, diagnostics, true, name);
    reportUnfilled(decoded.text, document, diagnostics, name);
    return { url, document };
  });
  const joined = joinDocuments(parsed, budget, diagnostics);
  const document = book === null ? joined.document : addBookmarks(joined, book, budget, diagnostics);
  return edited({ document, encoding, options, url: parts[0]!.url }, budget, diagnostics);
}

/** Returns the options with the files of a book. Other URLs, such as those of user styles, are the caller's. */
function bookOptions(options: ResolvedOptions, book: Book): ResolvedOptions {
  const { title, author, loadResource } = options;
  return {
    ...options,
    title: title ?? (book.title === '' ? undefined : book.title),
    author: author ?? (book.author === '' ? undefined : book.author),
    baseUrl: undefined,
    loadResource: (url, kind) => book.read(url) ?? (/^[\w-]+:/.test(url) ? (loadResource?.(url, kind) ?? null) : null),
  };
}
