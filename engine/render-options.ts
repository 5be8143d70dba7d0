/**
 * The options of a render. For the package's declarations, this module imports only types that the package publishes.
 */
import type { AbortFlag, Limits } from './budget.ts';
import type { DocumentLayout } from './document-layout.ts';

/** Bytes from a caller. */
export type BytesGiven = Uint8Array | ArrayBuffer;

/**
 * Bytes created here, as `Response`, `Blob` and files accept them. Older TypeScript has no type parameter for the
 * buffer, and so no name for this type.
 */
export type Bytes = ReturnType<Uint8Array['slice']>;

/** One of several files that form a document. */
export interface DocumentPart {
  html: string | BytesGiven;
  /**
   * Its URL, relative to `baseUrl`: `chapters/2.html`. Links between files and relative URLs are resolved against it.
   * Default: `baseUrl`.
   */
  url?: string | undefined;
}

/** A document: HTML or XHTML as text or bytes, the bytes of an EPUB, or several files that form one document. */
export type DocumentGiven = string | BytesGiven | readonly DocumentPart[];

/** A CSS length as text (`20mm`, `1in`, `12pt`), or a number of CSS px. */
export type Length = string | number;

/** The progress of a render. */
export interface Progress {
  readonly stage: 'parse' | 'style' | 'boxes' | 'layout' | 'paint' | 'write';
  /** Number of pages laid out or painted so far. */
  readonly pages: number;
}

/** The purpose of a file that the document refers to. */
export type ResourceKind = 'stylesheet' | 'image' | 'font' | 'attachment';

/**
 * Returns the bytes of a file that the document refers to, or null if the file doesn't exist. `url` is a path relative
 * to the document (`css/site.css`), or an absolute URL if the document has an address (`baseUrl`, `<base href>`). It is
 * never an http(s) URL. Each file is requested once. If the function throws, the message of the error becomes a
 * diagnostic.
 */
export type ResourceLoader = (
  url: string,
  kind: ResourceKind,
) => BytesGiven | null | undefined | Promise<BytesGiven | null | undefined>;

/**
 * The reason for which a document needs a font: a family that it names, a face that it names with `local()`, or a
 * character that no other font has.
 */
export type FontRequest = { readonly family: string } | { readonly face: string } | { readonly character: string };

/** A font file, and the index of the face if the file is a collection. */
export interface FoundFont {
  readonly bytes: Uint8Array;
  readonly index?: number | undefined;
}

/** Returns the fonts for a request, or none: TTF, OTF, and collections of them. */
export type FontFinder = (request: FontRequest) => readonly FoundFont[];

/** A style sheet of the caller: its text, or a URL for `loadResource`. */
export type UserStyle = string | { readonly url: string };

/** A file to embed in the PDF. */
export interface Attachment {
  name: string;
  bytes: BytesGiven;
  /** Default `application/octet-stream`. */
  mimeType?: string | undefined;
  /** Its relationship to the document (ISO 32000-2 §7.11.3). Default `Unspecified`. */
  relationship?: 'Source' | 'Data' | 'Alternative' | 'Supplement' | 'Unspecified' | undefined;
  description?: string | undefined;
  /** Its creation date. Default: the document's date. */
  date?: Date | undefined;
}

/** A given value with its bytes normalized to one type. */
export type Read<T> = { [K in keyof T]: BytesGiven extends T[K] ? Exclude<T[K], ArrayBuffer> : T[K] };
export type AttachedFile = Read<Attachment>;

/** An electronic invoice (Factur-X, ZUGFeRD). */
export interface FacturX {
  /**
   * A valid Cross Industry Invoice, or an invoice in UBL. Fields that elements mark with `data-invoice` are compared
   * with it. Default: an invoice is made from these elements.
   */
  xml?: string | BytesGiven | undefined;
  /** The syntax of an invoice that is made. Default `CII`; `UBL` is attached without Factur-X metadata. */
  syntax?: 'CII' | 'UBL' | undefined;
  /** Default: the profile in the XML, or `EN 16931`. */
  profile?: 'MINIMUM' | 'BASIC WL' | 'BASIC' | 'EN 16931' | 'EXTENDED' | 'XRECHNUNG' | undefined;
}

/** Information about the origin of a file for its metadata, in addition to the inputs that the render reads. */
export interface Provenance {
  /** Further inputs by name, such as the template and the data of the document. Their digests are stored. */
  inputs?: Record<string, string | BytesGiven> | undefined;
  /** Texts that are stored unchanged, such as the command that renders the file again. */
  notes?: Record<string, string> | undefined;
}

