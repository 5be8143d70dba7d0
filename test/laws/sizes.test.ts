import { harvest } from './harvest.ts';
import { SIZES_EXCEPTIONS } from './known-exceptions.ts';
import { layOut, uphold } from './law.ts';
import { declares, elementsOf, type Sample, type Specimen } from './specimen.ts';

/** Which box of a declared block size is larger or smaller than it in all of its fragments together; null: none. */
async function violation(sample: Sample): Promise<string | null> {
  const { pages } = await layOut(sample);
  const { blockSizes } = harvest(pages);
  for (const [node, ancestors] of elementsOf(sample.body)) {
    const wanted = declaredBlockSize(node, ancestors.at(-1) ?? null);
    if (wanted === null || node.id === null) continue;
    const size = blockSizes.get(node.id) ?? 0;
    if (size !== wanted) return `box ${node.id} is ${size} px high in all on ${pages.length} pages, not ${wanted}`;
  }
  return null;
}

/** Null where nothing is declared, or where a size is a wish: of flex items, of parts of tables. */
function declaredBlockSize(node: Specimen, parent: Specimen | null): number | null {
  if (node.tag !== 'div' || parent === null || declares(parent, 'display:flex')) return null;
  const declaration = node.style.find((one) => one.startsWith('block-size:'));
  return declaration === undefined ? null : Number.parseFloat(declaration.slice('block-size:'.length));
}

describe('law of sizes', function () {
  this.timeout(120_000);

  it('the fragments of a box are together as high as it was declared to be', () =>
    uphold({
      name: 'sizes',
      runs: 150,
      without: ['footnotes', 'fixed'],
      exceptions: SIZES_EXCEPTIONS,
      violation,
    }));
});
