/** A page that marks the fields of the invoice in `test/conformance/invoices.ts`. */
export const INVOICE_PAGE = `<!DOCTYPE html><html lang=de><title>Rechnung 2026-0417</title>
<meta data-invoice="currency" content="EUR">
<h1>Rechnung <span data-invoice="number">2026-0417</span></h1>
<p><time data-invoice="issueDate" datetime="2026-04-17">17. April 2026</time>,
geliefert am <time data-invoice="deliveryDate" datetime="2026-04-10">10. April</time></p>
<address><b data-invoice="seller.name">Northlight Paper Mill</b>, <span data-invoice="seller.street">Mill Lane 1</span>,
<span data-invoice="seller.postcode">28195</span> <span data-invoice="seller.city">Bremen</span>,
<data data-invoice="seller.country" value="DE">Deutschland</data>,
USt-IdNr. <span data-invoice="seller.vatId">DE 123456789</span></address>
<address><b data-invoice="buyer.name">Harbour Press</b>, <span data-invoice="buyer.street">Ropewalk 11</span>,
<span data-invoice="buyer.postcode">20095</span> <span data-invoice="buyer.city">Hamburg</span>,
<data data-invoice="buyer.country" value="DE">Deutschland</data></address>
<table><tbody><tr data-invoice="line"><td data-invoice="name">Laid paper, a ream
<td data-invoice="quantity">10<td><data data-invoice="unit" value="H87">Stück</data><td data-invoice="price">100,00
<td><data data-invoice="vatRate" value="19">19 %</data><td data-invoice="total">1.000,00 €</tr></tbody>
<tfoot><tr><td>Netto<td data-invoice="lineTotal taxBasisTotal">1.000,00 €<td>
<tr data-invoice="vat"><td>Umsatzsteuer <span data-invoice="rate">19</span> % auf
<span data-invoice="basis">1.000,00 €</span><td data-invoice="amount">190,00 €
<tr><td>Gesamt<td data-invoice="grandTotal duePayable">1.190,00 €</table>
<p>Zahlbar bis <time data-invoice="dueDate" datetime="2026-05-17">17. Mai</time></p>`;
