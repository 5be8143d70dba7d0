/**
 * Generates form controls as they appear on paper (HTML §15.5). A control with text is a flex container with one
 * anonymous item. The item is vertically centered at any height of the control, and has the preferred size of browsers.
 * Other controls are replaced boxes that painting draws.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import { Length } from '../css/length.ts';
import type { UnitMetrics } from '../css/values/compute-context.ts';
import { isGrid } from '../css/values/display.ts';
import type { Element } from '../document/node.ts';
import { BoxFlag, BoxKind } from './box.ts';
import type { BuildContext } from './build-context.ts';
import {
  anonymousBlock,
  appendItem,
  appendLine,
  BASELINE,
  CENTER,
  controlBox,
  controlData,
  positiveAttribute,
  turned,
} from './control-parts.ts';
import { generateSlider, hasOwnBackground } from './control-elements.ts';
import { BLOCK_FLOW, INLINE_BLOCK, INLINE_FLOW } from './display.ts';
import { createElementBox, replaceContents } from './element-box.ts';
import { type DatePart, dateParts } from './date-fields.ts';
import { LooseBox, LooseBreak, LooseText } from './loose-box.ts';

const DEFAULT_SIZE = 20;
const DEFAULT_COLS = 20;
const DEFAULT_ROWS = 2;
/** The width of a text area's scroll bar in px. */
const SCROLLBAR = 15;

/** Replaced controls by type: width and height in px. */
const DRAWN: ReadonlyMap<string, readonly [number, number]> = new Map(
  Object.entries<readonly [number, number]>({
    checkbox: [13, 13],
    radio: [13, 13],
    color: [44, 23],
  }),
);
const BUTTON_LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ submit: 'Submit', reset: 'Reset', button: '' }),
);
/** The width of a file control, including its button, in digits. */
const FILE_DIGITS = 34;
/** The space above and below a date or time in px. */
const DATE_MARGIN = 1;

/** Generates the boxes of an `input`. Returns false if it needs only an ordinary element's box. */
export function generateInput(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): boolean {
  const type = inputType(element);
  if (type === 'hidden') return true;
  if (type === 'range') {
    generateSlider(context, element, style, into);
    return true;
  }
  const drawn = DRAWN.get(type);
  if (drawn !== undefined) {
    // Without its appearance it is an empty box, which may have ::before and ::after. A color well keeps its size.
    if (style.rare.appearance === 'none' && type !== 'color') return false;
    context.applyCounters(element, style, null);
    const used = type === 'checkbox' || type === 'radio' ? boxStyle(context, style) : style;
    replaceContents(createElementBox(context, element, used, into), controlData(drawn[0], drawn[1]), style.zoom);
    return true;
  }
  const label = BUTTON_LABELS.get(type);
  if (label !== undefined) appendButtonLabel(context, element, style, into, element.attribute('value') ?? label);
  else if (type === 'file') appendFileField(context, element, style, into);
  else appendTextField(context, element, style, into, type);
  return true;
}

/** Checkboxes and radio buttons with their native appearance have no padding or border. */
function boxStyle(context: BuildContext, style: ComputedStyle): ComputedStyle {
  const { ZERO } = Length;
  return context.styler.derivedStyle(style, {
    box: { ...style.box, paddingTop: ZERO, paddingRight: ZERO, paddingBottom: ZERO, paddingLeft: ZERO },
    border: { ...style.border, borderTopWidth: 0, borderRightWidth: 0, borderBottomWidth: 0, borderLeftWidth: 0 },
  });
}

function inputType(element: Element): string {
  return (element.attribute('type') ?? 'text').toLowerCase();
}

/**
 * Opens a `button`, whose contents go into the anonymous item. Returns null if the element itself is a flex or grid
 * container.
 */
export function openButton(
  context: BuildContext,
  element: Element,
  style: ComputedStyle,
  into: LooseBox,
): { item: LooseBox } | null {
  const { inside } = style.box.display;
  if (inside === 'flex' || isGrid(inside)) return null;
  const box = controlBox(context, element, style, into);
  return { item: appendItem(context, box, { flexGrow: 1, minWidth: Length.ZERO, alignSelf: CENTER }) };
}

function appendButtonLabel(
  context: BuildContext,
  element: Element,
  style: ComputedStyle,
  into: LooseBox,
  label: string,
): void {
  context.applyCounters(element, style, null);
  const box = controlBox(context, element, style, into);
  appendLine(appendItem(context, box, { flexGrow: 1, minWidth: Length.ZERO, alignSelf: CENTER }), label);
}

