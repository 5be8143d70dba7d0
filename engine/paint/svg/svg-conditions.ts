/** Conditional processing (svg2 §5.9): elements that only some readers are shown. */
import type { Element } from '../../document/node.ts';

/** What a document without a language of its own is taken to be read in. */
const DEFAULT_LANGUAGE = 'en';

/** Are the element's `requiredExtensions` (none is known, and an empty list asks for one) and `systemLanguage` fulfilled? `language` is the document's; '': not known. */
export function passesConditions(element: Element, language: string): boolean {
  if (element.attributes.length === 0) return true;
  if (element.attribute('requiredExtensions') !== null) return false;
  const languages = element.attribute('systemLanguage');
  if (languages === null) return true;
  const wanted = (language || DEFAULT_LANGUAGE).toLowerCase();
  return languages
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .some((one) => one !== '' && (one === wanted || wanted.startsWith(`${one}-`) || one.startsWith(`${wanted}-`)));
}
