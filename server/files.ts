/** `pagewright/files`: what lies beside a document on disk, for the engine, which opens no files itself. */
import { localFiles, type LocalOptions } from './commands/local-files.ts';

/** Where files may lie. */
export interface FilesBeside {
  /** The folder below which files are read, wherever links and `..` lead; left out: the document's own. */
  readonly root?: string | undefined;
}

/**
 * The options that let a document have the style sheets, images and fonts beside it: `render(html, { ...filesBeside('templates/invoice.html') })`.
 * `document`: the path that relative URLs start from; the file itself needn't be there.
 */
export function filesBeside(document: string, { root }: FilesBeside = {}): LocalOptions {
  return localFiles({ input: document, root, named: [], hint: '`root` can name a wider folder' });
}
