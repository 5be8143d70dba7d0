/**
 * The parse5 tokenizer with fast paths for usual tags, and for characters that its states pass through unchanged: text,
 * style sheet contents, names, attribute values. PERF: processed one by one, these cost more than all other parsing,
 * above all in `data:` URLs of several megabytes. Everything else goes through the states of parse5.
 */
import { type Token, Tokenizer, type TokenHandler, TokenizerMode, type TokenizerOptions } from 'parse5';
import type { Budget } from '../budget.ts';

const AMPERSAND = 0x26;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const EQUALS = 0x3d;
const QUOTE = 0x22;
const SLASH = 0x2f;
const SPACE = 0x20;
const TAB = 0x09;
const NEWLINE = 0x0a;

/** White space except form feeds, which are rare. */
const isWhiteSpace = (code: number): boolean => code === SPACE || code === NEWLINE || code === TAB;

/** Whether the states of names append the character unchanged: small letters, digits and hyphens. */
const isNamePart = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d;

const isSmallLetter = (code: number): boolean => code >= 0x61 && code <= 0x7a;

/** Returns the end of the characters from `start` that names keep unchanged. */
function endOfName(html: string, start: number): number {
  let end = start;
  let code = html.charCodeAt(end);
  // PERF: `isNamePart` without a call for each character.
  while ((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d)
    code = html.charCodeAt(++end);
  return end;
}

/**
 * Reads the attributes of a tag from the end of its name on. Returns the offset of its `>`, or -1 if the states must
 * process the tag. `reference`: the offset of the next ampersand.
 */
function readAttributes(html: string, from: number, reference: number, into: Token.Attribute[]): number {
  for (let at = from; ;) {
    const gap = at;
    while (isWhiteSpace(html.charCodeAt(at))) at++;
    const code = html.charCodeAt(at);
    if (code === GREATER_THAN) return at;
    if (code === SLASH) return html.charCodeAt(at + 1) === GREATER_THAN ? at + 1 : -1;
    const nameEnd = endOfName(html, at);
    if (nameEnd === at || gap === at) return -1;
    const name = html.slice(at, nameEnd);
    at = nameEnd;
    if (html.charCodeAt(at) === EQUALS) {
      if (html.charCodeAt(at + 1) !== QUOTE) return -1;
      const end = html.indexOf('"', at + 2);
      if (end < 0 || reference < end) return -1;
      into.push({ name, value: ownString(html.slice(at + 2, end)) });
      at = end + 1;
    } else {
      let next = at;
      while (isWhiteSpace(html.charCodeAt(next))) next++;
      if (html.charCodeAt(next) === EQUALS) return -1;
      into.push({ name, value: '' });
    }
  }
}

/** V8 copies slices of fewer characters. Longer ones share the buffer of the text, and keep it in memory. */
const SHORTEST_SHARED = 13;

/** Returns the string in a separate buffer. */
const ownString = (slice: string): string => (slice.length < SHORTEST_SHARED ? slice : ` ${slice}`.slice(1));

export class HtmlTokenizer extends Tokenizer {
  /** Whether the text contains U+0000, which the states replace. */
  private readonly hasNull: boolean;
  private readonly length: number;
  private readonly budget: Budget;
  /** Caches the offset of the next occurrence of a character, or the text's length. */
  private readonly next = new Map<string, number>();

  /** `text` is what will be written, in one call and without carriage returns. */
  constructor(text: string, options: TokenizerOptions, handler: TokenHandler, budget: Budget) {
    super(options, handler);
    this.hasNull = text.includes('\0');
    this.length = text.length;
    this.budget = budget;
  }

  protected override _stateData(cp: number): void {
    this.budget.tick();
    if (cp === LESS_THAN && !this.hasNull && this.takeTag()) return;
    super._stateData(cp);
    if (isWhiteSpace(cp)) this.skipWhiteSpace();
    // A run that begins with a letter may contain white space. Wherever letters are allowed, the tree builder treats
    // white space the same way.
    else if (cp > SPACE && cp !== LESS_THAN && cp !== AMPERSAND && !this.hasNull) this.skipTo('<', this.placeOf('&'));
  }

  protected override _stateTagName(cp: number): void {
    super._stateTagName(cp);
    if (isNamePart(cp)) (this.currentToken as Token.TagToken).tagName += this.restOfName();
  }

  protected override _stateAttributeName(cp: number): void {
    super._stateAttributeName(cp);
    if (isNamePart(cp)) this.currentAttr.name += this.restOfName();
  }

  protected override _stateRawtext(cp: number): void {
    const { state } = this;
    super._stateRawtext(cp);
    if (this.state === state && cp !== -1 && !this.hasNull) this.skipTo('<');
  }

  protected override _stateAttributeValueDoubleQuoted(cp: number): void {
    const { state } = this;
    super._stateAttributeValueDoubleQuoted(cp);
    if (this.state === state && cp !== -1 && !this.hasNull) this.skipTo('"', this.placeOf('&'));
  }

  protected override _stateAttributeValueSingleQuoted(cp: number): void {
    const { state } = this;
    super._stateAttributeValueSingleQuoted(cp);
    if (this.state === state && cp !== -1 && !this.hasNull) this.skipTo("'", this.placeOf('&'));
  }

  /**
   * Reads the whole tag at the current `<`: small letters, and attributes that have no value or a double-quoted one
   * without character references. Returns false, without having read anything, if the tag is written in another way.
   */
  private takeTag(): boolean {
    const { preprocessor } = this;
    const { html, pos } = preprocessor;
    const isEnd = html.charCodeAt(pos + 1) === SLASH;
    const start = isEnd ? pos + 2 : pos + 1;
    if (!isSmallLetter(html.charCodeAt(start))) return false;
    const nameEnd = endOfName(html, start);
    let end = nameEnd;
    let attributes: Token.Attribute[] | null = null;
    if (html.charCodeAt(end) !== GREATER_THAN) {
      attributes = [];
      end = readAttributes(html, end, this.placeOf('&'), attributes);
      if (end < 0) return false;
    }
    if (isEnd) this._createEndTagToken();
    else this._createStartTagToken();
    const token = this.currentToken as Token.TagToken;
    token.tagName = html.slice(start, nameEnd);
    if (attributes !== null) {
      for (const attribute of attributes) {
        this.currentAttr = attribute;
        this._leaveAttrName();
      }
      token.selfClosing = html.charCodeAt(end - 1) === SLASH;
    }
    preprocessor.pos = end;
    this.state = TokenizerMode.DATA;
    this.emitCurrentTagToken();
    return true;
  }

  /** Skips and returns the characters after the current one that names keep unchanged. */
  private restOfName(): string {
    const { preprocessor } = this;
    const { html, pos } = preprocessor;
    const end = endOfName(html, pos + 1);
    preprocessor.pos = end - 1;
    return html.slice(pos + 1, end);
  }

  private skipWhiteSpace(): void {
    const { html, pos } = this.preprocessor;
    if (this.runEnd !== pos + 1) return;
    let end = pos + 1;
    while (isWhiteSpace(html.charCodeAt(end))) end++;
    this.skipUntil(end);
  }

  /** Skips to `stop`, or to `limit` where the states must process characters themselves. */
  private skipTo(stop: string, limit = Infinity): void {
    if (this.runEnd !== this.preprocessor.pos + 1) return;
    this.skipUntil(Math.min(this.placeOf(stop), limit));
  }

  /** Ends the run of characters that parse5 passes on unchanged at `end`. */
  private skipUntil(end: number): void {
    if (end <= this.runEnd) return;
    this.preprocessor.pos = end - 1;
    this.runEnd = end;
  }

  /** Returns the offset of the next occurrence of a character in the remaining text, or the text's length. */
  private placeOf(character: string): number {
    const { html, pos, droppedBufferSize } = this.preprocessor;
    let place = this.next.get(character) ?? -1;
    if (place < droppedBufferSize + pos) {
      const found = html.indexOf(character, pos);
      place = found === -1 ? this.length : droppedBufferSize + found;
      this.next.set(character, place);
    }
    return place - droppedBufferSize;
  }
}
