/** Packing can't be interrupted, so it only starts if it can finish in time. */
import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { RenderError } from '../../../engine/errors.ts';
import type { Samples } from '../../../engine/images/image.ts';
import { RowPacker } from '../../../engine/images/row-packer.ts';
import { withFrozenClock } from '../../support/clock.ts';

const ROW = 1_000_000;
const ROWS = 60;

function packed(deadlineMs: number): () => Samples {
  const packer = new RowPacker(ROW, 1, 8, false, ROWS);
  const row = new Uint8Array(ROW);
  for (let y = 0; y < ROWS; y++) packer.put(row, 0);
  return () => packer.finish(new Budget({ ...DEFAULT_LIMITS, deadlineMs }));
}

describe('packed rows', () => {
  it("aren't started if the deadline would pass", () =>
    withFrozenClock(() => {
      expect(packed(300)).to.throw(RenderError).with.property('code', 'render_timeout');
    }));

  it('are packed if there is enough time', () =>
    withFrozenClock(() => {
      expect(packed(60_000)().bytes.length).to.be.below(ROW);
    }));
});
