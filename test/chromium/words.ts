/** Where the words of a PDF are on its pages. */
import { spawnSync } from 'node:child_process';

/** One word on a page: its page from 1, and its top left corner in CSS px. */
export interface PlacedWord {
  readonly text: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

const PX_PER_POINT = 96 / 72;

/** Reads the words of a PDF with Poppler's `pdftotext`. */
export function placedWords(pdf: Uint8Array): { readonly pages: number; readonly words: readonly PlacedWord[] } {
  const { stdout } = spawnSync('pdftotext', ['-bbox', '-', '-'], { input: pdf, maxBuffer: 1 << 28 });
  const words: PlacedWord[] = [];
  let page = 0;
  for (const line of stdout.toString('utf8').split('\n')) {
    if (line.includes('<page ')) page++;
    const word = /<word xMin="([-\d.]+)" yMin="([-\d.]+)"[^>]*>([^<]*)</.exec(line);
    if (!word) continue;
    // Poppler joins words that touch each other, such as that of a float and the one next to it.
    const [first, ...others] = word[3]!.match(/w\d+|[^w]+|w/g) ?? [];
    const y = Number(word[2]) * PX_PER_POINT;
    words.push({ text: first ?? '', page, x: Number(word[1]) * PX_PER_POINT, y });
    for (const text of others) words.push({ text, page, x: NaN, y });
  }
  return { pages: page, words };
}
