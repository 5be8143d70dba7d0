/** Generates the boxes of `select` (HTML §15.5.17): a menu with its selected option, or a list box with all options. */
import { type ComputedStyle, isVertical } from '../css/computed-style.ts';
import { Length } from '../css/length.ts';
import type { Element } from '../document/node.ts';
import { BoxFlag, BoxKind } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { appendContent, collapsedText } from './content.ts';
import {
  anonymousBlock,
  appendItem,
  appendLine,
  CENTER,
  controlBox,
  positiveAttribute,
  turned,
} from './control-parts.ts';
import { BLOCK_FLOW } from './display.ts';
import { createElementBox, finishChildren } from './element-box.ts';
import { LooseBox } from './loose-box.ts';
import { markUnshown } from './page-marks.ts';

/** Space around the text of a drop-down menu and for its arrow, in px. */
const MENU_PADDING = 4;
const MENU_ARROW = 12;
const MENU_BLOCK_PADDING = 1;
const LIST_BOX_ROWS = 4;
/** The indent that browsers put before the options of a group. */
const GROUP_INDENT = '\u00a0\u00a0\u00a0\u00a0';
/** How many hidden options are measured for the width of a menu or list box: those with the longest texts. */
const MEASURED_OPTIONS = 3;

export function generateSelect(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): boolean {
  const rows = positiveAttribute(element, 'size') ?? 1;
  // A list box shows its options as ordinary blocks, styled by the user-agent sheet.
  if (element.attribute('multiple') !== null || rows > 1)
    return appendListBox(context, element, style, into, rows > 1 ? rows : LIST_BOX_ROWS);
  context.applyCounters(element, style, null);
  markUnshown(context, element, into, true);
  const box = controlBox(context, element, style, into, BoxFlag.Compressible);
  const options = optionsOf(context, element);
  const chosen =
    options.findLast((option) => option.attribute('selected') !== null) ??
    options.find((option) => option.attribute('disabled') === null) ??
    options[0];
  const text = chosen === undefined ? '' : optionText(context, chosen);
  if (style.rare.appearance === 'base-select') {
    appendBaseMenu(context, element, box, text);
    return true;
  }
  const isPlain = style.rare.appearance === 'none';
  const padding = Length.px(isPlain ? 0 : MENU_PADDING * style.zoom);
  const arrow = Length.px(isPlain ? 0 : (MENU_PADDING + MENU_ARROW) * style.zoom);
  const block = Length.px(isPlain ? 0 : MENU_BLOCK_PADDING * style.zoom);
  const item = appendItem(
    context,
    box,
    {
      flexGrow: 1,
      minWidth: Length.ZERO,
      alignSelf: CENTER,
      overflowX: 'clip',
      overflowY: 'clip',
      paddingTop: block,
      paddingBottom: block,
      ...(style.text.direction === 'rtl'
        ? { paddingRight: padding, paddingLeft: arrow }
        : { paddingLeft: padding, paddingRight: arrow }),
    },
    menuStyle(context, style, isPlain),
  );
  const line = anonymousBlock(context, item, {}, {});
  appendLine(line, text);
  item.append(line);
  if (style.rare.fieldSizing === 'content') return true;
  const longest = options
    .filter((option) => option !== chosen)
    .map((option) => optionText(context, option))
    .sort((a, b) => b.length - a.length);
  for (const text of longest.slice(0, MEASURED_OPTIONS)) appendMeasured(context, item, text);
  return true;
}

/** Appends an option that only affects the menu's width. */
function appendMeasured(context: BuildContext, item: LooseBox, text: string): void {
  const base = context.styler.anonymousStyle(item.style, BLOCK_FLOW);
  const style = context.styler.derivedStyle(base, {
    box: { ...base.box, ...turned(base, { height: Length.ZERO, overflowX: 'clip', overflowY: 'clip' }) },
    text: { ...base.text, visibility: 'hidden' },
    // Layout containment suppresses its baseline.
    rare: { ...base.rare, contain: ['layout'] },
  });
  const hidden = new LooseBox(BoxKind.Block, style, item.element, null, BoxFlag.Anonymous);
  appendLine(hidden, text);
  item.append(hidden);
}

/**
 * Appends the selected option's text and the icon that authors can style (css-forms-1 §3). The user-agent sheet has the
 * rest.
 */
function appendBaseMenu(context: BuildContext, element: Element, box: LooseBox, text: string): void {
  appendLine(appendItem(context, box, { flexGrow: 1 }), text);
  const style = context.styler.pseudoStyle(element, 'picker-icon');
  if (style === null || style.box.display.outside === 'none' || typeof style.rare.content === 'string') return;
  const icon = appendItem(context, box, {}, style, 'picker-icon');
  appendContent(context, style.rare.content.items, style, element, 'picker-icon', icon);
}

/**
 * Returns the style of a menu's line, as high as its font without the line gap. With its native appearance,
 * `line-height` is ignored.
 */
function menuStyle(context: BuildContext, style: ComputedStyle, isPlain: boolean): ComputedStyle {
  const base = context.styler.anonymousStyle(style, BLOCK_FLOW);
  if (isPlain && base.font.lineHeight !== Length.NORMAL) return base;
  const { ascent, descent } = context.styler.fontMetrics(base.font);
  return context.styler.derivedStyle(base, { font: { ...base.font, lineHeight: Length.px(ascent + descent) } });
}

