/** Creates the loose box of an element, with kind and flags from its display and position (css-display-3 §2). */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Display } from '../css/computed-values.ts';
import { targetName } from '../document/link-targets.ts';
import { type Element, Namespace } from '../document/node.ts';
import { type BoxData, type ReplacedData, BoxFlag, BoxKind } from './box.ts';
import { flagsOfStyle } from './box-flags.ts';
import { containmentOf } from './containment.ts';
import type { BuildContext } from './build-context.ts';
import { blockified, displayOf, INLINE_BLOCK, kindOf } from './display.ts';
import { LooseBox } from './loose-box.ts';
import { noteMarks } from './page-marks.ts';
import { isQuiet, keptFlagsOfStyle } from './style-facts.ts';
import { inlinified, isRubyContainer, isRubyLevel, pairRuby, wrapStrayRuby } from './ruby.ts';
import { cellDataOf, columnDataOf, wrapMisparented } from './table-fixup.ts';

/**
 * Creates an empty loose box for an element, with the kind that its display and position require, and appends it to
 * `into`.
 */
export function createElementBox(
  context: BuildContext,
  element: Element,
  style: ComputedStyle,
  into: LooseBox,
): LooseBox {
  const isFieldset = element.tag === 'fieldset' && element.isHtml;
  const used = usedDisplay(style, into);
  // As in browsers, fieldsets can't be old flexboxes.
  const display = isFieldset && style.box.oldFlexbox ? displayOf(used.outside, 'flow-root') : used;
  const isToken = display.inside === 'math' && isMathToken(element);
  const kind = isToken ? BoxKind.Block : kindOf(display, style);
  const flags = placeFlags(kind, display, style, into);
  const box = new LooseBox(kind, style, element, null, flags);
  box.inlinifies = display.inside.startsWith('ruby') || (into.inlinifies && kind === BoxKind.Inline);
  box.unbroken = unbrokenAround(into);
  const isBody = element === context.document.body && into.element === context.document.root && into.pseudo === null;
  if (isBody) markBody(box, into);
  if ((kind === BoxKind.Block || kind === BoxKind.Multicol) && isFieldset) {
    box.kind = BoxKind.Fieldset;
    box.flags |= BoxFlag.NewFormattingContext;
  }
  if (kind === BoxKind.TableCell) box.data = cellDataOf(element);
  else if (kind === BoxKind.TableColumn || kind === BoxKind.TableColumnGroup) box.data = columnDataOf(element);
  into.append(box);
  // PERF: few elements leave marks.
  if (!isQuiet(style) || context.marks.length > 0 || targetName(element) !== null)
    noteMarks(context, element, style, box);
  return box;
}

/**
 * Returns the innermost element whose box keeps the contents of a box together (css-break-3 §4.1). Returns null if they
 * are in columns or positioned, because those may be broken anyway.
 */
export function unbrokenAround(box: LooseBox): Element | null {
  if (box.kind === BoxKind.Multicol) return null;
  if (box.has(BoxFlag.Monolithic)) return box.element;
  return box.has(BoxFlag.OutOfFlow) ? null : box.unbroken;
}

const MATH_TOKENS: ReadonlySet<string> = new Set(['mi', 'mn', 'mtext', 'ms', 'annotation', 'annotation-xml']);

/** Returns whether it is a MathML token that is a block of text (MathML Core §3.2). Operators have their own layout. */
function isMathToken(element: Element): boolean {
  return element.namespace === Namespace.MathMl && MATH_TOKENS.has(element.tag);
}

/**
 * Makes a loose box replaced. `display` then only decides between inline and block. Natural sizes in `data` are
 * multiplied by `zoom`.
 */
export function replaceContents(box: LooseBox, data: BoxData, zoom: number): void {
  box.kind = BoxKind.Replaced;
  const isOutside = box.isOutOfFlowOrFloat || box.has(BoxFlag.FlexItem | BoxFlag.GridItem);
  if (!isOutside && box.style.box.display.outside !== 'block') box.flags |= BoxFlag.AtomicInline;
  box.flags |= BoxFlag.Monolithic | BoxFlag.NewFormattingContext;
  box.data = zoom === 1 || data.type !== 'replaced' ? data : enlarged(data, zoom);
}

function enlarged(data: ReplacedData, zoom: number): ReplacedData {
  const { intrinsicWidth: width, intrinsicHeight: height } = data;
  return { ...data, intrinsicWidth: width && width * zoom, intrinsicHeight: height && height * zoom };
}

/** Kinds whose children are blockified. */
const BLOCKIFYING: ReadonlySet<BoxKind> = new Set([BoxKind.Flex, BoxKind.Grid, BoxKind.Math]);

/**
 * Returns the display after blockification by position, float and the parent's formatting context (css-display-3 §2.7).
 */
