/**
 * Keeps the paragraphs of short texts, because documents repeat them in cells, list items and headers. A paragraph depends
 * on its text, the ranges and styles of its inline boxes, and the style of its container.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import { type InlineContent, type InlineItem, InlineItemKind } from './inline-content.ts';
import type { Paragraph } from './paragraph.ts';

/** In UTF-16 code units. Longer texts are rarely repeated. */
const MAX_LENGTH = 64;
/** Maximum number of texts, about 4 MB. The cache is cleared when it exceeds this. */
const MAX_TEXTS = 2048;

const MISSING_GLYPH = 0;

interface Known {
  readonly items: readonly InlineItem[];
  readonly container: ComputedStyle;
  readonly paragraph: Paragraph;
}

export class ParagraphCache {
  /** The most recent paragraph for each text. */
  private readonly known = new Map<string, Known>();

  /** Returns whether inline content is short and contains only text in inline boxes. */
  static mayKeep({ text, items }: InlineContent): boolean {
    if (text.length > MAX_LENGTH) return false;
    for (let i = 0; i < items.length; i++) {
      const { kind, box } = items[i]!;
      if (kind === InlineItemKind.Text || kind === InlineItemKind.Close) continue;
      if (kind !== InlineItemKind.Open || box.pseudo === 'footnote-call') return false;
    }
    return true;
  }

  /** Returns the paragraph of an equal content in a container of the given style, or null. */
  find({ text, items }: InlineContent, container: ComputedStyle): Paragraph | null {
    const known = this.known.get(text);
    if (known === undefined || known.container !== container || known.items.length !== items.length) return null;
    for (let i = 0; i < items.length; i++) if (!areAlike(items[i]!, known.items[i]!)) return null;
    return known.paragraph;
  }

  /** Keeps a paragraph, unless a glyph is missing: each occurrence of the text is reported. */
  keep({ text, items }: InlineContent, container: ComputedStyle, paragraph: Paragraph): void {
    if (paragraph.runs.some(({ glyphIds }) => glyphIds.includes(MISSING_GLYPH))) return;
    if (this.known.size >= MAX_TEXTS) this.known.clear();
    this.known.set(text, { items, container, paragraph });
  }
}

const areAlike = (a: InlineItem, b: InlineItem): boolean =>
  a.kind === b.kind && a.start === b.start && a.end === b.end && a.box.style === b.box.style;
