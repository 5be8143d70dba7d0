import { expect } from 'chai';
import { roundedMoney } from '../../../engine/invoices/invoice.ts';
import { render, type RenderOptions } from '../../../engine/index.ts';
import { invoiceXml } from '../../conformance/invoices.ts';
import { INVOICE_PAGE } from '../../support/invoice-page.ts';

describe('electronic invoices and their pages', () => {
  const remarks = async (html: string, options: RenderOptions): Promise<string[]> => {
    const { diagnostics } = await render(html, options);
    return diagnostics.map(({ code, message }) => `${code}: ${message}`);
  };
  const made = async (html: string, facturx: NonNullable<RenderOptions['facturx']> = {}): Promise<string> => {
    const { pdf } = await render(html, { facturx, compress: false });
    return /<\?xml version[^]*?<\/(?:rsm:CrossIndustryInvoice|Invoice)>/.exec(new TextDecoder().decode(pdf))?.[0] ?? '';
  };
  const xml = invoiceXml('EN 16931');

  it('are compared field by field', async () => {
    expect(await remarks(INVOICE_PAGE, { facturx: { xml } })).to.deep.equal([]);
    const wrong = INVOICE_PAGE.replace('1.190,00', '1.191,00')
      .replace('2026-04-17', '2026-04-18')
      .replace('>10<', '>11<');
    expect(await remarks(wrong, { facturx: { xml } })).to.deep.equal([
      'invoice/mismatch: The page shows 2026-04-18 as "issueDate", but the XML contains 2026-04-17.',
      'invoice/mismatch: The page shows 1191.00 as "grandTotal", but the XML contains 1190.00.',
      'invoice/mismatch: The page shows 1191.00 as "duePayable", but the XML contains 1190.00.',
      'invoice/mismatch: The page shows 11 as "quantity" of line 1, but the XML contains 10.',
    ]);
  });

  it('report fields and lines that the XML lacks', async () => {
    const more = INVOICE_PAGE.replace('</tbody>', '<tr data-invoice="line"><td>Ink</tr></tbody>').replace(
      '</h1>',
      '</h1><p data-invoice="orderNumber">A 7',
    );
    expect(await remarks(more, { facturx: { xml } })).to.deep.equal([
      'invoice/mismatch: The page shows A 7 as "orderNumber", but the XML does not contain it.',
      'invoice/mismatch: The page shows 2 × "line", but the XML contains 1.',
    ]);
  });

  it('report names and values that cannot be read', async () => {
    const wrong = '<p data-invoice="grandTotl">1 <p data-invoice="issueDate">4/17/26 <p data-invoice="number" hidden>7';
    expect(await remarks(wrong, { facturx: { xml } })).to.deep.equal([
      'invoice/field: Unknown invoice field "grandTotl". It is ignored. Did you mean grandTotal?',
      'invoice/field: data-invoice="issueDate": "4/17/26" is not a date such as 2026-04-17: use <time datetime>. The field is left out.',
      'invoice/field: data-invoice="number" marks an element that shows no text. The field is left out.',
    ]);
  });

  it('read generated content, as sums', async () => {
    const summed = INVOICE_PAGE.replace('<td data-invoice="total">', '<td data-invoice="total" class=amount>')
      .replace('>1.000,00 €<td', ' class=sum><td')
      .replace(
        '</title>',
        '</title><style>.amount{-pagewright-sum:net}.sum::after{content:-pagewright-sum(net, EUR)}</style>',
      );
    expect(await remarks(summed, { facturx: { xml } })).to.deep.equal([]);
  });

  it('become Cross Industry Invoices', async () => {
    const text = await made(INVOICE_PAGE.replace('Harbour Press', 'Harbour &amp; Press'));
    expect(text).to.include('<ram:ID>urn:cen.eu:en16931:2017</ram:ID>');
    expect(text).to.include('<udt:DateTimeString format="102">20260417</udt:DateTimeString>');
    expect(text).to.include('<ram:BilledQuantity unitCode="H87">10</ram:BilledQuantity>');
    expect(text).to.include('<ram:TaxTotalAmount currencyID="EUR">190.00</ram:TaxTotalAmount>');
    expect(text).to.include('<ram:DuePayableAmount>1190.00</ram:DuePayableAmount>');
    expect(text).to.include('<ram:Name>Harbour &amp; Press</ram:Name>');
  });

  it('become UBL without Factur-X metadata', async () => {
    const { pdf } = await render(INVOICE_PAGE, { facturx: { syntax: 'UBL' }, compress: false });
    expect(Buffer.from(pdf).toString('latin1')).to.include('xrechnung-ubl.xml').and.to.not.include('urn:factur-x:pdfa');
    const text = await made(INVOICE_PAGE, { syntax: 'UBL' });
    expect(text).to.include('<cbc:TaxInclusiveAmount currencyID="EUR">1190.00</cbc:TaxInclusiveAmount>');
    expect(await remarks(INVOICE_PAGE, { facturx: { xml: text } })).to.deep.equal([]);
  });

  it('report totals that do not follow from the lines', async () => {
    const wrong = INVOICE_PAGE.replace('190,00 €', '191,00 €');
    expect((await remarks(wrong, { facturx: {} }))[0]).to.equal(
      'invoice/mismatch: The page shows 191.00 as "amount", but 190.00 follows from the other fields.',
    );
  });

  it('name the data that a document lacks', async () => {
    const error = await render('<p data-invoice="number">7', { facturx: {} }).catch((thrown: unknown) => thrown);
    expect(String(error)).to.include('data-invoice="issueDate"').and.to.include('data-invoice="line"');
  });
});

describe('amounts of money', () => {
  it('round half away from zero, as written in decimals', () => {
    const rounded = [1.005, -1.005, 2.675, 1.004, 1e-7, 1234567.895].map(roundedMoney);
    expect(rounded).to.deep.equal([1.01, -1.01, 2.68, 1, 0, 1234567.9]);
  });
});
