import type { Budget } from '../budget.ts';
import type { MediaEnvironment } from '../css/at-rules/media.ts';
import { buildRuleSet, type RuleSet, type SetSheet } from './rule-set.ts';

/** Maximum number of sets kept, and their total memory in bytes, including the contents of their sheets. */
const MAX_SETS = 32;
const MAX_BYTES = 72_000_000;

/** Everything that determines a set. */
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

/** Most recently used first. Few enough for a linear search, and contents are compared by identity. */
let kept: readonly Kept[] = [];

/** Returns the rules of some sheets. The same sheets and medium give the same set while it is cached. */
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
  // A set takes about half as much memory as the contents of its sheets, which it keeps. It never keeps their positions
  // in a document.
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

/** `asksSize`: whether the set depends on the page's size. */
function isSame(a: Question, b: Question, asksSize: boolean): boolean {
  return (
    a.origin === b.origin &&
    a.quirks === b.quirks &&
    a.sheets.length === b.sheets.length &&
    isSameMedium(a.media, b.media, asksSize) &&
    a.sheets.every(({ content, media }, i) => content === b.sheets[i]!.content && media === b.sheets[i]!.media)
  );
}

/** Ignores fonts: both have those of the initial style. */
const isSameMedium = (a: MediaEnvironment, b: MediaEnvironment, asksSize: boolean): boolean =>
  a.media === b.media &&
  (!asksSize || (a.viewportWidth === b.viewportWidth && a.viewportHeight === b.viewportHeight)) &&
  (a.prefersDark ?? false) === (b.prefersDark ?? false);
