/** `render -o page.png`: rasterizes the pages of the PDF, identically on every machine. */
import { LargePage, rasterPages, writePng } from '../rendering/pictures.ts';
import { type Job, writeResult } from './inputs.ts';
import { pictureName, toStandardOutput } from './output-format.ts';
import { pageCount, UsageError } from './report.ts';

/**
 * Writes an image of each page. Returns the file names, or `-` for standard output. @throws UsageError if the pages
 * can't be written there
 */
export async function writePictures(
  { output, root }: Pick<Job, 'output' | 'root'>,
  pdf: Uint8Array,
  pages: number,
  dpi: number,
  deadlineMs: number,
): Promise<string[]> {
  if (output === '-' && pages !== 1)
    throw new UsageError(
      `standard output takes one image, but the document has ${pageCount(pages)}. Select one with --page-ranges`,
    );
  const names: string[] = [];
  try {
    for await (const { picture } of rasterPages(pdf, dpi, deadlineMs)) {
      const name = pictureName(output, names.length + 1, pages);
      if (name === '-') await toStandardOutput(writePng(picture));
      else writeResult({ output: name, root }, writePng(picture));
      names.push(name);
    }
  } catch (error) {
    throw error instanceof LargePage ? new UsageError(`--dpi: ${error.message}`) : error;
  }
  return names;
}
