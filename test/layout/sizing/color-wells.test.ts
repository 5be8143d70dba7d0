import { expectFragments } from '../../support/layout.ts';

describe('color inputs', () => {
  it('align the bottom of their swatch to the baseline', async () => {
    await expectFragments(
      '<input type=color>',
      `
      line x0 y0 w50 h27 base21
        Replaced <input>  x0 y0  w50 h27`,
    );
    await expectFragments(
      '<input type=color style="padding:0;border:0;height:40px">',
      `
      line x0 y0 w50 h41 base36
        Replaced <input>  x0 y0  w50 h40`,
    );
  });
});
