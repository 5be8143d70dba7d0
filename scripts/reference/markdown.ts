/** Parts of generated Markdown. */

export const GENERATED = 'Generated from the code by `npm run reference`.';

/** Returns a table. Cells are Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(inCell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const inCell = (text: string): string => text.replaceAll('\n', ' ').replaceAll(/(?<!\\)\|/g, '\\|');
