/**
 * Space around content that is narrower than its ruby column (css-ruby-1 §4.2), and annotation overhang over adjacent
 * text (§4.4).
 */
import type { Box } from '../../../boxes/box.ts';
import type { ComputedStyle } from '../../../css/computed-style.ts';
import { InlineItemKind } from '../../../text/inline-content.ts';
import { LU_PER_PX, type LU, luCeilFromPx } from '../../../units.ts';
import { isEdgeless } from '../../../boxes/style-facts.ts';
import type { PreparedContent } from '../prepared-content.ts';

export function isRubyColumn(box: Box): boolean {
  return box.data?.type === 'ruby' && box.data.part === 'column';
}

/** The remaining space of a column: before its contents and between their parts. */
interface RubySpacing {
  readonly inset: LU;
  readonly inside: LU;
}

/** Distributes `rest`. `opportunities` is the number of justification opportunities in the contents. */
export function rubySpacing(style: ComputedStyle, opportunities: number, rest: LU): RubySpacing {
  const { rubyAlign } = style.text;
  if (rest <= 0 || rubyAlign === 'start') return { inset: 0, inside: 0 };
  if (rubyAlign === 'center' || opportunities === 0) return { inset: rest >> 1, inside: 0 };
  if (rubyAlign === 'space-between') return { inset: 0, inside: rest };
  // > as for space-between, except that there exists an extra justification opportunity whose space is distributed half
  // before and half after
  const between = Math.floor(rest / (opportunities + 1));
  return { inset: between >> 1, inside: rest - between };
}

/**
 * Distributes the space of an annotation. Its ends stay near those of its base, and an explicit `text-align` applies.
 */
export function annotationSpacing(style: ComputedStyle, opportunities: number, rest: LU): RubySpacing {
  if (rest <= 0 || style.text.rubyAlign !== 'space-around') return rubySpacing(style, opportunities, rest);
  switch (style.text.textAlign) {
    case 'left':
    case 'right': {
      const atStart = (style.text.textAlign === 'left') === (style.text.direction === 'ltr');
      return { inset: atStart ? 0 : rest, inside: 0 };
    }
    case 'end':
      return { inset: rest, inside: 0 };
    case 'center':
      return { inset: rest >> 1, inside: 0 };
    default: {
      const { inset, inside } = rubySpacing(style, opportunities, rest);
      const most = style.font.fontSize * LU_PER_PX;
      return opportunities === 0 || inset <= most ? { inset, inside } : { inset: most, inside: rest - 2 * most };
    }
  }
}

/**
 * Returns how far an annotation that is `rest` wider than its base may overhang adjacent content, at most half an em on
 * each side. The callers exclude annotations of empty bases, which don't overhang in Chromium either.
 */
export function rubyOverhang(
  style: ComputedStyle,
  spacing: RubySpacing,
  rest: LU,
  annotationSize: number,
): { before: LU; after: LU } {
  const { rubyOverhang: overhang, rubyAlign } = style.text;
  if (rest <= 0 || overhang === 'none' || rubyAlign === 'space-between') return { before: 0, after: 0 };
  const most = Math.floor((annotationSize / 2) * LU_PER_PX);
  if (rubyAlign === 'start') return { before: 0, after: Math.min(rest, most) };
  const each = Math.min(spacing.inset, most);
  return { before: each, after: each };
}

/**
 * Returns how much text before the column at an Open item its annotation may overhang. The line starts at `lineStart`.
 */
export function roomBefore(prepared: PreparedContent, open: number, lineStart: number, style: ComputedStyle): LU {
  for (let i = open - 1; i >= 0; i--) {
    const { kind, box, start, end } = prepared.items[i]!;
    if (kind === InlineItemKind.Text) {
      const from = Math.max(start, lineStart);
      if (from >= end || !isOverhung(prepared, i, style)) return 0;
      return roomIn(prepared, style, from, end, prepared.visibleEnd(from, end), end);
    }
    if (isBarrier(prepared, kind, i) || isRubyColumn(box)) return 0;
  }
  return 0;
}

/** Returns how much of text item `i`, from `from` on, a preceding annotation may overhang. */
export function roomAfter(prepared: PreparedContent, i: number, from: number, style: ComputedStyle): LU {
  if (!isOverhung(prepared, i, style)) return 0;
  const { end } = prepared.items[i]!;
  let word = from;
  while (word < end && prepared.isSpace(word)) word++;
  return roomIn(prepared, style, from, end, from, word);
}

/** Annotations only overhang text that isn't larger than the ruby. */
function isOverhung(prepared: PreparedContent, i: number, style: ComputedStyle): boolean {
  return prepared.styleOf(prepared.items[i]!.box).font.fontSize <= style.font.fontSize;
}

/**
 * Returns half of `[from, end)`, so that annotations on both sides can meet there, as in Chromium. With `ruby-overhang:
 * spaces`, returns all of its spaces `[spaceFrom, spaceEnd)`.
 */
function roomIn(
  { x }: PreparedContent,
  style: ComputedStyle,
  from: number,
  end: number,
  spaceFrom: number,
  spaceEnd: number,
): LU {
  if (style.text.rubyOverhang === 'spaces') return luCeilFromPx(x[spaceEnd]! - x[spaceFrom]!);
  return luCeilFromPx(x[end]! - x[from]!) >> 1;
}

/** Whether the item separates the column from the text. */
export function isBarrier(prepared: PreparedContent, kind: InlineItemKind, i: number): boolean {
  if (kind === InlineItemKind.OutOfFlow || kind === InlineItemKind.Footnote) return false;
  if (kind !== InlineItemKind.Open && kind !== InlineItemKind.Close) return true;
  return !isEdgeless(prepared.styleOf(prepared.items[i]!.box));
}
