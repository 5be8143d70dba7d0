/** Renders long books, each in a new process. */
import { novel, referenceBook } from './book-documents.ts';
import { measureInProcess } from './peak-memory.ts';

/** Twice the chapters make twice the pages, at the same cost per page. */
const NOVELS = [12, 24, 48];
const REFERENCE_CHAPTERS = 100;

export function printBooks(): void {
  for (const chapters of NOVELS) print(`novel, ${chapters} chapters`, novel(chapters));
  print('contents, notes, index', referenceBook(REFERENCE_CHAPTERS));
}

function print(name: string, html: string): void {
  const { pages, seconds, processorSeconds, megabytes } = measureInProcess(html, 'whole');
  const perPage = (1000 * processorSeconds) / pages;
  console.log(
    `${name.padEnd(28)}${String(pages).padStart(5)} pages   ${seconds.toFixed(2)} s   ${processorSeconds.toFixed(2)} s of processor time, ${perPage.toFixed(1)} ms a page   ${megabytes.toFixed(0)} MB`,
  );
}
