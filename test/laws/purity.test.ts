import { dumpPages } from '../../engine/debug/dump-fragments.ts';
import { createLayoutContext } from '../../engine/layout/layout-node.ts';
import { layoutPages } from '../../engine/pages/page-loop.ts';
import type { LaidOutDocument } from '../../engine/render.ts';
import { luFromPx } from '../../engine/units.ts';
import { withFrozenLayout } from './frozen.ts';
import { PURITY_EXCEPTIONS } from './known-exceptions.ts';
import { layOut, uphold } from './law.ts';
import type { Sample } from './specimen.ts';

/** The same boxes on pages once more, with all that the first layout has left on them. */
function dumpAgain(laidOut: LaidOutDocument, { pageWidth, pageHeight }: Sample): string {
  const { styler, options, budget, diagnostics, text, images, root, document } = laidOut;
  const layout = createLayoutContext({
    budget,
    diagnostics,
    text,
    images,
    initialWidth: luFromPx(pageWidth),
    initialHeight: luFromPx(pageHeight),
    quirks: document.quirks,
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

async function differsAgain(sample: Sample): Promise<string | null> {
  const laidOut = await layOut(sample);
  if (laidOut.pages.some((page) => page.scale !== 1)) return null;
  const first = dumpPages(laidOut.pages).split('\n');
  const second = dumpAgain(laidOut, sample).split('\n');
  const at = first.findIndex((line, i) => line !== second[i]);
  return at < 0 ? null : `line ${at + 1} of the dump was\n${first[at]}\nand is\n${second[at]}`;
}

describe('law of purity', function () {
  this.timeout(120_000);

  it('nothing that layout was given or has given back is written to', () =>
    uphold({
      name: 'purity',
      runs: 80,
      exceptions: PURITY_EXCEPTIONS,
      violation: (sample) =>
        withFrozenLayout(async () => {
          await layOut(sample);
          return null;
        }),
    }));

  it('the same boxes laid out twice give equal trees', () =>
    uphold({
      name: 'repetition',
      runs: 120,
      exceptions: PURITY_EXCEPTIONS,
      violation: differsAgain,
    }));
});
