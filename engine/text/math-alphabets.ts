/**
 * Maps text to Unicode's mathematical alphabets, for `text-transform: math-auto` (MathML Core §4.2) and `mathvariant`
 * (MathML 3 §3.2.2).
 */
import type { MathVariant } from '../css/values/math-variant.ts';
import { lazily } from '../lazily.ts';

/** The first code points of an alphabet's letters; 0 if it has none of the kind. */
interface Alphabet {
  readonly latin: number;
  readonly greek: number;
  readonly digits: number;
  /** Letters whose forms are outside the alphabet, because Unicode encoded them earlier or later. */
  readonly others: ReadonlyMap<string, string>;
  readonly arabic: number;
}

/** `others`: each letter followed by its form. */
const alphabet = (latin: number, greek = 0, digits = 0, others = '', arabic = 0): Alphabet => ({
  latin,
  greek,
  digits,
  others: new Map(Array.from(others.matchAll(/(.)(.)/gu), ([, letter, form]) => [letter!, form!])),
  arabic,
});
const arabic = (first: number): Alphabet => alphabet(0, 0, 0, '', first);

const ITALIC = lazily(() => alphabet(0x1d434, 0x1d6e2, 0, 'hℎı\u{1d6a4}ȷ\u{1d6a5}'));

const ALPHABETS: () => Readonly<Record<MathVariant, Alphabet>> = lazily(() => ({
  bold: alphabet(0x1d400, 0x1d6a8, 0x1d7ce, 'Ϝ\u{1d7ca}ϝ\u{1d7cb}'),
  italic: ITALIC(),
  'bold-italic': alphabet(0x1d468, 0x1d71c),
  script: alphabet(0x1d49c, 0, 0, 'BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ'),
  'bold-script': alphabet(0x1d4d0),
  fraktur: alphabet(0x1d504, 0, 0, 'CℭHℌIℑRℜZℨ'),
  'double-struck': alphabet(0x1d538, 0, 0x1d7d8, 'CℂHℍNℕPℙQℚRℝZℤ', 0x1eea0),
  'bold-fraktur': alphabet(0x1d56c),
  'sans-serif': alphabet(0x1d5a0, 0, 0x1d7e2),
  'bold-sans-serif': alphabet(0x1d5d4, 0x1d756, 0x1d7ec),
  'sans-serif-italic': alphabet(0x1d608),
  'sans-serif-bold-italic': alphabet(0x1d63c, 0x1d790),
  monospace: alphabet(0x1d670, 0, 0x1d7f6),
  initial: arabic(0x1ee20),
  tailed: arabic(0x1ee40),
  stretched: arabic(0x1ee60),
  looped: arabic(0x1ee80),
}));

/** The order of the letters in each Greek and each Arabic alphabet. */
const GREEK = 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ';
const ARABIC = 'ابجدهوزحطيكلمنسعفصقرشتثخذضظغٮںڡٯ';

/** Returns the italic form of a text that is one letter with such a form, otherwise the text. */
export function mathItalic(text: string): string {
  return text.length === 1 ? inAlphabet(text, ITALIC()) : text;
}

/** Returns the text in letters of a variant, where those exist. */
export function mathVariantOf(text: string, variant: MathVariant): string {
  const letters = ALPHABETS()[variant];
  let result = '';
  for (const character of text) result += inAlphabet(character, letters);
  return result;
}

function inAlphabet(character: string, { latin, greek, digits, others, arabic }: Alphabet): string {
  const other = others.get(character);
  if (other !== undefined) return other;
  const code = character.codePointAt(0)!;
  if (latin > 0 && code >= 0x41 && code <= 0x5a) return String.fromCodePoint(latin + code - 0x41);
  if (latin > 0 && code >= 0x61 && code <= 0x7a) return String.fromCodePoint(latin + 26 + code - 0x61);
  if (digits > 0 && code >= 0x30 && code <= 0x39) return String.fromCodePoint(digits + code - 0x30);
  if (code < 0x80) return character;
  return fromOrder(character, GREEK, greek) ?? fromOrder(character, ARABIC, arabic) ?? character;
}

/** Not all letters have a form in each Arabic alphabet: their code points are unassigned. */
function fromOrder(character: string, order: string, first: number): string | null {
  const place = first === 0 ? -1 : order.indexOf(character);
  const found = place < 0 ? '' : String.fromCodePoint(first + place);
  return /^[\p{L}\p{Sm}]$/u.test(found) ? found : null;
}
