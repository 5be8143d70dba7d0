import { readFileSync } from 'node:fs';
import { structureText } from '../test/support/pdfjs.ts';
import { extractText } from '../test/support/pdfium.ts';
for (const f of process.argv.slice(2)) { const pdf = new Uint8Array(readFileSync(f)); console.log(JSON.stringify(await structureText(pdf.slice())).slice(0,3000)); console.log(JSON.stringify(await extractText(pdf)).slice(0,3000)); }