/** The output device for which a file's colors are intended, such as a printing condition. */
export interface OutputIntent {
  /** Its ICC profile in CMYK, RGB or gray. */
  profile: BytesGiven;
  /** The name of the printing condition in the ICC registry: `FOGRA39`. */
  condition?: string | undefined;
  /** A description of the printing condition. Default: the profile's name. */
  info?: string | undefined;
  /**
   * Converts all colors to the inks of a CMYK profile, with this rendering intent. Gray becomes black ink alone. Inks
   * that the document specifies are kept. Default: `relative` for `pdf/x-1a`, otherwise colors aren't converted.
   */
  convert?: 'perceptual' | 'relative' | 'saturation' | 'absolute' | undefined;
  /** The maximum sum of all inks of converted colors, 100 to 400 percent. Default 400: the profile decides. */
  inkLimit?: number | undefined;
}

/**
 * Actions permitted to people who open the file with the user password. Everything is permitted by default. Reading
 * aloud is always permitted.
 */
export interface Permissions {
  /** `low` allows only low-quality printing. */
  print?: boolean | 'low' | undefined;
  modify?: boolean | undefined;
  copy?: boolean | undefined;
  annotate?: boolean | undefined;
  fillForms?: boolean | undefined;
  /** Inserting, rotating and deleting pages. */
  assemble?: boolean | undefined;
}

/** Passwords of the file, which is encrypted with AES-256. */
export interface Encryption {
  /** Opens the file with the given permissions. Default: none, so anyone can open the file. */
  userPassword?: string | undefined;
  /** Opens the file without restrictions. Default: the user password. */
  ownerPassword?: string | undefined;
  permissions?: Permissions | undefined;
}

/**
 * How to process images. By default they are embedded unchanged, except that samples with more than 8 bits are reduced.
 */
export interface ImageOptions {
  /**
   * Maximum resolution in pixels per inch. Images that exceed it by more than a quarter at their printed size are
   * downscaled, except with `image-rendering: pixelated`.
   */
  resolution?: number | undefined;
  /**
   * Quality of JPEGs, 1 to 100. Opaque images are converted to JPEG where that makes them smaller. Default: only
   * downscaled JPEG images are re-encoded, at 85.
   */
  quality?: number | undefined;
  /** Maximum bits per sample. Default 8: the 16-bit samples of some PNGs are reduced without a visible difference. */
  depth?: 8 | 16 | undefined;
}

/** The content to remove from a public copy. */
export interface Redaction {
  /** A list of CSS selectors. */
  selector: string;
  /** `keep` covers the text with bars of its length; `close` removes it and closes the gap. Default `keep`. */
  place?: 'keep' | 'close' | undefined;
}

/** How a reader displays the file when it is opened. The reader decides on options that aren't given. */
export interface ViewerOptions {
  /** The page to show first, counted from 1. */
  page?: number | undefined;
  /** The whole page, the width of the window, or a scale factor. */
  zoom?: 'fit' | 'width' | number | undefined;
  /** `cover` shows the first page alone on the right. */
  layout?: 'single' | 'continuous' | 'two-pages' | 'two-pages-cover' | 'two-columns' | 'two-columns-cover' | undefined;
  /** What to show next to the page. Default: the outline if there is one. */
  panel?: 'none' | 'outline' | 'thumbnails' | 'attachments' | 'full-screen' | undefined;
  hideToolbar?: boolean | undefined;
  hideMenubar?: boolean | undefined;
  hideControls?: boolean | undefined;
  fitWindow?: boolean | undefined;
  centerWindow?: boolean | undefined;
  /** Whether readers open the print dialog with the file. */
  print?: boolean | undefined;
  /** Initial settings of the print dialog. */
  printScaling?: 'none' | undefined;
  duplex?: 'simplex' | 'short-edge' | 'long-edge' | undefined;
}

/** Creates a signature: receives the bytes to sign and returns a detached CMS structure (DER). */
export type Signer = (bytes: Bytes) => BytesGiven | Promise<BytesGiven>;

