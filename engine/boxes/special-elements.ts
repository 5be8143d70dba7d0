/** Elements whose boxes don't follow from `display` alone: replaced elements, form controls, line breaks, details (HTML rendering §15). */
import type { ComputedStyle } from '../css/computed-style.ts';
import { Namespace, type Element } from '../document/node.ts';
import type { ImageResource } from '../images/image.ts';
import { type BoxData, BoxFlag, BoxKind } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { collapsedText } from './content.ts';
import { INLINE_FLOW } from './display.ts';
import { createElementBox, finishChildren } from './element-box.ts';
import { LooseBox, LooseBreak, LooseText } from './loose-box.ts';

/** Sizes in CSS px of what has no content to show on paper. */
const DEFAULT_OBJECT = { width: 300, height: 150 };
const BROKEN_IMAGE_SIZE = 16;
/** Average character width of the default control font, for `size` and `cols`. */
const CHARACTER_WIDTH = 7.35;

/** Handles the element, if it is a special one; true: its boxes have been made (or it makes none). */
export function generateSpecialElement(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): boolean {
  if (element.namespace === Namespace.Svg) {
    if (element.tag !== 'svg') return false;
    replace(context, element, style, into, svgData(element));
    return true;
  }
  if (!element.isHtml) return false;
  switch (element.tag) {
    case 'br':
      into.append(new LooseBreak(style.box.clear === 'none' ? null : { element, style }));
      return true;
    case 'wbr':
      into.append(new LooseText('\u200b'));
      return true;
    case 'img':
      return generateImage(context, element, style, into, element.attribute('src') ?? firstCandidate(element.attribute('srcset')));
    case 'input':
      return generateInput(context, element, style, into);
    case 'textarea':
      return generateTextArea(context, element, style, into);
    case 'select':
      return generateSelect(context, element, style, into);
    case 'video':
    case 'canvas':
    case 'iframe':
    case 'embed':
      replace(context, element, style, into, emptyObject(context, element));
      return true;
    case 'object':
      return generateObject(context, element, style, into);
    case 'audio':
      return element.attribute('controls') === null || (replace(context, element, style, into, empty(300, 54)), true);
    case 'progress':
    case 'meter':
      if (style.rare.appearance === 'none') return false;
      replace(context, element, style, into, control(element.tag === 'progress' ? 160 : 80, 16));
      return true;
    default:
      return false;
  }
}

function replace(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox, data: BoxData): LooseBox {
  context.applyCounters(element, style, null);
  const box = createElementBox(context, element, style, into);
  box.kind = BoxKind.Replaced;
  if (style.box.display.outside === 'inline' && !box.isOutOfFlowOrFloat && !box.has(BoxFlag.FlexItem | BoxFlag.GridItem)) box.flags |= BoxFlag.AtomicInline;
  box.flags |= BoxFlag.Monolithic | BoxFlag.NewFormattingContext;
  box.data = data;
  return box;
}

function imageData(image: ImageResource): BoxData {
  return { type: 'replaced', image, content: 'image', intrinsicWidth: image.width, intrinsicHeight: image.height, intrinsicRatio: image.ratio };
}

function empty(width: number | null, height: number | null): BoxData {
  const ratio = width && height ? width / height : null;
  return { type: 'replaced', image: null, content: 'empty', intrinsicWidth: width, intrinsicHeight: height, intrinsicRatio: ratio };
}

function control(width: number, height: number): BoxData {
  return { type: 'replaced', image: null, content: 'control', intrinsicWidth: width, intrinsicHeight: height, intrinsicRatio: null };
}

function numberAttribute(element: Element, name: string): number | null {
  const match = /^\s*(\d+(?:\.\d+)?)/.exec(element.attribute(name) ?? '');
  return match ? Number(match[1]) : null;
}

/** The URL of the first image of a `srcset`. A data: URL holds commas, so candidates end at white space. */
function firstCandidate(srcset: string | null): string | null {
  const match = /^[\s,]*(\S+)/.exec(srcset ?? '');
  return match ? match[1].replace(/,+$/, '') : null;
}

