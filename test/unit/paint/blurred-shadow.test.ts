import { expect } from 'chai';
import { Color } from '../../../engine/css/color.ts';
import { paintBlurredBox } from '../../../engine/paint/blurred-shadow.ts';
import { sharpRect } from '../../../engine/paint/rounded-rect.ts';

const BLACK = new Color(0, 0, 0, 1);

/** How dark the shadow of a rectangle is at a point. */
function darknessAt(x: number, y: number, width: number, height: number, blur: number): number {
  let light = 1;
  paintBlurredBox(sharpRect(0, 0, width, height), blur, BLACK, (r, { a }) => {
    if (x >= r.x && x <= r.x + r.width && y >= r.y && y <= r.y + r.height) light *= 1 - a;
  });
  return 1 - light;
}

describe('blurred shadows of boxes', () => {
  it('are half as dark along a straight edge', () => {
    expect(darknessAt(50, 0, 100, 100, 10)).to.be.closeTo(0.5, 0.06);
    expect(darknessAt(50, 50, 100, 100, 10)).to.be.closeTo(1, 0.03);
  });

  it('are the fainter the narrower the box is, as a Gaussian spreads it', () => {
    // erf(2 / (2.5 * sqrt 2)) in the middle of a strip of 4 px and a deviation of 2.5 px.
    expect(darknessAt(50, 2, 100, 4, 5)).to.be.closeTo(0.576, 0.03);
    expect(darknessAt(2, 2, 4, 4, 5)).to.be.closeTo(0.576 ** 2, 0.03);
    expect(darknessAt(50, 5.5, 100, 4, 5)).to.be.closeTo(0.26, 0.06);
  });
});
