/** `pagewright init`: writes a small project to start from. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OutputRoot } from '../written-files.ts';
import { reportFailure, Status, UsageError } from './report.ts';
import { starterFiles } from './starter-files.ts';
import { writeErr } from '../terminal.ts';

/** Writes the project into a folder, which may exist, and replaces no file. Returns the exit status. */
export function initCommand(folder: string): number {
  try {
    const files = starterFiles();
    const taken = [...files.keys()].find((name) => existsSync(join(folder, name)));
    if (taken !== undefined) throw new UsageError(`${join(folder, taken)} already exists. Choose another folder`);
    const target = new OutputRoot(folder);
    for (const [name, text] of files) target.write(join(folder, name), text);
    writeErr(`Created ${[...files.keys()].map((name) => join(folder, name)).join(', ')}\n${nextSteps(folder)}`);
    return Status.Done;
  } catch (error) {
    return reportFailure(error, null);
  }
}

function nextSteps(folder: string): string {
  // Not `cd`: npx looks for the command in the current package first, and nothing is installed in the new one.
  const documents = `${join(folder, 'invoice.html')} --data ${join(folder, 'invoice.json')}`;
  const records = `${join(folder, 'invoice.html')} ${join(folder, 'invoices.ndjson')}`;
  const commands = [
    `npx pagewright render ${documents}`,
    `npx pagewright batch ${records} -o '${join(folder, 'out', '{{ number }}.pdf')}'   # one PDF per record`,
    `npx pagewright golden ${documents}   # snapshot test`,
  ];
  return `Next:\n${commands.map((line) => `  ${line}\n`).join('')}`;
}
