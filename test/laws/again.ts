import { dumpPages } from '../../engine/debug/dump-fragments.ts';
import { createLayoutContext } from '../../engine/layout/layout-node.ts';
import { PageList } from '../../engine/pages/page-sink.ts';
import { settle } from '../../engine/pages/settle.ts';
import type { LaidOutDocument } from '../../engine/render.ts';
import { luFromPx } from '../../engine/units.ts';
import { declares, type Sample } from './specimen.ts';

/** Lays out the same boxes on pages again, with all the state that the first layout left on them. */
export async function dumpAgain(
  laidOut: LaidOutDocument,
  { pageWidth, pageHeight, body }: Sample,
  keptResults: number,
): Promise<string> {
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
    lineHeightQuirk: document.lineHeightQuirk,
    keptResults,
  });
  const list = new PageList();
  await settle({
    options,
    budget,
    diagnostics,
    prepare: () =>
      Promise.resolve({
        styler,
        layout,
        tree: {
          root,
          open: null,
          reachesOtherPages: true,
          movesBoxes: true,
          mayClip: true,
          outlineTargets: new Set(),
          anchors: null,
          regions: null,
        },
        frames: { content: () => null },
        firstPageName: '',
        buildMarginBox: () => null,
        pageText: () => '',
        atScale: () => null,
      }),
    openSink: () => list,
    targetNamed: () => null,
    onPage: () => undefined,
  });
  return dumpPages(list.pages);
}
