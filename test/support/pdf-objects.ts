/** Reads the objects of uncompressed PDF files, as far as the engine writes them. */

/** Names begin with `/`; strings are bytes as latin1 in `str`. */
export type PdfObject = null | boolean | number | string | PdfString | PdfReference | PdfObject[] | PdfDict;
export interface PdfString {
  readonly str: string;
}
export interface PdfReference {
  readonly ref: number;
}
export interface PdfDict {
  readonly [key: string]: PdfObject | undefined;
}

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
const DELIMITER = /[\s[\]<>()/]/;

class Reader {
  private readonly text: string;
  private at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  value(): PdfObject {
    this.space();
    const { text } = this;
    const c = text[this.at];
    if (text.startsWith('<<', this.at)) return this.dictionary();
    if (c === '[') return this.array();
    if (c === '<') return this.hexadecimal();
    if (c === '(') return this.literal();
    const word = this.word();
    if (word.startsWith('/')) return word;
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    const reference = /^\s+\d+\s+R(?![A-Za-z])/.exec(text.slice(this.at, this.at + 12));
    if (reference && /^\d+$/.test(word)) {
      this.at += reference[0].length;
      return { ref: Number(word) };
    }
    return Number(word);
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }

  private word(): string {
    const start = this.at++;
    while (this.at < this.text.length && !DELIMITER.test(this.text[this.at]!)) this.at++;
    return this.text.slice(start, this.at);
  }

  private dictionary(): PdfDict {
    this.at += 2;
    const found: { [key: string]: PdfObject } = {};
    for (this.space(); !this.text.startsWith('>>', this.at); this.space()) {
      const key = this.word().slice(1);
      found[key] = this.value();
    }
    this.at += 2;
    return found;
  }

  private array(): PdfObject[] {
    this.at++;
    const found: PdfObject[] = [];
    for (this.space(); this.text[this.at] !== ']'; this.space()) found.push(this.value());
    this.at++;
    return found;
  }

  private hexadecimal(): PdfString {
    const end = this.text.indexOf('>', this.at);
    const digits = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return { str: digits.replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16))) };
  }

  private literal(): PdfString {
    let out = '';
    let depth = 0;
    for (;;) {
      const c = this.text[this.at++];
      if (c === '\\') out += ESCAPED.get(this.text[this.at]!) ?? this.text[this.at];
      if (c === '\\') this.at++;
      else if (c === '(' && depth++ === 0) continue;
      else if (c === ')' && --depth === 0) return { str: out };
      else out += c;
    }
  }
}

/** The objects of a file by number, and its catalog. */
export class PdfObjects {
  private readonly text: string;
  private readonly offsets = new Map<number, number>();

  constructor(bytes: Uint8Array) {
    this.text = Buffer.from(bytes).toString('latin1');
    for (const match of this.text.matchAll(/(?:^|\n)(\d+) 0 obj\s/g))
      this.offsets.set(Number(match[1]), match.index + match[0].length);
  }

  get(value: PdfObject | undefined): PdfObject {
    if (value === undefined || value === null) return null;
    if (typeof value !== 'object' || !('ref' in value)) return value;
    const at = this.offsets.get((value as PdfReference).ref);
    return at === undefined ? null : new Reader(this.text, at).value();
  }

  dict(value: PdfObject | undefined): PdfDict {
    const found = this.get(value);
    return found !== null && typeof found === 'object' && !Array.isArray(found) ? (found as PdfDict) : {};
  }

  list(value: PdfObject | undefined): PdfObject[] {
    const found = this.get(value);
    return Array.isArray(found) ? found : found === null ? [] : [found];
  }

  /** Returns every dictionary of the file. */
  all(): PdfDict[] {
    return [...this.offsets.keys()].map((ref) => this.dict({ ref }));
  }

  get catalog(): PdfDict {
    const trailer = this.text.lastIndexOf('trailer');
    return this.dict((new Reader(this.text, trailer + 'trailer'.length).value() as PdfDict).Root);
  }

  /** Returns the bytes of an uncompressed stream, as latin1. */
  stream(value: PdfObject | undefined): string {
    const at = this.offsets.get((value as PdfReference).ref) ?? 0;
    const start = this.text.indexOf('stream\n', at) + 'stream\n'.length;
    return this.text.slice(start, this.text.indexOf('endstream', start));
  }
}

/** Returns a text string: UTF-16BE with a byte order mark, or bytes. */
export function textOf(value: PdfObject | undefined): string | null {
  if (value === undefined || value === null || typeof value !== 'object' || !('str' in value)) return null;
  const { str } = value as PdfString;
  if (!str.startsWith('\u00fe\u00ff')) return str;
  let text = '';
  for (let i = 2; i < str.length; i += 2) text += String.fromCharCode((str.charCodeAt(i) << 8) | str.charCodeAt(i + 1));
  return text;
}
