import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

describe('collapsing margins', () => {
  it('leave a box whose percentage height refers to nothing as if it were automatic', async () => {
    const { dump } = await layout(
      '<div><div style="height:100%"><p style="height:20px;margin:0 0 30px"></p></div></div><p id=next style="margin:0">x</p>',
    );
    expect(dump).to.match(/#next> {2}x0 y50/);
  });
});
