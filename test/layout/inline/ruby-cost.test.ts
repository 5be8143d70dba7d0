import { expect } from 'chai';
import type { Box } from '../../../engine/boxes/box.ts';
import { type AnnotationPlace, RubyAnnotation } from '../../../engine/layout/inline/ruby/ruby-columns.ts';
import { Random } from '../../laws/random.ts';

const BOX = { style: { text: { rubyPosition: 'over' } }, data: { level: 0 } } as unknown as Box;

describe('the break of a ruby annotation', () => {
  const annotation = (places: readonly AnnotationPlace[], width: number): RubyAnnotation =>
    new RubyAnnotation(BOX, 0, width, null, places, { item: 9, offset: 9999, width });

  it('is found without looking at every opportunity', () => {
    let looks = 0;
    const places = Array.from({ length: 10_000 }, (_, offset) => ({
      item: 0,
      offset,
      get width(): number {
        looks++;
        return offset;
      },
    }));
    const long = annotation(places, 10_000);
    looks = 0;
    for (let i = 1; i < 100; i++) long.placeAt(i / 100);
    expect(looks).to.be.at.most(100 * 100);
  });

  it('is the first of the nearest opportunities', () => {
    const random = new Random(7);
    for (let round = 0; round < 200; round++) {
      const widths = random.times(1, 9, () => random.int(1, 20)).toSorted((a, b) => a - b);
      const places = widths.map((width, offset) => ({ item: 0, offset, width }));
      for (let share = 1; share < 40; share++) {
        const distances = widths.map((width) => Math.abs(width - (share / 40) * 21));
        const nearest = distances.indexOf(Math.min(...distances));
        expect(annotation(places, 21).placeAt(share / 40).offset, `${widths.join()} at ${share}/40`).to.equal(nearest);
      }
    }
  });
});