function appendTextField(
  context: BuildContext,
  element: Element,
  style: ComputedStyle,
  into: LooseBox,
  type: string,
): void {
  context.applyCounters(element, style, null);
  const value = element.attribute('value') ?? '';
  const parts = dateParts(type, value);
  const box = controlBox(context, element, style, into, parts === null ? BoxFlag.Compressible : 0);
  if (parts !== null) {
    const margin = Length.px(DATE_MARGIN * style.zoom);
    const item = appendItem(context, box, {
      minWidth: Length.ZERO,
      flexGrow: 1,
      alignSelf: CENTER,
      overflowX: 'clip',
      overflowY: 'clip',
      paddingTop: margin,
      paddingBottom: margin,
    });
    appendDate(context, item, parts);
    appendDateIcon(context, element, box);
    return;
  }
  const size = positiveAttribute(element, 'size') ?? DEFAULT_SIZE;
  const width = fieldWidth(context.styler.fontMetrics(style.font), size);
  const item = appendItem(
    context,
    box,
    {
      width: isAsContents(style) ? Length.AUTO : Length.px(width),
      minWidth: Length.ZERO,
      flexGrow: 1,
      alignSelf: CENTER,
      overflowX: 'clip',
      overflowY: 'clip',
    },
    usesLineHeight(style) ? null : ownLineHeight(context, context.styler.anonymousStyle(style, BLOCK_FLOW)),
  );
  if (value !== '') appendLine(item, type === 'password' ? '•'.repeat(value.length) : value.replace(/[\n\r]/g, ''));
  else appendPlaceholder(context, element, item);
}

/**
 * Returns whether a text field's `line-height` determines its line height. As in browsers, it must exceed the font
 * size, and the field's height must be neither a percentage nor larger. Otherwise the line has the font's normal height
 * and is centered.
 */
function usesLineHeight({ font, box, text }: ComputedStyle): boolean {
  const { lineHeight, fontSize } = font;
  if (lineHeight === Length.NORMAL) return true;
  const line = typeof lineHeight === 'number' ? lineHeight * fontSize : lineHeight.px;
  const block = text.writingMode === 'horizontal-tb' ? box.height : box.width;
  return line > fontSize && !block.hasPercent && !(block.isLength && block.px > line);
}

function ownLineHeight(context: BuildContext, style: ComputedStyle): ComputedStyle {
  return context.styler.derivedStyle(style, { font: { ...style.font, lineHeight: Length.NORMAL } });
}

/** Returns the width of one unit of `size` or `cols`: the font's average character, rounded to px if that is more. */
function characterWidth({ averageAdvance, zeroAdvance }: UnitMetrics): number {
  const width = averageAdvance || zeroAdvance;
  return Math.max(width, Math.round(width));
}

/** Returns the width in px of a text field for `size` characters. It has room for the widest glyph of the font at the end. */
function fieldWidth(metrics: UnitMetrics, size: number): number {
  const width = characterWidth(metrics);
  return Math.ceil(width * (size - 1) + Math.max(width, Math.round(metrics.boundsWidth)));
}

/**
 * Returns whether a control without a size takes that of its contents, regardless of `size`, `rows` and `cols`
 * (css-forms-1 §4).
 */
const isAsContents = ({ rare }: ComputedStyle): boolean => rare.fieldSizing === 'content';

/** Appends the parts of a date or time, with 1px around each field. The widest possible date determines the width. */
function appendDate(context: BuildContext, item: LooseBox, parts: readonly DatePart[]): void {
  const { styler } = context;
  const room = styler.anonymousStyle(item.style, BLOCK_FLOW);
  const unseen = styler.derivedStyle(room, {
    box: { ...room.box, ...turned(room, { height: Length.ZERO }) },
    text: { ...room.text, visibility: 'hidden' },
    // Layout containment suppresses its baseline.
    rare: { ...room.rare, contain: ['layout'] },
  });
  const widest = new LooseBox(BoxKind.Block, unseen, item.element, null, BoxFlag.Anonymous);
  for (const { text, widths } of parts) {
    appendDatePart(context, item, text, widths !== null);
    if (widths === null) widest.append(new LooseText(text));
    else appendStacked(context, widest, widths);
  }
  item.append(widest);
}

/** Appends the calendar button. The platform draws its icon unless a rule sets a background. */
function appendDateIcon(context: BuildContext, element: Element, box: LooseBox): void {
  const style = context.styler.pseudoStyle(element, '-webkit-calendar-picker-indicator');
  if (style === null || style.box.display.outside === 'none') return;
  const icon = appendItem(
    context,
    box,
    { alignSelf: CENTER, flexShrink: 0 },
    style,
    '-webkit-calendar-picker-indicator',
  );
  const size = style.font.fontSize / style.zoom;
  if (!hasOwnBackground(style)) replaceContents(icon, controlData(size, size), style.zoom);
}

function appendDatePart(context: BuildContext, item: LooseBox, text: string, isField: boolean): void {
  if (!isField) {
    item.append(new LooseText(text));
    return;
  }
  const base = context.styler.anonymousStyle(item.style, INLINE_FLOW);
  const field = new LooseBox(BoxKind.Inline, padded(context, base), item.element, null, BoxFlag.Anonymous);
  field.append(new LooseText(text));
  item.append(field);
}

