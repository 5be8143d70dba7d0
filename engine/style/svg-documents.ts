/** SVG files, parsed and styled with their own rules, for the stages that draw them. */
import type { Budget } from '../budget.ts';
import type { FontStyle } from '../css/computed-style.ts';
import { StyleReader } from '../css/style-reader.ts';
import type { UnitMetrics } from '../css/values/compute-context.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Document } from '../document/node.ts';
import { parseSvgDocument } from '../document/parse-xml.ts';
import { collectStyleSheets, createStyler, restyle, type Styler } from './styler.ts';

/** The viewport of an SVG image in CSS px, to which its viewport units and media queries refer. */
interface ImageViewport {
  readonly width: number;
  readonly height: number;
}

/** A parsed file with a styler for each viewport it is drawn in. */
interface SvgFile {
  readonly document: Document;
  readonly stylers: Map<string, Styler>;
  readonly first: Styler;
}

export class SvgDocuments {
  private readonly budget: Budget;
  private readonly diagnostics: Diagnostics;
  private readonly fontMetrics: (font: FontStyle) => UnitMetrics;
  /** Keyed by color scheme and markup; null if the markup contains no `svg`. */
  private readonly files = new Map<string, SvgFile | null>();

  constructor(budget: Budget, diagnostics: Diagnostics, fontMetrics: (font: FontStyle) => UnitMetrics) {
    this.budget = budget;
    this.diagnostics = diagnostics;
    this.fontMetrics = fontMetrics;
  }

  /**
   * Returns the styler of a file's markup in a viewport, or null if it contains no `svg`. Its document is
   * `styler.document`. `prefersDark`: whether the element showing the image has a dark color scheme (mediaqueries-5
   * §12.1).
   */
  styled(markup: string, viewport: ImageViewport, prefersDark: boolean): Styler | null {
    const key = `${prefersDark ? 'dark' : 'light'} ${markup}`;
    let file = this.files.get(key);
    if (file === undefined) {
      file = this.open(markup, viewport, prefersDark);
      this.files.set(key, file);
    }
    if (file === null) return null;
    const size = `${viewport.width} ${viewport.height}`;
    let styler = file.stylers.get(size);
    if (styler === undefined) {
      styler = restyle(file.first, { viewportWidth: viewport.width, viewportHeight: viewport.height });
      file.stylers.set(size, styler);
    }
    return styler;
  }

  private open(markup: string, viewport: ImageViewport, prefersDark: boolean): SvgFile | null {
    const { budget, diagnostics, fontMetrics } = this;
    const document = parseSvgDocument(markup, budget);
    if (document === null) return null;
    const sheets = collectStyleSheets(document, new StyleReader(budget), diagnostics, budget);
    const first = createStyler(document, sheets, {
      viewportWidth: viewport.width,
      viewportHeight: viewport.height,
      media: 'print',
      prefersDark,
      fontMetrics,
      budget,
      diagnostics,
    });
    return { document, first, stylers: new Map([[`${viewport.width} ${viewport.height}`, first]]) };
  }
}
