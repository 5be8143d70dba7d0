import type { Box } from '../../engine/boxes/box.ts';
import type { BreakToken } from '../../engine/layout/contract/break-token.ts';
import type { ConstraintSpace } from '../../engine/layout/contract/constraint-space.ts';
import type { LayoutContext } from '../../engine/layout/contract/contract.ts';
import { targetNamed } from '../../engine/document/link-targets.ts';
import type { Known, Prepared } from '../../engine/pages/known.ts';
import type { Page, PlacedFragment } from '../../engine/pages/page.ts';
import { PageList, type PageSink } from '../../engine/pages/page-sink.ts';
import { settle } from '../../engine/pages/settle.ts';
import { openDocument, prepareDocument } from '../../engine/prepare.ts';
import type { RenderOptions } from '../../engine/render-options.ts';
import type { LayoutResult } from '../../engine/layout/contract/layout-result.ts';

/** Pages of 400 x 300 px without margins, with lines of 20 px. */
export const SMALL_PAGES = '<style>@page{size:400px 300px;margin:0}body{margin:0;font:16px/20px Arial}</style>';

export interface Settled {
  readonly pages: readonly Page[];
  /**
   * The events, in order: `styles`, `boxes`, `scale`, `lay out 3` (an area filled for the page with that number), `page 3`,
   * `margins of 3`.
   */
  readonly events: readonly string[];
  readonly diagnostics: readonly string[];
}

/** Settles a document on small pages and records the work. */
export async function settled(html: string, options: RenderOptions = {}): Promise<Settled> {
  const opened = await openDocument(`<!DOCTYPE html>${SMALL_PAGES}${html}`, options);
  const events: string[] = [];
  const list = new PageList();
  let laidOut = 0;
  const sink: PageSink = {
    takePage(page: Page, isComplete: boolean) {
      events.push(`page ${page.index + 1}${isComplete ? '' : ' without margins'}`);
      list.takePage(page);
    },
    completePage(index: number, marginBoxes: readonly PlacedFragment[]) {
      events.push(`margins of ${index + 1}`);
      list.completePage(index, marginBoxes);
    },
  };
  const note = (token: BreakToken | null): void => {
    events.push(token === null ? 'lay out 1' : `lay out ${laidOut + 1}`);
  };
  const watched = (prepared: Prepared): Prepared => ({
    ...prepared,
    layout: watching(prepared.layout, prepared.tree.root, note),
    atScale: (scale) => {
      const rescaled = prepared.atScale(scale);
      if (rescaled === null) return null;
      events.push('scale');
      laidOut = 0;
      return watched(rescaled);
    },
  });
  await settle({
    ...opened,
    prepare: async (known: Known, styled) => {
      events.push(styled === null ? 'styles' : 'boxes');
      laidOut = 0;
      return watched(await prepareDocument(opened, known, styled));
    },
    openSink: () => sink,
    targetNamed: (name) => targetNamed(opened.document, name),
    onPage: (count) => (laidOut = count),
  });
  const diagnostics = opened.diagnostics.list().map(({ code }) => code);
  return { pages: list.pages, events, diagnostics };
}

/** Wraps a layout to report each layout of the root box. */
function watching(layout: LayoutContext, root: Box, note: (token: BreakToken | null) => void): LayoutContext {
  return Object.create(layout, {
    layout: {
      value: (box: Box, space: ConstraintSpace, token: BreakToken | null): LayoutResult => {
        if (box === root) note(token);
        return layout.layout(box, space, token);
      },
    },
  }) as LayoutContext;
}
