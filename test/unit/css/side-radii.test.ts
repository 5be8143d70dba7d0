import { expect } from 'chai';
import { styled } from '../../support/style.ts';

describe('border-top-radius and other side shorthands', () => {
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

describe('corner and related shorthands', () => {
  const corner = (style: string): readonly unknown[] => {
    const { border } = styled(`<p id=a style="${style}">`).style('a');
    return [
      border.borderTopLeftRadius.x.px,
      border.borderTopLeftRadius.y.px,
      border.cornerTopLeftShape,
      border.borderBottomRightRadius.x.px,
      border.cornerBottomRightShape,
    ];
  };

  it('set radii and shapes of all, two or one corner, in either order', () => {
    expect(corner('corner: 10px bevel')).to.deep.equal([10, 10, 0, 10, 0]);
    expect(corner('corner: scoop bevel round / 10px')).to.deep.equal([0, 0, 1, 0, 1]);
    expect(corner('corner: scoop bevel round 10px 5px 4px / 1px')).to.deep.equal([10, 1, -1, 4, 1]);
    expect(corner('corner-top: 7px / 8px superellipse(2)')).to.deep.equal([7, 7, 2, 0, 1]);
    expect(corner('corner-bottom-right: 6px')).to.deep.equal([0, 0, 1, 6, 1]);
    expect(corner('corner-start-start: bevel 3px 4px')).to.deep.equal([3, 4, 0, 0, 1]);
    expect(corner('corner-shape: bevel; corner-block-end: 2px')).to.deep.equal([0, 0, 0, 2, 1]);
  });

  it('are invalid with anything else', () => {
    for (const value of ['', 'bevel 1px bevel', '1px red', '1px 2px 3px 4px 5px'])
      expect(corner(`corner: ${value}`), value).to.deep.equal([0, 0, 1, 0, 1]);
  });
});
