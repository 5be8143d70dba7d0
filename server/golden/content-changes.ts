/** Changes of what elements contain: their text, fonts, colors, borders and images. */
import { type Cause, causeOf, group, groupedBy, plural, px, shown, VISIBLE_PX } from './change.ts';
import { addTo } from './groups.ts';
import type { Pair, Placed } from './match-elements.ts';
import { excerpts, saysTheSame } from './text-changes.ts';

const lineCount = (box: Placed): number => box.lines.length;
const linesOf = (box: Placed): string[] => box.lines.map(({ text }) => text);
const textOf = (box: Placed): string => linesOf(box).join(' ');

export const grownBy = (pair: Pair): number => pair.heightAfter - pair.heightBefore;
export const hasGrown = (pair: Pair): boolean => Math.abs(grownBy(pair)) >= VISIBLE_PX;
export const hasOtherLineCount = ({ before, after }: Pair): boolean => lineCount(before) !== lineCount(after);

/** Returns whether the lines of a pair are comparable and differ. */
const hasOtherLines = ({ before, after }: Pair): boolean =>
  textOf(before) !== textOf(after) && !before.continues && !after.continues;

export const hasOtherText = (pair: Pair): boolean =>
  hasOtherLines(pair) && !saysTheSame(linesOf(pair.before), linesOf(pair.after));

/** Reports changed texts, with the size that follows from them. Equal changes are reported once. */
export function textChanges(all: readonly Pair[]): Cause[] {
  const changed = groupedBy(all, (pair) => {
    if (!hasOtherText(pair)) return null;
    const [then, now] = excerpts(textOf(pair.before), textOf(pair.after));
    return `changed from “${then}” to “${now}”.${hasGrown(pair) ? ` It ${growth(pair)}.` : ''}`;
  });
  return [...changed].map(([what, pairs]) => ({
    ...causeOf(`The text of ${group(pairs)} ${what}`, pairs, hasGrown(pairs[0]!) ? grownBy(pairs[0]!) : 0),
    isContent: true,
  }));
}

/** Formats a change of height: `has 2 lines instead of 1 and is 20 px taller`. */
export function growth(pair: Pair): string {
  const size = sizeChange(pair);
  const [then, now] = [lineCount(pair.before), lineCount(pair.after)];
  return then !== now && then + now > 0
    ? `has ${plural(now, 'line', 'lines')} instead of ${then} and is ${size}`
    : `is ${size}`;
}

export const sizeChange = (pair: Pair): string => `${px(grownBy(pair))} ${grownBy(pair) > 0 ? 'taller' : 'shorter'}`;

/** Reports text whose line breaks changed without any other reported cause. */
export function lineEndChanges(all: readonly Pair[]): Cause[] {
  const changed = all.filter(
    (pair) => hasOtherLines(pair) && !hasOtherText(pair) && !hasOtherFont(pair) && !hasOtherLineCount(pair),
  );
  return changed.length === 0 ? [] : [causeOf(`The line breaks of ${group(changed)} changed.`, changed, 0)];
}

/** Returns whether the requested or used font changed. Old snapshots may lack the used font. */
export const hasOtherFont = (pair: Pair): boolean => pair.before.font !== pair.after.font || hasOtherFace(pair);

function hasOtherFace({ before, after }: Pair): boolean {
  const [then, now] = [before.usedFonts?.[0], after.usedFonts?.[0]];
  return then !== undefined && now !== undefined && then !== now;
}

/** Reports font changes, an inherited change only at its ancestor. Equal changes are reported once. */
export function fontChanges(all: readonly Pair[]): Cause[] {
  const changed = groupedBy(all, (pair) => {
    const { before, after, parent } = pair;
    const isInherited = parent !== null && hasOtherFont(parent) && parent.after.font === after.font;
    if (!hasOtherFont(pair) || isInherited) return null;
    return before.font === after.font
      ? `${before.usedFonts[0]}|${after.usedFonts[0]}|${familyOf(after)}`
      : `${before.font}|${after.font}`;
  });
  return [...changed.values()].map((pairs) => causeOf(fontChange(pairs), pairs, null));
}

/** The family that a box requests, from `bold 16px Arial`. */
const familyOf = ({ font }: Placed): string => font.replace(/^.*?px /, '');

