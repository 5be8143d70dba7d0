/**
 * Turns the contents of a block container into one flat text with items (css-text-3 §4.1.1, "white space processing
 * phase I", and §2.1). Collapsing works across element boundaries, so it happens while the text is assembled:
 *
 * <p>a <b> b</b> </p>    ->    "a b", items Text(a␣) Open Text(b) Close
 *
 * Line layout handles spaces at the ends of lines. Those at the start and end of the content and around forced breaks
 * are known to be at line ends, and are omitted here.
 */
import type { Box } from '../boxes/box.ts';
import type { TextStyle } from '../css/computed-style.ts';
import { isEastAsian, isHangul } from './east-asian-width.ts';
import { type FirstLineStyles, type InlineContent, InlineItem, InlineItemKind } from './inline-content.ts';
import { separatePhrases } from './paragraph-breaks.ts';
import { transforms, transformText } from './text-transform.ts';

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const ZERO_WIDTH_SPACE = 0x200b;
const OBJECT_REPLACEMENT = '\uFFFC';

const isWhiteSpace = (code: number): boolean => code === SPACE || code === TAB || code === NEWLINE || code === RETURN;

export class InlineTextBuilder {
  private text = '';
  private items: InlineItem[] = [];
  /** Index of the collapsible space that ends the text, ignoring floats and tags; -1 if there is none. */
  private collapsible = -1;
  /** Whether the box of that space wraps. */
  private collapsibleWraps = true;
  /** The offsets where lines may break although the text there doesn't wrap. */
  private keptWraps: Set<number> | null = null;
  /** Whether that space replaced white space with a segment break. */
  private hasSegmentBreak = false;
  /** Index of the last separator that replaced a zero width space; -1 if there is none. */
  private separator = -1;
  /** Whether the next collapsible space would be at the start of a line. */
  private atLineStart = true;
  /** The length of the text being appended, without white space at its ends. */
  private nodeLength = 0;

  /** Appends text of `box`, the innermost inline box or the block container. */
  appendText(box: Box, text: string): void {
    if (text === '') return;
    this.nodeLength = text.trim().length;
    const { separator, phrases } = box.style.text.wordSpaceTransform;
    if (separator === '\u200b') {
      if (text === '\u200b' && box.element?.tag === 'wbr') this.wordBreak(box);
      else this.appendWords(box, text);
      return;
    }
    const words = (phrases ? separatePhrases(text, box.style) : text).split('\u200b');
    for (const [i, word] of words.entries()) {
      if (i > 0) this.appendSeparator(box, separator);
      if (word !== '') this.appendWords(box, word);
    }
  }

  /** Adds the opportunity of a `wbr`. As in browsers, it ignores `nowrap`, and white space around it collapses. */
  private wordBreak(box: Box): void {
    this.emitRaw(box, '\u200b');
    (this.keptWraps ??= new Set()).add(this.text.length);
  }

  /** Appends the replacement of a zero width space (css-text-4 §2.2). Next to a forced break the space is kept. */
  private appendSeparator(box: Box, separator: string): void {
    if (this.atLineStart) {
      this.emitRaw(box, '\u200b');
      return;
    }
    if (separator === ' ' && collapses(box.style.text)) {
      this.appendCollapsibleSpace(box, false);
      return;
    }
    this.resolveSegmentBreak(ZERO_WIDTH_SPACE);
    this.separator = this.text.length;
    this.emit(box, separator);
    this.collapsible = -1;
  }

  private appendWords(box: Box, text: string): void {
    const { whiteSpaceCollapse } = box.style.text;
    switch (whiteSpaceCollapse) {
      case 'collapse':
        this.appendCollapsed(box, text);
        return;
      case 'discard':
        this.appendPreserved(box, text.replace(/[ \t\n\r]+/g, ''));
        return;
      case 'preserve-spaces':
        this.appendPreserved(box, text.replace(/[\t\n\r]/g, ' '));
        return;
      default:
        this.appendLines(box, text, whiteSpaceCollapse === 'preserve-breaks');
    }
  }

