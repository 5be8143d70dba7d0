import { expect } from 'chai';
import { styled } from '../../support/style.ts';

describe('border-top-radius and the like', () => {
  it('set the two corners of a side', () => {
    const { style } = styled(
      '<p id=a style="border-top-radius: 1px 2px / 3px; border-inline-start-radius: 5px; border-bottom-radius: 6px / 7px 8px">',
    );
    const { border } = style('a');
    const pixels = ({ x, y }: typeof border.borderTopLeftRadius): number[] => [x.px, y.px];
    expect(pixels(border.borderTopLeftRadius)).to.deep.equal([5, 5]);
    expect(pixels(border.borderTopRightRadius)).to.deep.equal([3, 3]);
    expect(pixels(border.borderBottomLeftRadius)).to.deep.equal([6, 6]);
    expect(pixels(border.borderBottomRightRadius)).to.deep.equal([7, 8]);
  });
});
