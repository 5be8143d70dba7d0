/** `pagewright assets`: what a site has to serve for `pagewright/browser`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownFileNames, readOwnFile } from '../../engine/platform/own-files.ts';
import { reportFailure, Status } from './report.ts';

/** Copies the engine's own files into a folder. The exit status. */
export function assetsCommand(folder: string): number {
  try {
    let bytes = 0;
    const names = ownFileNames();
    for (const name of names) {
      const file = readOwnFile(name);
      if (file === null) continue;
      bytes += file.length;
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), file);
    }
    process.stderr.write(`${names.length} files, ${(bytes / 1e6).toFixed(1)} MB, in ${folder}\n`);
    return Status.Done;
  } catch (error) {
    return reportFailure(error, null);
  }
}