/** Appends an inline block with a line for each of `texts`, as wide as the widest. */
function appendStacked(context: BuildContext, into: LooseBox, texts: readonly string[]): void {
  const style = padded(context, context.styler.anonymousStyle(into.style, INLINE_BLOCK));
  const flags = BoxFlag.Anonymous | BoxFlag.AtomicInline | BoxFlag.NewFormattingContext | BoxFlag.Monolithic;
  const stack = new LooseBox(BoxKind.Block, style, into.element, null, flags);
  for (const text of texts) {
    stack.append(new LooseText(text));
    stack.append(new LooseBreak());
  }
  into.append(stack);
}

function padded(context: BuildContext, style: ComputedStyle): ComputedStyle {
  const space = Length.px(style.zoom);
  const box = { ...style.box, ...turned(style, { paddingLeft: space, paddingRight: space }) };
  return context.styler.derivedStyle(style, { box });
}

function appendFileField(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): void {
  context.applyCounters(element, style, null);
  const box = controlBox(context, element, style, into, BoxFlag.Compressible);
  const row = isAsContents(style) ? box : appendFileRow(context, box);
  const wished = context.styler.pseudoStyle(element, 'file-selector-button');
  // As in browsers, its line has the font's normal height.
  const buttonStyle =
    wished && context.styler.derivedStyle(wished, { font: { ...wished.font, lineHeight: Length.NORMAL } });
  const button = appendItem(context, row, { alignSelf: BASELINE }, buttonStyle, 'file-selector-button');
  appendLine(button, element.attribute('multiple') === null ? 'Choose File' : 'Choose Files');
  const rest = appendItem(context, row, { minWidth: Length.ZERO, flexGrow: 1, alignSelf: BASELINE });
  appendLine(rest, 'No file chosen');
}

/** Appends the row for a file's button and name, above a zero-height block that provides the preferred width. */
function appendFileRow(context: BuildContext, box: LooseBox): LooseBox {
  const item = appendItem(context, box, { minWidth: Length.ZERO, flexGrow: 1, alignSelf: BASELINE });
  const row = anonymousBlock(context, item, {}, {});
  row.kind = BoxKind.Flex;
  row.flags |= BoxFlag.NewFormattingContext;
  item.append(row);
  const width = Math.ceil(FILE_DIGITS * context.styler.fontMetrics(box.style.font).zeroAdvance);
  item.append(anonymousBlock(context, item, { width: Length.px(width), height: Length.ZERO }, {}));
  return row;
}

export function generateTextArea(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): void {
  context.applyCounters(element, style, null);
  // Its bottom edge is on the baseline, not one of its lines.
  const own = context.styler.derivedStyle(style, {
    rare: { ...style.rare, contain: [...style.rare.contain, 'layout'] },
  });
  const box = controlBox(context, element, own, into, BoxFlag.Compressible);
  const cols = positiveAttribute(element, 'cols') ?? DEFAULT_COLS;
  const rows = positiveAttribute(element, 'rows') ?? DEFAULT_ROWS;
  const character = characterWidth(context.styler.fontMetrics(style.font));
  const width = Math.ceil(character * cols) + SCROLLBAR * style.zoom;
  const isFixed = !isAsContents(style);
  const item = appendItem(context, box, {
    width: isFixed ? Length.px(width) : Length.AUTO,
    minWidth: Length.ZERO,
    height: isFixed ? Length.ZERO : Length.AUTO,
    flexGrow: 1,
  });
  const text = rawText(element).replace(/^\r?\n/, '');
  if (text === '') appendPlaceholder(context, element, item);
  else item.append(new LooseText(text));
  if (!isFixed) return;
  // An item with `rows` empty lines next to the text provides the height.
  const strut = appendItem(context, box, { width: Length.ZERO, minWidth: Length.ZERO });
  for (let row = 0; row < Math.min(rows, MAX_ROWS); row++) strut.append(new LooseBreak());
}

/** Maximum number of lines in a text area: several pages. */
const MAX_ROWS = 1000;

function appendPlaceholder(context: BuildContext, element: Element, item: LooseBox): void {
  const placeholder = element.attribute('placeholder') ?? '';
  if (placeholder === '') {
    item.append(new LooseBreak());
    return;
  }
  const wished =
    context.styler.pseudoStyle(element, 'placeholder') ?? context.styler.anonymousStyle(item.style, INLINE_FLOW);
  const style = item.style.font.lineHeight === Length.NORMAL ? fontLineHeight(context, wished) : wished;
  const box = new LooseBox(BoxKind.Inline, style, element, 'placeholder', 0);
  appendLine(box, placeholder);
  item.append(box);
}

/** Returns a style whose line has the font's normal height, even where fallback fonts supply glyphs. */
function fontLineHeight(context: BuildContext, style: ComputedStyle): ComputedStyle {
  const { ascent, descent, lineGap } = context.styler.fontMetrics(style.font);
  return context.styler.derivedStyle(style, {
    font: { ...style.font, lineHeight: Length.px(ascent + descent + lineGap) },
  });
}

export function rawText(element: Element): string {
  return element.children.map((child) => (child.type === 'text' ? child.data : '')).join('');
}
