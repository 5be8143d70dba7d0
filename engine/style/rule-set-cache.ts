import type { Budget } from '../budget.ts';
import type { MediaEnvironment } from '../css/at-rules/media.ts';
import { buildRuleSet, type RuleSet, type SetSheet } from './rule-set.ts';

/** Sets kept, and the bytes that they take together, their sheets' contents included. */
const MAX_SETS = 32;
const MAX_BYTES = 72_000_000;

/** All that a set follows from. */
interface Question {
  readonly origin: 'user-agent' | 'author';
  readonly sheets: readonly SetSheet[];
  readonly media: MediaEnvironment;
  readonly quirks: boolean;
}

interface Kept extends Question {
  readonly set: RuleSet;
  readonly size: number;
}

/** The most recently used first. Few enough to be looked through: contents are compared by identity. */
let kept: readonly Kept[] = [];

/** The rules of some sheets; the same set for the same sheets and medium, as long as it is remembered. */
export function ruleSetFor(
  origin: Question['origin'],
  sheets: readonly SetSheet[],
  media: MediaEnvironment,
  quirks: boolean,
  budget: Budget,
): RuleSet {
  const question = { origin, sheets, media, quirks };
  const known = kept.find((entry) => isSame(entry, question, entry.set.asksSize));
  if (known !== undefined) {
    if (known !== kept[0]) kept = [known, ...kept.filter((entry) => entry !== known)];
    return known.set;
  }
  const set = buildRuleSet(origin, sheets, media, quirks, budget);
  // A set takes about half as much as its sheets' contents, which it keeps; but never their places in a document.
  const size = sheets.reduce((sum, { content }) => sum + 1.5 * content.size, 0);
  const contents = sheets.map((sheet): SetSheet => ({ content: sheet.content, media: sheet.media }));
  if (size <= MAX_BYTES / 2) kept = bounded([{ ...question, sheets: contents, set, size }, ...kept]);
  return set;
}

function bounded(entries: readonly Kept[]): readonly Kept[] {
  let total = 0;
  const end = entries.findIndex(({ size }) => (total += size) > MAX_BYTES);
  return entries.slice(0, Math.min(MAX_SETS, end === -1 ? entries.length : end));
}

/** `asksSize`: what is made of them hangs on the page's size. */
function isSame(a: Question, b: Question, asksSize: boolean): boolean {
  return (
    a.origin === b.origin &&
    a.quirks === b.quirks &&
    a.sheets.length === b.sheets.length &&
    isSameMedium(a.media, b.media, asksSize) &&
    a.sheets.every(({ content, media }, i) => content === b.sheets[i]!.content && media === b.sheets[i]!.media)
  );
}

/** Both have the initial style's fonts, which are always the same. */
const isSameMedium = (a: MediaEnvironment, b: MediaEnvironment, asksSize: boolean): boolean =>
  a.media === b.media &&
  (!asksSize || (a.viewportWidth === b.viewportWidth && a.viewportHeight === b.viewportHeight)) &&
  (a.prefersDark ?? false) === (b.prefersDark ?? false);
