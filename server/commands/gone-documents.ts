/** Documents that `pagewright golden` has kept and that aren't there any more. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { glob } from 'tinyglobby';
import { keptFile } from '../golden/golden-document.ts';
import { isFolder } from './inputs.ts';

export interface GoneDocument {
  readonly document: string;
  /** Where it is kept. */
  readonly folder: string;
}

/** Those below the folders among `inputs`: whoever names files or patterns may mean to leave out the others. What tests keep isn't made of files. */
export async function goneDocuments(inputs: readonly string[]): Promise<GoneDocument[]> {
  const found = await Promise.all(inputs.filter(isFolder).map(keptBelow));
  const folders = new Set(found.flat());
  return [...folders].toSorted().flatMap((folder) => {
    const file = keptFile(folder);
    // The name comes from a file that anybody may have written: it names something beside the folder, or nothing.
    if (file === null || basename(file) !== file) return [];
    const document = join(dirname(dirname(folder)), file);
    return existsSync(document) ? [] : [{ document, folder }];
  });
}

async function keptBelow(input: string): Promise<string[]> {
  const paths = await glob('**/__golden__/*/layout.json', {
    cwd: input,
    onlyFiles: true,
    ignore: ['**/node_modules/**'],
  });
  return paths.map((path) => join(input, dirname(path)));
}
