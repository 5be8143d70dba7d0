import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

describe('buttons', () => {
  const dumpOf = async (button: string): Promise<string> =>
    (await layout(`<style>button{font:16px Arimo;padding:0;border:0}</style><p style="font:16px Arimo">a ${button}`))
      .dump;

  it('are aligned to the baseline of their last line', async () => {
    expect(await dumpOf('<button>one<br>two</button>')).to.include('h36 base32 "a onetwo"');
    expect(await dumpOf('<button style="display:inline-flex">one<br>two</button>')).to.include('base14');
  });

  it('keep the line as wide as the button, even if a word overflows', async () => {
    const dump = await dumpOf('<button style="width:20px">i wwww</button>');
    expect(dump).to.match(/Flex <button> .* w20 .*\n +Block <button> +x0 y0 +w20 /);
  });
});