function fontChange(pairs: readonly Pair[]): string {
  const { before, after } = pairs[0]!;
  if (before.font !== after.font) return `The font of ${group(pairs)} is ${after.font} instead of ${before.font}.`;
  const [then, now] = [before.usedFonts[0]!, after.usedFonts[0]!];
  const texts = plural(pairs.length, 'text is', 'texts are');
  return familyOf(after) === then
    ? `${then} is missing: ${texts} set in ${now}, ${pairs.length === 1 ? shown(after.selector) : `${shown(after.selector)} first`}.`
    : `The text of ${group(pairs)} uses ${now} instead of ${then}.`;
}

/** Properties that change the size of their box. */
const RESIZING = /^(?:border|letter-|word-|content|font)/;

/** The values of properties that an appearance doesn't list. The others are absent. */
const USUAL: Readonly<Record<string, string>> = {
  color: 'the inherited color',
  opacity: '1',
  'border-radius': '0px',
  'letter-spacing': 'normal',
  'word-spacing': 'normal',
};

/**
 * Reports changes of the appearance of elements and their pseudo-elements, each with all elements that have it. Old
 * snapshots lack appearances.
 */
export function lookChanges(all: readonly Pair[]): Cause[] {
  const groups = new Map<string, Pair[]>();
  for (const pair of all) {
    const [then, now] = [pair.before.look, pair.after.look];
    if (then === undefined || now === undefined) continue;
    for (const name of new Set([...Object.keys(then), ...Object.keys(now)])) {
      const { property } = partsOf(name);
      // Changed text is reported as text.
      if (then[name] === now[name] || (property === 'content' && hasOtherText(pair))) continue;
      const usual = USUAL[property];
      const what = property === 'drawing' ? 'changed' : changeOf(then[name] ?? usual, now[name] ?? usual);
      addTo(groups, `${name}\n${what}`, pair);
    }
  }
  return [...groups].map(([key, pairs]) => {
    const end = key.indexOf('\n');
    const { pseudo, property } = partsOf(key.slice(0, end));
    const resizes = RESIZING.test(property);
    const text = `The \`${property}\` of ${group(pairs, pseudo)} ${key.slice(end + 1)}.`;
    return { ...causeOf(text, pairs, resizes && hasGrown(pairs[0]!) ? grownBy(pairs[0]!) : 0), resizes };
  });
}

/** Splits a name in an appearance: `::before color`. `pseudo` is empty for the element itself. */
function partsOf(name: string): { pseudo: string; property: string } {
  const [, pseudo = '', property = name] = /^(::\S+) (.*)$/.exec(name) ?? [];
  return { pseudo, property };
}

function changeOf(then: string | undefined, now: string | undefined): string {
  if (then === undefined) return `was added: ${now}`;
  return now === undefined ? `was removed: ${then}` : `changed from ${then} to ${now}`;
}

/** Reports other widths of boxes, and lines that moved inside them. They explain pixels if nothing else does. */
export function quietChanges(all: readonly Pair[]): Cause[] {
  const widths = groupedBy(all, ({ before, after, parent }) => {
    const wider = after.width - before.width;
    const isInherited = parent !== null && Math.abs(parent.after.width - parent.before.width - wider) < VISIBLE_PX;
    return Math.abs(wider) < VISIBLE_PX || isInherited ? null : `${px(wider)} ${wider > 0 ? 'wider' : 'narrower'}`;
  });
  const lines = groupedBy(all, ({ before, after }) => {
    const moved = after.lines.map((line, i) => line.x - after.x - ((before.lines[i]?.x ?? NaN) - before.x));
    const most = moved.reduce((one, other) => (Math.abs(other) > Math.abs(one) ? other : one), 0);
    return Math.abs(most) >= VISIBLE_PX ? `${px(most)} further ${most > 0 ? 'right' : 'left'}` : null;
  });
  return [
    ...[...widths].map(([what, pairs]) =>
      causeOf(`${group(pairs)} ${pairs.length === 1 ? 'is' : 'are'} ${what}.`, pairs, 0),
    ),
    ...[...lines].map(([what, pairs]) => causeOf(`The text of ${group(pairs)} begins ${what}.`, pairs, 0)),
  ];
}
