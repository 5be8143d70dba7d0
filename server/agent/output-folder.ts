/** The folder in which a local agent may write files. */
import { lstatSync } from 'node:fs';
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
  /** Files created by this process, as they were then. Only these may be replaced, unless somebody has changed them. */
  private readonly own = new Map<string, string>();

  constructor(root: string) {
    this.root = resolve(root);
    this.target = new OutputRoot(root);
  }

  /** Resolves a path inside the folder. Links may not lead out of it. @throws Problem */
  place(given: string, extension: string): OutputPlace {
    const path = resolve(this.root, given);
    if (given.includes('\0') || !isInside(path, this.root))
      throw wrong(`must be below ${this.root}; choose another folder with \`pagewright mcp --root\``);
    // Bidi controls show a name in another order.
    if (/[\p{Cc}\p{Bidi_Control}]/u.test(given)) throw wrong('must not contain control characters');
    if (extname(path).toLowerCase() !== extension) throw wrong(`must end in ${extension}`);
    const there = stateOf(path);
    if (there !== null && there !== this.own.get(path))
      throw wrong(
        `${given} already exists${this.own.has(path) ? ', and was changed by others' : ''}; choose another name`,
      );
    return { path, write: async (bytes, mimeType) => this.write(path, bytes, mimeType) };
  }

  private write(path: string, bytes: Uint8Array, mimeType: string) {
    try {
      if (this.own.has(path) && stateOf(path) === this.own.get(path)) this.target.write(path, bytes);
      else this.target.create(path, bytes);
    } catch (error) {
      if (error instanceof UnwritableFile) throw wrongValue(`can't be written: ${error.message}`);
      throw wrong(`can't be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
    }
    const written = stateOf(path);
    if (written !== null) this.own.set(path, written);
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

const wrong = (message: string): Problem => wrongValue(message, '.');

/** `end`: a full stop, unless the message has one. */
const wrongValue = (message: string, end = ''): Problem =>
  new Problem('validation_error', `output_path ${message}${end}`, {
    errors: [{ field: 'output_path', code: 'value', message }],
  });

/** Returns whether a path is below a folder. */
export function isInside(path: string, folder: string): boolean {
  const between = relative(folder, path);
  return between !== '' && between !== '..' && !between.startsWith(`..${sep}`) && resolve(folder, between) === path;
}

/** Returns which file a path names, and when and in which size it was written; null: nothing. Links aren't followed. */
function stateOf(path: string): string | null {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : [found.dev, found.ino, found.size, found.mtimeNs].join(' ');
}
