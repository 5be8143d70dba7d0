/**
 * Loads local files for the engine, which opens none itself. Only one folder is readable. Links are resolved before the
 * check.
 */
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readRegularFile } from '../read-files.ts';
import { readFile, realpath } from '../file-system.ts';

/** Larger files don't fit into any document. */
const MAX_FILE_BYTES = 512_000_000;

export interface LocalFiles {
  /** The document: a path, or `-` for standard input, which is resolved in the working directory. */
  readonly input: string;
  /** The readable folder. Default: the document's own. */
  readonly root?: string | undefined;
  /** Files that are readable in any location. */
  readonly named: readonly string[];
  /** Reads a file of `named`, which may be a pipe. */
  readonly readNamed?: ((path: string) => Promise<Uint8Array>) | undefined;
  /** Advice for a file outside the folder. */
  readonly hint?: string | undefined;
  /** Called for every requested file, found or not. */
  readonly onRead?: ((path: string) => void) | undefined;
}

/** Options of `render`. */
export interface LocalOptions {
  readonly baseUrl: string;
  readonly loadResource: (url: string) => Promise<Uint8Array | null>;
}

/** Returns the options that let a document load files next to it. */
export function localFiles({
  input,
  root,
  named,
  readNamed = readFile,
  onRead,
  hint = '--root selects a wider folder',
}: LocalFiles): LocalOptions {
  const document = input === '-' ? resolve('standard-input.html') : resolve(input);
  const folder = resolve(root ?? dirname(document));
  return {
    baseUrl: pathToFileURL(document).href,
    loadResource: loaderBelow(folder, { named: new Set(named.map((file) => resolve(file))), readNamed, onRead, hint }),
  };
}

interface LoaderParts extends Pick<LocalFiles, 'onRead'> {
  readonly named: ReadonlySet<string>;
  readonly readNamed: (path: string) => Promise<Uint8Array>;
  readonly hint: string;
}

/** Returns a loader of `file:` URLs below a folder. It returns null for missing files. */
function loaderBelow(folder: string, { named, readNamed, onRead, hint }: LoaderParts): LocalOptions['loadResource'] {
  const realFolder = realpath(folder);
  // The promise may never be awaited.
  realFolder.catch(() => undefined);
  return async (url) => {
    if (/^barcode:/i.test(url)) return (await import('../barcodes.ts')).barcodeOfUrl(url);
    const path = pathOf(url);
    if (path === null) return null;
    onRead?.(path);
    try {
      const real = await realpath(path);
      if (!named.has(path) && !isInside(real, await realFolder)) {
        throw new Error(`it is outside ${folder}; ${hint}`);
      }
      // The user may name a pipe, a document may not.
      return await (named.has(path) ? readNamed(real) : readRegularFile(real, { maxBytes: MAX_FILE_BYTES }));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') {
        // A mistyped folder would otherwise look like many missing files.
        await realFolder.catch(() => Promise.reject(new Error(`the folder ${folder} was not found`)));
        return null;
      }
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
