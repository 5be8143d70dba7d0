import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../../engine/budget.ts';
import { Length } from '../../../../engine/css/length.ts';
import type { TrackBreadth, TrackSize } from '../../../../engine/css/computed-values.ts';
import { GridTrack, type SizingConstraint, type TrackItem } from '../../../../engine/layout/grid/grid-track.ts';
import { sizeTracks } from '../../../../engine/layout/grid/track-sizing.ts';
import { INDEFINITE } from '../../../../engine/units.ts';

const PX = 64;
const breadth = (size: TrackBreadth): TrackSize => ({ type: 'breadth', breadth: size });
const px = (n: number): TrackSize => breadth(Length.px(n));
const fr = (n: number): TrackSize => breadth({ fr: n });
const AUTO = breadth(Length.AUTO);

function item(start: number, end: number, min: number, max: number): TrackItem {
  return {
    start,
    end,
    minContentContribution: () => min * PX,
    maxContentContribution: () => max * PX,
    minimumContribution: (limit) => (limit < 0 ? min * PX : Math.min(limit, min * PX)),
  };
}

function size(
  sizes: TrackSize[],
  items: TrackItem[],
  available: number,
  options: { gap?: number; stretches?: boolean; constraint?: SizingConstraint } = {},
): number[] {
  const constraint = options.constraint ?? 'definite';
  const room = constraint === 'definite' ? available * PX : INDEFINITE;
  const tracks = sizes.map((track) => new GridTrack(track, room));
  sizeTracks({
    tracks,
    items,
    constraint,
    available: room,
    minimum: 0,
    maximum: INDEFINITE,
    gap: (options.gap ?? 0) * PX,
    stretches: options.stretches ?? false,
    budget: new Budget(DEFAULT_LIMITS),
  });
  return tracks.map((track) => track.base / PX);
}

describe('track sizing', () => {
  it('rounds equal fractions by position', () => {
    expect(size([fr(1), fr(1), fr(1)], [], 500)).to.deep.equal([166.65625, 166.671875, 166.671875]);
  });

  it('gives fractions the space that fixed tracks and gutters leave', () => {
    expect(size([px(100), fr(1), fr(3)], [], 340, { gap: 20 })).to.deep.equal([100, 50, 150]);
  });

  it('never makes a fraction smaller than its content', () => {
    expect(size([fr(1), fr(1)], [item(0, 1, 150, 150)], 200)).to.deep.equal([150, 50]);
  });

  it('uses only part of the space if the factors sum to less than 1', () => {
    expect(size([fr(0.25), fr(0.25)], [], 100)).to.deep.equal([25, 25]);
  });

  it('grows auto tracks to their max-content, then stretches them equally', () => {
    const items = [item(0, 1, 10, 40), item(1, 2, 10, 80)];
    expect(size([AUTO, AUTO], items, 60)).to.deep.equal([30, 30]);
    expect(size([AUTO, AUTO], items, 200)).to.deep.equal([40, 80]);
    expect(size([AUTO, AUTO], items, 200, { stretches: true })).to.deep.equal([80, 120]);
  });

  it('stops fit-content() at its limit', () => {
    expect(size([{ type: 'fit-content', limit: Length.px(50) }, AUTO], [item(0, 1, 10, 300)], 400)).to.deep.equal([
      50, 0,
    ]);
    expect(size([{ type: 'fit-content', limit: Length.px(50) }, AUTO], [item(0, 1, 70, 300)], 400)).to.deep.equal([
      70, 0,
    ]);
  });

  it('distributes a spanning item over tracks with intrinsic minimums', () => {
    expect(size([px(20), AUTO, AUTO], [item(0, 3, 100, 100)], 400)).to.deep.equal([20, 40, 40]);
    const minmax: TrackSize = { type: 'minmax', min: Length.MIN_CONTENT, max: Length.px(30) };
    expect(size([minmax, AUTO], [item(0, 2, 100, 100)], 100)).to.deep.equal([30, 70]);
  });

  it('finds the fraction size that max-content needs', () => {
    expect(
      size([fr(1), fr(2)], [item(0, 1, 10, 60), item(1, 2, 10, 60)], 0, { constraint: 'max-content' }),
    ).to.deep.equal([60, 120]);
    expect(
      size([fr(1), fr(2)], [item(0, 1, 10, 60), item(1, 2, 20, 60)], 0, { constraint: 'min-content' }),
    ).to.deep.equal([10, 20]);
  });
});
