import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { Budget, DEFAULT_LIMITS } from '../../engine/budget.ts';
import { RenderError } from '../../engine/errors.ts';

describe('a budget', () => {
  it('excludes waiting time, and counts concurrent waits once', async () => {
    const budget = new Budget({ ...DEFAULT_LIMITS, deadlineMs: 300 });
    await Promise.all(Array.from({ length: 40 }, () => budget.waitFor(sleep(100))));
    budget.look();
    const end = performance.now() + 700;
    while (performance.now() < end);
    expect(() => budget.look()).to.throw(RenderError, 'longer than 300 ms');
  });
});
