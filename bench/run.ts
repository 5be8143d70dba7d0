// Prints the speed and memory of renders. The figures are for people to compare; no test asserts on them.
//
//   npm run bench [-- --documents DIR] [--only NAME]... [--part regimes|beside|growth|memory|fresh|second|books|figures]...
//     [--rounds 7] [--python PYTHON] [--write]
//
// DIR contains *.html documents and defaults to `fixtures/`. `--only` selects documents whose name contains NAME,
// `--part` selects a measurement. PYTHON is an installation with plutoprint or weasyprint. `--write` puts the table of
// `regimes` into docs/comparison.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { documentsOf, generatedDocuments, printBesideChromium } from './beside-chromium.ts';
import { printBooks } from './books.ts';
import { paragraphs, tableRows, utilityClasses } from './documents.ts';
import { chart, formulas } from './figure-documents.ts';
import { printFigures } from './figures.ts';
import { printFreshProcess } from './fresh-process.ts';
import { printGrowth } from './growth.ts';
import { printPeakMemory } from './peak-memory.ts';
import { printRegimes, writeTable } from './regimes.ts';
import { printSecondRender } from './second-render.ts';
import { printLoad } from './timing.ts';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: 'fixtures' },
    only: { type: 'string', multiple: true, default: [] },
    part: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '7' },
    python: { type: 'string', default: 'python3' },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
/** The largest documents take seconds each. */
const fewRounds = Math.max(1, Math.min(3, rounds));
const invoice = join('fixtures', 'invoice', 'in.html');
const LONG = 16_000;
const MOST_PAGES = 5_000;

const parts: Readonly<Record<string, () => Promise<void> | void>> = {
  regimes: async () => {
    const table = await printRegimes(documentsOf(values.documents, values.only), rounds, values.python);
    if (values.write) writeTable(table);
  },
  beside: async () => {
    const generated = values.only.length === 0 ? generatedDocuments() : [];
    await printBesideChromium([...documentsOf(values.documents, values.only), ...generated], rounds);
  },
  growth: async () => {
    await printGrowth('rows', tableRows, fewRounds);
    await printGrowth('paragraphs', paragraphs, fewRounds);
  },
  memory: () => {
    printPeakMemory('rows', LONG);
    printPeakMemory('paragraphs', LONG);
    printPeakMemory('pages', MOST_PAGES);
  },
  fresh: () => printFreshProcess(invoice, 2 * rounds),
  second: async () => {
    await printSecondRender('same template, invoice', readFileSync(invoice, 'utf8'), 5 * rounds);
    await printSecondRender('same template, utility sheet', utilityClasses(100), rounds);
  },
  books: printBooks,
  figures: async () => {
    await printFigures('200 formulas', formulas(200), rounds);
    await printFigures('chart of 5,000 marks', chart(5000), rounds);
  },
};

printLoad('before');
for (const [name, print] of Object.entries(parts)) {
  if (values.part.length > 0 && !values.part.includes(name)) continue;
  console.log(`\n${name}`);
  await print();
}
printLoad('\nafter');
