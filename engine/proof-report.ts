/** The result of `proof` as plain data. */
import type { Rectangle } from './document-layout.ts';

/** The kinds of problems that `proof` finds. */
export type ProofCheck =
  | 'bleed'
  | 'clipped-text'
  | 'contrast'
  | 'font-license'
  | 'four-ink-text'
  | 'hairline'
  | 'ink-coverage'
  | 'missing-glyph'
  | 'missing-image'
  | 'overprint'
  | 'resolution'
  | 'safety';

/** The limits of the checks. */
export interface ProofLimits {
  /** The minimum line width, in points. Default: 0.25. */
  readonly hairline?: number;
  /** The minimum resolution of images at their size on paper, in pixels per inch. Default: 150. */
  readonly resolution?: number;
  /** The maximum total of the four process inks, in percent. Default: 300. */
  readonly ink?: number;
  /** The minimum contrast of text (WCAG 2.2, 1.4.3). Large text needs two thirds of it. Default: 4.5. */
  readonly contrast?: number;
  /** The bleed that the printer needs, in millimeters. Default: 3. */
  readonly bleed?: number;
  /** The minimum distance of text from the edge of the trimmed page, in millimeters. Default: 3. */
  readonly safety?: number;
  /** Checks to leave out. */
  readonly skip?: readonly ProofCheck[];
}

/** One problem. Equal problems of one element are listed once. */
export interface ProofFinding {
  readonly check: ProofCheck;
  readonly message: string;
  /** The page of the first occurrence, counted from 1; null if it concerns the document. */
  readonly page: number | null;
  /** The place on that page in CSS px from the corner of the trimmed page; null if it is unknown. */
  readonly place: Rectangle | null;
  /** A selector of the element; null if it is unknown. */
  readonly element: string | null;
  /** The position of the element's tag in the document, counted from 1; null if it is unknown. */
  readonly line: number | null;
  readonly column: number | null;
  readonly count: number;
}

export interface ProofReport {
  /** The number of pages. */
  readonly pages: number;
  /** In page order. */
  readonly findings: readonly ProofFinding[];
  /** The number of further problems that are not listed. */
  readonly omitted: number;
}
