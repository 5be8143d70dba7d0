/** Page labels (ISO 32000-1 §12.4.2), which readers show in place of the page index. */
import type { PageLabel } from '../paint/display-list.ts';
import { type PdfDictionary, type PdfValue, textString } from './pdf-values.ts';

const STYLES: ReadonlyMap<string, string> = new Map([
  ['decimal', 'D'],
  ['lower-roman', 'r'],
  ['upper-roman', 'R'],
  ['lower-alpha', 'a'],
  ['lower-latin', 'a'],
  ['upper-alpha', 'A'],
  ['upper-latin', 'A'],
]);
/** PDF continues with aa, bb where CSS has aa, ab. */
const LETTERS = 26;

export class PageLabels {
  private readonly ranges: PdfValue[] = [];
  private count = 0;
  private style: string | null = null;
  private next = 1;
  /** Whether every label so far equals the page index, counted from 1. */
  private isPlain = true;

  /** Adds the label of the next page. Styles that PDF doesn't support become decimal. */
  add({ text, number, style, suffix }: PageLabel): void {
    if (text !== null || suffix !== '') {
      // PDF has only prefixes, so the whole label is one.
      this.isPlain = false;
      this.ranges.push(this.count++, { P: textString(text ?? `${number}${suffix}`) });
      this.style = null;
      return;
    }
    const known = STYLES.get(style) ?? 'D';
    const isLetter = known === 'a' || known === 'A';
    const used = isLetter && number > LETTERS ? 'D' : known;
    if (used !== 'D' || number !== this.count + 1) this.isPlain = false;
    if (used !== this.style || number !== this.next || number < 1) this.ranges.push(this.count, entryOf(used, number));
    this.style = number < 1 ? null : used;
    this.next = number + 1;
    this.count++;
  }

  /** Returns the number tree, or null if labels aren't needed. */
  entries(): PdfDictionary | null {
    return this.isPlain ? null : { Nums: this.ranges };
  }
}

/** Returns the entry of a range. Numbers below 1 are written as a prefix, because PDF can't count from them. */
function entryOf(style: string, number: number): PdfDictionary {
  if (number < 1) return { P: textString(String(number)) };
  return number === 1 ? { S: style } : { S: style, St: number };
}
