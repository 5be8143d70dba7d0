import { expect } from 'chai';
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
    let asked = 0;
    let documents = 0;
    await train(
      1,
      () => {
        const isBusy = ++asked < 6;
        if (isBusy) expect(documents).to.equal(0);
        return isBusy;
      },
      () => documents++,
    );
    expect(documents).to.equal(1);
  });
});
