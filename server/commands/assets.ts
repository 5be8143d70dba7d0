/** `pagewright assets`: copies the files that a site must serve for `pagewright/browser`. */
import { join } from 'node:path';
import { FONT_MANIFESTS } from '../../engine/fonts/bundled-fonts.ts';
import { ownFileNames, readOwnFile } from '../../engine/platform/own-files.ts';
import { OutputRoot } from '../written-files.ts';
import { reportFailure, Status } from './report.ts';
import { writeErr } from '../terminal.ts';

/**
 * Manifest of fonts that aren't installed. Pages request every manifest, and a missing file would be an error in their
 * consoles.
 */
const NO_FACES = '{"faces":[]}';

/** Copies the engine's assets into a folder. Returns the exit status. */
export function assetsCommand(folder: string): number {
  try {
    let bytes = 0;
    const target = new OutputRoot(folder);
    const names = ownFileNames();
    for (const name of names) {
      const file = readOwnFile(name);
      if (file === null) continue;
      bytes += file.length;
      target.write(join(folder, name), file);
    }
    for (const name of FONT_MANIFESTS) if (!names.includes(name)) target.write(join(folder, name), NO_FACES);
    writeErr(`${names.length} files, ${(bytes / 1e6).toFixed(1)} MB, in ${folder}\n`);
    return Status.Done;
  } catch (error) {
    return reportFailure(error, null);
  }
}
