/** Scripts whose letters join. */
import { scriptOf, scriptTag } from './unicode-properties.ts';

/** Joined letters are never letter-spaced (css-text-3 §6.4.2, §8.2.1, "cursive scripts"). */
export const CURSIVE_SCRIPTS: ReadonlySet<string> = new Set([
  'Adlm',
  'Arab',
  'Rohg',
  'Mand',
  'Mong',
  'Nkoo',
  'Phag',
  'Syrc',
]);

/** The first code point of a cursive script. */
const FIRST_CURSIVE = 0x600;
/** It joins in several scripts, so Unicode assigns it to none. */
const TATWEEL = 0x640;

/** Returns whether a character belongs to a cursive script. */
export const isCursive = (code: number): boolean =>
  code >= FIRST_CURSIVE && (code === TATWEEL || CURSIVE_SCRIPTS.has(scriptTag(scriptOf(code))));
