import { expect } from 'chai';
import { places } from './places.ts';

describe('box-decoration-break: clone', () => {
  it('lets a margin that meets an unforced break be truncated below the cloned edge', async () => {
    const children = '<div id="a" style="height:70px"></div><div id="b" style="height:20px;margin-top:30px"></div>';
    expect(await places(`<div id="c" style="padding:10px;box-decoration-break:clone">${children}</div>`)).to.deep.equal(
      ['c 0+100, a 10+70', 'c 0+40, b 10+20'],
    );
  });
});
