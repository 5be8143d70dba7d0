/** Pagewright's engine: renders HTML and CSS to PDF. No network, no scripts, no browser. */
import './platform/node-host.ts';
import { ByteList, byteStream } from './byte-stream.ts';
import { describeLayout } from './debug/describe-layout.ts';
import type { DocumentLayout } from './document-layout.ts';
import { withTypedErrors } from './error-edge.ts';
import { optionError } from './errors.ts';
import { checkIsObject } from './option-names.ts';
import { layoutDocument, renderTo } from './render.ts';
import { completeSignature, prepareSignature } from './pdf/signature.ts';
import { withValidationData } from './pdf/validation-data.ts';
import type {
  Bytes,
  BytesGiven,
  DocumentGiven,
  RenderOptions,
  SignatureOptions,
  Signer,
  ValidationData,
} from './render-options.ts';
import type { RenderResult, StreamOptions } from './render-result.ts';

export type { Limits } from './budget.ts';
export type {
  DocumentLayout,
  LaidOutBox,
  LaidOutLine,
  LaidOutMarginBox,
  LaidOutPage,
  PageBreak,
  Rectangle,
} from './document-layout.ts';
export type { DiagnosticCode } from './diagnostic-codes.ts';
export type { Diagnostic, Fix, Severity } from './diagnostics.ts';
export {
  type ExternalReference,
  RenderError,
  type RenderErrorCode,
  type RenderErrorDetails,
  type RenderIssue,
} from './errors.ts';
export type {
  Attachment,
  Bytes,
  BytesGiven,
  DocumentGiven,
  DocumentPart,
  Encryption,
  FacturX,
  FontFinder,
  FontRequest,
  FoundFont,
  ImageOptions,
  OutputIntent,
  Length,
  Permissions,
  Progress,
  Redaction,
  RenderOptions,
  ResourceKind,
  ResourceLoader,
  SignatureOptions,
  ValidationData,
  Signer,
  UserStyle,
  ViewerOptions,
} from './render-options.ts';
export { proof } from './debug/proof.ts';
export type { ProofCheck, ProofFinding, ProofLimits, ProofReport } from './proof-report.ts';
export type { RenderResult, RenderWithLayoutResult, StreamOptions } from './render-result.ts';
export { renderWithLayout } from './render-with-layout.ts';

/**
 * Renders an HTML document to PDF. The document is text, or bytes in the encoding given by their byte order mark or
 * `<meta charset>`; the default is UTF-8. Author mistakes become diagnostics.
 * @throws RenderError for a refusal (`external_resource`, `invalid_options`) or an exceeded limit.
 */
export async function render(html: DocumentGiven, options: RenderOptions = {}): Promise<RenderResult> {
  const bytes = new ByteList();
  const { pages, diagnostics } = await renderTo(html, options, bytes);
  return { pdf: bytes.joined(), pages, diagnostics };
}

/**
 * Lays out a document and returns the position of everything, without creating a PDF.
 * @throws RenderError like `render`.
 */
export async function layout(html: DocumentGiven, options: RenderOptions = {}): Promise<DocumentLayout> {
  return withTypedErrors(options, async (followed) => describeLayout(await layoutDocument(html, followed)));
}

/**
 * Renders like `render`, but returns the PDF as a stream of bytes that are produced as they are read. The stream errors
 * with the RenderError that `render` would throw; canceling it ends the render. `onEnd` receives pages and diagnostics
 * before the stream closes.
 * @throws RenderError `invalid_options` if the options aren't an object.
 */
export function renderToStream(html: DocumentGiven, options: StreamOptions = {}): ReadableStream<Uint8Array> {
  checkIsObject(options);
  const { onEnd, ...given } = options;
  if (onEnd !== undefined && typeof onEnd !== 'function') throw optionError('onEnd', 'must be a function');
  return byteStream(async (bytes, signal) => {
    const { pages, diagnostics } = await renderTo(html, { ...given, signal }, bytes);
    onEnd?.({ pages, diagnostics });
  }, given.signal ?? null);
}

/**
 * Signs a PDF with an incremental update that leaves the existing bytes unchanged (PAdES-B if the signer returns
 * CAdES). The file may be any unencrypted PDF, including a signed one. Errors of the signer are passed on.
 * @throws RenderError `invalid_options` if the file can't be signed; `render_timeout` or `document_too_complex` if
 * reading it takes too much time or memory.
 */
export async function sign(pdf: BytesGiven, signer: Signer, options: SignatureOptions = {}): Promise<Bytes> {
  const prepared = await withTypedErrors({}, async () => prepareSignature(pdf, options));
  return completeSignature(prepared, signer);
}

/**
 * Adds certificates, OCSP responses and revocation lists to a signed PDF (PAdES-B-LT), as an incremental update. Signatures
 * stay valid, and can be checked when the certificates have expired.
 * @throws RenderError `invalid_options` if the file can't be read; `render_timeout` or `document_too_complex` if reading
 * it takes too much time or memory.
 */
export async function addValidationData(pdf: BytesGiven, data: ValidationData): Promise<Bytes> {
  return withTypedErrors({}, async () => withValidationData(pdf, data));
}
