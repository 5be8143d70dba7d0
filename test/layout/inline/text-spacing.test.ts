import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the width and text of each line. */
async function linesOf(html: string): Promise<string[]> {
  const { dump } = await layout(`<div style="font:16px/20px Courier New">${html}</div>`);
  return [...dump.matchAll(/line x\S+ y\S+ w(\S+) .*?"(.*?)"/g)].map(([, width, text]) => `${width} ${text}`);
}

describe('spacing between scripts in lines', () => {
  it('is dropped at the start of a line', async () => {
    expect(await linesOf('<p style="text-autospace:normal;width:20px">国ab国')).to.deep.equal([
      '16 国',
      '19.2 ab',
      '16 国',
    ]);
    expect(await linesOf('<p style="text-autospace:normal">国ab国')).to.deep.equal(['55.2 国ab国']);
    expect(await linesOf('<p>国ab国')).to.deep.equal(['51.2 国ab国']);
  });

  it('is included in content sizes', async () => {
    expect(await linesOf('<p style="text-autospace:normal;float:left">国ab国')).to.deep.equal(['55.2 国ab国']);
    expect(await linesOf('<p style="text-autospace:normal;width:min-content">国ab国')).to.deep.equal([
      '16 国',
      '19.2 ab',
      '16 国',
    ]);
  });

  it('is also set by text-spacing', async () => {
    expect(await linesOf('<p style="text-spacing:normal">国ab国')).to.deep.equal(['55.2 国ab国']);
    expect(await linesOf('<p style="text-spacing:ideograph-alpha">国ab国')).to.deep.equal(['55.2 国ab国']);
    expect(await linesOf('<p style="text-spacing:none">国ab国')).to.deep.equal(['51.2 国ab国']);
  });
});
