/** Draws images to get their pixels, which layout needs (css-shapes-1 §3.3). */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { ImageValue } from '../css/computed-values.ts';
import { alphasOf } from '../images/samples.ts';
import type { Alpha, DrawnImages } from '../layout/contract/contract.ts';
import { DisplayListBuilder } from './display-list.ts';
import { svgMarkup } from './filters/markup.ts';
import { listMarkup } from './filters/list-writer.ts';
import { rasterCost } from './filters/raster-cost.ts';
import { PaintContext, PaintedPage, type PaintServices, PaintState } from './paint-context.ts';
import { paintImageValue } from './paint-image.ts';
import { HOST } from './paint-page.ts';

/** Samples per CSS px, unless the document's sample budget is smaller. */
const SAMPLES_PER_PX = 1;

export class ImageDrawings implements DrawnImages {
  private readonly services: PaintServices;
  /** Created on first use, because few documents need it. */
  private state: PaintState | null = null;

  constructor(services: PaintServices) {
    this.services = services;
  }

  alphaOf(image: ImageValue, width: number, height: number, style: ComputedStyle): Alpha | null {
    if (!(width > 0 && height > 0)) return () => 0;
    // Whole px, so that each sample is one px.
    const sheet = { x: 0, y: 0, width: Math.ceil(width), height: Math.ceil(height) };
    const state = (this.state ??= new PaintState(this.services));
    const canvas = new DisplayListBuilder();
    const context = new PaintContext(new PaintedPage(canvas, state, sheet, HOST));
    paintImageValue(context, image, { x: 0, y: 0, width, height }, style.text.color, style.text);
    const content = listMarkup(canvas.list, state.services.budget, 'i');
    const markup = svgMarkup(sheet, content.markup(sheet));
    const area = sheet.width * sheet.height;
    const { sampling, samples, bytes } = state.filterSamples.take(
      area,
      SAMPLES_PER_PX,
      rasterCost(markup, content.drawn(sheet)),
    );
    const { budget, rasterizer } = this.services;
    budget.spendPixels(Math.ceil(samples));
    const data = rasterizer.draw(markup, sampling, bytes);
    if (data === null) return null;
    if (data.alpha === null) return () => 1;
    const { width: columns, height: rows } = data;
    budget.spendBytes(columns * rows);
    const alphas = alphasOf(data, data.alpha);
    return (x, y) => {
      const column = Math.min(columns - 1, Math.floor((x * columns) / sheet.width));
      const row = Math.min(rows - 1, Math.floor((y * rows) / sheet.height));
      return alphas[row * columns + column]! / 255;
    };
  }
}
