/**
 * Generates elements whose boxes depend on more than `display` (HTML §15): replaced elements, form controls, line
 * breaks.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import { Namespace, type Element } from '../document/node.ts';
import type { BuildContext } from './build-context.ts';
import { generateBar } from './control-elements.ts';
import { generateInput, generateTextArea } from './form-controls.ts';
import { appendInlineText, type LooseBox, LooseBreak, LooseText } from './loose-box.ts';
import { markUnshown, setStringsOutside } from './page-marks.ts';
import {
  generateAudio,
  generateImage,
  generateObject,
  generateObjectBox,
  replace,
  svgData,
} from './replaced-elements.ts';
import { generateSelect } from './select-boxes.ts';

/** Elements that `display: contents` removes entirely (css-display-3, appendix B). */
const UNBOXED = new Set([
  'br',
  'wbr',
  'meter',
  'progress',
  'canvas',
  'embed',
  'object',
  'audio',
  'iframe',
  'img',
  'video',
  'frame',
  'frameset',
  'input',
  'textarea',
  'select',
]);

/**
 * Generates `wbr` as text in its own inline box. The text layer contains the zero width spaces that an author wrote as
 * characters, but not those of `wbr`, which would split words in searches.
 */
function generateWordBreak(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): void {
  markBoxless(context, element, style, into);
  appendInlineText(context, new LooseText('\u200b'), style, element, null, into);
}

/** Marks an element that is part of the text without a box. */
function markBoxless(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): void {
  setStringsOutside(context, element, style, into);
  markUnshown(context, element, into);
}

/** Handles special elements. Returns true if their boxes, if any, have been generated. */
export function generateSpecialElement(
  context: BuildContext,
  element: Element,
  style: ComputedStyle,
  into: LooseBox,
): boolean {
  const isContents = style.box.display.outside === 'contents';
  if (element.namespace === Namespace.Svg) {
    if (element.tag !== 'svg') return false;
    if (!isContents) replace(context, element, style, into, svgData(element));
    return true;
  }
  if (!element.isHtml) return false;
  if (isContents && UNBOXED.has(element.tag)) {
    markUnshown(context, element, into);
    return true;
  }
  switch (element.tag) {
    case 'br':
      // As in browsers, with `content` it is an ordinary element.
      if (typeof style.rare.content !== 'string') return false;
      markBoxless(context, element, style, into);
      into.append(new LooseBreak(style.box.clear === 'none' ? null : { element, style }));
      return true;
    case 'wbr':
      generateWordBreak(context, element, style, into);
      return true;
    case 'img':
      return generateImage(context, element, style, into);
    case 'input':
      if (element.attribute('type')?.toLowerCase() === 'image') return generateImage(context, element, style, into);
      return generateInput(context, element, style, into);
    case 'textarea':
      generateTextArea(context, element, style, into);
      return true;
    case 'select':
      return generateSelect(context, element, style, into);
    // Without scripts, a `canvas` represents its fallback content (HTML §15.4.1).
    case 'video':
    case 'iframe':
    case 'embed':
      generateObjectBox(context, element, style, into);
      return true;
    case 'object':
      return generateObject(context, element, style, into);
    case 'audio':
      generateAudio(context, element, style, into);
      return true;
    case 'progress':
    case 'meter':
      // Its contents are for browsers that don't know the element.
      generateBar(context, element, style, into);
      return true;
    default:
      return false;
  }
}