/** Returns the edges at a box's block start and end, in CSS px, without percentage padding. */
function blockEdges(style: ComputedStyle): number {
  const { box, border } = style;
  return isVertical(style)
    ? border.borderLeftWidth + border.borderRightWidth + box.paddingLeft.px + box.paddingRight.px
    : border.borderTopWidth + border.borderBottomWidth + box.paddingTop.px + box.paddingBottom.px;
}

const blockSizeOf = (style: ComputedStyle): Length => (isVertical(style) ? style.box.width : style.box.height);

/** As in browsers, an option in a list has the font's normal line height, regardless of `line-height`. */
function optionStyleOf(context: BuildContext, option: Element): ComputedStyle {
  const style = context.styler.styleOf(option);
  return context.styler.derivedStyle(style, { font: { ...style.font, lineHeight: Length.NORMAL } });
}

/** Returns the height of an option with one line, including its edges, in CSS px, without percentages. */
function optionHeight(context: BuildContext, style: ComputedStyle): number {
  const { box, font } = style;
  const { ascent, descent, lineGap } = context.styler.fontMetrics(font);
  const line = ascent + descent + lineGap;
  const edges = blockEdges(style);
  const around = box.boxSizing === 'content-box' ? edges : 0;
  const size = blockSizeOf(style);
  const min = isVertical(style) ? box.minWidth : box.minHeight;
  const least = Math.max(size.isLength ? size.px : 0, min.isLength ? min.px : 0);
  return Math.max(least + around, size.isLength ? 0 : line + edges);
}

function appendListBox(
  context: BuildContext,
  element: Element,
  style: ComputedStyle,
  into: LooseBox,
  rows: number,
): boolean {
  context.applyCounters(element, style, null);
  const options = optionsOf(context, element, true).map((option): ListedOption => {
    const optionStyle = optionStyleOf(context, option);
    const isInGroup = option.tag === 'option' && option.parent?.tag === 'optgroup';
    return {
      option,
      optionStyle,
      height: optionHeight(context, optionStyle),
      text: (isInGroup ? GROUP_INDENT : '') + optionText(context, option),
    };
  });
  // The box has room for `size` rows as high as the highest option, or of 1.2em and 1px without options.
  const rowHeight =
    options.length === 0
      ? 1.2 * style.font.fontSize + style.zoom
      : options.reduce((most, { height }) => Math.max(most, height), 0);
  const isFixed = style.rare.fieldSizing === 'fixed' && blockSizeOf(style).isAuto;
  const edges = style.box.boxSizing === 'content-box' ? 0 : blockEdges(style);
  const height = isFixed ? turned(style, { height: Length.px(rows * rowHeight + edges) }) : {};
  const own = context.styler.derivedStyle(style, {
    font: { ...style.font, lineHeight: Length.NORMAL },
    box: { ...style.box, ...height },
  });
  const box = createElementBox(context, element, own, into);
  box.flags |= BoxFlag.Compressible;
  const isCut = isFixed && own.box.overflowX !== 'visible' && own.box.overflowY !== 'visible';
  for (const { option, optionStyle, text } of isCut ? withoutHidden(options, 2 * rows * rowHeight) : options) {
    const line = new LooseBox(BoxKind.Block, optionStyle, option, null, 0);
    appendLine(line, text);
    box.append(line);
  }
  finishChildren(context, box);
  return true;
}

/** An option or group of a list box. */
interface ListedOption {
  readonly option: Element;
  readonly optionStyle: ComputedStyle;
  /** The height with one line, in CSS px. */
  readonly height: number;
  readonly text: string;
}

/**
 * Returns the options that begin above a height, and those of the others that decide the box's width. Long lists are
 * cut off anyway, and boxes for all of their options would take gigabytes.
 */
function withoutHidden(options: readonly ListedOption[], above: number): readonly ListedOption[] {
  let end = 0;
  for (let top = 0; end < options.length && top <= above; end++) top += options[end]!.height;
  const hidden = options.slice(end).sort((a, b) => b.text.length - a.text.length);
  return [...options.slice(0, end), ...hidden.slice(0, MEASURED_OPTIONS)];
}

/** Returns the displayed options. `groups`: whether to include the `optgroup`s. */
function optionsOf(context: BuildContext, select: Element, groups = false): Element[] {
  const options: Element[] = [];
  const visit = (parent: Element): void => {
    for (const child of parent.children) {
      context.budget.tick();
      if (child.type !== 'element' || context.styler.styleOf(child).box.display.outside === 'none') continue;
      if (child.tag === 'option' || (groups && child.tag === 'optgroup')) options.push(child);
      if (child.tag === 'optgroup') visit(child);
    }
  };
  visit(select);
  return options;
}

function optionText(context: BuildContext, option: Element): string {
  const label = option.attribute('label');
  if (label !== null && (label !== '' || option.tag === 'optgroup')) return label;
  return option.tag === 'optgroup' ? '' : collapsedText(context, option);
}