export function usedDisplay(style: ComputedStyle, into: LooseBox): Display {
  const { display: own } = style.box;
  const display = into.inlinifies ? inlinified(own) : own;
  const blockifies = BLOCKIFYING.has(into.kind) && !isInlineInOldFlexbox(style, into);
  if (isOutOfFlow(style) || style.box.float !== 'none' || blockifies) return blockified(own);
  // An inline box can't change the writing mode; it becomes an inline-block (css-writing-modes-4 §3.2).
  if (
    display.outside === 'inline' &&
    display.inside === 'flow' &&
    style.text.writingMode !== into.style.text.writingMode
  )
    return INLINE_BLOCK;
  return display;
}

/** Old flexboxes (2009) put their inline-level children into lines, in anonymous blocks. */
function isInlineInOldFlexbox({ box }: ComputedStyle, into: LooseBox): boolean {
  return (
    into.kind === BoxKind.Flex && into.style.box.oldFlexbox && box.display.outside === 'inline' && box.float === 'none'
  );
}

/** Returns whether a float goes to an edge of its page (css-page-floats-3) or into its margin. */
function isPageFloat({ box }: ComputedStyle): boolean {
  const { floatReference } = box;
  if (floatReference !== 'inline' && floatReference !== 'region') return box.float !== 'none';
  return box.float === 'block-start' || box.float === 'block-end' || box.float === 'snap-block';
}

export function isOutOfFlow(style: ComputedStyle): boolean {
  return style.box.position === 'absolute' || style.box.position === 'fixed';
}

/** Returns all flags of a box to be placed in `into`. */
export function placeFlags(kind: BoxKind, display: Display, style: ComputedStyle, into: LooseBox): number {
  let flags = keptFlagsOfStyle(kind, style);
  const isItem = (into.kind === BoxKind.Flex || into.kind === BoxKind.Grid) && !isInlineInOldFlexbox(style, into);
  if (isOutOfFlow(style)) {
    flags |= BoxFlag.OutOfFlow | BoxFlag.NewFormattingContext;
  } else if (isItem) {
    flags |= (into.kind === BoxKind.Flex ? BoxFlag.FlexItem : BoxFlag.GridItem) | BoxFlag.NewFormattingContext;
  } else if (style.box.float !== 'none' && (style.box.float === 'footnote' || isPageFloat(style))) {
    // Its positioned descendants stay with it wherever it is placed.
    flags |= BoxFlag.Footnote | BoxFlag.NewFormattingContext | BoxFlag.AbsoluteContainer;
  } else if (style.box.float !== 'none') {
    flags |= BoxFlag.Float | BoxFlag.NewFormattingContext;
  } else if (display.outside === 'inline' && kind !== BoxKind.Inline) {
    flags |= BoxFlag.AtomicInline | BoxFlag.NewFormattingContext | BoxFlag.Monolithic;
  } else if (
    into.kind === BoxKind.Math ||
    (kind !== BoxKind.Inline && style.text.writingMode !== into.style.text.writingMode)
  ) {
    flags |= BoxFlag.NewFormattingContext;
  }
  return flags;
}

/** Propagates body's overflow to the viewport if the root element has none of its own (css-overflow-3 §3.3). */
function markBody(box: LooseBox, root: LooseBox): void {
  box.flags |= BoxFlag.Body;
  const overflow = root.style.box;
  const contained = containmentOf(root.kind, root.style) !== 0 || containmentOf(box.kind, box.style) !== 0;
  if (overflow.overflowX !== 'visible' || overflow.overflowY !== 'visible' || contained) return;
  box.flags |= BoxFlag.OverflowPropagated;
  const forced = box.flags & (BoxFlag.Float | BoxFlag.OutOfFlow | BoxFlag.FlexItem | BoxFlag.GridItem);
  const own = flagsOfStyle(box.kind, box.style, true) & BoxFlag.NewFormattingContext;
  const turned = box.style.text.writingMode !== root.style.text.writingMode;
  if (!forced && !own && !turned) box.flags &= ~BoxFlag.NewFormattingContext;
}

/**
 * Called after a box's last child: wraps stray table parts in a table, and determines whether blocks split an inline
 * box.
 */
export function finishChildren(context: BuildContext, box: LooseBox): void {
  // PERF: called for every element, so it creates no closures. Few children need wrapping.
  const { children } = box;
  let holdsParts = false;
  let holdsRuby = false;
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    if (child.type !== 'box') continue;
    const { kind } = child;
    if (kind === BoxKind.RubyBase || kind === BoxKind.RubyText) holdsRuby = true;
    else if (kind >= BoxKind.TableRowGroup && kind <= BoxKind.TableColumn) holdsParts = true;
    else if (child.style.box.display.inside === 'table-caption') holdsParts = true;
  }
  if (holdsParts) wrapMisparented(context, box);
  if (isRubyContainer(box.style.box.display)) pairRuby(context, box);
  else if (holdsRuby && !isRubyLevel(box)) wrapStrayRuby(context, box);
  if (box.kind !== BoxKind.Inline) return;
  for (const child of box.children) {
    if (child.type === 'box' && (child.isBlockLevel || (child.isInlineBox && child.holdsBlocks))) {
      box.holdsBlocks = true;
      return;
    }
  }
}
