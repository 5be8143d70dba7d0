import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../engine/budget.ts';
import { RenderError } from '../../engine/errors.ts';
import { withClock } from '../support/clock.ts';

describe('a budget', () => {
  it('excludes waiting time, and counts concurrent waits once', async () => {
    let now = 0;
    await withClock(
      () => now,
      async () => {
        const budget = new Budget({ ...DEFAULT_LIMITS, deadlineMs: 300 });
        now = 100;
        let arrive = (): void => undefined;
        const other = new Promise<void>((resolve) => (arrive = resolve));
        const waits = Array.from({ length: 40 }, () => budget.waitFor(other));
        now = 1100;
        arrive();
        await Promise.all(waits);
        now = 1300;
        budget.look();
        now = 1301;
        expect(() => budget.look()).to.throw(RenderError, 'longer than 300 ms');
      },
    );
  });
});
