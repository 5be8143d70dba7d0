/** Two hundred documents of many kinds: whole ones with changed figures, generated ones, and random ones as the laws of layout are tried on. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSample } from '../test/laws/generate.ts';
import { toHtml } from '../test/laws/specimen.ts';
import { pagesOf, paragraphs, tableRows } from './documents.ts';
import { withData } from './second-render.ts';

const COUNT = 200;

/** HTML files of a folder, and the `in.html` of folders in it. */
function documentsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const inner = join(folder, entry.name, 'in.html');
    if (entry.isFile() && entry.name.endsWith('.html')) return [readFileSync(join(folder, entry.name), 'utf8')];
    return entry.isDirectory() && existsSync(inner) ? [readFileSync(inner, 'utf8')] : [];
  });
}

/** `folder`: other whole documents than the fixtures; null: those. */
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
