/** Completes marked invoices: fills in defaults and missing totals, and checks the totals that pages show. */
import { addAmounts } from '../boxes/amounts.ts';
import { decimal, type Invoice, roundedMoney, type Values } from './invoice.ts';
import type { MarkedInvoice, Marks } from './marked-invoice.ts';

/** The expected value of a field that follows from others. */
interface Derived {
  readonly name: string;
  readonly expected: string;
  /** The marks whose elements show the value. */
  readonly marks: Marks;
}

interface Completed {
  readonly invoice: Invoice;
  readonly derived: readonly Derived[];
}

/** UN/ECE Recommendation 20: "one". */
const ONE = 'C62';
/** UNTDID 1001: commercial invoice. */
const COMMERCIAL_INVOICE = '380';

/** Returns an invoice with all fields that follow from the marked ones. Values that pages show are kept. */
export function completed(marked: MarkedInvoice): Completed {
  const derived: Derived[] = [];
  const settle = (values: Map<string, string>, name: string, expected: string, marks: Marks): void => {
    if (values.has(name)) derived.push({ name, expected, marks });
    else values.set(name, expected);
  };
  const lines = marked.groups.line.map(({ marks }, i) => {
    const values = valuesOf(marks);
    const rate = Number(values.get('vatRate') ?? 0);
    settleDefault(values, 'id', String(i + 1));
    settleDefault(values, 'unit', ONE);
    settleDefault(values, 'vatRate', '0');
    settleDefault(values, 'vatCategory', rate > 0 ? 'S' : 'Z');
    const product = Number(values.get('quantity') ?? 1) * Number(values.get('price') ?? 0);
    settle(values, 'total', decimal(Number(product.toPrecision(15)), 'amount'), marks);
    return values;
  });
  const header = valuesOf(marked.header);
  const lineTotal = lines.reduce((sum, line) => addAmounts(sum, Number(line.get('total'))), 0);
  const vats = vatsOf(marked, lines, settle);
  const tax = vats.reduce((sum, vat) => addAmounts(sum, Number(vat.get('amount'))), 0);
  const add = (name: string, value: number): void => settle(header, name, decimal(value, 'amount'), marked.header);
  settleDefault(header, 'typeCode', COMMERCIAL_INVOICE);
  add('lineTotal', lineTotal);
  add('taxBasisTotal', lineTotal);
  add('taxTotal', tax);
  add('grandTotal', addAmounts(lineTotal, tax));
  add('duePayable', addAmounts(Number(header.get('grandTotal')), -Number(header.get('prepaid') ?? 0)));
  return { invoice: { header, groups: { line: lines, vat: vats } }, derived };
}

const valuesOf = (marks: Marks): Map<string, string> => new Map([...marks].map(([name, { value }]) => [name, value]));

function settleDefault(values: Map<string, string>, name: string, value: string): void {
  if (!values.has(name)) values.set(name, value);
}

/** Returns the VAT groups that pages show, or those of the lines if they show none. */
function vatsOf(
  { groups }: MarkedInvoice,
  lines: readonly Values[],
  settle: (values: Map<string, string>, name: string, expected: string, marks: Marks) => void,
): readonly Values[] {
  const bases = new Map<string, number>();
  for (const line of lines) {
    const key = `${line.get('vatCategory')} ${line.get('vatRate')}`;
    bases.set(key, addAmounts(bases.get(key) ?? 0, Number(line.get('total'))));
  }
  const amounts = (values: Map<string, string>, basis: number, marks: Marks): void => {
    settle(values, 'basis', decimal(basis, 'amount'), marks);
    const tax = roundedMoney(
      Number(((Number(values.get('basis')) * Number(values.get('rate'))) / 100).toPrecision(15)),
    );
    settle(values, 'amount', decimal(tax, 'amount'), marks);
  };
  if (groups.vat.length > 0)
    return groups.vat.map(({ marks }) => {
      const values = valuesOf(marks);
      settleDefault(values, 'rate', '0');
      settleDefault(values, 'category', Number(values.get('rate')) > 0 ? 'S' : 'Z');
      amounts(values, bases.get(`${values.get('category')} ${values.get('rate')}`) ?? 0, marks);
      return values;
    });
  return [...bases].map(([key, basis]) => {
    const [category, rate] = key.split(' ') as [string, string];
    const values = new Map([
      ['category', category],
      ['rate', rate],
    ]);
    amounts(values, basis, new Map());
    return values;
  });
}
