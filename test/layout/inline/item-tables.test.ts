import { expect } from 'chai';
import type { Box } from '../../../engine/boxes/box.ts';
import { firstRunOfItems, itemFlags, nestingOf } from '../../../engine/layout/inline/item-tables.ts';
import { InlineItem, InlineItemKind } from '../../../engine/text/inline-content.ts';
import type { ShapedRun } from '../../../engine/text/paragraph.ts';

const KINDS = [InlineItemKind.Text, InlineItemKind.Open, InlineItemKind.Close, InlineItemKind.Atomic];
/** Makes the content too long to share tables. */
const MORE = Array.from({ length: 8 }, () => InlineItemKind.Text);

const itemsOf = (kinds: readonly InlineItemKind[]): InlineItem[] =>
  kinds.map((kind) => new InlineItem(kind, null as unknown as Box, 0, 0));

/** Returns every list of at most five kinds. */
function* lists(length: number): Generator<InlineItemKind[]> {
  yield [];
  if (length > 0) for (const rest of lists(length - 1)) for (const kind of KINDS) yield [kind, ...rest];
}

describe('tables of inline items', () => {
  it('are the same whether or not contents share them', () => {
    for (const kinds of lists(5)) {
      for (const repeated of [1, 2]) {
        const shared = nestingOf(itemsOf(kinds));
        const own = nestingOf(itemsOf([...kinds, ...MORE]));
        const about = `${kinds} (${repeated})`;
        expect([...shared.enclosing], about).to.deep.equal(Array.from(own.enclosing.slice(0, kinds.length)));
        expect([...shared.partner], about).to.deep.equal(Array.from(own.partner.slice(0, kinds.length)));
      }
    }
  });

  it('distinguish contents of different lengths and flags', () => {
    const given = [[], [0], [0, 0], [63, 0], [0, 63], [63, 63, 63, 63, 63, 63], [1, 2, 3, 4, 5, 6, 7, 8]];
    for (const repeated of [1, 2])
      for (const flags of given)
        expect([...itemFlags(flags.length, (i) => flags[i]!)], `${flags} (${repeated})`).to.deep.equal(flags);
  });

  it('find the first run of each item', () => {
    const run = (item: number): ShapedRun => ({ item }) as ShapedRun;
    expect([...firstRunOfItems([run(1)], 3)]).to.deep.equal([0, 0, 1, 1]);
    expect([...firstRunOfItems([run(1)], 9)]).to.deep.equal([0, 0, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect([...firstRunOfItems([run(1), run(1), run(2)], 4)]).to.deep.equal([0, 0, 2, 3, 3]);
    expect([...firstRunOfItems([], 2)]).to.deep.equal([0, 0, 0]);
  });
});
