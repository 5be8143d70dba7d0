/**
 * Two hundred documents of many kinds: fixtures with changed figures, generated documents, and random ones like those
 * of the layout laws.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSample } from '../test/laws/generate.ts';
import { toHtml } from '../test/laws/specimen.ts';
import { pagesOf, paragraphs, tableRows } from './documents.ts';
import { withData } from './second-render.ts';

const COUNT = 200;

/** Returns the HTML files of a folder and the `in.html` of its folders. */
function documentsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const inner = join(folder, entry.name, 'in.html');
    if (entry.isFile() && entry.name.endsWith('.html')) return [readFileSync(join(folder, entry.name), 'utf8')];
    return entry.isDirectory() && existsSync(inner) ? [readFileSync(inner, 'utf8')] : [];
  });
}

/** Returns the documents. `folder`: whole documents to use instead of the fixtures, or null. */
export function soakDocuments(folder: string | null): string[] {
  const whole = documentsIn(folder ?? 'fixtures');
  return Array.from({ length: COUNT }, (_, i) => {
    const kind = i % 8;
    if (kind < 4 && whole.length > 0) return withData(whole[(i >> 1) % whole.length]!, i);
    if (kind === 4) return tableRows(20 + i);
    if (kind === 5) return paragraphs(5 + (i >> 3));
    return kind === 6 ? pagesOf(1 + (i % 9)) : toHtml(generateSample(i));
  });
}
