import { expect } from 'chai';
import { distancesIn, extentRadius, type RadialExtent } from '../../../engine/css/values/radial-extent.ts';
import { parseDeclaration } from '../../../engine/css/properties/registry.ts';
import { STANDARD_PARSE } from '../../../engine/css/values/value-reader.ts';

describe('radial extents', () => {
  const from = distancesIn({ x: 10, y: 10, width: 20, height: 40 }, 13, 14);
  const radii = (extent: RadialExtent): number[] =>
    (['both', 'x', 'y'] as const).map((axis) => extentRadius(extent, from, axis));

  it('extend to sides of their axis, or to corners', () => {
    expect(radii('closest-side')).to.deep.equal([3, 3, 4]);
    expect(radii('farthest-side')).to.deep.equal([36, 17, 36]);
    expect(radii('closest-corner')).to.deep.equal([5, 5, 5]);
    expect(radii('farthest-corner')).to.deep.equal([Math.hypot(17, 36), Math.hypot(17, 36), Math.hypot(17, 36)]);
  });

  it('are accepted by circles and ellipses', () => {
    const isValid = (value: string): boolean =>
      parseDeclaration('clip-path', value, STANDARD_PARSE).kind === 'longhands';
    expect(isValid('circle(closest-corner at 1px 2px)')).to.equal(true);
    expect(isValid('ellipse(farthest-corner 20%)')).to.equal(true);
    expect(isValid('circle(corner)')).to.equal(false);
  });
});