  /** Preserved segment breaks become forced line breaks. */
  private appendLines(box: Box, text: string, collapseSpaces: boolean): void {
    let start = 0;
    for (;;) {
      const newline = text.indexOf('\n', start);
      const line = text.slice(start, newline === -1 ? undefined : newline);
      if (collapseSpaces) this.appendCollapsed(box, line);
      else this.appendPreserved(box, line.replaceAll('\r', ' '));
      if (newline === -1) return;
      this.forcedBreak(box);
      start = newline + 1;
    }
  }

  private appendPreserved(box: Box, text: string): void {
    if (text === '') return;
    this.resolveSegmentBreak(text.codePointAt(0)!);
    this.emit(box, text);
    this.collapsible = -1;
    this.atLineStart = false;
  }

  /**
   * Collapses white space (§4.1.1, `collapse`): a run, possibly begun in earlier text, becomes one space or nothing.
   */
  private appendCollapsed(box: Box, text: string): void {
    const { length } = text;
    let at = 0;
    while (at < length) {
      let end = at;
      let newline = false;
      while (end < length && isWhiteSpace(text.charCodeAt(end))) if (text.charCodeAt(end++) === NEWLINE) newline = true;
      if (end > at) {
        this.appendCollapsibleSpace(box, newline);
        at = end;
        continue;
      }
      // Single spaces are copied together with the words around them.
      end = endOfWords(text, at);
      this.resolveSegmentBreak(text.codePointAt(at)!);
      this.emit(box, text.slice(at, end));
      this.collapsible = -1;
      this.atLineStart = false;
      at = end;
    }
  }

  private appendCollapsibleSpace(box: Box, newline: boolean): void {
    if (this.atLineStart) return;
    const wraps = box.style.text.textWrapMode === 'wrap';
    if (this.collapsible >= 0) {
      if (newline) this.hasSegmentBreak = true;
      if (wraps && !this.collapsibleWraps) (this.keptWraps ??= new Set()).add(this.collapsible + 1);
      return;
    }
    // Segment breaks next to a zero width space are removed (§4.1.3).
    const last = this.text.length - 1;
    if (newline && (last === this.separator || this.text.charCodeAt(last) === ZERO_WIDTH_SPACE)) return;
    this.collapsible = this.text.length;
    this.collapsibleWraps = wraps;
    this.hasSegmentBreak = newline;
    this.emitRaw(box, ' ');
  }

  /** Transforms a segment break (§4.1.3) once the character after it is known. */
  private resolveSegmentBreak(after: number): void {
    if (this.collapsible < 0 || !this.hasSegmentBreak) return;
    const before = lastCodePoint(this.text, this.collapsible);
    const joins = isEastAsian(before) && isEastAsian(after) && !isHangul(before) && !isHangul(after);
    if (joins || after === ZERO_WIDTH_SPACE) this.removeAt(this.collapsible);
    this.hasSegmentBreak = false;
  }

  private emit(box: Box, text: string): void {
    const { style } = box;
    const isAlone = text.length === this.nodeLength;
    this.emitRaw(
      box,
      transforms(style.text) ? transformText(text, style.text, style.font.language, this.text, isAlone) : text,
    );
  }

  /** Appends text to the last item if that is text of the same box, otherwise as a new item. */
  private emitRaw(box: Box, text: string): void {
    const start = this.text.length;
    this.text += text;
    const last = this.items[this.items.length - 1];
    const from = last !== undefined && last.kind === InlineItemKind.Text && last.box === box ? last.start : start;
    if (from !== start) this.items.pop();
    this.items.push(new InlineItem(InlineItemKind.Text, box, from, this.text.length));
  }

