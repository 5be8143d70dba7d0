/**
 * Finds the extent of PDF values in a file (ISO 32000-1 §7.3), which suffices to split dictionaries and rebuild them
 * with other entries.
 */

const WHITE = ' \t\n\f\r\0';
const DELIMITERS = '()<>[]{}/%';
/** The maximum nesting depth of values. */
const MAX_NESTING = 200;

/** Thrown for broken or unsupported syntax. */
export class SyntaxProblem extends Error {}

/** Dictionary entries by name, with values as written. */
export type RawDictionary = Map<string, string>;

/** A reference to an object. Bounded, so that text without one costs nothing. */
const REFERENCE = /(\d{1,10})[ \t\n\f\r\0]{1,8}\d{1,5}[ \t\n\f\r\0]{1,8}R(?![\w.])/y;

const isRegular = (character: string): boolean => !WHITE.includes(character) && !DELIMITERS.includes(character);

export function skipSpace(text: string, at: number): number {
  while (at < text.length) {
    if (text[at] === '%') while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++;
    else if (WHITE.includes(text[at]!)) at++;
    else break;
  }
  return at;
}

/** Returns the end of the value that begins at `at`. A reference is one value. */
export function endOfValue(text: string, at: number, depth = 0): number {
  if (at >= text.length || depth > MAX_NESTING) throw new SyntaxProblem('a value is missing');
  const first = text[at];
  if (first === '(') return endOfString(text, at);
  if (text.startsWith('<<', at)) return endOfList(text, at + 2, '>>', depth);
  if (first === '[') return endOfList(text, at + 1, ']', depth);
  if (first === '<') {
    const end = text.indexOf('>', at);
    if (end < 0) throw new SyntaxProblem('a string has no end');
    return end + 1;
  }
  const end = endOfWord(text, first === '/' ? at + 1 : at);
  if (end === at) throw new SyntaxProblem('a value is missing');
  if (first! < '0' || first! > '9') return end;
  REFERENCE.lastIndex = at;
  return REFERENCE.test(text) ? REFERENCE.lastIndex : end;
}

function endOfWord(text: string, at: number): number {
  while (at < text.length && isRegular(text[at]!)) at++;
  return at;
}

function endOfString(text: string, at: number): number {
  for (let depth = 0, i = at; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i + 1;
  }
  throw new SyntaxProblem('a string has no end');
}

function endOfList(text: string, at: number, close: string, depth: number): number {
  for (let i = skipSpace(text, at); i < text.length; i = skipSpace(text, i)) {
    if (text.startsWith(close, i)) return i + close.length;
    i = endOfValue(text, i, depth + 1);
  }
  throw new SyntaxProblem('a list has no end');
}

/** Parses a dictionary's entries. */
export function readDictionary(text: string, at = 0): RawDictionary {
  const entries: RawDictionary = new Map();
  let i = skipSpace(text, at);
  if (!text.startsWith('<<', i)) throw new SyntaxProblem('a dictionary is missing');
  for (i = skipSpace(text, i + 2); !text.startsWith('>>', i); i = skipSpace(text, i)) {
    if (text[i] !== '/') throw new SyntaxProblem('a name is missing');
    const nameEnd = endOfWord(text, i + 1);
    const start = skipSpace(text, nameEnd);
    const end = endOfValue(text, start);
    entries.set(text.slice(i + 1, nameEnd), text.slice(start, end));
    i = end;
  }
  return entries;
}

/** Parses an array's values. */
export function readArray(text: string): string[] {
  const values: string[] = [];
  let i = skipSpace(text, 0);
  if (text[i] !== '[') throw new SyntaxProblem('an array is missing');
  for (i = skipSpace(text, i + 1); text[i] !== ']'; i = skipSpace(text, i)) {
    const end = endOfValue(text, i);
    values.push(text.slice(i, end));
    i = end;
  }
  return values;
}

