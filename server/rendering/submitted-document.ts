/** A document as submitted by a caller of the service. */
import type { PdfStep } from './steps.ts';
import type { Attachment, FacturX, OutputIntent, RenderOptions } from '../../engine/index.ts';

/** Options that take files, which are named instead of given. */
export interface FileOptions {
  readonly fonts?: readonly string[] | undefined;
  readonly attachments?:
    | readonly (Omit<Attachment, 'name' | 'bytes' | 'date'> & {
        readonly file: string;
        /** Default: the file's name, without folders. */
        readonly name?: string | undefined;
      })[]
    | undefined;
  readonly facturx?: (Omit<FacturX, 'xml'> & { readonly file?: string | undefined }) | undefined;
  readonly outputIntent?: (Omit<OutputIntent, 'profile'> & { readonly file: string }) | undefined;
}

/** The details of a signature with the operator's key. */
export interface GivenSignature {
  readonly field?: string | undefined;
  readonly name?: string | undefined;
  readonly reason?: string | undefined;
  readonly location?: string | undefined;
  readonly contact?: string | undefined;
}

/** The library's options, with names of files and without those for limits and external resources. */
export type SubmittedOptions = FileOptions & PlainOptions & { readonly signature?: GivenSignature | undefined };

/** The library's options that JSON can express. */
export type PlainOptions = Omit<
  RenderOptions,
  | 'loadResource'
  | 'resources'
  | 'baseUrl'
  | 'fonts'
  | 'findFonts'
  | 'attachments'
  | 'facturx'
  | 'outputIntent'
  | 'limits'
  | 'signal'
  | 'onProgress'
  | 'externalResources'
  | 'external'
  | 'keepPages'
  | 'provenance'
>;

export interface SubmittedDocument {
  /** Text, or bytes in their declared encoding. */
  readonly html: string | Uint8Array;
  readonly options?: SubmittedOptions | undefined;
  /** Values, if the HTML is a template. */
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  /** The steps applied to the PDF. */
  readonly steps?: readonly PdfStep[] | undefined;
  /** Marks every page as a test. */
  readonly isTest?: boolean | undefined;
  /** Files next to the document, by name. */
  readonly files?: Files | undefined;
}

export type Files = ReadonlyMap<string, Uint8Array>;

/** Returns the options without those that take files, and without the signature. */
export function plainOptions(options: SubmittedOptions): PlainOptions {
  const { fonts: _fonts, attachments: _attachments, facturx: _facturx, ...rest } = options;
  const { outputIntent: _intent, signature: _signature, ...plain } = rest;
  return plain;
}

/** Returns the path in the request of the field that requests a signature, or null. */
export function signatureIn(options: SubmittedOptions | null | undefined, steps: readonly PdfStep[]): string | null {
  if (options?.signature !== undefined) return 'options.signature';
  const step = steps.findIndex(({ sign }) => sign !== undefined);
  return step < 0 ? null : `steps.${step}.sign`;
}

/** Returns the paths of options with the files that they name. */
export function namedFiles({ fonts = [], attachments = [], facturx, outputIntent }: FileOptions): [string, string][] {
  return [
    ...fonts.map((name, i): [string, string] => [`fonts.${i}`, name]),
    ...attachments.map(({ file }, i): [string, string] => [`attachments.${i}.file`, file]),
    ...(facturx?.file === undefined ? [] : [['facturx.file', facturx.file] as [string, string]]),
    ...(outputIntent === undefined ? [] : [['outputIntent.file', outputIntent.file] as [string, string]]),
  ];
}

function invoiceOf(
  { file, ...rest }: NonNullable<SubmittedOptions['facturx']>,
  bytesOf: (name: string) => Uint8Array,
): FacturX {
  return file === undefined ? rest : { ...rest, xml: bytesOf(file) };
}

/** Returns the library's options. All named files must be in `files`. */
export function libraryOptions(options: SubmittedOptions, files: Files): RenderOptions {
  const { fonts, attachments, facturx, outputIntent } = options;
  const bytesOf = (name: string): Uint8Array => {
    const bytes = files.get(name);
    if (bytes === undefined) throw new Error('assertion failed: named files have been checked');
    return bytes;
  };
  return {
    ...plainOptions(options),
    ...(fonts === undefined ? {} : { fonts: fonts.map(bytesOf) }),
    ...(attachments === undefined
      ? {}
      : {
          attachments: attachments.map(({ file, name = file.slice(file.lastIndexOf('/') + 1), ...rest }) => ({
            ...rest,
            name,
            bytes: bytesOf(file),
          })),
        }),
    ...(facturx === undefined ? {} : { facturx: invoiceOf(facturx, bytesOf) }),
    ...(outputIntent === undefined
      ? {}
      : {
          outputIntent: {
            condition: outputIntent.condition,
            info: outputIntent.info,
            convert: outputIntent.convert,
            inkLimit: outputIntent.inkLimit,
            profile: bytesOf(outputIntent.file),
          },
        }),
  };
}

/** A document, or just its text. */
export type Submission = string | SubmittedDocument;

export const submitted = (document: Submission): SubmittedDocument =>
  typeof document === 'string' ? { html: document } : document;
