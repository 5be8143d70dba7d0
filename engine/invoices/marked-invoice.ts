/** Reads the fields that elements mark with `data-invoice`, as pages show them. */
import { machineAmount, writtenAmount } from '../boxes/amounts.ts';
import type { Box } from '../boxes/box.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Document, Element, Node } from '../document/node.ts';
import { didYouMean } from '../similar-names.ts';
import { InlineItemKind } from '../text/inline-content.ts';
import { type FieldKind, GROUP_FIELDS, type GroupName, HEADER_FIELDS } from './fields.ts';
import { decimal } from './invoice.ts';

/** A field of the document, with the element that shows it. */
interface Mark {
  readonly value: string;
  readonly element: Element;
}

export type Marks = ReadonlyMap<string, Mark>;

interface MarkedGroup {
  readonly marks: Marks;
  readonly element: Element;
}

export interface MarkedInvoice {
  readonly header: Marks;
  readonly groups: Readonly<Record<GroupName, readonly MarkedGroup[]>>;
}

const ATTRIBUTE = 'data-invoice';

/** Reads the marked fields of a document, whose boxes begin with `root`. Reports those that it can't read. */
export function markedInvoice(document: Document, root: Box, diagnostics: Diagnostics): MarkedInvoice {
  const elements = markedElements(document);
  const shown = elements.size === 0 ? new Map<Element, Shown>() : shownTexts(root, elements);
  const header = new Map<string, Mark>();
  const groups: Record<GroupName, MarkedGroup[]> = { line: [], vat: [] };
  const open = new Map<Element, { name: GroupName; marks: Map<string, Mark> }>();
  for (const element of elements) {
    for (const name of namesOf(element)) {
      if (name === 'line' || name === 'vat') {
        const marks = new Map<string, Mark>();
        open.set(element, { name, marks });
        groups[name].push({ marks, element });
        continue;
      }
      const group = groupAround(element, open);
      const fields = group === null ? HEADER_FIELDS : GROUP_FIELDS[group.name];
      const kind = fields.get(name);
      if (kind === undefined) remarkOnName(name, fields, element, diagnostics);
      else {
        const value = readValue(name, kind, element, shown.get(element) ?? null, diagnostics);
        if (value !== null) (group?.marks ?? header).set(name, { value, element });
      }
    }
  }
  return { header, groups };
}

const namesOf = (element: Element): readonly string[] =>
  (element.attribute(ATTRIBUTE) ?? '').split(/\s+/).filter((name) => name !== '');

function markedElements({ root }: Document): Set<Element> {
  const found = new Set<Element>();
  for (let node: Node | null = root; node !== null; node = node.following)
    if (node.type === 'element' && node.attribute(ATTRIBUTE) !== null) found.add(node);
  return found;
}

function groupAround<G>(element: Element, open: ReadonlyMap<Element, G>): G | null {
  for (let at = element.parent; at !== null; at = at.parent) {
    const group = open.get(at);
    if (group !== undefined) return group;
  }
  return null;
}

interface Shown {
  text: string;
  readonly language: string;
}

/** Returns the text of elements as their boxes show it, including generated content. */
function shownTexts(root: Box, elements: ReadonlySet<Element>): Map<Element, Shown> {
  const found = new Map<Element, Shown>();
  const add = (box: Box, text: string): void => {
    const seen = new Set<Element>();
    for (let at: Box | null = box; at !== null; at = at.parent) {
      const { element } = at;
      if (element === null || seen.has(element) || !elements.has(element)) continue;
      seen.add(element);
      const known = found.get(element);
      if (known === undefined) found.set(element, { text, language: at.style.font.language });
      else known.text += text;
    }
  };
  const stack = [root];
  for (let box = stack.pop(); box !== undefined; box = stack.pop()) {
    if (box.inline !== null) {
      const { items, text } = box.inline;
      for (const item of items) {
        if (item.kind === InlineItemKind.Text) add(item.box, text.slice(item.start, item.end));
        else if (item.kind === InlineItemKind.Break) add(item.box, ' ');
      }
      add(box, ' ');
    }
    for (let i = box.children.length - 1; i >= 0; i--) stack.push(box.children[i]!);
  }
  return found;
}

/** Attributes that hold the value of an element for programs. */
function machineValue(element: Element): string | null {
  switch (element.tag) {
    case 'time':
      return element.attribute('datetime');
    case 'meta':
      return element.attribute('content');
    case 'data':
      return element.attribute('value');
    default:
      return null;
  }
}

function readValue(
  name: string,
  kind: FieldKind,
  element: Element,
  shown: Shown | null,
  diagnostics: Diagnostics,
): string | null {
  const given = machineValue(element);
  const text = (given ?? shown?.text ?? '')
    .replace(/\u00ad/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (given === null && text === '') {
    const message = `data-invoice="${name}" marks an element that shows no text. The field is left out.`;
    diagnostics.warnAbout('invoice/field', message, element);
    return null;
  }
  const value = valueOf(kind, text, given === null ? (shown?.language ?? '') : null);
  if (value === null) {
    const expected = kind === 'date' ? 'a date such as 2026-04-17: use <time datetime>' : 'one number in its language';
    const message = `data-invoice="${name}": "${text.slice(0, MAX_QUOTED)}" is not ${expected}. The field is left out.`;
    diagnostics.warnAbout('invoice/field', message, element);
  }
  return value;
}

const MAX_QUOTED = 40;

/** Returns a text as the value of a field; null if it isn't one. `language` is null for text in attributes. */
function valueOf(kind: FieldKind, text: string, language: string | null): string | null {
  switch (kind) {
    case 'text':
      return text;
    case 'code':
      return text.replace(/ /g, '').toUpperCase();
    case 'date':
      return isoDate(text);
    default: {
      if (!/\d/.test(text.normalize('NFKC'))) return null;
      const amount = language === null ? machineAmount(text) : writtenAmount(text, language);
      return amount === null ? null : decimal(amount, kind);
    }
  }
}

/** Reads the dates that are the same in every language: 2026-04-17, with a time or not, and 17.04.2026. */
function isoDate(text: string): string | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ].*)?$/.exec(text);
  if (iso !== null) return validDate(iso[1]!, iso[2]!, iso[3]!);
  const dotted = /^(\d\d?)\. ?(\d\d?)\. ?(\d{4})$/.exec(text);
  return dotted === null ? null : validDate(dotted[3]!, dotted[2]!.padStart(2, '0'), dotted[1]!.padStart(2, '0'));
}

function validDate(year: string, month: string, day: string): string | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.toISOString().startsWith(`${year}-${month}-${day}`) ? `${year}-${month}-${day}` : null;
}

function remarkOnName(
  name: string,
  fields: ReadonlyMap<string, FieldKind>,
  element: Element,
  diagnostics: Diagnostics,
): void {
  const hint = didYouMean(name, fields.keys());
  diagnostics.warnAbout('invoice/field', `Unknown invoice field "${name}". It is ignored.${hint}`, element);
}
