import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the content width and height of the element with the id `i`. */
async function sizeOf(html: string): Promise<string> {
  const { dump } = await layout(`<style>#i{padding:0;border:0;display:block}</style>${html}`);
  return /#i>.* w(\S+) h(\S+)/.exec(dump)?.slice(1).join('x') ?? dump;
}

const widthOf = async (html: string): Promise<number> => Number((await sizeOf(html)).split('x')[0]);

describe('preferred sizes of file fields', () => {
  it('are 34 digits wide', async () => {
    expect(await sizeOf('<input type=file id=i>')).to.equal('253x21');
    expect(await widthOf('<input type=file id=i style="font-size:16px">')).to.equal(303);
    expect(await widthOf('<input type=file id=i style="width:50px">')).to.equal(50);
  });

  it('are as high as the font of their button, which is aligned to the baseline of the adjacent text at the top', async () => {
    expect(await sizeOf('<style>::file-selector-button{line-height:40px}</style><input type=file id=i>')).to.equal(
      '253x21',
    );
    const { dump } = await layout('<input type=file style="height:60px;font-size:10px">');
    expect(/file-selector-button {2}x0 y(\S+)/.exec(dump)?.[1]).to.equal('0');
  });
});
