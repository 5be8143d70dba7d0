/**
 * Decodes bytes to text. The byte order mark takes precedence, then the declaration near the beginning of the text,
 * then UTF-8. There is no HTTP header.
 */
import { asciiLower, isAsciiSpace } from './ascii.ts';

/** A text and the name of its encoding in the Encoding standard. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: string;
}

/** The number of bytes that the HTML standard searches for an encoding. */
const HTML_WINDOW = 1024;
/** The corresponding limit for `@charset`, which must come first (css-syntax-3 §3.2). */
const CSS_WINDOW = 1024;
const XML_WINDOW = 256;

/** Decodes an HTML document (HTML §13.2.3.2). */
export function decodeHtml(bytes: Uint8Array): DecodedText {
  return decode(bytes, () => declaredInMarkup(asLatin1(bytes, HTML_WINDOW)), 'utf-8');
}

/** Decodes a style sheet (css-syntax-3 §3.2). `environment`: the encoding of the referring document or sheet. */
export function decodeCss(bytes: Uint8Array, environment: string): DecodedText {
  const declared = (): string | null => /^@charset "([^"]*)";/.exec(asLatin1(bytes, CSS_WINDOW))?.[1] ?? null;
  return decode(bytes, declared, environment);
}

/** Decodes an XML document such as SVG (XML §4.3.3). */
export function decodeXml(bytes: Uint8Array): DecodedText {
  const declared = (): string | null =>
    /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(asLatin1(bytes, XML_WINDOW))?.[1] ?? null;
  return decode(bytes, declared, 'utf-8');
}

function decode(bytes: Uint8Array, declared: () => string | null, otherwise: string): DecodedText {
  const marked = byteOrderMark(bytes);
  const decoder = marked !== null ? new TextDecoder(marked) : (decoderOf(declared()) ?? new TextDecoder(otherwise));
  return { text: textBy(decoder, bytes), encoding: decoder.encoding };
}

/** The characters of windows-1252 between 0x80 and 0x9f (Encoding §9). Five bytes remain control characters. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Decodes bytes. Some versions of Node decode windows-1252 as Latin-1, which has control characters in that range. */
export function textBy(decoder: TextDecoder, bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  if (decoder.encoding !== 'windows-1252') return text;
  return text.replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80]!);
}

function byteOrderMark([a, b, c]: Uint8Array): string | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return a === 0xff && b === 0xfe ? 'utf-16le' : null;
}

/** Returns null for an unknown label. */
function decoderOf(label: string | null): TextDecoder | null {
  if (label === null) return null;
  const name = asciiLower(label.trim());
  if (name === 'x-user-defined') return new TextDecoder('windows-1252');
  try {
    const decoder = new TextDecoder(name);
    // Text that was readable as ASCII so far isn't UTF-16, even if it declares that.
    return decoder.encoding.startsWith('utf-16') ? new TextDecoder() : decoder;
  } catch {
    return null;
  }
}

const asLatin1 = (bytes: Uint8Array, length: number): string => {
  let text = '';
  for (const byte of bytes.subarray(0, length)) text += String.fromCharCode(byte);
  return text;
};

/**
 * Implements "prescan a byte stream to determine its encoding" (HTML §13.2.3.2): returns the label of the first `meta`
 * that has one.
 */
function declaredInMarkup(head: string): string | null {
  for (let at = head.indexOf('<'); at !== -1; at = head.indexOf('<', at)) {
    if (head.startsWith('<!--', at)) {
      const end = head.indexOf('-->', at + 2);
      if (end === -1) return null;
      at = end + 3;
    } else if (/^<meta[\s/]/i.test(head.slice(at, at + 6))) {
      const attributes = new AttributeScan(head, at + 5);
      const label = labelOfMeta(attributes.all());
      if (label !== null) return label;
      at = attributes.end;
    } else if (/^<\/?[a-z]/i.test(head.slice(at, at + 3))) {
      const name = /^<\/?[^\s>]*/.exec(head.slice(at))?.[0].length ?? 1;
      const attributes = new AttributeScan(head, at + name);
      attributes.all();
      at = attributes.end;
    } else if (/^<[!/?]/.test(head.slice(at, at + 2))) {
      const end = head.indexOf('>', at);
      if (end === -1) return null;
      at = end;
    } else {
      at++;
    }
  }
  return null;
}

function labelOfMeta(attributes: ReadonlyMap<string, string>): string | null {
  const charset = attributes.get('charset');
  if (charset !== undefined) return charset;
  if (asciiLower(attributes.get('http-equiv') ?? '') !== 'content-type') return null;
  const content = attributes.get('content') ?? '';
  const at = asciiLower(content).indexOf('charset');
  if (at === -1) return null;
  const value = /^\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/.exec(content.slice(at + 7));
  return value ? (value[1] ?? value[2] ?? value[3] ?? null) : null;
}

/** Reads the attributes of a tag, starting after its name (HTML "get an attribute"). */
class AttributeScan {
  /** The offset after the last character read. */
  end: number;
  private readonly text: string;

  constructor(text: string, from: number) {
    this.text = text;
    this.end = from;
  }

  /** Returns all attributes. If a name is repeated, the first one is used. */
  all(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (;;) {
      this.skip((code) => isAsciiSpace(code) || code === 0x2f);
      if (this.end >= this.text.length || this.text[this.end] === '>') return found;
      const name = asciiLower(this.take((character) => !/[\s/>=]/.test(character)) || this.text[this.end++]!);
      this.skip(isAsciiSpace);
      const value = this.text[this.end] === '=' ? this.value() : '';
      if (!found.has(name)) found.set(name, value);
    }
  }

  private value(): string {
    this.end++;
    this.skip(isAsciiSpace);
    const quote = this.text[this.end];
    if (quote !== '"' && quote !== "'") return this.take((character) => !/[\s>]/.test(character));
    this.end++;
    const value = this.take((character) => character !== quote);
    this.end++;
    return value;
  }

  private skip(isSkipped: (code: number) => boolean): void {
    while (this.end < this.text.length && isSkipped(this.text.charCodeAt(this.end))) this.end++;
  }

  private take(isTaken: (character: string) => boolean): string {
    const from = this.end;
    while (this.end < this.text.length && isTaken(this.text[this.end]!)) this.end++;
    return this.text.slice(from, this.end);
  }
}
