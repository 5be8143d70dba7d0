/** Chooses between PDF and page images as the output of `render`. */
import { UsageError } from './report.ts';

export type OutputFormat = 'pdf' | 'png';

/** Extensions that `render` can't produce, or that would overwrite a document. */
const OTHER_FORMATS =
  /\.(?:jpe?g|webp|gif|svg|tiff?|bmp|avif|html?|xhtml|css|txt|md|json|ndjson|csv|docx?|odt|rtf|xlsx?|epub|e?ps|xps|zip)$/i;

/**
 * Returns the format given by `--format` or by the file name.
 * @throws UsageError if the extension belongs to another format
 */
export function outputFormat(output: string | undefined, format: OutputFormat | undefined): OutputFormat {
  if (output !== undefined && OTHER_FORMATS.test(output))
    throw new UsageError(`${output}: unsupported output format. Use .pdf or .png`);
  const named = output?.toLowerCase().endsWith('.png') ? 'png' : output?.toLowerCase().endsWith('.pdf') ? 'pdf' : null;
  if (format !== undefined && named !== null && named !== format)
    throw new UsageError(`--format ${format} contradicts the output name ${output}. Change one of them`);
  return format ?? named ?? 'pdf';
}

const DEFAULT_DPI = 96;

/** Returns the resolution in dpi. @throws UsageError for invalid values and for formats without a resolution */
export function resolutionOf(dpi: string | undefined, format: OutputFormat): number {
  if (dpi === undefined) return DEFAULT_DPI;
  if (format !== 'png') throw new UsageError('--dpi applies only to PNGs. Use -o page.png or --format png');
  const number = Number(dpi);
  if (!/^\d{1,4}(?:\.\d{1,4})?$/.test(dpi) || number < 18 || number > 600)
    throw new UsageError(`invalid value for --dpi: ${dpi}. Use a number from 18 to 600`);
  return number;
}

/** Returns `page.png` for a single page, otherwise `page-1.png`, `page-2.png`, and so on. */
export const pictureName = (output: string, number: number, pages: number): string =>
  pages === 1 ? output : output.replace(/(?:\.png)?$/i, `-${number}.png`);

export const toStandardOutput = (bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => process.stdout.write(bytes, (error) => (error ? reject(error) : resolve())));
