/** Documents that workers render while they have nothing else to do, so that V8 optimizes the engine before callers wait for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { render } from '../../engine/index.ts';

const WORDS = 'The quick brown fox jumps over the lazy dog, and every reader sees the whole of it at once. ';

/** Joins the results of `item` for 1, 2, ..., `count`. */
const list = (count: number, item: (n: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index + 1)).join('');

const INVOICE = `<!DOCTYPE html><title>Invoice</title><style>@page{size:A4;margin:20mm;@bottom-right{content:counter(page) " / " counter(pages)}}
body{font-family:Arial;font-size:10pt}table{width:100%;border-collapse:collapse}td,th{padding:4px 8px;border-bottom:1px solid #ccc;text-align:left}
.n{text-align:right}header{display:flex;justify-content:space-between}</style><header><h1>Invoice</h1><p>No. 1<br>May 2</p></header>
<table><thead><tr><th>Item<th class=n>Price</thead>${list(12, (n) => `<tr><td>Item ${n}<td class=n>${n}.00`)}</table><p><b>Total:</b> 820.00`;

const REPORT = `<!DOCTYPE html><style>@page{margin:2cm;@top-center{content:string(title)}}h2{string-set:title content();break-after:avoid}
p{text-align:justify;hyphens:auto;orphans:2}a{color:#06c}li::marker{color:red}</style><html lang=en><h1>Report</h1>
${list(2, (n) => `<h2 id=s${n}>Section ${n}</h2>${list(4, () => `<p>${WORDS.repeat(5)}<em>text</em> <code>code</code> <a href="#s${n}">link</a></p>`)}<ul><li>one<li>two</ul>`)}`;

const RECEIPT = `<!DOCTYPE html><style>body{font-family:Helvetica,Arial,sans-serif;color:#555}.box{max-width:800px;margin:auto;padding:30px;border:1px solid #eee;line-height:24px}
table{width:100%;text-align:left}td{padding:5px;vertical-align:top}tr td:nth-child(2){text-align:right}.top td{padding-bottom:20px}.heading td{background:#eee;font-weight:bold}
.item:last-child td{border-bottom:none}</style><div class=box><table cellpadding=0 cellspacing=0><tr class=top><td colspan=2><table><tr><td>Logo<td>Receipt 1<br>May 2</table>
<tr class=heading><td>Item<td>Price${list(8, (n) => `<tr class=item><td>Item ${n}<td>$${n}.00`)}</table></div>`;

const DASHBOARD = `<!DOCTYPE html><style>main{display:grid;grid-template-columns:repeat(3,1fr);gap:12px}.card{border:1px solid #ddd;border-radius:8px;padding:12px;
box-shadow:0 1px 3px rgba(0,0,0,.2);background:linear-gradient(#fff,#f4f4f4)}.row{display:flex;gap:8px;flex-wrap:wrap}.tag{position:relative;float:right}</style>
<main>${list(6, (n) => `<div class=card><h3>Card ${n} <span class=tag>${n}</span></h3><div class=row><span>alpha</span><span>beta</span></div><p>${WORDS}</p></div>`)}</main>`;

export const TRAINING_DOCUMENTS = [INVOICE, REPORT, DASHBOARD, RECEIPT];
/** The pause after a document, in which jobs arrive; longer while one is running. */
const PAUSE_MS = 1;
const BUSY_PAUSE_MS = 200;

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Renders the training documents for `milliseconds` of processor time, only while `isBusy` reports that no job is
 * running. `onDocument` is called after each one. A document that is being rendered when a job arrives is aborted.
 */
export async function train(milliseconds: number, isBusy: () => boolean, onDocument: () => void): Promise<void> {
  let spent = 0;
  for (let n = 0; spent < milliseconds; n++) {
    await sleep(isBusy() ? BUSY_PAUSE_MS : PAUSE_MS);
    if (isBusy()) continue;
    const start = processorMs();
    const signal = {
      get aborted(): boolean {
        return isBusy();
      },
    };
    // Aborted by an arriving job.
    await render(TRAINING_DOCUMENTS[n % TRAINING_DOCUMENTS.length]!, { signal }).catch(() => undefined);
    spent += processorMs() - start;
    onDocument();
  }
}
