/** Which elements are drawn: conditional processing (svg2 §5.9), for those that only some readers are shown, and `display`. */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Element } from '../../document/node.ts';

/** What a document without a language of its own is taken to be read in. */
const DEFAULT_LANGUAGE = 'en';

/** What `foreignObject` can hold besides SVG. */
const EXTENSIONS: ReadonlySet<string> = new Set(['http://www.w3.org/1999/xhtml', 'http://www.w3.org/1998/Math/MathML']);

/** Are the element's `requiredExtensions` (an empty list asks for one that isn't known) and `systemLanguage` fulfilled? `language` is the document's; '': not known. */
export function passesConditions(element: Element, language: string): boolean {
  if (element.attributes.length === 0) return true;
  const extensions = element.attribute('requiredExtensions')?.trim().split(/\s+/) ?? [];
  if (!extensions.every((extension) => EXTENSIONS.has(extension))) return false;
  const languages = element.attribute('systemLanguage');
  if (languages === null) return true;
  const wanted = (language || DEFAULT_LANGUAGE).toLowerCase();
  return languages
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .some((one) => one !== '' && (one === wanted || wanted.startsWith(`${one}-`) || one.startsWith(`${wanted}-`)));
}

/** css-display-3 §2.5.2: elements that `display: contents` leaves nothing of but what is in them; other ones it hides. */
const CONTAINERS: ReadonlySet<string> = new Set(['g', 'svg', 'use', 'a', 'switch']);

/** Is nothing drawn of an element and what is in it? */
export function isHidden(element: Element, { box }: ComputedStyle): boolean {
  const { outside } = box.display;
  return outside === 'none' || (outside === 'contents' && !CONTAINERS.has(element.tag));
}

/** Is only what is in the element drawn, as if that stood in its place? */
export const isContentsOnly = ({ box }: ComputedStyle): boolean => box.display.outside === 'contents';
