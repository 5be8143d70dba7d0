import { readFileSync } from 'node:fs';
import { COMPARISON, PROGRAMS } from './comparison-rows.ts';

const PAGE = new URL('../../docs/comparison.md', import.meta.url);
/** The first table of the page. */
const TABLE = /(?<=\n)\|.*\n(?:\|.*\n)+/;

/** Returns the page that compares Pagewright with other programs, with the table of features from the data. */
export function comparisonPage(): string {
  const rows = [['', ...PROGRAMS], ...COMPARISON.map(({ feature, answers }) => [feature, ...answers])];
  return readFileSync(PAGE, 'utf8').replace(TABLE, () => aligned(rows));
}

/** Returns a table whose columns are aligned, as in the pages that are edited by hand. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |\n`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return line(rows[0]!) + rule + rows.slice(1).map(line).join('');
}
