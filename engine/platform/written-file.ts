/** The one file that the engine writes, where its caller names it. */
import { writeFile } from 'node:fs/promises';
import { RenderError } from '../errors.ts';

/** @throws RenderError `invalid_options` where the file can't be written; `option`: the name of what names it */
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
