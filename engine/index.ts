/** Pagewright's engine: HTML and CSS in, PDF out. No network, no scripts, no browser. */
import './platform/node-host.ts';
import { ByteList, byteStream } from './byte-stream.ts';
import { describeLayout } from './debug/describe-layout.ts';
import type { DocumentLayout } from './document-layout.ts';
import { withTypedErrors } from './error-edge.ts';
import { RenderError } from './errors.ts';
import { checkIsObject } from './option-names.ts';
import { layoutDocument, renderTo } from './render.ts';
import { signPdf } from './pdf/signature.ts';
import type { Bytes, BytesGiven, RenderOptions, SignatureOptions, Signer } from './render-options.ts';
import type { RenderResult, StreamOptions } from './render-result.ts';

export type { Limits } from './budget.ts';
export type { DocumentLayout, LaidOutBox, LaidOutLine, LaidOutPage, PageBreak, Rectangle } from './document-layout.ts';
export type { DiagnosticCode } from './diagnostic-codes.ts';
export type { Diagnostic, Severity } from './diagnostics.ts';
export { type Breach, RenderError, type ExternalReference, type RenderErrorCode } from './errors.ts';
export type {
  Attachment,
  Bytes,
  BytesGiven,
  Encryption,
  FacturX,
  ImageOptions,
  OutputIntent,
  Length,
  Permissions,
  Progress,
  RenderOptions,
  ResourceKind,
  ResourceLoader,
  SignatureOptions,
  Signer,
  UserStyle,
  ViewerOptions,
} from './render-options.ts';
export type { RenderResult, RenderWithLayoutResult, StreamOptions } from './render-result.ts';
export { renderWithLayout } from './render-with-layout.ts';

/**
 * Renders an HTML document to PDF: text, or bytes in the encoding of their byte order mark or of the document's `<meta charset>`, else UTF-8.
 * @throws RenderError for a refusal (`external_resource`, `invalid_options`) or a limit; author mistakes are diagnostics.
 */
export async function render(html: string | BytesGiven, options: RenderOptions = {}): Promise<RenderResult> {
  const bytes = new ByteList();
  const { pages, diagnostics } = await renderTo(html, options, bytes);
  return { pdf: bytes.joined(), pages, diagnostics };
}

/**
 * Lays a document out and says where everything has come to stand, without making a PDF.
 * @throws RenderError as `render` does
 */
export async function layout(html: string | BytesGiven, options: RenderOptions = {}): Promise<DocumentLayout> {
  return withTypedErrors(options, async (followed) => describeLayout(await layoutDocument(html, followed)));
}

/**
 * The same, with the PDF as a stream of bytes, made as they are read. The stream errors with the RenderError that `render` would throw; to cancel it
 * ends the render. `onEnd` is told of pages and diagnostics before the stream closes.
 * @throws RenderError `invalid_options` where the options are none
 */
export function renderToStream(html: string | BytesGiven, options: StreamOptions = {}): ReadableStream<Uint8Array> {
  checkIsObject(options);
  const { onEnd, ...given } = options;
  if (onEnd !== undefined && typeof onEnd !== 'function')
    throw new RenderError('invalid_options', 'onEnd: not a function');
  return byteStream(async (bytes, signal) => {
    const { pages, diagnostics } = await renderTo(html, { ...given, signal }, bytes);
    onEnd?.({ pages, diagnostics });
  }, given.signal ?? null);
}

/**
 * Signs a PDF: an update behind the file holds the signature, and its bytes stay as they are (PAdES-B where the signer gives CAdES). The file may be any
 * that isn't encrypted, and signed before.
 * @throws RenderError `invalid_options` when it can't be signed; what the signer throws is passed on
 */
export function sign(pdf: BytesGiven, signer: Signer, options: SignatureOptions = {}): Promise<Bytes> {
  return signPdf(pdf, signer, options);
}