/** Options of `sign`. */
export interface SignatureOptions {
  /** The field to sign. Default: the first unsigned field, or an invisible one. */
  field?: string | undefined;
  /** The signer's name, the reason and location of signing, and contact information. */
  name?: string | undefined;
  reason?: string | undefined;
  location?: string | undefined;
  contact?: string | undefined;
  /** The time of signing. PAdES requires it unless the CMS structure contains it. */
  date?: Date | undefined;
  /**
   * `timestamp`: the signer returns a time-stamp token (RFC 3161) for the digest of the bytes, and the file gets a
   * document time stamp. Default `signature`.
   */
  type?: 'signature' | 'timestamp' | undefined;
  /**
   * Certifies the file. Permits no changes, filling in and signing forms, or forms and comments. Readers report other
   * changes. Only the first signature can certify.
   */
  certify?: 'no-changes' | 'forms' | 'comments' | undefined;
  /** A PDF whose first page is shown in the rectangle of the signature field. */
  appearance?: BytesGiven | undefined;
  /** Bytes reserved for the CMS structure, at most 10,000,000. Default 16,384. */
  size?: number | undefined;
  /** The time that reading the file may take, in milliseconds. Default 30,000. The signer's time isn't included. */
  limits?: { deadlineMs?: number | undefined } | undefined;
}

/** Data that proves a signature's validity: DER, as certificate authorities publish it. */
export interface ValidationData {
  /** The certificates of signers, of their authorities and of time stamps. */
  readonly certificates?: readonly BytesGiven[] | undefined;
  /** OCSP responses (RFC 6960). */
  readonly ocsps?: readonly BytesGiven[] | undefined;
  /** Lists of revoked certificates (RFC 5280). */
  readonly crls?: readonly BytesGiven[] | undefined;
  /** The time that reading the file may take, in milliseconds. Default 30,000. */
  readonly limits?: { readonly deadlineMs?: number } | undefined;
}

