/** Writes the only file that the engine creates, at a path that the caller gives. */
import { writeFile } from 'node:fs/promises';
import { RenderError } from '../errors.ts';

/**
 * Writes a file. `option`: the name of the option with the path.
 * @throws RenderError `invalid_options` if the file can't be written.
 */
export async function writeNamedFile(option: string, path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(path, bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new RenderError(
      'invalid_options',
      `${option}: ${path} can't be written (${code ?? String(error)})`,
      [],
      error,
    );
  }
}
