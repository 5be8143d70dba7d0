/**
 * Line breaking between two ASCII characters by a fixed table, as in Chromium, so that `1/2`, `a.b` and paths stay
 * whole.
 */

/** The characters before which a line may break after another one; mostly opening brackets. */
const OPENING = '(<[{';
const AFTER_HYPHEN = '"#%&\'(*+-<=>@[\\^_`{|~';
const AFTER_QUESTION = '#$%&(*+-<=>@[\\^_`{|~';
const OPENS_AFTER = '!"#%&)*+,.:;=>\\]|}~';
const ALPHANUMERIC = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const HYPHEN_MINUS = 0x2d;

interface Tables {
  /**
   * `pairs[a * 128 + b]` is 1 where a line may break in between. Hyphens before digits also depend on the preceding
   * character.
   */
  readonly pairs: Uint8Array;
  /** 1 for characters after which a line may break before some other character. */
  readonly breaksAfter: Uint8Array;
}

/** Built once, immutable. */
let known: Tables | null = null;

function tables(): Tables {
  if (known !== null) return known;
  const pairs = new Uint8Array(128 * 128);
  const breaksAfter = new Uint8Array(128);
  const allow = (after: string, before: string): void => {
    const first = after.charCodeAt(0);
    breaksAfter[first] = 1;
    for (let i = 0; i < before.length; i++) pairs[first * 128 + before.charCodeAt(i)] = 1;
  };
  for (const after of OPENS_AFTER) allow(after, OPENING);
  allow('-', AFTER_HYPHEN + ALPHANUMERIC);
  allow('?', AFTER_QUESTION + ALPHANUMERIC);
  return (known = { pairs, breaksAfter });
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

export const isAsciiAlphanumeric = (code: number): boolean =>
  isDigit(code) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);

/** Returns a table with 1 for ASCII characters after which a line may break before some other character. */
export const asciiBreaksAfter = (): Uint8Array => tables().breaksAfter;

/**
 * Returns whether a line may break between two ASCII characters. `beforePrevious`: the character before them, -1 at the
 * start.
 */
export function asciiBreak(beforePrevious: number, previous: number, next: number): boolean {
  const { pairs, breaksAfter } = tables();
  if (breaksAfter[previous] === 0) return false;
  if (previous === HYPHEN_MINUS && isDigit(next)) return isAsciiAlphanumeric(beforePrevious);
  return pairs[previous * 128 + next] === 1;
}
