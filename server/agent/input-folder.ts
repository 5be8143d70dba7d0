/** The folder from which a local agent may read documents. */
import { realpath, stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { z } from 'zod';
import { Problem } from '../http/problems.ts';
import { readRegularFile, UnreadableFile } from '../read-files.ts';
import { isInside } from './output-folder.ts';

/** A document passed to a tool: text, or the bytes and path of a file. */
export type ToolDocument =
  { readonly html: string; readonly path: null } | { readonly html: Uint8Array; readonly path: string };

export interface InputFolderOptions {
  readonly maxBytes: number;
  /** Returns the name of the file's format (`a PDF`) if it clearly isn't HTML, or null. */
  readonly otherFormat: (bytes: Uint8Array) => string | null;
}

export class InputFolder {
  readonly root: string;
  private readonly options: InputFolderOptions;

  constructor(root: string, options: InputFolderOptions) {
    this.root = resolve(root);
    this.options = options;
  }

  /** Reads a file below the folder. Links may not lead out of it. @throws Problem */
  async read(given: string): Promise<ToolDocument> {
    const path = resolve(this.root, given);
    if (given.includes('\0') || !isInside(path, this.root))
      throw wrong(`must be below ${this.root}; choose another folder with \`pagewright mcp --root\``);
    const html = await this.bytesOf(path, given);
    const format = this.options.otherFormat(html);
    if (format !== null) throw wrong(`names ${format}, not HTML`);
    return { html, path };
  }

  private async bytesOf(path: string, given: string): Promise<Uint8Array> {
    const { maxBytes } = this.options;
    try {
      if (!isInside(await realpath(path), await realpath(this.root))) throw wrong(`follows a link out of ${this.root}`);
      const { size } = await stat(path);
      if (size > maxBytes) throw new Problem('html_too_large', `${given} has ${size} bytes. The limit is ${maxBytes}.`);
      return await readRegularFile(path);
    } catch (error) {
      if (error instanceof Problem) throw error;
      if (error instanceof UnreadableFile) throw wrong(`can't be read: ${error.message}`);
      const { code } = error as NodeJS.ErrnoException;
      throw wrong(code === 'ENOENT' ? `not found: ${relative(this.root, path)}` : `can't be read (${code})`);
    }
  }
}

/** Returns the tool's path argument if there is a folder. */
export const inputPathInput = ({ root }: InputFolder) =>
  z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .meta({ description: `An HTML file below ${root}, used instead of html. Relative URLs are resolved against it.` });

const wrong = (message: string): Problem =>
  new Problem('validation_error', `input_path ${message}.`, {
    errors: [{ field: 'input_path', code: 'value', message }],
  });
