import { asciiLower } from '../../document/ascii.ts';
import type { Budget } from '../../budget.ts';
import { type Element, Namespace } from '../../document/node.ts';
import { indexOfText } from '../../text-search.ts';
import { CASE_INSENSITIVE_ATTRIBUTES } from './pseudo-classes.ts';
import type { AttributeTest } from './selector.ts';

/** The number of compared names, and of searched UTF-16 code units, charged as one unit of work. */
const ATTRIBUTES_PER_TICK = 8;
const UNITS_PER_TICK = 64;

const WHITE_SPACE = /[\t\n\f\r ]/;

const ATTRIBUTE_PREFIXES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    xlink: 'http://www.w3.org/1999/xlink',
    xml: 'http://www.w3.org/XML/1998/namespace',
    xmlns: 'http://www.w3.org/2000/xmlns/',
  }),
);

/** Returns whether an attribute of an element matches `[name=value]` and the like (selectors-4 §6). */
export function matchesAttribute(test: AttributeTest, element: Element, budget: Budget): boolean {
  const html = element.namespace === Namespace.Html;
  if (element.attributes.length >= ATTRIBUTES_PER_TICK) budget.tickBy(element.attributes.length / ATTRIBUTES_PER_TICK);
  for (const attribute of element.attributes) {
    const colon = attribute.prefix === '' ? 0 : attribute.prefix.length + 1;
    if (test.namespace !== null && test.namespace !== (colon === 0 ? '' : ATTRIBUTE_PREFIXES.get(attribute.prefix)))
      continue;
    const name = colon === 0 ? attribute.name : attribute.name.slice(colon);
    if (name === (html ? test.lower : test.name) && matchesAttributeValue(test, attribute.value, html, budget))
      return true;
  }
  return false;
}

/** Returns whether the value of the named attribute matches. `html`: whether the element is an HTML element. */
export function matchesAttributeValue(test: AttributeTest, actual: string, html: boolean, budget: Budget): boolean {
  if (test.operator === 'exists') return true;
  const length = actual.length + test.value.length;
  if (length >= UNITS_PER_TICK) budget.tickBy(length / UNITS_PER_TICK);
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
      return wanted !== '' && indexOfText(value, wanted) >= 0;
  }
}

/**
 * Returns whether `word` is one of the white-space separated words of a value. False if it is empty or contains white
 * space.
 */
function hasWord(value: string, word: string): boolean {
  if (word === '' || WHITE_SPACE.test(word)) return false;
  for (let at = 0; at < value.length; at++) {
    if (
      value.startsWith(word, at) &&
      (at + word.length === value.length || isWhiteSpace(value.charCodeAt(at + word.length)))
    )
      return true;
    while (at < value.length && !isWhiteSpace(value.charCodeAt(at))) at++;
  }
  return false;
}

const isWhiteSpace = (unit: number): boolean =>
  unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d || unit === 0x0c;
