import { harvest } from './harvest.ts';
import { SIZES_EXCEPTIONS } from './known-exceptions.ts';
import { layOut, uphold } from './law.ts';
import { declares, elementsOf, type Sample, type Specimen } from './specimen.ts';

/** The largest deviation of a zoomed box, in px: each of its fragments is rounded. */
const ROUNDING = 0.5;

/** Returns which box with a declared block size differs from the sum of its fragments, or null. */
async function violation(sample: Sample): Promise<string | null> {
  const { pages } = await layOut(sample);
  const { blockSizes, zoomed } = harvest(pages);
  for (const [node, ancestors] of elementsOf(sample.body)) {
    const wanted = declaredBlockSize(node, ancestors.at(-1) ?? null);
    if (wanted === null || node.id === null) continue;
    const size = blockSizes.get(node.id) ?? 0;
    if (zoomed.has(node.id) ? Math.abs(size - wanted) > ROUNDING : size !== wanted)
      return `box ${node.id} is ${size} px high in all on ${pages.length} pages, not ${wanted}`;
  }
  return null;
}

/** Returns null if nothing is declared or the size is only a preference, as for flex items and table parts. */
function declaredBlockSize(node: Specimen, parent: Specimen | null): number | null {
  if (node.tag !== 'div' || parent === null || declares(parent, 'display:flex')) return null;
  const declaration = node.style.find((one) => one.startsWith('block-size:'));
  return declaration === undefined ? null : Number.parseFloat(declaration.slice('block-size:'.length));
}

describe('the law of sizes', function () {
  this.timeout(120_000);

  it('makes the fragments of a box add up to its declared height', () =>
    uphold({
      name: 'sizes',
      runs: 150,
      without: ['footnotes', 'fixed'],
      exceptions: SIZES_EXCEPTIONS,
      violation,
    }));
});
