/** The folder in which an agent on the same machine may have files written. */
import { lstat, mkdir, realpath, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { Problem } from '../http/problems.ts';

/** A link to a file as MCP has it. */
interface ResourceLink {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

/** A file that may be written. */
export interface OutputPlace {
  readonly path: string;
  /** @throws Problem */
  write(bytes: Uint8Array, mimeType: string): Promise<{ -readonly [K in keyof ResourceLink]: ResourceLink[K] }>;
}

export class OutputFolder {
  readonly root: string;
  /** Files that were made here: they alone are written again. */
  private readonly own = new Set<string>();

  constructor(root: string) {
    this.root = resolve(root);
  }

  /** Where a path leads, relative to the folder: never out of it, whatever links stand in the way. @throws Problem */
  async place(given: string, extension: string): Promise<OutputPlace> {
    const path = resolve(this.root, given);
    if (given.includes('\0') || !isInside(path, this.root))
      throw wrong(`must lie below ${this.root}, which \`pagewright mcp --root\` can change`);
    if (extname(path).toLowerCase() !== extension) throw wrong(`must end in ${extension}`);
    const folder = await realFolder(dirname(path));
    const root = await realpath(this.root).catch(() => this.root);
    if (folder !== root && !isInside(folder, root)) throw wrong(`leads out of ${this.root} by a link`);
    if (!this.own.has(path) && (await exists(path))) throw wrong(`${given} is there already; choose another name`);
    return { path, write: (bytes, mimeType) => this.write(path, bytes, mimeType) };
  }

  private async write(path: string, bytes: Uint8Array, mimeType: string) {
    try {
      await mkdir(dirname(path), { recursive: true });
      if (this.own.has(path)) {
        await writeFile(`${path}.part`, bytes);
        await rename(`${path}.part`, path);
      } else await writeFile(path, bytes, { flag: 'wx' });
    } catch (error) {
      throw wrong(`can't be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
    }
    this.own.add(path);
    return { type: 'resource_link' as const, uri: pathToFileURL(path).href, name: basename(path), mimeType };
  }
}

/** The argument, where there is a folder. */
export function outputPathInput(extension: string, { root }: OutputFolder) {
  return z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .meta({
      description: `A new file below ${root} that ends in ${extension}: it is written there and not returned. Leave it out to get it in the answer.`,
    });
}

const wrong = (message: string): Problem =>
  new Problem('validation_error', `output_path ${message}.`, {
    errors: [{ field: 'output_path', code: 'value', message }],
  });

/** Does a path lie below a folder? */
export function isInside(path: string, folder: string): boolean {
  const between = relative(folder, path);
  return between !== '' && between !== '..' && !between.startsWith(`..${sep}`) && resolve(folder, between) === path;
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Where a folder lies that may not be there yet. */
async function realFolder(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(await realFolder(above), basename(path));
  }
}
