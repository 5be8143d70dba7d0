/**
 * Turns the controls of a document into fillable fields (HTML §4.10): the name, value and constraints of each, by
 * element.
 */
import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { rawText } from '../boxes/form-controls.ts';
import { elementById } from '../document/element-facts.ts';
import type { Document, Element } from '../document/node.ts';
import { FieldNames } from './field-names.ts';
import { controlName, labelsOf, textOf } from './names.ts';

/** The action of a button, or null. */
export type ButtonAction = { readonly type: 'reset' } | { readonly type: 'submit'; readonly url: string } | null;

interface FieldOption {
  readonly value: string;
  readonly label: string;
  readonly isSelected: boolean;
}

/** The properties specific to a kind of control. */
export type FieldContent =
  | {
      readonly type: 'text';
      readonly value: string;
      readonly lines: 'one' | 'many';
      readonly isSecret: boolean;
      readonly maxLength: number | null;
      /** The values of the `datalist` that it names; empty: none. */
      readonly suggestions: readonly string[];
    }
  /** `value`: the value sent when it is checked. `group`: the label of its group of buttons. */
  | { readonly type: 'checkbox' | 'radio'; readonly value: string; readonly isChecked: boolean; readonly group: string }
  | { readonly type: 'choice'; readonly isList: boolean; readonly isMultiple: boolean; readonly options: FieldOption[] }
  | { readonly type: 'button'; readonly caption: string; readonly action: ButtonAction }
  | { readonly type: 'signature' };

export interface FormField {
  /** The parts of its name, unique except among the buttons of a radio group. */
  readonly path: readonly string[];
  /** The accessible label. */
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly isRequired: boolean;
  /** Whether it is submitted with the form. */
  readonly isSent: boolean;
  /** Its `tabindex` if positive, otherwise 0. */
  readonly tabIndex: number;
  readonly content: FieldContent;
}

/** The attribute that turns an `input` into a signature field. */
const FIELD_ATTRIBUTE = 'data-pdf-field';
const BUTTON_TYPES: ReadonlySet<string> = new Set(['submit', 'reset', 'button']);
/** Types for which PDF has no field. */
const DRAWN_TYPES: ReadonlySet<string> = new Set(['range', 'color', 'file', 'image']);

/**
 * Returns the fields of a document by element, in document order. Controls that can't be fields are only drawn, with a
 * diagnostic.
 */
export function formFieldsOf(
  document: Document,
  budget: Budget,
  diagnostics: Diagnostics,
): ReadonlyMap<Element, FormField> {
  return new FieldCollector(document, budget, diagnostics).collect();
}

class FieldCollector {
  private readonly document: Document;
  private readonly budget: Budget;
  private readonly diagnostics: Diagnostics;
  private readonly labels: ReadonlyMap<string, Element>;
  private readonly fields = new Map<Element, FormField>();
  private readonly names = new FieldNames();
  /** The values of each `datalist`. */
  private readonly suggestions = new Map<Element, readonly string[]>();

  constructor(document: Document, budget: Budget, diagnostics: Diagnostics) {
    this.document = document;
    this.budget = budget;
    this.diagnostics = diagnostics;
    this.labels = labelsOf(document);
  }

