/** Matches pseudo-classes that tag and attributes decide in a static document (HTML standard, "Pseudo-classes"). */
import type { Element } from '../../document/node.ts';
import { nextNode } from '../../document/parse.ts';

const DISABLABLE = new Set(['button', 'input', 'select', 'textarea', 'optgroup', 'option', 'fieldset']);
const READ_ONLY_TYPES = new Set([
  'hidden',
  'range',
  'color',
  'checkbox',
  'radio',
  'file',
  'submit',
  'image',
  'reset',
  'button',
]);
const PLACEHOLDER_TYPES = new Set(['text', 'search', 'url', 'tel', 'email', 'password', 'number']);
const RANGE_TYPES = new Set(['number', 'range']);
const NEVER_REQUIRED = new Set(['hidden', 'range', 'color', 'submit', 'image', 'reset', 'button']);

/** Caches, for each drop-down without a selected option, the option it shows. */
export type DefaultOptions = Map<Element, Element | null>;

export function matchesState(name: string, element: Element, defaults: DefaultOptions): boolean {
  if (!element.isHtml) return false;
  switch (name) {
    case 'checked':
      return isChecked(element, defaults);
    case 'indeterminate':
      return isIndeterminate(element);
    case 'default':
      return (
        isSubmit(element) ||
        (element.tag === 'option' ? element.attribute('selected') !== null : isChecked(element, defaults))
      );
    case 'disabled':
      return DISABLABLE.has(element.tag) && isDisabled(element);
    case 'enabled':
      return DISABLABLE.has(element.tag) && !isDisabled(element);
    case 'required':
      return canBeRequired(element) && element.attribute('required') !== null;
    case 'optional':
      return canBeRequired(element) && element.attribute('required') === null;
    case 'read-write':
      return isReadWrite(element);
    case 'read-only':
      return !isReadWrite(element);
    case 'placeholder-shown':
      return showsPlaceholder(element);
    case 'in-range':
      return rangeState(element) === 'in';
    case 'out-of-range':
      return rangeState(element) === 'out';
    case 'valid':
      return isCandidate(element) && isValid(element);
    case 'invalid':
      return isCandidate(element) && !isValid(element);
    case 'open':
      return (element.tag === 'details' || element.tag === 'dialog') && element.attribute('open') !== null;
    case 'heading':
      return HEADINGS.has(element.tag);
    case 'unchecked':
      return (isTicked(element) || element.tag === 'option') && !isChecked(element, defaults);
    default:
      return false;
  }
}

const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

const inputType = (element: Element): string => (element.attribute('type') ?? 'text').toLowerCase();

function isChecked(element: Element, defaults: DefaultOptions): boolean {
  if (element.tag === 'option') return element.attribute('selected') !== null || isDefaultOption(element, defaults);
  return isTicked(element) && element.attribute('checked') !== null;
}

function isTicked(element: Element): boolean {
  return element.tag === 'input' && ['checkbox', 'radio'].includes(inputType(element));
}

function isDefaultOption(option: Element, defaults: DefaultOptions): boolean {
  let select = option.parent;
  while (select !== null && select.tag !== 'select') select = select.parent;
  if (select === null || select.attribute('multiple') !== null || Number(select.attribute('size') ?? 1) > 1)
    return false;
  let shown = defaults.get(select);
  if (shown === undefined) defaults.set(select, (shown = defaultOption(select)));
  return shown === option;
}

/** Returns the option that a drop-down shows when none is selected: the first that isn't disabled. */
function defaultOption(select: Element): Element | null {
  let first: Element | null = null;
  for (let node = nextNode(select, select); node !== null; node = nextNode(node, select)) {
    if (node.type !== 'element' || node.tag !== 'option') continue;
    if (node.attribute('selected') !== null) return null;
    if (first === null && !isDisabled(node)) first = node;
  }
  return first;
}

function isIndeterminate(element: Element): boolean {
  return element.tag === 'progress' && element.attribute('value') === null;
}

function isSubmit(element: Element): boolean {
  if (element.tag === 'button') return (element.attribute('type') ?? 'submit').toLowerCase() === 'submit';
  return element.tag === 'input' && (inputType(element) === 'submit' || inputType(element) === 'image');
}

