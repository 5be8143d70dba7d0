import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

/** Returns what is drawn for a box of 50 x 50 px. */
async function drawn(borders: string): Promise<string> {
  const page = '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0}div{width:50px;height:50px}</style>';
  return inspect(`${page}<div style="box-sizing:border-box;${borders}"></div>`, 'paint', null);
}

describe('borders', () => {
  it('are rectangles, which viewers keep sharp, if the sides do not meet', async () => {
    const text = await drawn('border:solid red;border-width:0 4px');
    expect(text).to.match(/fillRect 46 0 4 50 .*\n\s*fillRect 0 0 4 50 /);
    expect(await drawn('border-bottom:4px solid red')).to.match(/fillRect 0 46 50 4 /);
  });

  it('are one shape where sides meet, so that a translucent color is painted once', async () => {
    expect(await drawn('border:solid rgb(255 0 0/50%);border-width:4px 4px 0 0')).to.match(/fillPath .*M.*M/);
  });

  it('are clipped only where they meet an already painted side, and are one shape each', async () => {
    const text = await drawn('border:1px solid gray;border-color:red blue green black');
    expect(text).to.not.match(/clip(Path|Rect) .*M/);
    expect(text)
      .to.match(/fillRect 0 0 50 1 /)
      .and.to.match(/fillRect 0 49 50 1 /);
    expect(text).to.match(/fillPath [^\n]*M 0 0 L 1 1 L 1 49 L 0 50/);
  });

  it('are clipped on both sides if one of the colors is translucent', async () => {
    const text = await drawn('border:2px solid red;border-right-color:rgb(0 0 255/50%)');
    expect(text).to.match(/fillPath [^\n]*M 0 0 L 0 2 L 48 2 L 50 0/);
  });
});
