import { expect } from 'chai';
import { Color } from '../../../engine/css/color.ts';
import { paintBlurredBox } from '../../../engine/paint/blurred-shadow.ts';
import { type RoundedRect, sharpRect } from '../../../engine/paint/rounded-rect.ts';

const BLACK = new Color(0, 0, 0, 1);

/** Returns the darkness of a rectangle's shadow at a point. */
function darknessAt(x: number, y: number, width: number, height: number, blur: number): number {
  let light = 1;
  paintBlurredBox(sharpRect(0, 0, width, height), blur, BLACK, (r, { a }) => {
    if (isIn(r, x, y)) light *= 1 - a;
  });
  return 1 - light;
}

function isIn({ x: left, y: top, width, height, radii }: RoundedRect, x: number, y: number): boolean {
  // All four corners are equal, so the nearest one has this radius.
  const radius = radii?.[0] ?? 0;
  const dx = Math.abs(x - left - width / 2) - (width / 2 - radius);
  const dy = Math.abs(y - top - height / 2) - (height / 2 - radius);
  return dx <= 0 || dy <= 0 ? Math.max(dx, dy) <= radius : Math.hypot(dx, dy) <= radius;
}

describe('blurred shadows of boxes', () => {
  it('are half as dark along a straight edge', () => {
    expect(darknessAt(50, 0, 100, 100, 10)).to.be.closeTo(0.5, 0.06);
    expect(darknessAt(50, 50, 100, 100, 10)).to.be.closeTo(1, 0.03);
  });

  it('are fainter for narrower boxes, as in a Gaussian blur', () => {
    // erf(2 / (2.5 * sqrt 2)) in the middle of a 4 px strip with a deviation of 2.5 px.
    expect(darknessAt(50, 2, 100, 4, 5)).to.be.closeTo(0.576, 0.03);
    expect(darknessAt(2, 2, 4, 4, 5)).to.be.closeTo(0.576 ** 2, 0.03);
    expect(darknessAt(50, 5.5, 100, 4, 5)).to.be.closeTo(0.26, 0.06);
  });

  it('multiply the effect of both edges in a corner', () => {
    for (const [at, share] of [
      [-5, 0.1587],
      [0, 0.5],
      [5, 0.8413],
    ] as const)
      expect(darknessAt(at, at, 100, 100, 10), String(at)).to.be.closeTo(share ** 2, 0.03);
  });

  it('fade without visible steps', () => {
    let before = 0;
    for (let y = -20; y < 20; y += 0.1) {
      const dark = darknessAt(50, y, 100, 100, 10);
      expect(dark - before, String(y)).to.be.lessThan(0.06);
      before = dark;
    }
    expect(darknessAt(50, -13.2, 100, 100, 10)).to.equal(0);
    expect(darknessAt(50, -12.9, 100, 100, 10)).to.be.lessThan(0.01);
  });
});
