import { expect } from 'chai';
import { initialStyle } from '../../../engine/css/properties/registry.ts';
import { layout } from '../../support/layout.ts';

describe('the initial style', () => {
  it('has every field that computing gives a style, those that follow from several properties too', async () => {
    const { pages } = await layout(
      '<html style="font-size:20px;color:red;float:left;border:1px solid;background:red;fill:red;cx:1px;opacity:.5">',
    );
    const { style } = pages[0]!.root!.fragment;
    const initial = initialStyle();
    for (const group of ['font', 'text', 'box', 'border', 'background', 'rare', 'svgPaint', 'svgShape'] as const) {
      expect(Object.keys(initial[group]), group).to.have.members(Object.keys(style[group]));
      for (const [field, value] of Object.entries(initial[group])) expect(value, field).not.to.equal(undefined);
    }
  });
});
