/** `pagewright/files`: reads files next to a document on disk. The engine itself opens no files. */
import { localFiles, type LocalOptions } from './commands/local-files.ts';

/** Options of `filesBeside`. */
export interface FilesBeside {
  /** The folder whose files may be read. Links and `..` can't lead out of it. Default: the document's folder. */
  readonly root?: string | undefined;
}

/**
 * Returns options of `render` that load the style sheets, images and fonts next to a document:
 * `render(html, { ...filesBeside('templates/invoice.html') })`. Relative URLs are resolved against the path `document`.
 * The file itself needn't exist.
 */
export function filesBeside(document: string, { root }: FilesBeside = {}): LocalOptions {
  return localFiles({ input: document, root, named: [], hint: '`root` selects a wider folder' });
}