/** Returns a value with its references replaced. Strings, names and comments are copied unchanged. */
export function withReferences(text: string, replace: (id: number) => string): string {
  let out = '';
  let from = 0;
  for (let i = 0; i < text.length;) {
    const character = text[i]!;
    if (character === '(') i = endOfString(text, i);
    else if (character === '<' && text[i + 1] !== '<') i = endOfValue(text, i);
    else if (character === '<') i += 2;
    else if (character === '%') i = skipSpace(text, i);
    else if (character === '/') i = endOfWord(text, i + 1);
    else if (isRegular(character)) {
      REFERENCE.lastIndex = i;
      const match = REFERENCE.exec(text);
      if (match === null) {
        i = endOfWord(text, i);
        continue;
      }
      out += text.slice(from, i) + replace(Number(match[1]));
      from = i = REFERENCE.lastIndex;
    } else i++;
  }
  return out + text.slice(from);
}

/** Returns a value with all its strings in hexadecimal digits. */
export function withHexStrings(text: string): string {
  let out = '';
  let from = 0;
  for (let i = 0; i < text.length;) {
    const character = text[i]!;
    if (character === '%') i = skipSpace(text, i);
    else if (character === '(' || (character === '<' && text[i + 1] !== '<')) {
      const end = endOfValue(text, i);
      out += `${text.slice(from, i)}<${toHex(bytesOfString(text.slice(i, end)))}>`;
      from = i = end;
    } else i += character === '<' ? 2 : 1;
  }
  return out + text.slice(from);
}

/** Returns two hexadecimal digits per byte. */
export function toHex(bytes: string): string {
  let digits = '';
  for (let i = 0; i < bytes.length; i++) digits += bytes.charCodeAt(i).toString(16).padStart(2, '0');
  return digits;
}

export const dictionaryText = (entries: RawDictionary): string =>
  `<<${[...entries].map(([name, value]) => `/${name} ${value}`).join('')}>>`;

/** Returns the object number of a reference, or null if the value isn't one. */
export function referenceOf(value: string | undefined): number | null {
  const match = /^(\d{1,10})\s{1,8}\d{1,5}\s{1,8}R$/.exec(value ?? '');
  return match === null ? null : Number(match[1]);
}

const NUMBER = /^[+-]?(?:\d{1,12}(?:\.\d{0,20})?|\.\d{1,20})$/;

export function numberOf(value: string | undefined, otherwise: number | null = null): number {
  if (value !== undefined && NUMBER.test(value)) return Number(value);
  if (otherwise === null) throw new SyntaxProblem('a number is missing');
  return otherwise;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
]);

/** Returns the bytes of a string as characters up to U+00FF. */
export const bytesOfString = (value: string): string =>
  value.startsWith('<') ? fromHex(value.slice(1, -1)) : fromLiteral(value.slice(1, -1));

/** Decodes a text string: UTF-16 or UTF-8 with a byte order mark, else Latin-1. */
export function textOf(value: string): string {
  const bytes = bytesOfString(value);
  if (bytes.startsWith('\u00ef\u00bb\u00bf'))
    return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
  if (!bytes.startsWith('\u00fe\u00ff')) return bytes;
  let text = '';
  for (let i = 2; i + 1 < bytes.length; i += 2)
    text += String.fromCharCode((bytes.charCodeAt(i) << 8) | bytes.charCodeAt(i + 1));
  return text;
}

function fromHex(digits: string): string {
  const clean = digits.replace(/[^0-9a-f]/gi, '');
  let out = '';
  for (let i = 0; i < clean.length; i += 2)
    out += String.fromCharCode(parseInt(clean.slice(i, i + 2).padEnd(2, '0'), 16));
  return out;
}

function fromLiteral(text: string): string {
  return text.replace(/\\(?:([0-7]{1,3})|(\r\n?|\n)|([^]))/g, (_, octal?: string, line?: string, character = '') =>
    octal !== undefined
      ? String.fromCharCode(parseInt(octal, 8) & 255)
      : line !== undefined
        ? ''
        : (ESCAPES.get(character) ?? character),
  );
}