/**
 * Returns whether the element is disabled by its own attribute, by a disabled fieldset (except within the fieldset's
 * first legend), or by a disabled option group.
 */
export function isDisabled(element: Element): boolean {
  if (element.attribute('disabled') !== null) return true;
  if (element.tag === 'option')
    return element.parent?.tag === 'optgroup' && element.parent.attribute('disabled') !== null;
  if (element.tag === 'optgroup') return false;
  let inside: Element = element;
  for (let parent = element.parent; parent !== null; inside = parent, parent = parent.parent) {
    if (parent.tag !== 'fieldset' || parent.attribute('disabled') === null) continue;
    const firstLegend = parent.children.find((child) => child.type === 'element' && child.tag === 'legend');
    if (inside !== firstLegend) return true;
  }
  return false;
}

function canBeRequired(element: Element): boolean {
  if (element.tag === 'select' || element.tag === 'textarea') return true;
  return element.tag === 'input' && !NEVER_REQUIRED.has(inputType(element));
}

function isReadWrite(element: Element): boolean {
  if (element.tag === 'textarea' || (element.tag === 'input' && !READ_ONLY_TYPES.has(inputType(element)))) {
    return element.attribute('readonly') === null && !isDisabled(element);
  }
  for (let e: Element | null = element; e !== null; e = e.parent) {
    const editable = e.attribute('contenteditable');
    if (editable !== null) return editable.toLowerCase() !== 'false';
  }
  return false;
}

function textValue(element: Element): string {
  if (element.tag !== 'textarea') return element.attribute('value') ?? '';
  return element.children.map((child) => (child.type === 'text' ? child.data : '')).join('');
}

function showsPlaceholder(element: Element): boolean {
  if ((element.attribute('placeholder') ?? '') === '') return false;
  const takesPlaceholder =
    element.tag === 'textarea' || (element.tag === 'input' && PLACEHOLDER_TYPES.has(inputType(element)));
  return takesPlaceholder && textValue(element) === '';
}

function rangeState(element: Element): 'in' | 'out' | null {
  if (element.tag !== 'input' || !RANGE_TYPES.has(inputType(element))) return null;
  const min = element.attribute('min');
  const max = element.attribute('max');
  if (min === null && max === null && inputType(element) === 'number') return null;
  const value = element.attribute('value');
  if (value === null || value === '') return 'in';
  const number = Number(value);
  return (min !== null && number < Number(min)) || (max !== null && number > Number(max)) ? 'out' : 'in';
}

function isCandidate(element: Element): boolean {
  if (element.tag === 'form' || element.tag === 'fieldset') return true;
  const takesValue = element.tag === 'input' || element.tag === 'select' || element.tag === 'textarea';
  return takesValue && !isDisabled(element) && element.attribute('readonly') === null;
}

function isValid(element: Element): boolean {
  if (element.tag === 'form' || element.tag === 'fieldset') return true;
  if (element.attribute('required') !== null && canBeRequired(element)) {
    const type = element.tag === 'input' ? inputType(element) : '';
    if (type === 'checkbox' || type === 'radio') return element.attribute('checked') !== null;
    if (element.tag !== 'select' && textValue(element) === '') return false;
  }
  return rangeState(element) !== 'out';
}

/**
 * Implements extended filtering (RFC 4647 §3.3.2) for `:lang()` (selectors-4 §7.2). Both arguments are in lower case.
 * An empty range matches only an empty language.
 */
export function matchesLanguageRange(language: string, range: string): boolean {
  if (range === '' || language === '') return range === language;
  const wanted = range.split('-');
  const subtags = language.split('-');
  if (wanted[0] !== '*' && wanted[0] !== subtags[0]) return false;
  let at = 1;
  for (let i = 1; i < wanted.length;) {
    if (wanted[i] === '*') i++;
    else if (at >= subtags.length) return false;
    else if (subtags[at] === wanted[i]) {
      at++;
      i++;
    } else if (subtags[at]!.length === 1) return false;
    else at++;
  }
  return true;
}
