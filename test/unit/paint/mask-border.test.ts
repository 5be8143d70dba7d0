import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE =
  '<!DOCTYPE html><style>@page{size:200px 100px;margin:0}body{margin:0}div{width:60px;height:40px;background:red}</style>';

/** Returns the masks that are opened and the number of image parts in each. */
async function masks(style: string): Promise<{ kinds: string[]; parts: number }> {
  const text = await inspect(`${PAGE}<div style="${style}"></div>`, 'paint', null);
  const kinds = [...text.matchAll(/\bmask (\w+)/g)].map((match) => match[1]!);
  return { kinds, parts: [...text.matchAll(/fillGradient|gradient/gi)].length };
}

const IMAGE = 'linear-gradient(#000,#0000)';

describe('border images of masks', () => {
  it('mask with the eight parts of an image, and with its middle if requested', async () => {
    const edges = await masks(`mask-border:${IMAGE} 25% / 10px`);
    const filled = await masks(`mask-border:${IMAGE} 25% fill / 10px`);
    expect(edges.kinds).to.deep.equal(['alpha']);
    expect(filled.parts / edges.parts).to.equal(9 / 8);
  });

  it('mask by luminance if requested', async () => {
    expect((await masks(`mask-border:${IMAGE} 25% / 10px luminance`)).kinds).to.deep.equal(['luminance']);
  });

  it('do not mask if they cannot be shown', async () => {
    expect((await masks('mask-border:url(data:image/png;base64,AAAA) 1')).kinds).to.deep.equal([]);
  });

  it('leave the rounded corners of mask layers unchanged', async () => {
    const clips = async (style: string): Promise<number> => {
      const text = await inspect(`${PAGE}<div style="mask:${IMAGE};${style}"></div>`, 'paint', null);
      return [...text.matchAll(/clipPath/g)].length;
    };
    expect(await clips('border-radius:10px')).to.equal((await clips('')) + 1);
    expect(await clips('border-radius:10px;mask-clip:no-clip')).to.equal(await clips(''));
  });
});