function generateImage(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox, source: string | null): boolean {
  const chosen = pictureSource(context, element) ?? source;
  const image = chosen === null || chosen === '' ? null : context.images.get(chosen);
  if (image) {
    replace(context, element, style, into, imageData(image));
    return true;
  }
  const alternative = element.attribute('alt');
  if (alternative === '' || (alternative === null && chosen === null)) {
    replace(context, element, style, into, empty(0, 0));
    return true;
  }
  if (alternative === null || style.box.width.isLength || style.box.height.isLength) {
    replace(context, element, style, into, empty(BROKEN_IMAGE_SIZE, BROKEN_IMAGE_SIZE));
    return true;
  }
  // A broken image shows its alternative text as if it were an inline element.
  const box = createElementBox(context, element, style, into);
  box.append(new LooseText(alternative));
  finishChildren(context, box);
  return true;
}

/** The first `source` of the parent `picture` that has an image. Media conditions other than none and print-like ones are skipped. */
function pictureSource(context: BuildContext, element: Element): string | null {
  const picture = element.parent;
  if (!picture || picture.tag !== 'picture') return null;
  for (const child of picture.children) {
    if (child === element) return null;
    if (child.type !== 'element' || child.tag !== 'source' || child.attribute('media')) continue;
    const url = firstCandidate(child.attribute('srcset'));
    if (url && context.images.get(url)) return url;
  }
  return null;
}

function svgData(element: Element): BoxData {
  const percentOrMissing = (value: string | null): boolean => value === null || /%\s*$/.test(value);
  const width = percentOrMissing(element.attribute('width')) ? null : svgLength(element.attribute('width'));
  const height = percentOrMissing(element.attribute('height')) ? null : svgLength(element.attribute('height'));
  const box = (element.attribute('viewBox') ?? '').trim().split(/[\s,]+/).map(Number);
  const viewRatio = box.length === 4 && box[2] > 0 && box[3] > 0 ? box[2] / box[3] : null;
  const ratio = width !== null && height !== null && width > 0 && height > 0 ? width / height : viewRatio;
  return { type: 'replaced', image: null, content: 'svg', intrinsicWidth: width, intrinsicHeight: height, intrinsicRatio: ratio };
}

const SVG_UNITS: Readonly<Record<string, number>> = { '': 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96, em: 16, ex: 8, rem: 16 };

function svgLength(value: string | null): number | null {
  const match = /^\s*([+]?\d*\.?\d+(?:e[+-]?\d+)?)([a-z]*)\s*$/i.exec(value ?? '');
  const unit = match ? SVG_UNITS[match[2].toLowerCase()] : undefined;
  return match && unit !== undefined ? Number(match[1]) * unit : null;
}

function emptyObject(context: BuildContext, element: Element): BoxData {
  const poster = element.tag === 'video' ? element.attribute('poster') : null;
  const image = poster ? context.images.get(poster) : null;
  if (image) return imageData(image);
  if (element.tag === 'embed') {
    const source = element.attribute('src');
    const embedded = source ? context.images.get(source) : null;
    if (embedded) return imageData(embedded);
  }
  const width = element.tag === 'canvas' ? (numberAttribute(element, 'width') ?? DEFAULT_OBJECT.width) : DEFAULT_OBJECT.width;
  const height = element.tag === 'canvas' ? (numberAttribute(element, 'height') ?? DEFAULT_OBJECT.height) : DEFAULT_OBJECT.height;
  return empty(width, height);
}

function generateObject(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): boolean {
  const source = element.attribute('data');
  const image = source ? context.images.get(source) : null;
  if (!image) return false;
  replace(context, element, style, into, imageData(image));
  return true;
}

const BUTTON_TYPES = new Set(['button', 'submit', 'reset']);
const BUTTON_LABELS: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset', button: '' };
const DRAWN_TYPES: Readonly<Record<string, readonly [number, number]>> = { checkbox: [13, 13], radio: [13, 13], range: [129, 16], color: [44, 23] };

