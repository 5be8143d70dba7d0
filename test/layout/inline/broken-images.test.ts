import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** The size of the first box of a kind in the dump. */
async function sizeOf(html: string, kind: string): Promise<string | undefined> {
  const { dump } = await layout(html);
  return new RegExp(`${kind} <img[^>]*> .* w([\\d.]+ h[\\d.]+)`).exec(dump)?.[1];
}

describe('images that are not there', () => {
  it('take the room of an icon when only one of their sizes is given', async () => {
    for (const size of ['width:100%', 'height:200px', ''])
      expect(await sizeOf(`<img src="data:," style="${size}">`, 'Replaced'), size).to.equal('16 h16');
  });

  it('keep their place when both sizes are given', async () => {
    expect(await sizeOf('<img src="data:," style="width:50px;height:30px">', 'Replaced')).to.equal('50 h30');
  });
});
