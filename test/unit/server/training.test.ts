import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { render } from '../../../engine/index.ts';
import { train, TRAINING_DOCUMENTS } from '../../../server/rendering/training.ts';

describe('training of workers', function () {
  this.timeout(60_000);

  it('uses documents without diagnostics', async () => {
    for (const html of TRAINING_DOCUMENTS) expect((await render(html)).diagnostics).to.deep.equal([]);
  });

  it('ends when its processor time is spent', async () => {
    let documents = 0;
    await train(
      1,
      () => false,
      () => documents++,
    );
    expect(documents).to.equal(1);
  });

  it('renders nothing while a job is running', async () => {
    let busy = true;
    let documents = 0;
    const done = train(
      1,
      () => busy,
      () => documents++,
    );
    await sleep(500);
    expect(documents).to.equal(0);
    busy = false;
    await done;
    expect(documents).to.equal(1);
  });
});