function generateInput(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): boolean {
  const type = (element.attribute('type') ?? 'text').toLowerCase();
  if (type === 'hidden') return true;
  if (type === 'image') return generateImage(context, element, style, into, element.attribute('src'));
  if (Object.hasOwn(DRAWN_TYPES, type)) {
    const [width, height] = DRAWN_TYPES[type];
    replace(context, element, style, into, control(width, height));
    return true;
  }
  context.applyCounters(element, style, null);
  const box = controlBox(context, element, style, into);
  if (BUTTON_TYPES.has(type)) {
    box.append(new LooseText(element.attribute('value') ?? BUTTON_LABELS[type]));
    return true;
  }
  if (type === 'file') {
    box.append(new LooseText('Choose File No file chosen'));
    return true;
  }
  const value = element.attribute('value') ?? '';
  const shown = type === 'password' ? '•'.repeat(value.length) : value;
  const size = numberAttribute(element, 'size') ?? 20;
  appendField(context, element, box, shown, { width: size * CHARACTER_WIDTH, lines: 1 });
  return true;
}

function generateTextArea(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): boolean {
  context.applyCounters(element, style, null);
  const box = controlBox(context, element, style, into);
  const text = element.children.map((child) => (child.type === 'text' ? child.data : '')).join('').replace(/^\n/, '');
  const cols = numberAttribute(element, 'cols') ?? 20;
  const lines = numberAttribute(element, 'rows') ?? 2;
  appendField(context, element, box, text, { width: cols * 8 + 15, lines });
  return true;
}

function generateSelect(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): boolean {
  context.applyCounters(element, style, null);
  const box = controlBox(context, element, style, into);
  const options: Element[] = [];
  const visit = (parent: Element): void => {
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      if (child.tag === 'option') options.push(child);
      else if (child.tag === 'optgroup') visit(child);
    }
  };
  visit(element);
  const chosen = options.findLast((option) => option.attribute('selected') !== null) ?? options[0];
  box.append(new LooseText(chosen ? (chosen.attribute('label') ?? collapsedText(context, chosen)) : '\u200b'));
  return true;
}

/** The block container of a control's text: an atomic inline, whatever its `display: inline` says. */
function controlBox(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): LooseBox {
  const box = createElementBox(context, element, style, into);
  if (box.kind === BoxKind.Inline) {
    box.kind = BoxKind.Block;
    box.flags |= BoxFlag.AtomicInline | BoxFlag.Monolithic;
  }
  box.flags |= BoxFlag.NewFormattingContext;
  return box;
}

/** A field's text, or its placeholder, in a box that keeps the field's preferred size when the style gives none. */
function appendField(context: BuildContext, element: Element, box: LooseBox, text: string, preferred: { width: number; lines: number }): void {
  const { width } = box.style.box;
  const placeholder = text === '' ? element.attribute('placeholder') : null;
  const style = placeholder === null ? null : context.styler.pseudoStyle(element, 'placeholder');
  if (placeholder !== null && style !== null) {
    const inner = new LooseBox(BoxKind.Inline, style, element, 'placeholder', 0);
    inner.append(new LooseText(placeholder));
    box.append(inner);
  } else {
    box.append(new LooseText(text === '' ? '\u200b' : text));
  }
  for (let line = 1; line < preferred.lines; line++) box.append(new LooseBreak());
  if (!width.isAuto) return;
  // A strut as wide as the field: an empty atomic inline after the text would share its line, so it stands on a line of no height.
  const strut = new LooseBox(BoxKind.Replaced, context.styler.anonymousStyle(box.style, INLINE_FLOW), element, 'strut', BoxFlag.Anonymous | BoxFlag.Float | BoxFlag.NewFormattingContext | BoxFlag.Monolithic);
  strut.data = empty(preferred.width, 0);
  box.children.unshift(strut);
}
