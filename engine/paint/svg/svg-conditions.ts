/** Determines which elements are drawn, from conditional processing (svg2 §5.9) and `display`. */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Element } from '../../document/node.ts';

/** The reader's language, for documents that don't specify one. */
const DEFAULT_LANGUAGE = 'en';

/** Content other than SVG that `foreignObject` supports. */
const EXTENSIONS: ReadonlySet<string> = new Set(['http://www.w3.org/1999/xhtml', 'http://www.w3.org/1998/Math/MathML']);

/**
 * Returns whether the element's `requiredExtensions` and `systemLanguage` are satisfied. An empty list of extensions
 * never is. `language` is the document's, or '' if unknown.
 */
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

/** Elements that `display: contents` replaces by their contents. It hides all other elements (css-display-3 §2.5.2). */
const CONTAINERS: ReadonlySet<string> = new Set(['g', 'svg', 'use', 'a', 'switch']);

/** Returns whether an element and its contents are hidden. */
export function isHidden(element: Element, { box }: ComputedStyle): boolean {
  const { outside } = box.display;
  return outside === 'none' || (outside === 'contents' && !CONTAINERS.has(element.tag));
}

/** Returns whether an element is replaced by its contents. */
export const isContentsOnly = ({ box }: ComputedStyle): boolean => box.display.outside === 'contents';
