/** The results of the functions of `pagewright/pdf`. */

/** Something that an operation couldn't keep. */
export interface DroppedPart {
  /** The file that it was in. */
  readonly file: string;
  /** A noun phrase, such as `signatures`. */
  readonly what: string;
}

/** What is in a file. */
export interface PdfInfo {
  /** The PDF version, such as `1.7`. */
  readonly version: string;
  /** The size of each page in points, after rotation. */
  readonly pages: readonly { readonly width: number; readonly height: number }[];
  /** From the document information; null: missing. */
  readonly title: string | null;
  readonly author: string | null;
  readonly producer: string | null;
  /** The language of the document, such as `en`; null: missing. */
  readonly language: string | null;
  readonly isTagged: boolean;
  /** Standards that the metadata names, such as `PDF/A-2`. The file may violate them. */
  readonly standards: readonly string[];
  readonly outlineItems: number;
  readonly fields: number;
  readonly attachments: readonly string[];
  readonly layers: number;
  readonly hasSignatures: boolean;
  /** Whether the file has scripts, or an action that runs when it is opened. */
  readonly hasScripts: boolean;
}

/** An error in a file that readers must work around or repair. */
export interface PdfProblem {
  /** The number of the object, or null for the file as a whole. */
  readonly object: number | null;
  readonly message: string;
}

/** How a page is placed: `contain` scales it into the area, `fill` stretches it over it, `none` keeps its size. */
export type Fit = 'contain' | 'fill' | 'none';
