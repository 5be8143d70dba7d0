/** Writes the only file that the engine creates, at a path that the caller gives. */
import { writeFile as writeFileWith } from 'node:fs';
import { promisify } from 'node:util';
import { optionError } from '../errors.ts';

/** PERF: `node:fs/promises` would load a line reader into every process that imports the engine. */
const writeFile = promisify(writeFileWith);

/**
 * Writes a file. `option`: the name of the option with the path.
 * @throws RenderError `invalid_options` if the file can't be written.
 */
export async function writeNamedFile(option: string, path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(path, bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw optionError(option, `${path} can't be written (${code ?? String(error)})`, error);
  }
}
