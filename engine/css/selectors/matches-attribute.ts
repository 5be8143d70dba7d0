import { asciiLower } from '../../document/ascii.ts';
import { type Element, Namespace } from '../../document/node.ts';
import { CASE_INSENSITIVE_ATTRIBUTES } from './pseudo-classes.ts';
import type { AttributeTest } from './selector.ts';

const ATTRIBUTE_PREFIXES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    xlink: 'http://www.w3.org/1999/xlink',
    xml: 'http://www.w3.org/XML/1998/namespace',
    xmlns: 'http://www.w3.org/2000/xmlns/',
  }),
);

/** Whether an attribute of an element passes `[name=value]` and its like (selectors-4 §6). */
export function matchesAttribute(test: AttributeTest, element: Element): boolean {
  const html = element.namespace === Namespace.Html;
  for (const attribute of element.attributes) {
    const colon = attribute.prefix === '' ? 0 : attribute.prefix.length + 1;
    if (test.namespace !== null && test.namespace !== (colon === 0 ? '' : ATTRIBUTE_PREFIXES.get(attribute.prefix)))
      continue;
    const name = colon === 0 ? attribute.name : attribute.name.slice(colon);
    if (name === (html ? test.lower : test.name) && matchesAttributeValue(test, attribute.value, html)) return true;
  }
  return false;
}

/** Whether an attribute that the test names has a value that it asks for. `html`: of an HTML element. */
export function matchesAttributeValue(test: AttributeTest, actual: string, html: boolean): boolean {
  if (test.operator === 'exists') return true;
  let wanted = test.value;
  let value = actual;
  if (test.flag === 'i' || (test.flag === 'default' && html && CASE_INSENSITIVE_ATTRIBUTES.has(test.lower))) {
    wanted = asciiLower(wanted);
    value = asciiLower(value);
  }
  switch (test.operator) {
    case '=':
      return value === wanted;
    case '~=':
      return hasWord(value, wanted);
    case '|=':
      return value === wanted || value.startsWith(`${wanted}-`);
    case '^=':
      return wanted !== '' && value.startsWith(wanted);
    case '$=':
      return wanted !== '' && value.endsWith(wanted);
    case '*=':
      return wanted !== '' && value.includes(wanted);
  }
}

/** Is a word one of those that HTML's white space parts in a value? One with white space in it, or without anything, is none. */
function hasWord(value: string, word: string): boolean {
  if (word === '') return false;
  for (let at = value.indexOf(word); at >= 0; at = value.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (
      (at === 0 || isWhiteSpace(value.charCodeAt(at - 1))) &&
      (end === value.length || isWhiteSpace(value.charCodeAt(end)))
    )
      return !/[\t\n\f\r ]/.test(word);
  }
  return false;
}

const isWhiteSpace = (unit: number): boolean =>
  unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d || unit === 0x0c;
