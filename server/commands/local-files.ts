/** Files beside a document on this machine, for the engine, which opens none itself. Nothing outside of one folder is read, wherever links lead. */
import { readFile, realpath } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readRegularFile } from '../read-files.ts';

export interface LocalFiles {
  /** The document: a path, or `-` for standard input, which lies in the working directory. */
  readonly input: string;
  /** The folder that files may lie in; left out: the document's own. */
  readonly root?: string | undefined;
  /** Files that may be read wherever they lie. */
  readonly named: readonly string[];
  /** What may be done about a file that lies elsewhere. */
  readonly hint?: string | undefined;
  /** Told of every file that is looked for, whether it is there or not. */
  readonly onRead?: ((path: string) => void) | undefined;
}

/** Options of `render`. */
export interface LocalOptions {
  readonly baseUrl: string;
  readonly loadResource: (url: string) => Promise<Uint8Array | null>;
}

/** The options that let a document have the files beside it. */
export function localFiles({
  input,
  root,
  named,
  onRead,
  hint = '--root selects a wider folder',
}: LocalFiles): LocalOptions {
  const document = input === '-' ? resolve('standard-input.html') : resolve(input);
  const folder = resolve(root ?? dirname(document));
  return {
    baseUrl: pathToFileURL(document).href,
    loadResource: loaderBelow(folder, new Set(named.map((file) => resolve(file))), onRead, hint),
  };
}

/** Reads `file:` URLs below a folder; null for what isn't there. */
function loaderBelow(
  folder: string,
  named: ReadonlySet<string>,
  onRead: LocalFiles['onRead'],
  hint: string,
): LocalOptions['loadResource'] {
  const realFolder = realpath(folder);
  // Nobody may ever ask for it.
  realFolder.catch(() => undefined);
  return async (url) => {
    const path = pathOf(url);
    if (path === null) return null;
    onRead?.(path);
    try {
      const real = await realpath(path);
      if (!named.has(path) && !isInside(real, await realFolder)) {
        throw new Error(`it is outside ${folder}; ${hint}`);
      }
      // The user may name a pipe, a document may not.
      return await (named.has(path) ? readFile(real) : readRegularFile(real));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return null;
      if (code === undefined) throw error;
      throw new Error(code === 'EISDIR' ? 'it is a folder' : `it can't be read (${code})`, { cause: error });
    }
  };
}

function pathOf(url: string): string | null {
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}

function isInside(path: string, folder: string): boolean {
  const between = relative(folder, path);
  return between !== '..' && !between.startsWith(`..${sep}`) && resolve(folder, between) === path;
}
