/** Tracks the pages of an earlier edition while a new one is laid out: where pages end, and how they are numbered. */
import type { Box } from '../boxes/box.ts';
import { alphabeticText } from '../boxes/counter-styles.ts';
import type { EarlyBreak } from '../layout/fragmentation/break-appeal.ts';
import type { FilledArea } from './filled-area.ts';
import { begins, type EarlierPages, endsAt, type KeptBreak, keptBreaks } from './kept-pages.ts';

/** The numbering of a page: the increment of the counter `page`, and the letters after the number. */
export interface PageNumbering {
  readonly step: number;
  readonly suffix: string;
}

/** The letters of inserted pages: 12a, 12b. */
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

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
    for (let kept = this.breaks[this.next]; kept !== undefined; kept = this.breaks[++this.next]) {
      if (natural.root === null || endsAt(natural.token, kept)) break;
      if (!begins(natural.root.fragment, kept)) break;
      const shorter = fill(kept.path);
      if (endsAt(shorter.token, kept)) return shorter;
      // No break is possible at this place. The page may still end at the next one.
    }
    return natural;
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
    return { step, suffix: alphabeticText(extra, LETTERS) };
  }
}
