import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { RenderOptions } from '../../engine/index.ts';

/** What `render` and `inspect` have in common on the command line. */
export interface DocumentArguments {
  readonly pageSize: string;
  readonly margin: string;
  readonly font: readonly string[];
  readonly external: 'refuse' | 'ignore';
}

/** A file's text, or standard input's for `-`. Invalid UTF-8 becomes U+FFFD, as in a browser. */
export async function readDocument(input: string): Promise<string> {
  if (input !== '-') return readFile(input, 'utf8');
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export async function documentOptions(given: DocumentArguments): Promise<RenderOptions> {
  const fonts = await Promise.all(given.font.map(async (file) => new Uint8Array(await readFile(file))));
  return { pageSize: given.pageSize, margin: given.margin, external: given.external, fonts };
}

/** How the document is named in messages. */
export function inputName(input: string): string {
  return input === '-' ? 'standard input' : basename(input);
}
