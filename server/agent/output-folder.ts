/** The folder in which a local agent may write files. */
import { lstat } from 'node:fs/promises';
import { basename, extname, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { Problem } from '../http/problems.ts';
import { OutputRoot, UnwritableFile } from '../written-files.ts';

/** A resource link as defined by MCP. */
interface ResourceLink {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

/** A writable file. */
export interface OutputPlace {
  readonly path: string;
  /** @throws Problem */
  write(bytes: Uint8Array, mimeType: string): Promise<{ -readonly [K in keyof ResourceLink]: ResourceLink[K] }>;
}

export class OutputFolder {
  readonly root: string;
  private readonly target: OutputRoot;
  /** Files created by this process. Only these may be overwritten. */
  private readonly own = new Set<string>();

  constructor(root: string) {
    this.root = resolve(root);
    this.target = new OutputRoot(root);
  }

  /** Resolves a path inside the folder. Links may not lead out of it. @throws Problem */
  async place(given: string, extension: string): Promise<OutputPlace> {
    const path = resolve(this.root, given);
    if (given.includes('\0') || !isInside(path, this.root))
      throw wrong(`must be below ${this.root}; choose another folder with \`pagewright mcp --root\``);
    if (extname(path).toLowerCase() !== extension) throw wrong(`must end in ${extension}`);
    if (!this.own.has(path) && (await exists(path))) throw wrong(`${given} already exists; choose another name`);
    return { path, write: async (bytes, mimeType) => this.write(path, bytes, mimeType) };
  }

  private write(path: string, bytes: Uint8Array, mimeType: string) {
    try {
      if (this.own.has(path)) this.target.write(path, bytes);
      else this.target.create(path, bytes);
    } catch (error) {
      if (error instanceof UnwritableFile) throw wrong(`can't be written: ${error.message}`);
      throw wrong(`can't be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
    }
    this.own.add(path);
    return { type: 'resource_link' as const, uri: pathToFileURL(path).href, name: basename(path), mimeType };
  }
}

/** Returns the tool's path argument if there is a folder. */
export function outputPathInput(extension: string, { root }: OutputFolder) {
  return z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .meta({
      description: `Path of a new file below ${root} that ends in ${extension}. The result is written there instead of being returned.`,
    });
}

const wrong = (message: string): Problem =>
  new Problem('validation_error', `output_path ${message}.`, {
    errors: [{ field: 'output_path', code: 'value', message }],
  });

/** Returns whether a path is below a folder. */
export function isInside(path: string, folder: string): boolean {
  const between = relative(folder, path);
  return between !== '' && between !== '..' && !between.startsWith(`..${sep}`) && resolve(folder, between) === path;
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
