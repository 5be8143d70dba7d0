/** Writes invoices in the syntaxes of EN 16931, and finds their values in existing ones. */
import type { Budget } from '../budget.ts';
import type { Element } from '../document/node.ts';
import { parseXml } from '../document/parse-xml.ts';
import {
  type FieldKind,
  GROUP_FIELDS,
  type GroupName,
  HEADER_FIELDS,
  type Row,
  SYNTAXES,
  type Syntax,
} from './fields.ts';
import { decimal, type Invoice, type Values } from './invoice.ts';

/** Returns an invoice as an XML document. */
export function invoiceXml(invoice: Invoice, syntax: Syntax): string {
  const { root, namespaces } = SYNTAXES[syntax];
  const writer = new XmlWriter(invoice, syntax);
  writer.addRows(SYNTAXES[syntax].rows, invoice.header, HEADER_FIELDS);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespaces}>${writer.finish()}\n</${root}>\n`;
}

class XmlWriter {
  private readonly invoice: Invoice;
  private readonly syntax: Syntax;
  private readonly open: string[] = [];
  private text = '';

  constructor(invoice: Invoice, syntax: Syntax) {
    this.invoice = invoice;
    this.syntax = syntax;
  }

  addRows(rows: readonly Row[], values: Values, kinds: ReadonlyMap<string, FieldKind>): void {
    for (const row of rows) {
      const path = row.path.split('/');
      if ('group' in row) this.addGroup(path, row.group, row.rows);
      else if ('constant' in row) {
        if (row.withField === null || values.has(row.withField)) this.add(path, row.constant, values);
      } else {
        const value = values.get(row.field);
        if (value !== undefined)
          this.add(path, kinds.get(row.field) === 'date' ? SYNTAXES[this.syntax].date(value) : value, values);
      }
    }
  }

  private addGroup(path: readonly string[], group: GroupName, rows: readonly Row[]): void {
    const parents = path.slice(0, -1);
    for (const values of this.invoice.groups[group]) {
      this.openPath(parents, values);
      this.start(path.at(-1)!, values);
      const around = this.open.join('/');
      const inner = rows.map((row) => ({ ...row, path: `${around}/${row.path}` }));
      this.addRows(inner, new Map([...this.invoice.header, ...values]), GROUP_FIELDS[group]);
      this.moveTo(parents);
    }
  }

  private add(path: readonly string[], value: string, values: Values): void {
    this.openPath(path.slice(0, -1), values);
    const step = path.at(-1)!;
    if (value === '') this.start(step, values);
    else this.text += `${this.indent}<${tagOf(step, values)}>${escaped(value)}</${nameOf(step)}>`;
  }

  /** Closes the elements that aren't on a path, and opens those that are. */
  private openPath(path: readonly string[], values: Values): void {
    this.moveTo(path);
    for (const step of path.slice(this.open.length)) this.start(step, values);
  }

  /** Closes the elements that aren't on a path. */
  private moveTo(path: readonly string[]): void {
    let shared = 0;
    while (shared < this.open.length && this.open[shared] === path[shared]) shared++;
    while (this.open.length > shared) this.end();
  }

  private start(name: string, values: Values): void {
    this.text += `${this.indent}<${tagOf(name, values)}>`;
    this.open.push(name);
  }

  private end(): void {
    const name = this.open.pop()!;
    this.text += `${this.indent}</${nameOf(name)}>`;
  }

  private get indent(): string {
    return `\n${'  '.repeat(this.open.length + 1)}`;
  }

  finish(): string {
    this.moveTo([]);
    return this.text;
  }
}

/** Returns the qualified name of a step in a path. */
const nameOf = (step: string): string => /^[\w:]+/.exec(step)![0];

/** Returns the attributes of a step, with the values of fields in braces. */
function attributesOf(step: string, values: Values): [name: string, value: string][] {
  return step
    .split('@')
    .slice(1)
    .map((attribute) => {
      const [name, value] = attribute.split('=') as [string, string];
      return [name, value.replace(/\{(\w+)\}/g, (_, field: string) => values.get(field) ?? '')];
    });
}

const tagOf = (step: string, values: Values): string =>
  [nameOf(step), ...attributesOf(step, values).map(([name, value]) => `${name}="${escaped(value)}"`)].join(' ');

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  // Control characters aren't part of XML 1.0.
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replace(/[&<>"]/g, (found) => ESCAPES[found]!);
}

/** Reads the fields of an existing invoice. Returns null if it isn't well-formed, or in another syntax. */
export function readInvoice(xml: string, budget: Budget): Invoice | null {
  const tree = parseXml(xml, budget);
  if (tree === null || !tree.wellFormed) return null;
  const root = localName(tree.root.tag);
  const syntax = root === 'CrossIndustryInvoice' ? 'CII' : root === 'Invoice' ? 'UBL' : null;
  if (syntax === null) return null;
  const { rows } = SYNTAXES[syntax];
  const groups: Record<GroupName, Values[]> = { line: [], vat: [] };
  for (const row of rows)
    if ('group' in row)
      for (const element of allAt(tree.root, row.path.split('/')))
        groups[row.group].push(valuesAt(element, row.rows, GROUP_FIELDS[row.group]));
  return { header: valuesAt(tree.root, rows, HEADER_FIELDS), groups };
}

function valuesAt(root: Element, rows: readonly Row[], kinds: ReadonlyMap<string, FieldKind>): Values {
  const values = new Map<string, string>();
  for (const row of rows) {
    if (!('field' in row)) continue;
    const steps = row.path.split('/');
    const [element] = allAt(root, steps);
    if (element === undefined) continue;
    values.set(row.field, normalized(textIn(element), kinds.get(row.field) ?? 'text'));
    const unit = element.attribute('unitCode');
    if (unit !== null) values.set('unit', unit);
  }
  return values;
}

/** Returns the elements at the end of a path that have its constant attributes, in document order. */
function allAt(root: Element, steps: readonly string[]): Element[] {
  let found = [root];
  for (const step of steps) {
    const name = localName(nameOf(step));
    const attributes = attributesOf(step, new Map()).filter(([, value]) => value !== '');
    found = found.flatMap(({ children }) =>
      children.filter(
        (child): child is Element =>
          child.type === 'element' &&
          localName(child.tag) === name &&
          attributes.every(([key, value]) => child.attribute(key) === value),
      ),
    );
  }
  return found;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const textIn = (element: Element): string =>
  element.children
    .map((child) => (child.type === 'text' ? child.data : textIn(child)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

function normalized(text: string, kind: FieldKind): string {
  if (kind === 'date') return text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  if (kind === 'code') return text.replace(/ /g, '').toUpperCase();
  const value = Number(text);
  return kind === 'text' || text === '' || !Number.isFinite(value) ? text : decimal(value, kind);
}
