/** The files that `pagewright init` writes: an invoice as a template, its style and its data. */
import { cloneDependency } from '../version.ts';

const TEMPLATE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Invoice {{ number }}</title>
    <link rel="stylesheet" href="invoice.css">
  </head>
  <body>
    <header>
      <strong>{{ seller.name }}</strong>
      <address>{% for line in seller.address %}{{ line }}<br>{% endfor %}</address>
    </header>
    <address class="buyer">{{ buyer.name }}<br>{% for line in buyer.address %}{{ line }}<br>{% endfor %}</address>
    <h1>Invoice {{ number }}</h1>
    <p>Date: {{ date | date: '%-d %B %Y' }}</p>
    <table>
      <thead>
        <tr><th>Item</th><th>Quantity</th><th>Price</th><th>Amount</th></tr>
      </thead>
      <tbody>
        {% assign total = 0 %}
        {% for item in items %}
        {% assign amount = item.quantity | times: item.price %}
        {% assign total = total | plus: amount %}
        <tr><td>{{ item.name }}</td><td>{{ item.quantity }}</td><td>{{ item.price | fixed: 2 }}</td><td>{{ amount | fixed: 2 }}</td></tr>
        {% endfor %}
      </tbody>
      <tbody class="total">
        <tr><th colspan="3">Total in {{ currency }}</th><td>{{ total | fixed: 2 }}</td></tr>
      </tbody>
    </table>
    <p>Please pay within {{ days }} days.</p>
  </body>
</html>
`;

const STYLE = `@page {
  size: A4;
  margin: 20mm;

  @bottom-center {
    content: "Page " counter(page) " of " counter(pages);
    font: 9pt sans-serif;
  }
}

body {
  font: 10pt/1.4 sans-serif;
  color: #222;
}

header {
  display: flex;
  justify-content: space-between;
  margin-bottom: 15mm;
}

address {
  font-style: normal;
}

h1 {
  margin-top: 15mm;
  font-size: 18pt;
}

table {
  width: 100%;
  border-collapse: collapse;
}

th,
td {
  padding: 2mm 1mm;
  border-bottom: 0.25mm solid #bbb;
  text-align: left;
}

:is(th, td):nth-last-child(-n + 3) {
  text-align: right;
  font-variant-numeric: tabular-nums;
}

/* The total stays with the last item. */
.total {
  break-before: avoid;
  font-weight: bold;
}
`;

const DATA = {
  number: '2026-001',
  date: '2026-03-04',
  currency: 'EUR',
  days: 14,
  seller: { name: 'Example Ltd', address: ['1 High Street', 'London'] },
  buyer: { name: 'A. Customer', address: ['2 Market Square', 'Oxford'] },
  items: [
    { name: 'Design', quantity: 2, price: 450 },
    { name: 'Printing', quantity: 300, price: 2 },
  ],
};

/** One record per line, for one PDF each. */
const RECORDS = [
  DATA,
  { ...DATA, number: '2026-002', buyer: { name: 'B. Customer', address: ['3 Mill Lane', 'Bath'] } },
  { ...DATA, number: '2026-003', items: [{ name: 'Printing', quantity: 1200, price: 1.75 }] },
];

const COMMAND = 'invoice.html --data invoice.json';

/** Returns the text of each file by its name. */
export function starterFiles(): ReadonlyMap<string, string> {
  const dependency = cloneDependency();
  const project = {
    private: true,
    scripts: {
      start: `pagewright render ${COMMAND}`,
      preview: `pagewright render ${COMMAND} --watch --open`,
      // Double quotes, because npm runs scripts with cmd.exe on Windows.
      batch: 'pagewright batch invoice.html invoices.ndjson -o "out/{{ number }}.pdf"',
      test: `pagewright golden ${COMMAND}`,
    },
    ...(dependency !== null && { devDependencies: { pagewright: dependency } }),
  };
  return new Map([
    ['invoice.html', TEMPLATE],
    ['invoice.css', STYLE],
    ['invoice.json', `${JSON.stringify(DATA, null, 2)}\n`],
    ['invoices.ndjson', RECORDS.map((record) => `${JSON.stringify(record)}\n`).join('')],
    ['package.json', `${JSON.stringify(project, null, 2)}\n`],
  ]);
}
