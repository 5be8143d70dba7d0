/** Documents that `pagewright golden` has kept and that aren't there any more. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { glob } from 'tinyglobby';
import { type GoldenPlace, keptFile } from '../golden/golden-document.ts';
import { isFolder } from './inputs.ts';

export interface GoneDocument extends GoldenPlace {
  readonly document: string;
}

/** Those below the folders among `inputs`: whoever names files or patterns may mean to leave out the others. What tests keep isn't made of files. */
export async function goneDocuments(inputs: readonly string[]): Promise<GoneDocument[]> {
  const found = await Promise.all(inputs.filter(isFolder).map(keptBelow));
  const places = new Map(found.flat().map((place) => [place.folder, place]));
  const byFolder = [...places.values()].toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
  return byFolder.flatMap(({ folder, root }) => {
    const file = keptFile(folder);
    // The name comes from a file that anybody may have written: it names something beside the folder, or nothing.
    if (file === null || basename(file) !== file) return [];
    const document = join(dirname(dirname(folder)), file);
    return existsSync(document) ? [] : [{ document, folder, root }];
  });
}

async function keptBelow(input: string): Promise<GoldenPlace[]> {
  const paths = await glob('**/__golden__/*/layout.json', {
    cwd: input,
    onlyFiles: true,
    // What links lead to isn't this folder's, and nothing is removed there.
    followSymbolicLinks: false,
    ignore: ['**/node_modules/**'],
  });
  return paths.map((path) => ({ folder: join(input, dirname(path)), root: input }));
}