  private removeAt(index: number): void {
    this.keptWraps?.delete(index + 1);
    this.text = this.text.slice(0, index) + this.text.slice(index + 1);
    for (let i = this.items.length - 1; i >= 0; i--) {
      const { kind, box, start, end } = this.items[i]!;
      if (end <= index) break;
      if (kind === InlineItemKind.Text && start === index && end === index + 1) this.items.splice(i, 1);
      else this.items[i] = new InlineItem(kind, box, start > index ? start - 1 : start, end - 1);
    }
    this.collapsible = -1;
  }

  private removeTrailingSpace(): void {
    if (this.collapsible >= 0) this.removeAt(this.collapsible);
    if (this.separator >= 0 && this.separator === this.text.length - 1) this.removeAt(this.separator);
  }

  open(box: Box): void {
    this.mark(InlineItemKind.Open, box);
  }

  close(box: Box): void {
    this.mark(InlineItemKind.Close, box);
  }

  atomic(box: Box): void {
    this.resolveSegmentBreak(0xfffc);
    this.append(InlineItemKind.Atomic, box, OBJECT_REPLACEMENT);
    // The gap after a bullet replaces the space that ends other markers. Following white space collapses with it, as in
    // Chromium.
    this.atLineStart = box.data?.type === 'marker';
  }

  /** Adds a ruby annotation, which isn't part of its line's text. */
  annotation(box: Box): void {
    this.mark(InlineItemKind.Annotation, box);
  }

  float(box: Box): void {
    this.mark(InlineItemKind.Float, box);
  }

  outOfFlow(box: Box): void {
    this.mark(InlineItemKind.OutOfFlow, box);
  }

  footnote(box: Box): void {
    this.mark(InlineItemKind.Footnote, box);
  }

  /** Adds a forced break: `<br>` or a preserved newline. */
  forcedBreak(box: Box): void {
    // Collapsible spaces around it are at line ends.
    this.removeTrailingSpace();
    this.append(InlineItemKind.Break, box, '\n');
    this.atLineStart = true;
  }

  private append(kind: InlineItemKind, box: Box, text: string): void {
    const start = this.text.length;
    this.text += text;
    this.items.push(new InlineItem(kind, box, start, this.text.length));
    this.collapsible = -1;
  }

  /** Adds an item without text, which doesn't interrupt collapsing. */
  private mark(kind: InlineItemKind, box: Box): void {
    this.items.push(new InlineItem(kind, box, this.text.length, this.text.length));
  }

  /** Returns the content and resets the builder. */
  finish(firstLine: FirstLineStyles | null = null): InlineContent {
    this.removeTrailingSpace();
    // PERF: a copy has exactly the required capacity; most contents are one item.
    const items = this.items.slice();
    const content: InlineContent = {
      text: this.text,
      items,
      firstLine,
      keptWraps: this.keptWraps,
      paragraph: null,
      layout: null,
    };
    this.text = '';
    this.items = [];
    this.keptWraps = null;
    this.collapsible = this.separator = -1;
    this.atLineStart = true;
    return content;
  }
}

/** Returns the end of the words from `at` that are separated only by single spaces. */
function endOfWords(text: string, at: number): number {
  const { length } = text;
  let end = at;
  while (end < length) {
    const code = text.charCodeAt(end);
    if (code > SPACE) {
      end++;
    } else if (code === SPACE) {
      if (end + 1 >= length || isWhiteSpace(text.charCodeAt(end + 1))) return end;
      end++;
    } else if (isWhiteSpace(code)) {
      return end;
    } else {
      end++;
    }
  }
  return end;
}

/** Returns the code point that ends before `index`; 0 at the start. */
function lastCodePoint(text: string, index: number): number {
  if (index === 0) return 0;
  const low = text.charCodeAt(index - 1);
  const isPair = low >= 0xdc00 && low <= 0xdfff && index >= 2;
  return isPair ? text.codePointAt(index - 2)! : low;
}

/** Returns whether a style's white space collapses. */
const collapses = ({ whiteSpaceCollapse }: TextStyle): boolean =>
  whiteSpaceCollapse === 'collapse' || whiteSpaceCollapse === 'preserve-breaks';
