/** Opens existing PDF files. */
import type { Budget } from '../budget.ts';
import { type SourcePage, pageTree } from './page-tree.ts';
import { PdfReader } from './pdf-reader.ts';
import { SyntaxProblem } from './pdf-syntax.ts';

const MAX_PAGES = 100_000;
/** Bytes of memory for each byte of a file: the bytes as text. */
const BYTES_PER_BYTE = 1;

export interface PdfSource {
  readonly reader: PdfReader;
  readonly pages: readonly SourcePage[];
  /** The object numbers of the page tree's inner nodes. */
  readonly nodes: readonly number[];
}

/**
 * Reads the cross references and the page tree. Files with broken cross references are searched for objects.
 * @throws SyntaxProblem if the file is broken, encrypted or isn't a PDF; RenderError if it is too expensive
 */
export function openPdf(bytes: Uint8Array, budget: Budget): PdfSource {
  budget.spendBytes(bytes.length * BYTES_PER_BYTE);
  const reader = new PdfReader(bytes, budget, true);
  if (reader.trailer.has('Encrypt')) throw new SyntaxProblem('it is encrypted');
  const { pages, nodes } = pageTree(reader, budget, MAX_PAGES);
  return { reader, pages, nodes };
}
