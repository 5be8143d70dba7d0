/** Generates replaced elements: images, inline SVG, and objects that only take up space on paper (HTML §15.4). */
import { svgLength } from '../images/svg-size.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { Length } from '../css/length.ts';
import { hasFrameMarkup } from '../document/frame-markup.ts';
import type { Element } from '../document/node.ts';
import { type BoxData, BoxFlag, BoxKind, type ReplacedData } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { BLOCK_FLOW, INLINE_BLOCK } from './display.ts';
import { createElementBox, finishChildren, replaceContents } from './element-box.ts';
import { chooseImage } from './image-candidates.ts';
import { imageObject } from './image-object.ts';
import { LooseBox, LooseText } from './loose-box.ts';
import { markUnshown } from './page-marks.ts';

/** Sizes in CSS px of objects without content on paper. */
const DEFAULT_OBJECT = { width: 300, height: 150 };
const AUDIO_CONTROLS = { width: 300, height: 54 };
const BROKEN_IMAGE_SIZE = 16;

/** Appends the replaced box of an element to `into`. It shows the element's contents. */
export function replace(
  context: BuildContext,
  element: Element,
  style: ComputedStyle,
  into: LooseBox,
  data: BoxData,
): void {
  context.applyCounters(element, style, null);
  markUnshown(context, element, into, true);
  replaceContents(createElementBox(context, element, style, into), data, style.zoom);
}

/** Generates `video`, `iframe` and `embed` as a box of their size. */
export function generateObjectBox(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): void {
  replace(context, element, style, into, emptyObject(context, element, style));
}

/** Generates a box for `audio` only if it has controls. */
export function generateAudio(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): void {
  if (element.attribute('controls') !== null)
    replace(context, element, style, into, empty(AUDIO_CONTROLS.width, AUDIO_CONTROLS.height));
}

function empty(width: number | null, height: number | null, content: ReplacedData['content'] = 'empty'): BoxData {
  return {
    type: 'replaced',
    image: null,
    content,
    intrinsicWidth: width,
    intrinsicHeight: height,
    intrinsicRatio: null,
    viewed: null,
  };
}

export function generateImage(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): boolean {
  const chosen = chooseImage(element, context.styler, context.images);
  if (chosen !== null) {
    const object = imageObject(chosen.image, style, chosen.density);
    const { candidates } = chosen;
    replace(context, element, style, into, candidates === null ? object : { ...object, candidates });
    return true;
  }
  const isSet = element.attribute('src') !== null || element.attribute('srcset') !== null;
  const isButton = element.tag === 'input';
  const alternative = isButton ? buttonText(element) : (element.attribute('alt') ?? titleOf(element));
  const isSized = keepsItsPlace(style);
  if (alternative === '' || (alternative === null && !isSet)) {
    const used = !isSet || isSized ? style : alternativeStyle(context, style);
    replace(context, element, used, into, empty(0, 0, isSet ? 'missing' : 'unset'));
    return true;
  }
  const saysNothing = alternative === null || (isButton && isSet && element.attribute('alt') === null);
  if (saysNothing && isSized) {
    replace(context, element, style, into, empty(BROKEN_IMAGE_SIZE, BROKEN_IMAGE_SIZE, 'missing'));
    return true;
  }
  // A broken image shows its alternative text like an ordinary element, next to an icon (HTML's rendering section,
  // images).
  context.applyCounters(element, style, null);
  const used = alternativeStyle(context, style);
  const box = createElementBox(context, element, used, into);
  if (used !== style && !isButton) box.data = { type: 'alternative' };
  box.flags |= BoxFlag.NewFormattingContext | BoxFlag.Monolithic;
  appendAlternative(context, box, alternative ?? '');
  finishChildren(context, box);
  return true;
}

/**
 * Returns whether a missing image keeps its size: when both dimensions are given or follow from a ratio. A width alone
 * doesn't reserve a square.
 */
function keepsItsPlace({ box: { width, height, aspectRatio } }: ComputedStyle): boolean {
  if (aspectRatio.ratio !== null) return !width.isAuto || !height.isAuto;
  return !width.isAuto && !height.isAuto;
}

const NO_RATIO = { auto: true, ratio: null };

/**
 * Returns the style of an inline image without its picture. Browsers make it a block there, with edges around it, and
 * ignore the picture's size.
 */
function alternativeStyle(context: BuildContext, style: ComputedStyle): ComputedStyle {
  const { display } = style.box;
  if (display.outside !== 'inline' || display.inside !== 'flow') return style;
  const box = { ...style.box, display: INLINE_BLOCK, width: Length.AUTO, height: Length.AUTO, aspectRatio: NO_RATIO };
  return context.styler.derivedStyle(style, { box });
}

/** Without an `alt`, browsers show the title. */
function titleOf(element: Element): string | null {
  const title = element.attribute('title');
  return title === '' ? null : title;
}

/** Returns the text of an image button whose image is missing. */
function buttonText(element: Element): string {
  return element.attribute('alt') ?? element.attribute('title') ?? element.attribute('value') ?? 'Submit';
}

const ICON_FLAGS = BoxFlag.Anonymous | BoxFlag.Float | BoxFlag.NewFormattingContext | BoxFlag.Monolithic;

/** Appends alternative text, preceded by the icon that browsers draw. */
function appendAlternative(context: BuildContext, box: LooseBox, alternative: string): void {
  const { styler } = context;
  const own = styler.anonymousStyle(box.style, BLOCK_FLOW);
  const floating = styler.derivedStyle(own, {
    box: { ...own.box, float: own.text.direction === 'rtl' ? 'right' : 'left' },
  });
  const icon = new LooseBox(BoxKind.Replaced, floating, box.element, null, ICON_FLAGS);
  icon.data = empty(BROKEN_IMAGE_SIZE, BROKEN_IMAGE_SIZE, 'missing');
  box.append(icon);
  if (alternative !== '') box.append(new LooseText(alternative));
}

export function svgData(element: Element): BoxData {
  const percentOrMissing = (value: string | null): boolean => value === null || /%\s*$/.test(value);
  const width = percentOrMissing(element.attribute('width')) ? null : svgLength(element.attribute('width'));
  const height = percentOrMissing(element.attribute('height')) ? null : svgLength(element.attribute('height'));
  const box = (element.attribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const viewRatio = box.length === 4 && box[2]! > 0 && box[3]! > 0 ? box[2]! / box[3]! : null;
  const ratio = width !== null && height !== null && width > 0 && height > 0 ? width / height : viewRatio;
  return {
    type: 'replaced',
    image: null,
    content: 'svg',
    intrinsicWidth: width,
    intrinsicHeight: height,
    intrinsicRatio: ratio,
    viewed: null,
  };
}

function emptyObject(context: BuildContext, element: Element, style: ComputedStyle): BoxData {
  const poster = element.tag === 'video' ? element.attribute('poster') : null;
  const image = poster ? context.images.get(poster) : null;
  if (image) return imageObject(image, style);
  if (element.tag === 'embed') {
    const source = element.attribute('src');
    const embedded = source ? context.images.get(source) : null;
    if (embedded) return imageObject(embedded, style);
  }
  const isFrame = element.tag === 'iframe' && hasFrameMarkup(element);
  return empty(DEFAULT_OBJECT.width, DEFAULT_OBJECT.height, isFrame ? 'frame' : 'empty');
}

export function generateObject(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): boolean {
  const source = element.attribute('data');
  const image = source ? context.images.get(source) : null;
  if (!image) return false;
  replace(context, element, style, into, imageObject(image, style));
  return true;
}
