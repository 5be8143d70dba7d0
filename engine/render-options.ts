/** What a caller may ask for, as its declarations show it: this module imports nothing but types that the package publishes. */
import type { AbortFlag, Limits } from './budget.ts';

/** Bytes that a caller gives. */
export type BytesGiven = Uint8Array | ArrayBuffer;

/** Bytes that are made here: what `Response`, `Blob` and files take. Older TypeScript has no parameter for what bytes lie in, and this no word for it. */
export type Bytes = ReturnType<Uint8Array['slice']>;

/** A CSS length as text (`20mm`, `1in`, `12pt`) or a number of CSS px. */
export type Length = string | number;

/** How far a render has got. */
export interface Progress {
  readonly stage: 'parse' | 'style' | 'boxes' | 'layout' | 'paint' | 'write';
  /** Pages laid out or painted so far. */
  readonly pages: number;
}

/** What a file beside the document is wanted for. */
export type ResourceKind = 'stylesheet' | 'image' | 'font';

/**
 * Gives the bytes of a file beside the document, or null if there is none. `url` is a path as seen from the document (`css/site.css`), or an absolute
 * URL where the document has an address (`baseUrl`, `<base href>`); it is never http(s). Each is asked for once; what an error says becomes a
 * diagnostic.
 */
export type ResourceLoader = (
  url: string,
  kind: ResourceKind,
) => BytesGiven | null | undefined | Promise<BytesGiven | null | undefined>;

/** A style sheet of the caller's: its text, or where `resources` finds it. */
export type UserStyle = string | { readonly url: string };

/** A file that the PDF carries. */
export interface Attachment {
  name: string;
  bytes: BytesGiven;
  /** Default `application/octet-stream`. */
  mimeType?: string | undefined;
  /** What it is to the document (ISO 32000-2 §7.11.3). Default `Unspecified`. */
  relationship?: 'Source' | 'Data' | 'Alternative' | 'Supplement' | 'Unspecified' | undefined;
  description?: string | undefined;
  /** When it was made. Default: the document's date. */
  date?: Date | undefined;
}

/** What was given, with its bytes in one form. */
export type Read<T> = { [K in keyof T]: BytesGiven extends T[K] ? Exclude<T[K], ArrayBuffer> : T[K] };
export type AttachedFile = Read<Attachment>;

/** An electronic invoice (Factur-X, ZUGFeRD). */
export interface FacturX {
  /** Cross Industry Invoice, valid by itself: of it only the profile is looked at. */
  xml: string | BytesGiven;
  /** Left out: what the XML says. */
  profile?: 'MINIMUM' | 'BASIC WL' | 'BASIC' | 'EN 16931' | 'EXTENDED' | 'XRECHNUNG' | undefined;
}

/** The device that a file's colours are made for, as a printer names it. */
export interface OutputIntent {
  /** Its ICC profile, in CMYK, RGB or grey. */
  profile: BytesGiven;
  /** What the printing condition is called in the registry of the ICC: `FOGRA39`. */
  condition?: string | undefined;
  /** The same in words. Default: what the profile is called. */
  info?: string | undefined;
}

/** What those may do with a file who open it with the user's password. Everything that isn't said is allowed; to read aloud always is. */
export interface Permissions {
  /** `low`: so that nothing better than a print of it can be made. */
  print?: boolean | 'low' | undefined;
  modify?: boolean | undefined;
  copy?: boolean | undefined;
  annotate?: boolean | undefined;
  fillForms?: boolean | undefined;
  /** Insert, turn and delete pages. */
  assemble?: boolean | undefined;
}

/** Passwords of a file, which is encrypted by AES with 256 bits. */
export interface Encryption {
  /** Opens the file within the permissions. Default: none, everybody may. */
  userPassword?: string | undefined;
  /** Opens it without limits. Default: the user's. */
  ownerPassword?: string | undefined;
  permissions?: Permissions | undefined;
}

/** What is done to images; without it they go into the file as they came, but for samples of more than 8 bits. */
export interface ImageOptions {
  /** Pixels an inch, at most: images that have over a quarter more where they are drawn are made smaller, but those of `image-rendering: pixelated`. */
  resolution?: number | undefined;
  /**
   * 1 to 100: how true JPEGs are that are made. Opaque images become such where that makes them smaller. Default: only images that came as JPEG do, when they
   * are made smaller, in 85.
   */
  quality?: number | undefined;
  /** Bits of a sample, at most. Default 8: those of 16, as some PNGs have, are cut down, and nobody sees it. */
  depth?: 8 | 16 | undefined;
}

/** How a reader shows the file when it opens it; as the reader likes where nothing is said. */
export interface ViewerOptions {
  /** The page that is shown first, from 1. */
  page?: number | undefined;
  /** The page as a whole, as wide as the window, or so many times its size. */
  zoom?: 'fit' | 'width' | number | undefined;
  /** `cover`: the first page stands alone on the right. */
  layout?: 'single' | 'continuous' | 'two-pages' | 'two-pages-cover' | 'two-columns' | 'two-columns-cover' | undefined;
  /** What stands beside the page. Default: the outline if there is one. */
  panel?: 'none' | 'outline' | 'thumbnails' | 'attachments' | 'full-screen' | undefined;
  hideToolbar?: boolean | undefined;
  hideMenubar?: boolean | undefined;
  hideControls?: boolean | undefined;
  fitWindow?: boolean | undefined;
  centerWindow?: boolean | undefined;
  /** What print dialogs begin with. */
  printScaling?: 'none' | undefined;
  duplex?: 'simplex' | 'short-edge' | 'long-edge' | undefined;
}