/** Options of `render`. An unknown name or a value of another type throws a RenderError `invalid_options`. */
export interface RenderOptions {
  /** Page size if the document's `@page` sets none: `A4`, `letter landscape`, `100mm 200mm`. Default `A4`. */
  pageSize?: string | undefined;
  /**
   * The paper on which pages are printed: `A4`, `letter`, `100mm 200mm`. It is turned to the orientation of each page.
   * Larger pages are reduced to fit, and smaller ones are centered. Default: as large as the page.
   */
  paper?: string | undefined;
  /**
   * Page margins: one to four lengths as in CSS (`1cm 2cm`), or one for each side (`20mm` if left out). They apply to
   * each side that no `@page` rule sets. Without the option, margins are `20mm` if the document has no `@page` rule, or
   * has margin boxes but no rule that sets page margins.
   */
  margin?: Length | { top?: Length; right?: Length; bottom?: Length; left?: Length } | undefined;
  /** The medium that media queries match. Default `print`. */
  mediaType?: 'print' | 'screen' | undefined;
  /** @deprecated Use `mediaType`. */
  media?: 'print' | 'screen' | undefined;
  /** Page numbers to keep, counted from 1: `1-3, 5, 8-`. Default: all. */
  pageRanges?: string | undefined;
  /** Scales the contents of page areas by 0.1 to 2. The line length changes inversely. Default 1. */
  scale?: number | undefined;
  /**
   * Whether backgrounds are printed. `false` saves ink, except in elements with `print-color-adjust: exact`: backgrounds
   * are white, and light text is darkened. Default true.
   */
  printBackground?: boolean | undefined;
  /**
   * HTML for the top margin of every page, as wide as the page area. It replaces the margin boxes that `@page` puts
   * there. It is a separate document, which shares no styles with the main document. Elements with class
   * `pageNumber`, `totalPages`, `title`, `date` or `url` print these values. So do empty elements with the classes of
   * wkhtmltopdf. `@page :first { --pagewright-header: none }` hides it on the first page, and
   * `@page { --pagewright-template-width: sheet }` makes it as wide as the sheet.
   */
  header?: string | undefined;
  /** HTML for the bottom margin of every page. See `header`. */
  footer?: string | undefined;
  /**
   * The document's date, for the document information and `date` in headers. Default: none, so that equal input gives
   * equal output.
   */
  date?: Date | undefined;
  /** External http(s) references: refuse the document (default), or omit them with a diagnostic each. */
  externalResources?: 'refuse' | 'ignore' | undefined;
  /** @deprecated Use `externalResources`. */
  external?: 'refuse' | 'ignore' | undefined;
  /**
   * Loads the style sheets, images and fonts that the document refers to by relative or `file:` URLs. Default: they
   * aren't loaded.
   */
  loadResource?: ResourceLoader | undefined;
  /** @deprecated Use `loadResource`. */
  resources?: ResourceLoader | undefined;
  /** The document's absolute URL, such as `file:///reports/2026/index.html`, for resolving relative URLs. */
  baseUrl?: string | undefined;
  /** Style sheets after the document's own. They override those at equal specificity. */
  userStyles?: UserStyle[] | undefined;
  /**
   * Font files (TTF, OTF, WOFF, WOFF2) available to `font-family`, in addition to the bundled ones and `@font-face`.
   */
  fonts?: BytesGiven[] | undefined;
  /**
   * Finds fonts when a document first needs them: for families and `local()` faces that aren't among the fonts of the
   * document and of `fonts`, and for characters that no other font has. Can't be combined with `provenance`.
   */
  findFonts?: FontFinder | undefined;
  /** Document information. Default: the document's `<title>` and `<meta name>` (author, description, keywords). */
  title?: string | undefined;
  author?: string | undefined;
  subject?: string | undefined;
  keywords?: string | undefined;
  /**
   * XMP metadata to add to the file: an `rdf:RDF` element with descriptions, alone or in a packet. It may not set
   * properties that follow from the document and other options, such as `dc:title`.
   */
  xmp?: string | undefined;
  /**
   * The standard that the file must meet. Accessible: `pdf/ua-1`, `pdf/ua-2`. Archival: `pdf/a-1b`, `-1a`, `-2b`,
   * `-2u`, `-2a`, `-3b`, `-3u`, `-3a`, `-4`, `-4e`, `-4f`. Print: `pdf/x-1a`, `pdf/x-3`, `pdf/x-4`, which require an `outputIntent`. They can be
   * combined, such as `pdf/a-3a + pdf/ua-1`. A document that can't meet the standard is refused with a RenderError
   * `profile_violation`.
   */
  profile?: string | undefined;
  /** The output device for the file's colors. Default: sRGB where the profile requires one. */
  outputIntent?: OutputIntent | undefined;
  /** Files to embed, in addition to those of `<link rel=attachment>`. */
  attachments?: Attachment[] | undefined;
  /**
   * Makes the file an electronic invoice, with the XML attached as the standard requires. The profile is `pdf/a-3b`
   * unless another PDF/A-3 is given.
   */
  facturx?: FacturX | undefined;
  /**
   * How scroll containers (`overflow: auto` or `scroll`) are shown: `clip` shows the part that fits, as browsers print;
   * `expand` lets them grow with their content and shrinks content that is too wide. Default `clip`.
   */
  overflow?: 'clip' | 'expand' | undefined;
  /**
   * The named destinations of the PDF, to which other files can link: elements that the document links to, or `all`
   * elements with an id. Default `linked`.
   */
  namedDestinations?: 'linked' | 'all' | undefined;
  /**
   * The layout of an earlier edition, as `layout` returns it. Pages begin at the same places as in that
   * edition, where the text is unchanged. Inserted pages are numbered 12a, 12b.
   */
  keepPages?: Pick<DocumentLayout, 'pages'> | undefined;
  /** Makes form controls fillable fields. Default: they are drawn in their current state. */
  forms?: boolean | undefined;
  /**
   * Redacts elements before anything else happens, so that their text isn't in the file. The same words are masked in
   * metadata and attributes, and reported in the rest of the text. Attachments are left out.
   */
  redact?: Redaction | undefined;
  /** How readers display the file when it is opened. */
  viewer?: ViewerOptions | undefined;
  /**
   * Stores SHA-256 digests of everything that the render reads in the metadata of the file: the document, resources,
   * fonts, attachments and options, with the version of the engine. Can't be combined with `redact`.
   */
  provenance?: Provenance | undefined;
  /** Encrypts the file, with passwords and permissions. */
  encryption?: Encryption | undefined;
  /** Whether to compress streams with Deflate. Default true. */
  compress?: boolean | undefined;
  /**
   * Whether to embed fonts with their hinting instructions, which fit outlines to screen pixels. Files are smaller
   * without. Default true.
   */
  hinting?: boolean | undefined;
  /** Downscales images, or allows more bits per sample. Default: images are embedded unchanged. */
  images?: ImageOptions | undefined;
  /** Limits of the render; each has a default. */
  limits?: Partial<Limits> | undefined;
  /**
   * Ends the render with a RenderError `aborted`. An AbortSignal takes effect between stages and pages. An object whose
   * `aborted` reads shared memory takes effect at any time.
   */
  signal?: AbortFlag | undefined;
  /**
   * Called between stages and pages, for a progress display. If it throws, the render ends with a RenderError
   * `aborted`, with the error as its `cause`.
   */
  onProgress?: ((progress: Progress) => void) | undefined;
}
