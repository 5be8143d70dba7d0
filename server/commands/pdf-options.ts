/** Options of the commands that write PDFs: what the file contains, apart from the document's pages. */
import type { RenderOptions } from '../../engine/index.ts';
import type { InvoiceKind } from './carried-files.ts';
import { imagesOf, outputIntentOf, redactionOf, viewerOf } from './output-options.ts';
import { type Patience, readNamedText } from './named-files.ts';
import { encryptionOf } from './passwords.ts';

export interface PdfArguments extends Patience {
  readonly title?: string;
  readonly profile?: string;
  readonly xmp?: string;
  readonly attachment?: readonly string[];
  readonly facturx?: string;
  readonly invoice?: InvoiceKind;
  readonly redact?: readonly string[];
  readonly redactPlace?: 'keep' | 'close';
  readonly outputIntent?: string;
  readonly outputCondition?: string;
  readonly convertColors?: string;
  readonly inkLimit?: string;
  readonly viewer?: readonly string[];
  readonly forms?: boolean;
  readonly userPassword?: string;
  readonly ownerPassword?: string;
  readonly deny?: readonly string[];
  readonly compress: boolean;
  readonly hinting: boolean;
  readonly imageResolution?: string;
  readonly imageQuality?: string;
  readonly imageDepth?: string;
}

/** Returns the library's options, apart from the files to embed. @throws UsageError for wrong values */
export async function pdfOptions(given: PdfArguments): Promise<RenderOptions> {
  const { title, profile, forms = false, compress, hinting } = given;
  return {
    title,
    profile,
    forms,
    compress,
    hinting,
    ...(await encryptionOf(given)),
    ...(await outputIntentOf(given)),
    ...(given.xmp === undefined ? {} : { xmp: await readNamedText(given.xmp, given) }),
    ...redactionOf(given),
    ...viewerOf(given.viewer ?? []),
    ...imagesOf(given),
  };
}
