/** Compares electronic invoices with the pages that show them, and creates them from those pages. */
import type { Box } from '../boxes/box.ts';
import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Document, Element } from '../document/node.ts';
import { optionError } from '../errors.ts';
import type { FacturX, Read } from '../render-options.ts';
import { completed } from './complete.ts';
import { type GroupName, type Syntax } from './fields.ts';
import type { Invoice, Values } from './invoice.ts';
import { invoiceXml, readInvoice } from './invoice-xml.ts';
import { type MarkedInvoice, markedInvoice, type Marks } from './marked-invoice.ts';

/** The document whose boxes begin with `root`. */
interface Shown {
  readonly document: Document;
  readonly root: Box;
  readonly diagnostics: Diagnostics;
  readonly budget: Budget;
}

const XRECHNUNG = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0';
const EN_16931 = 'urn:cen.eu:en16931:2017';
const PEPPOL = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

/** The guidelines of invoices that contain at least the fields of EN 16931, by profile and syntax. */
const GUIDELINES: Readonly<Record<Syntax, Readonly<Record<string, string>>>> = {
  CII: {
    BASIC: 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic',
    'EN 16931': EN_16931,
    EXTENDED: 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
    XRECHNUNG,
  },
  UBL: { 'EN 16931': EN_16931, XRECHNUNG },
};

const REQUIRED = ['number', 'issueDate', 'currency', 'seller.name', 'seller.country', 'buyer.name', 'buyer.country'];
const REQUIRED_IN_LINES = ['name', 'quantity', 'price'];

/**
 * Returns the invoice to embed: the given one, compared with the page, or one that is made from the page.
 *
 * @throws RenderError `invalid_options` if no invoice is given, and the document doesn't mark all required fields.
 */
export function pageInvoice(given: Read<FacturX>, shown: Shown): Read<FacturX> & { readonly xml: string | Uint8Array } {
  const marked = markedInvoice(shown.document, shown.root, shown.diagnostics);
  if (given.xml !== undefined) {
    compareWithXml(marked, given.xml, shown);
    return { ...given, xml: given.xml };
  }
  return { ...given, xml: invoiceXml(madeInvoice(marked, given, shown), given.syntax ?? 'CII') };
}

function madeInvoice(
  marked: MarkedInvoice,
  { profile = 'EN 16931', syntax = 'CII' }: Read<FacturX>,
  shown: Shown,
): Invoice {
  const guideline = GUIDELINES[syntax][profile];
  if (guideline === undefined)
    throw optionError(
      'facturx',
      `the profile ${profile} can't be made from the document in the syntax ${syntax}: pass \`xml\``,
    );
  const missing = [
    ...REQUIRED.filter((name) => !marked.header.has(name)),
    ...(marked.groups.line.length === 0 ? ['line'] : []),
    ...REQUIRED_IN_LINES.filter((name) => marked.groups.line.some(({ marks }) => !marks.has(name))),
  ];
  if (missing.length > 0)
    throw optionError(
      'facturx',
      `the document doesn't mark everything that an invoice needs: add elements with ${missing.map((name) => `data-invoice="${name}"`).join(', ')}, or pass \`xml\``,
    );
  const { invoice, derived } = completed(marked);
  for (const { name, expected, marks } of derived) {
    const { value, element } = marks.get(name)!;
    if (value !== expected)
      remark(shown, element, `The page shows ${value} as "${name}", but ${expected} follows from the other fields.`);
  }
  const isRegulated = profile === 'XRECHNUNG' || syntax === 'UBL';
  const header = new Map([
    ...invoice.header,
    ['guideline', guideline],
    ...(isRegulated ? [['businessProcess', PEPPOL] as const] : []),
  ]);
  return { ...invoice, header };
}

function compareWithXml(marked: MarkedInvoice, xml: string | Uint8Array, shown: Shown): void {
  const { header, groups } = marked;
  if (header.size + groups.line.length + groups.vat.length === 0) return;
  const invoice = readInvoice(typeof xml === 'string' ? xml : new TextDecoder().decode(xml), shown.budget);
  if (invoice === null) throw optionError('facturx', 'the XML is neither a Cross Industry Invoice nor a UBL invoice');
  compare(header, invoice.header, '', shown);
  for (const name of ['line', 'vat'] as const) compareGroup(marked, invoice, name, shown);
}

/** Compares the groups of one kind. Lines correspond by their order, VAT groups by their rates. */
function compareGroup({ groups }: MarkedInvoice, invoice: Invoice, name: GroupName, shown: Shown): void {
  const onPage = groups[name];
  const inXml = invoice.groups[name];
  if (onPage.length === 0) return;
  if (onPage.length !== inXml.length) {
    const message = `The page shows ${onPage.length} × "${name}", but the XML contains ${inXml.length}.`;
    remark(shown, onPage.at(-1)!.element, message);
  }
  onPage.forEach(({ marks }, i) => {
    const rate = marks.get('rate')?.value;
    const values = name === 'line' || rate === undefined ? inXml[i] : inXml.find((vat) => vat.get('rate') === rate);
    if (values !== undefined) compare(marks, values, ` of ${name} ${i + 1}`, shown);
  });
}

function compare(marks: Marks, values: Values, where: string, shown: Shown): void {
  for (const [name, { value, element }] of marks) {
    const found = values.get(name);
    if (found === value) continue;
    const other = found === undefined ? 'the XML does not contain it' : `the XML contains ${found}`;
    remark(shown, element, `The page shows ${value} as "${name}"${where}, but ${other}.`);
  }
}

function remark({ diagnostics }: Shown, element: Element, message: string): void {
  diagnostics.warnAbout('invoice/mismatch', message, element);
}
