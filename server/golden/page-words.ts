/** The words of pages as snapshots store them: a heading per page, and its text. */

/** Returns the texts of all pages. */
export const wordsOf = (texts: readonly string[]): string =>
  texts.map((text, i) => wordsOfPage(i + 1, text)).join('\n');

const wordsOfPage = (number: number, text: string): string =>
  `page ${number}\n${text.replace(/\r\n?/g, '\n').trim()}\n`;

/** Replaces the words of a page. */
export function withPage(words: string, number: number, text: string): string {
  const lines = words.split('\n');
  const [start, end] = linesOfPage(lines, number);
  return [...lines.slice(0, start), ...wordsOfPage(number, text).split('\n'), ...lines.slice(end)].join('\n');
}

/** Returns the lines of a page in the stored words: its heading, and the line after its last. */
function linesOfPage(lines: readonly string[], number: number): readonly [start: number, end: number] {
  let start = -1;
  // Texts may contain such lines, too, but no page comes before the previous one.
  for (let n = 1; n <= number; n++) start = lines.indexOf(`page ${n}`, start + 1);
  const next = lines.indexOf(`page ${number + 1}`, start + 1);
  return [start, next < 0 ? lines.length : next];
}

/** Returns the stored text of a page. */
export function textOfPage(words: string, number: number): string {
  const lines = words.split('\n');
  const [start, end] = linesOfPage(lines, number);
  return lines.slice(start + 1, end).join('\n');
}
