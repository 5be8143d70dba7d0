import type { Box } from '../boxes/box.ts';
import type { Budget } from '../budget.ts';
import type { ComputedStyle, FontStyle, TextStyle } from '../css/computed-style.ts';
import { Color } from '../css/computed-values.ts';
import type { Document, Element } from '../document/node.ts';
import type { UnitMetrics } from '../css/values/compute-context.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { FontMetricsPx } from '../fonts/face.ts';
import type { ImageStore } from '../images/image.ts';
import type { TextServices } from '../layout/contract.ts';
import { ShadowBudget } from './blurred-shadow.ts';
import type { Canvas } from './canvas.ts';
import type { Space } from './effects.ts';
import type { Styler } from '../style/styler.ts';
import { collectLinkTargets } from './link-targets.ts';

/** What the painting of a document needs besides the fragments; the same for all its pages. */
export interface PaintServices {
  readonly images: ImageStore;
  readonly text: TextServices;
  readonly diagnostics: Diagnostics;
  readonly budget: Budget;
  readonly document: Document;
  /** The styles of SVG elements inside the document. */
  readonly styler: Styler;
  /** For SVG files' own styles. */
  readonly fonts: { metrics(font: FontStyle): UnitMetrics };
}

/** What of an element's text style decides how images look. */
export type ImageLook = Pick<TextStyle, 'imageRendering' | 'colorScheme'>;

/** What is known across the pages of one painting: made once, passed to every `paintPage`. */
export class PaintState {
  readonly services: PaintServices;
  /** Ids that links of the document lead to. */
  readonly linkTargets: ReadonlySet<string>;
  /** Elements whose destination or bookmark has been made, on the first page that they are on. */
  readonly anchored = new Set<Element>();
  readonly bookmarked = new Set<Element>();
  /** background-area.ts's: how much of each sliced box has been painted, px. */
  readonly consumed = new Map<Box, number>();
  /** text-decoration.ts's cache: the decorations of the text of each box. */
  readonly decorations = new Map<Box, readonly unknown[]>();
  /** svg/svg-document.ts's: parsed SVG files by their markup, and the elements of the document itself. */
  readonly svgFiles = new Map<string, unknown>();
  readonly darkSvgFiles = new Map<string, unknown>();
  svgSource: unknown = null;
  readonly shadows = new ShadowBudget();

  constructor(services: PaintServices) {
    this.services = services;
    this.linkTargets = collectLinkTargets(services.document.root);
  }
}

/** The painting of one page. */
export class PaintContext {
  /** Another one while colours are filtered. */
  canvas: Canvas;
  readonly state: PaintState;
  readonly images: ImageStore;
  readonly diagnostics: Diagnostics;
  readonly budget: Budget;
  /** The page area in the coordinates of the content, CSS px: what fixed backgrounds are positioned in. */
  readonly viewport: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** The box whose background has been painted on the canvas (root or body), and isn't painted again. */
  canvasBackgroundBox: Box | null = null;
  /** How many of the open layers are transformed. */
  transformed = 0;
  /** Where the baselines of the line being painted and of its decorating inline boxes lie, px. */
  lineBaseline: number | null = null;
  readonly baselines = new Map<Box, number>();
  /** The `::first-line` box that is being painted. */
  firstLine: Box | null = null;
  /** More than 0: a shadow is being drawn, for whose sake nothing else may happen. */
  silhouette = 0;
  /** effects.ts's: what boxes do to their children's transformations in three dimensions. */
  readonly spaces = new Map<Box, Space>();
  /** Text is being painted only for its shape: opaque, without shadows, not to be found by a reader. */
  textShape = false;

  constructor(canvas: Canvas, state: PaintState, viewport: PaintContext['viewport']) {
    this.canvas = canvas;
    this.state = state;
    this.images = state.services.images;
    this.diagnostics = state.services.diagnostics;
    this.budget = state.services.budget;
    this.viewport = viewport;
  }

  metrics(style: ComputedStyle): FontMetricsPx {
    return this.state.services.text.metrics(style);
  }
}

/** A computed colour with `currentcolor` replaced. */
export function usedColor(color: Color, style: ComputedStyle): Color {
  return color === Color.CURRENT ? style.text.color : color;
}

/** LU to whole CSS px: halves go up, as Chromium snaps. */
export function snap(lu: number): number {
  return (lu + 32) >> 6;
}