  collect(): ReadonlyMap<Element, FormField> {
    const stack: { readonly element: Element; readonly isDisabled: boolean }[] = [
      { element: this.document.root, isDisabled: false },
    ];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      this.budget.tick();
      const { element, isDisabled } = next;
      this.see(element, isDisabled);
      const disables = element.isHtml && element.tag === 'fieldset' && element.attribute('disabled') !== null;
      const legend = disables
        ? element.children.find((child) => child.type === 'element' && child.tag === 'legend')
        : null;
      for (let i = element.children.length - 1; i >= 0; i--) {
        const child = element.children[i];
        if (child!.type !== 'element') continue;
        stack.push({ element: child!, isDisabled: isDisabled || (disables && child !== legend) });
      }
    }
    return this.fields;
  }

  private see(element: Element, isDisabled: boolean): void {
    const content = element.isHtml ? this.contentOf(element) : null;
    if (content === null) return;
    const off = isDisabled || element.attribute('disabled') !== null;
    const name = element.attribute('name') ?? '';
    const owner = content.type === 'radio' ? (this.formOf(element)?.index ?? 0) : null;
    const path = this.names.pathFor(name !== '' ? name : (element.id ?? ''), owner);
    const caption = content.type === 'button' ? content.caption : '';
    const label = controlName(element, this.document, this.labels) ?? caption;
    const tabIndex = Number(element.attribute('tabindex'));
    this.fields.set(element, {
      path,
      label: label === '' ? path.join('.') : label,
      isReadOnly: off || element.attribute('readonly') !== null,
      isRequired: element.attribute('required') !== null,
      isSent: name !== '' && !off,
      tabIndex: Number.isInteger(tabIndex) && tabIndex > 0 ? tabIndex : 0,
      content,
    });
  }

  private contentOf(element: Element): FieldContent | null {
    if (element.tag === 'textarea') return textContent(element, rawText(element).replace(/^\r?\n/, ''), 'many');
    if (element.tag === 'select') return choiceContent(element);
    if (element.tag === 'button') {
      const type = (element.attribute('type') ?? 'submit').toLowerCase();
      return { type: 'button', caption: textOf(element), action: this.actionOf(element, type) };
    }
    return element.tag === 'input' ? this.inputContent(element) : null;
  }

  private inputContent(element: Element): FieldContent | null {
    if (element.attribute(FIELD_ATTRIBUTE)?.toLowerCase() === 'signature') return { type: 'signature' };
    const type = (element.attribute('type') ?? 'text').toLowerCase();
    if (type === 'hidden') return null;
    if (DRAWN_TYPES.has(type)) {
      const message = `PDF has no field for <input type=${type}>. The control is drawn but cannot be filled in.`;
      this.diagnostics.reportNode('pdf/form-control', 'info', message, element);
      return null;
    }
    const value = element.attribute('value');
    if (type === 'checkbox' || type === 'radio') {
      const isChecked = element.attribute('checked') !== null;
      return { type, value: value ?? 'on', isChecked, group: type === 'radio' ? groupLabel(element) : '' };
    }
    if (BUTTON_TYPES.has(type)) {
      const caption = value ?? (type === 'button' ? '' : type === 'reset' ? 'Reset' : 'Submit');
      return { type: 'button', caption, action: this.actionOf(element, type) };
    }
    const isSecret = type === 'password';
    const text = (value ?? '').replace(/[\n\r]/g, '');
    const content = textContent(element, text, 'one');
    return isSecret ? { ...content, isSecret, value: '' } : { ...content, suggestions: this.suggestionsFor(element) };
  }

  /** Returns the values that an input's `datalist` suggests (HTML §4.10.8). */
  private suggestionsFor(input: Element): readonly string[] {
    const id = input.attribute('list');
    const list = id === null ? null : elementById(this.document, id);
    if (list?.isHtml !== true || list.tag !== 'datalist') return [];
    let values = this.suggestions.get(list);
    if (values === undefined) {
      const options = optionsIn(list).filter((option) => option.attribute('disabled') === null);
      values = options.map((option) => option.attribute('value') ?? textOf(option)).filter((value) => value !== '');
      this.suggestions.set(list, values);
    }
    this.budget.spendSuggestions(values.length);
    return values;
  }

  /** Returns a button's action. Forms are submitted only to the web addresses that links may have. */
  private actionOf(element: Element, type: string): ButtonAction {
    if (type === 'reset') return { type: 'reset' };
    const form = type === 'submit' ? this.formOf(element) : null;
    const target = element.attribute('formaction') ?? form?.attribute('action');
    if (form === null || !target) return null;
    const { baseUrl } = this.document;
    try {
      const url = baseUrl === null ? new URL(target) : new URL(target, baseUrl);
      return url.protocol === 'https:' || url.protocol === 'http:' ? { type: 'submit', url: url.href } : null;
    } catch {
      return null;
    }
  }

  private formOf(element: Element): Element | null {
    const id = element.attribute('form');
    if (id !== null) return elementById(this.document, id);
    for (let e = element.parent; e !== null; e = e.parent) if (e.isHtml && e.tag === 'form') return e;
    return null;
  }
}

function textContent(element: Element, value: string, lines: 'one' | 'many'): FieldContent & { type: 'text' } {
  const length = element.attribute('maxlength') ?? '';
  const maxLength = /^\d{1,6}$/.test(length) ? Number(length) : null;
  return { type: 'text', value: value.replace(/\r\n?/g, '\n'), lines, isSecret: false, maxLength, suggestions: [] };
}

function choiceContent(select: Element): FieldContent {
  const isMultiple = select.attribute('multiple') !== null;
  const isList = isMultiple || Number(select.attribute('size')) > 1;
  const elements = optionsIn(select);
  const selected = new Set(elements.filter((option) => option.attribute('selected') !== null));
  if (!isMultiple) {
    const shown = [...selected].pop() ?? (isList ? undefined : elements.find((o) => o.attribute('disabled') === null));
    selected.clear();
    if (shown !== undefined) selected.add(shown);
  }
  const options = elements.map((option) => {
    const text = textOf(option);
    const label = option.attribute('label') || text;
    return { value: option.attribute('value') ?? text, label, isSelected: selected.has(option) };
  });
  return { type: 'choice', isList, isMultiple, options };
}

/** Returns the options of a `select` or `datalist` in document order. */
function optionsIn(list: Element): Element[] {
  const options: Element[] = [];
  const stack: Element[] = [list];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (element.tag === 'option') options.push(element);
    else
      for (let i = element.children.length - 1; i >= 0; i--) {
        const child = element.children[i]!;
        if (child.type === 'element') stack.push(child);
      }
  }
  return options;
}

/** Returns the legend of the nearest fieldset, or ''. */
function groupLabel(element: Element): string {
  for (let e = element.parent; e !== null; e = e.parent) {
    if (!e.isHtml || e.tag !== 'fieldset') continue;
    const legend = e.children.find((child) => child.type === 'element' && child.tag === 'legend');
    if (legend?.type === 'element') return textOf(legend);
  }
  return '';
}
