import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE = '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0;line-height:0}</style>';
const GIF = 'data:image/gif;base64,R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=';

describe('replaced elements', () => {
  it('show the part of an image that a view box selects', async () => {
    const style = 'width:100px;height:50px;object-view-box:xywh(25% 50% 50% 25%)';
    const text = await inspect(`${PAGE}<img style="${style}" src="${GIF}">`, 'paint', null);
    expect(text).to.match(/clipRect 0 0 100 50/);
    expect(text).to.match(/drawImage.* -50 -100 200 200/);
  });
});
