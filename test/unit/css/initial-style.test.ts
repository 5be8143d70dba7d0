import { expect } from 'chai';
import { initialStyle } from '../../../engine/css/properties/registry.ts';
import type { BoxFragment, Fragment } from '../../../engine/layout/contract/fragment.ts';
import { layout } from '../../support/layout.ts';

/** Returns the last box of a page in painting order. */
function innermost(fragment: BoxFragment): BoxFragment {
  const last: Fragment | undefined = fragment.children.at(-1);
  return last?.type === 'box' ? innermost(last) : fragment;
}

describe('the initial style', () => {
  it('has every field of a computed style, including those that depend on several properties', async () => {
    const { pages } = await layout(
      '<p style="font-size:20px;color:red;width:9px;height:9px;border:1px solid;background:red;fill:red;cx:1px;opacity:.5">',
    );
    const { style } = innermost(pages[0]!.root!.fragment);
    expect(style.rare.opacity).to.equal(0.5);
    const initial = initialStyle();
    for (const group of ['font', 'text', 'box', 'border', 'background', 'rare', 'svgPaint', 'svgShape'] as const)
      expect(Object.keys(initial[group]), group).to.have.members(Object.keys(style[group]));
  });
});
