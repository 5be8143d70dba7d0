/** A sample document of the editor. */

export interface Example {
  readonly name: string;
  readonly html: string;
}

const LETTER = `<!DOCTYPE html>
<html lang="en">
<title>A letter</title>
<style>
  @page { size: A4; margin: 25mm 20mm; @bottom-center { content: counter(page) " / " counter(pages); color: #667 } }
  body { font: 11pt/1.5 Noto Serif, serif }
  address { font-style: normal; margin-bottom: 2cm }
  h1 { font: bold 14pt sans-serif; color: #0b5d5e }
</style>
<address>Ada Lovelace<br>12 St James's Square<br>London</address>
<h1>The engine</h1>
<p>Dear Mr Babbage,</p>
<p>Edit this text: the page beside it follows as you type, and nothing leaves your machine.</p>
<p>Yours sincerely,<br>A. L.</p>
</html>
`;

const INVOICE = `<!DOCTYPE html>
<html lang="en">
<title>Invoice 2042</title>
<style>
  @page { size: A4; margin: 20mm; @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8pt sans-serif } }
  body { font: 10pt/1.4 sans-serif }
  header { display: flex; justify-content: space-between; border-bottom: 2px solid #0b5d5e; padding-bottom: 4mm }
  table { width: 100%; border-collapse: collapse; margin-top: 8mm }
  th { text-align: left; border-bottom: 1px solid #999 }
  td { padding: 2mm 0; border-bottom: 1px solid #ddd }
  td:last-child, th:last-child { text-align: right }
  #total { font-weight: bold }
</style>
<header><strong>Acme Ltd</strong> <span>Invoice 2042, 1 November 2026</span></header>
<table>
  <thead><tr><th>Item<th>Amount</thead>
  <tr><td>Layout, by the hour<td>1,200.00
  <tr><td>Proofs<td>80.00
  <tr id="total"><td>Total<td>1,280.00
</table>
</html>
`;

const BOOK = `<!DOCTYPE html>
<html lang="en">
<title>Footnotes</title>
<style>
  @page { size: A5; margin: 18mm 15mm; @top-center { content: string(chapter); font: italic 9pt serif } }
  body { font: 10pt/1.45 serif; hyphens: auto; text-align: justify }
  h2 { string-set: chapter content(); break-before: page; text-align: center }
  .note { float: footnote; font-size: 8pt }
</style>
<h2>The first chapter</h2>
<p>A book has footnotes<span class="note">They appear at the foot of the page.</span>, running heads and hyphenation, and here it has them from
print CSS alone.</p>
<h2>The second chapter</h2>
<p>It starts on a new page.</p>
</html>
`;

export const EXAMPLES: readonly [Example, ...Example[]] = [
  { name: 'Letter', html: LETTER },
  { name: 'Invoice', html: INVOICE },
  { name: 'Book', html: BOOK },
];
