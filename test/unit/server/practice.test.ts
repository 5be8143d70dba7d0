import { expect } from 'chai';
import { Practice } from '../../../server/editor/practice.ts';

describe('renders for practice', () => {
  const ended = (done: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => void (done() ? resolve() : setTimeout(look, 10));
      look();
    });
  const idle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 400));

  it('repeat one render a limited number of times', async function () {
    this.timeout(20_000);
    let count = 0;
    new Practice().begin(async () => void count++);
    await ended(() => count === 8);
    await idle();
    expect(count).to.equal(8);
  });

  it('stop when the user needs the renderer, and abort the one that runs', async function () {
    this.timeout(20_000);
    const practice = new Practice();
    const seen: boolean[] = [];
    practice.begin(async (signal) => {
      practice.stop();
      seen.push(signal.aborted);
    });
    await ended(() => seen.length > 0);
    await idle();
    expect(seen).to.deep.equal([true]);
    practice.begin(async () => void seen.push(false));
    practice.stop();
    await idle();
    expect(seen).to.deep.equal([true]);
  });
});
