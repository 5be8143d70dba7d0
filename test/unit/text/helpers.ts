import { Box, BoxKind } from '../../../engine/boxes/box.ts';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import type { BoxStyle, ComputedStyle, FontStyle, TextStyle } from '../../../engine/css/computed-style.ts';
import { initialStyle } from '../../../engine/css/properties/registry.ts';
import { Diagnostics } from '../../../engine/diagnostics.ts';
import { createFontContext } from '../../../engine/fonts/font-context.ts';
import type { InlineContent } from '../../../engine/text/inline-content.ts';
import { InlineTextBuilder } from '../../../engine/text/inline-text-builder.ts';
import { createTextServices } from '../../../engine/text/text-services.ts';

export interface StyleChanges {
  readonly font?: Partial<FontStyle>;
  readonly text?: Partial<TextStyle>;
  readonly box?: Partial<BoxStyle>;
}

export const TIMES = [{ name: 'Times New Roman', generic: false }];
export const ARIAL = [{ name: 'Arial', generic: false }];

/** Returns the initial style at 16 px with changes, sharing the groups that do not change. */
export function styleWith({ font, text, box }: StyleChanges = {}, base: ComputedStyle = initialStyle()): ComputedStyle {
  return base.with(base.id, {
    font: font ? { ...base.font, ...font } : base.font,
    text: text ? { ...base.text, ...text } : base.text,
    box: box ? { ...base.box, ...box } : base.box,
  });
}

export const blockWith = (changes: StyleChanges = {}): Box => new Box(BoxKind.Block, styleWith(changes), null);

/**
 * Builds content from a line of markup. `<name>` and `</name>` open and close an inline box with the style of that
 * name, `|` is a forced break, `@` an atomic inline, `^` a float.
 */
export function contentOf(markup: string, block: Box, inline: Record<string, StyleChanges> = {}): InlineContent {
  const builder = new InlineTextBuilder();
  const open: Box[] = [block];
  for (const token of markup.split(/(<\/?\w+>|[|@^])/)) {
    const box = open[open.length - 1]!;
    if (token.startsWith('</')) {
      builder.close(open.pop()!);
    } else if (token.startsWith('<')) {
      const child = new Box(BoxKind.Inline, styleWith(inline[token.slice(1, -1)], box.style), null);
      child.parent = box;
      open.push(child);
      builder.open(child);
    } else if (token === '|') {
      builder.forcedBreak(box);
    } else if (token === '@' || token === '^') {
      const child = new Box(BoxKind.Block, styleWith(), null);
      child.parent = box;
      if (token === '@') builder.atomic(child);
      else builder.float(child);
    } else {
      builder.appendText(box, token);
    }
  }
  return builder.finish();
}

export async function services() {
  const budget = new Budget(DEFAULT_LIMITS);
  const diagnostics = new Diagnostics();
  const fonts = await createFontContext({ fontFaces: [], extraFonts: [], diagnostics, budget });
  return { fonts, diagnostics, text: createTextServices(fonts, budget, diagnostics) };
}
