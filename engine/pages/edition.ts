/** Follows the pages of an earlier edition while a new one is laid out: where pages end, and how they are numbered. */
import type { Box } from '../boxes/box.ts';
import type { EarlyBreak } from '../layout/fragmentation/break-appeal.ts';
import type { FilledArea } from './filled-area.ts';
import { begins, type EarlierPages, endsAt, type KeptBreak, keptBreaks } from './kept-pages.ts';

/** How a page is numbered: by how much the counter `page` increases, and the letters after its number. */
export interface PageNumbering {
  readonly step: number;
  readonly suffix: string;
}

export const NEXT_NUMBER: PageNumbering = { step: 1, suffix: '' };

export class Edition {
  private readonly breaks: readonly KeptBreak[];
  /** The index in `breaks` of the next page that is kept. */
  private next = 0;
  /** The index of the last kept page in the earlier edition, and of the pages since. */
  private page = 0;
  private since = 0;
  private number = -1;

  constructor(root: Box, earlier: EarlierPages) {
    this.breaks = keptBreaks(root, earlier);
  }

  /**
   * Returns an area that ends where the next kept page begins, if it begins in the area. `fill` fills the area up to a
   * break.
   */
  fitted(natural: FilledArea, fill: (early: EarlyBreak) => FilledArea): FilledArea {
    const kept = this.breaks[this.next];
    if (kept === undefined || natural.root === null || endsAt(natural.token, kept)) return natural;
    if (!begins(natural.root.fragment, kept)) return natural;
    const shorter = fill(kept.path);
    if (endsAt(shorter.token, kept)) return shorter;
    // The place can't be reached, so that the next kept page is looked for.
    this.next++;
    return this.fitted(natural, fill);
  }

  /** Returns the numbering of a page, which is the next one. */
  numberingOf(area: FilledArea | null): PageNumbering {
    const until = this.breaks[this.next]?.page ?? Infinity;
    const index = Math.min(this.page + this.since, until - 1);
    const extra = this.page + this.since - index;
    const step = index - this.number;
    this.number = index;
    this.since++;
    const kept = this.breaks[this.next];
    if (area !== null && kept !== undefined && endsAt(area.token, kept)) {
      this.page = kept.page;
      this.since = 0;
      this.next++;
    }
    return { step, suffix: lettersOf(extra) };
  }
}

const LETTERS = 26;

/** Returns `a` for 1, `b` for 2, `aa` for 27, and an empty text for 0. */
function lettersOf(count: number): string {
  let text = '';
  for (let rest = count; rest > 0; rest = Math.floor((rest - 1) / LETTERS))
    text = String.fromCharCode(97 + ((rest - 1) % LETTERS)) + text;
  return text;
}
