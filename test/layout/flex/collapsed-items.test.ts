import { expectFragments } from '../../support/layout.ts';

describe('collapsed flex items', () => {
  it('take no space but keep the size of their line', async () => {
    await expectFragments(
      '<div style="display:flex;gap:10px;width:100px"><p style="margin:0;flex:1"></p><p style="margin:0;width:50px;height:40px;visibility:collapse"></p><p style="margin:0;width:20px;height:10px"></p></div>',
      `
      Flex <div>  x0 y0  w100 h40
        Block <p>  x0 y0  w70 h40
        Block <p>  x80 y0  w20 h10`,
    );
  });

  it('move to the previous line with the size of their original line', async () => {
    await expectFragments(
      '<div style="display:flex;flex-wrap:wrap;align-items:start;width:100px"><p style="margin:0;width:60px;height:10px"></p><p style="margin:0;width:60px;height:30px;visibility:collapse"></p><p style="margin:0;width:60px;height:15px"></p></div>',
      `
      Flex <div>  x0 y0  w100 h45
        Block <p>  x0 y0  w60 h10
        Block <p>  x0 y30  w60 h15`,
    );
  });

  it('give a container without other items its size', async () => {
    await expectFragments(
      '<div style="display:flex;width:100px"><p style="margin:0;height:30px;visibility:collapse"></p></div>',
      `
      Flex <div>  x0 y0  w100 h30`,
    );
  });
});
