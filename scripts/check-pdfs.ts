// Renders documents, validates the files with qpdf, and prints their sizes next to those of other programs' files.
//
//   npm run check-pdfs -- DIR [--reference DIR] [--out DIR]
//
// `--reference` contains a PDF of the same name for each; `--out` stores the new ones. Exits with status 1 if a file is
// invalid.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { parseArgs } from 'node:util';
import { render } from '../engine/index.ts';
import { OutputRoot } from '../server/written-files.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { reference: { type: 'string' }, out: { type: 'string' } },
});
const [folder = 'fixtures'] = positionals;
const kept = values.out ?? mkdtempSync(join(tmpdir(), 'pagewright-check-'));
const results = new OutputRoot(kept);

/** Returns the HTML documents of a folder: files, and the `in.html` of its folders. */
function documents(): [name: string, path: string][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, string][] => {
    if (entry.isFile() && entry.name.endsWith('.html')) return [[parse(entry.name).name, join(folder, entry.name)]];
    const inner = join(folder, entry.name, 'in.html');
    return entry.isDirectory() && existsSync(inner) ? [[entry.name, inner]] : [];
  });
}

/** Returns qpdf's complaint about a file, or null. */
function complaint(file: string): string | null {
  try {
    execFileSync('qpdf', ['--check', file], { stdio: 'pipe' });
    return null;
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout ?? error).trim();
  }
}

let unsound = 0;
const ratios: number[] = [];
console.log('pages    bytes  share  document');
for (const [name, path] of documents()) {
  const { pdf, pages } = await render(readFileSync(path), { external: 'ignore', limits: { deadlineMs: 300_000 } });
  const file = join(kept, `${name}.pdf`);
  results.write(file, pdf);
  const reference = values.reference === undefined ? null : join(values.reference, `${name}.pdf`);
  const ratio = reference !== null && existsSync(reference) ? pdf.length / statSync(reference).size : null;
  if (ratio !== null) ratios.push(ratio);
  const share = ratio === null ? '' : ratio.toFixed(2);
  const wrong = complaint(file);
  if (wrong !== null) unsound++;
  console.log(
    `${String(pages).padStart(5)} ${String(pdf.length).padStart(8)} ${share.padStart(6)}  ${name}${wrong === null ? '' : `  NOT SOUND: ${wrong}`}`,
  );
}
if (ratios.length > 0) console.log(`smaller: ${ratios.filter((ratio) => ratio < 1).length} of ${ratios.length}`);
console.log(`not sound: ${unsound}`);
if (values.out === undefined) rmSync(kept, { recursive: true });
process.exitCode = unsound === 0 ? 0 : 1;
