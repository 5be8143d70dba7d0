import { dumpPages } from '../../engine/debug/dump-fragments.ts';
import { createLayoutContext } from '../../engine/layout/layout-node.ts';
import { layoutPages } from '../../engine/pages/page-loop.ts';
import type { LaidOutDocument } from '../../engine/render.ts';
import { luFromPx } from '../../engine/units.ts';
import { declares, type Sample } from './specimen.ts';

/** The same boxes on pages once more, with all that the first layout has left on them. */
export function dumpAgain(
  laidOut: LaidOutDocument,
  { pageWidth, pageHeight, body }: Sample,
  keepsResults: boolean,
): string {
  const { styler, options, budget, diagnostics, text, images, root, document } = laidOut;
  const [width, height] = declares(body, 'writing-mode:vertical') ? [pageHeight, pageWidth] : [pageWidth, pageHeight];
  const layout = createLayoutContext({
    budget,
    diagnostics,
    text,
    images,
    initialWidth: luFromPx(width),
    initialHeight: luFromPx(height),
    quirks: document.quirks,
    keepsResults,
  });
  const { pages } = layoutPages({
    styler,
    layout,
    options,
    budget,
    scale: 1,
    buildTree: () => ({ root, hasPageReferences: false, countersById: new Map() }),
    buildMarginBox: () => null,
    elementById: () => null,
    onPage: () => undefined,
  });
  return dumpPages(pages);
}
