import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

const STYLE = 'width:50px;white-space:pre;overflow:hidden;text-overflow:ellipsis';

describe('text-overflow', () => {
  it("clips an atomic inline or character that is first and doesn't fit", async () => {
    const wide = '<span id=w style="display:inline-block;width:60px"></span>';
    expect((await layout(`<div style="${STYLE}">${wide}x</div>`)).dump).to.match(/#w> {2}x0 y\S+ {2}w60/);
    const big = (await layout(`<div style="${STYLE};font-size:80px">MM</div>`)).dump;
    expect(/line .*"(.*)"/.exec(big)?.[1]).to.equal('M…');
  });
});
