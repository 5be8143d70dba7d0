import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE = '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0}</style>';
const BOX = 'width:100px;height:100px;padding:10px;border:5px solid;overflow:clip';

/** The rectangles that a document clips at, beside its page. */
async function clipsOf(html: string): Promise<string[]> {
  const text = await inspect(PAGE + html, 'paint', null);
  return [...text.matchAll(/clipRect\S* .*/g)].map((match) => match[0].trim());
}

describe('overflow clips', () => {
  it('count overflow-clip-margin from the box that it names', async () => {
    for (const [margin, clip] of [
      ['', '5 5 120 120'],
      ['3px', '2 2 126 126'],
      ['border-box 3px', '-3 -3 136 136'],
      ['3px content-box', '12 12 106 106'],
    ])
      expect((await clipsOf(`<div style="${BOX};overflow-clip-margin:${margin}">x</div>`)).join(), margin).to.contain(
        clip,
      );
  });
});
