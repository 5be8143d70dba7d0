/** Finds snapshots of `pagewright golden` whose documents were deleted. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { glob } from 'tinyglobby';
import { type GoldenPlace, keptFile } from '../golden/golden-document.ts';
import { isFolder } from './inputs.ts';

export interface GoneDocument extends GoldenPlace {
  readonly document: string;
}

/**
 * Returns the snapshots below the folders among `inputs`. Files and patterns may leave out others on purpose. Snapshots
 * of test runners have no document file.
 */
export async function goneDocuments(inputs: readonly string[]): Promise<GoneDocument[]> {
  const found = await Promise.all(inputs.filter(isFolder).map(keptBelow));
  const places = new Map(found.flat().map((place) => [place.folder, place]));
  const byFolder = [...places.values()].toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
  return byFolder.flatMap(({ folder, root }) => {
    const file = keptFile(folder);
    // The name comes from an untrusted file, so anything that isn't a plain file name is rejected.
    if (file === null || basename(file) !== file) return [];
    const document = join(dirname(dirname(folder)), file);
    return existsSync(document) ? [] : [{ document, folder, root }];
  });
}

async function keptBelow(input: string): Promise<GoldenPlace[]> {
  const paths = await glob('**/__golden__/*/layout.json', {
    cwd: input,
    onlyFiles: true,
    // Linked folders are outside this tree. Nothing is removed there.
    followSymbolicLinks: false,
    ignore: ['**/node_modules/**'],
  });
  return paths.map((path) => ({ folder: join(input, dirname(path)), root: input }));
}
