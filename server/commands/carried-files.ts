import { basename } from 'node:path';
import type { RenderOptions } from '../../engine/index.ts';
import { readFile } from '../file-system.ts';

/** Reads the files to embed in the PDF. */
export async function carriedFiles({
  attachment = [],
  facturx,
}: {
  readonly attachment?: readonly string[];
  readonly facturx?: string;
}): Promise<Pick<RenderOptions, 'attachments' | 'facturx'>> {
  const attachments = await Promise.all(
    attachment.map(async (file) => ({ name: basename(file), bytes: new Uint8Array(await readFile(file)) })),
  );
  if (facturx === undefined) return { attachments };
  return { attachments, facturx: { xml: new Uint8Array(await readFile(facturx)) } };
}
