/**
 * parse5's tokenizer, going in one step over what its states only pass on: the letters of text, the contents of style sheets, the values of
 * attributes. State by state and character by character these cost more than all the rest of parsing, above all where a `data:` URL is
 * megabytes long. The states themselves, and all that any of these characters may mean, are parse5's.
 */
import { Tokenizer, type TokenHandler, type TokenizerOptions } from 'parse5';
import type { Budget } from '../budget.ts';

const AMPERSAND = 0x26;
const LESS_THAN = 0x3c;
const SPACE = 0x20;

export class HtmlTokenizer extends Tokenizer {
  /** A U+0000 is replaced by the states, wherever it stands. */
  private readonly hasNull: boolean;
  private readonly length: number;
  private readonly budget: Budget;
  /** Where the next of a character stands in the whole text, or its length: looked for once. */
  private readonly next = new Map<string, number>();

  /** `text` is what will be written, all at once and without carriage returns. */
  constructor(text: string, options: TokenizerOptions, handler: TokenHandler, budget: Budget) {
    super(options, handler);
    this.hasNull = text.includes('\0');
    this.length = text.length;
    this.budget = budget;
  }

  protected override _stateData(cp: number): void {
    this.budget.tick();
    super._stateData(cp);
    // What begins with a letter may hold white space; wherever letters can stand, the tree builder treats both alike.
    if (cp > SPACE && cp !== LESS_THAN && cp !== AMPERSAND && !this.hasNull) this.skipTo('<', this.placeOf('&'));
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

  /** `limit`: a place where the states have to look themselves. */
  private skipTo(stop: string, limit = Infinity): void {
    if (this.runEnd !== this.preprocessor.pos + 1) return;
    this.skipUntil(Math.min(this.placeOf(stop), limit));
  }

  /** The run of characters that parse5 takes over as they are ends there. */
  private skipUntil(end: number): void {
    if (end <= this.runEnd) return;
    this.preprocessor.pos = end - 1;
    this.runEnd = end;
  }

  /** Where the next of a character stands in what is left of the text, or its length. */
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
