import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Content width and height of the element with the id `i`. */
async function sizeOf(html: string): Promise<string> {
  const { dump } = await layout(`<style>#i{padding:0;border:0;display:block}</style>${html}`);
  return /#i>.* w(\S+) h(\S+)/.exec(dump)?.slice(1).join('x') ?? dump;
}

const widthOf = async (html: string): Promise<number> => Number((await sizeOf(html)).split('x')[0]);

describe('the sizes that fields for files prefer', () => {
  it('are 34 digits for files', async () => {
    expect(await sizeOf('<input type=file id=i>')).to.equal('253x21');
    expect(await widthOf('<input type=file id=i style="font-size:16px">')).to.equal(303);
    expect(await widthOf('<input type=file id=i style="width:50px">')).to.equal(50);
  });
});
