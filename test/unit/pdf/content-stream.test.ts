import { expect } from 'chai';
import { PathOp } from '../../../engine/paint/canvas.ts';
import { ContentStream } from '../../../engine/pdf/content-stream.ts';

const HUGE = 1e9;

/** What `draw` writes to a page of 200 by 100 points whose user space has half a point a unit, from the point 10, 10. */
function written(draw: (stream: ContentStream) => void): string {
  const stream = new ContentStream([1, 0, 0, 1, 0, 0], { x0: 0, y0: 0, x1: 200, y1: 100 });
  stream.transform([0.5, 0, 0, 0.5, 10, 10]);
  draw(stream);
  return Buffer.from(stream.out.view()).toString('latin1').split('\n').slice(1).join('|');
}

// prettier-ignore
const rectangle = (x: number, y: number, right: number, bottom: number): number[] => [
  PathOp.Move, x, y, PathOp.Line, right, y, PathOp.Line, right, bottom, PathOp.Line, x, bottom, PathOp.Close,
];

describe('content streams', () => {
  it('cut filled and clipping rectangles that reach far out of sight', () => {
    expect(written((stream) => stream.rect(20, 30, HUGE, 40))).to.equal('20 30 560 40 re|');
    expect(written((stream) => stream.clipRect(-HUGE, 0, 2 * HUGE, HUGE))).to.equal('-220 0 800 380 re|W n|');
    expect(written((stream) => stream.path(rectangle(0, 0, 50, HUGE)))).to.equal('0 0 50 380 re|');
    expect(written((stream) => stream.rect(HUGE, 0, 10, 10))).to.equal('580 0 0 10 re|');
  });

  it('leave rectangles near the page, and stroked ones, as they are', () => {
    expect(written((stream) => stream.rect(-50, 0, 5000, 7.5))).to.equal('-50 0 5000 7.5 re|');
    expect(written((stream) => stream.path(rectangle(0, 0, 90_000, 7), true))).to.equal('0 0 90000 7 re|');
  });
});