/** Makes a signature: gets the bytes that are signed, gives a CMS structure (DER) that holds it and not them. */
export type Signer = (bytes: Bytes) => BytesGiven | Promise<BytesGiven>;

/** Options of `sign`. */
export interface SignatureOptions {
  /** The field that is signed. Default: the first that isn't yet, or one that doesn't show. */
  field?: string | undefined;
  /** Who signs, why, where, and how to reach them. */
  name?: string | undefined;
  reason?: string | undefined;
  location?: string | undefined;
  contact?: string | undefined;
  /** When. PAdES asks for it here unless the CMS structure says it. */
  date?: Date | undefined;
  /** Bytes that are kept for the CMS structure. Default 16,384. */
  size?: number | undefined;
}

/** Options of `render`. A name that isn't here, or a value of another type, is a RenderError `invalid_options`. */
export interface RenderOptions {
  /** Page size where the document's `@page` sets none: `A4`, `letter landscape`, `100mm 200mm`. Default `A4`. */
  pageSize?: string | undefined;
  /** Page margins where the document has no `@page` rule at all, or has margin boxes and no rule that gives a page margins: one length, or one for each side. Default `20mm`. */
  margin?: Length | { top?: Length; right?: Length; bottom?: Length; left?: Length } | undefined;
  /** The medium that media queries match. Default `print`. */
  media?: 'print' | 'screen' | undefined;
  /** Pages to keep, by their numbers from 1: `1-3, 5, 8-`. Default: all. */
  pageRanges?: string | undefined;
  /** Draws what is in the page areas larger or smaller, from 0.1 to 2; lines become as much shorter or longer. Default 1. */
  scale?: number | undefined;
  /**
   * HTML shown in the top margin of every page, as wide as the page area, in place of the margin boxes that `@page` puts there. It is a document of
   * its own: its styles don't apply to the document, nor the document's to it. Elements with the class `pageNumber`, `totalPages`, `title`, `date` or
   * `url` print these; so do the classes of wkhtmltopdf on empty elements. `@page :first { --pagewright-header: none }` hides it on the first page.
   */
  header?: string | undefined;
  /** The same at the bottom. */
  footer?: string | undefined;
  /** When the document was made, for the document information and `date` in headers. Default: left as fixed as everything else. */
  date?: Date | undefined;
  /** External http(s) references: refuse the document (default), or leave them out with a diagnostic each. */
  external?: 'refuse' | 'ignore' | undefined;
  /** Where style sheets, images and fonts come from that the document names by relative or `file:` URLs. Left out: they aren't loaded. */
  resources?: ResourceLoader | undefined;
  /** The document's own absolute URL, such as `file:///reports/2026/index.html`: relative URLs are resolved against it. */
  baseUrl?: string | undefined;
  /** Style sheets behind the document's own, which they override where both are as specific. */
  userStyles?: UserStyle[] | undefined;
  /** Font files (TTF, OTF, WOFF, WOFF2) that families may name besides the bundled ones and `@font-face`. */
  fonts?: BytesGiven[] | undefined;
  /** Document information; by default the document's `<title>` and `<meta name>` (author, description, keywords). */
  title?: string | undefined;
  author?: string | undefined;
  subject?: string | undefined;
  keywords?: string | undefined;
  /**
   * What the file shall be: `pdf/ua-1`, `pdf/ua-2` (accessible), `pdf/a-2b`, `-2u`, `-2a`, `-3b`, `-3u`, `-3a`, `-4`, `-4e`, `-4f` (for archives),
   * `pdf/x-4` (for printers; needs an `outputIntent`), or a sum such as `pdf/a-3a + pdf/ua-1`.
   * What can't be made so is refused with a RenderError `profile_breach`.
   */
  profile?: string | undefined;
  /** The device that the file's colours are made for. Default: sRGB where the profile asks for one. */
  outputIntent?: OutputIntent | undefined;
  /** Files that the PDF carries, besides those of `<link rel=attachment>`. */
  attachments?: Attachment[] | undefined;
  /** Makes it an electronic invoice: the XML is attached as the standard wants it. The profile is `pdf/a-3b` unless another PDF/A-3 is given. */
  facturx?: FacturX | undefined;
  /** Makes the controls of forms fields that can be filled in. Default: they are drawn as they stand. */
  forms?: boolean | undefined;
  /** How readers show the file when they open it. */
  viewer?: ViewerOptions | undefined;
  /** Encrypts the file: who may open it, and do what. */
  encryption?: Encryption | undefined;
  /** Deflate streams. Default true. */
  compress?: boolean | undefined;
  /** Embed fonts with the instructions that fit their outlines to the pixels of screens. Without them files are smaller. Default true. */
  hinting?: boolean | undefined;
  /** Makes images smaller, or lets them be finer than others see. Default: they go into the file as they came. */
  images?: ImageOptions | undefined;
  /** What a render may spend; each limit has a default. */
  limits?: Partial<Limits> | undefined;
  /** Ends the render with a RenderError `aborted`. An AbortSignal is heard between stages and pages, an object whose `aborted` reads shared memory at any time. */
  signal?: AbortFlag | undefined;
  /** Called between stages and pages, for a progress display. What it throws ends the render with a RenderError `aborted`, as its `cause`. */
  onProgress?: ((progress: Progress) => void) | undefined;
}
