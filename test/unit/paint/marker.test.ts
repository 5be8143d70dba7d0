import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

describe('markers that are shapes', () => {
  it('have the fill color of text', async () => {
    for (const type of ['disc', 'square', 'disclosure-open']) {
      const style = `list-style-type:${type};color:red;-webkit-text-fill-color:#00ff00`;
      const paint = await inspect(`<!DOCTYPE html><ul><li style="${style}">x</ul>`, 'paint', null);
      expect(paint, type).to.match(/fill(Rect|Path) .*#00ff00/);
      expect(paint, type).to.not.contain('#ff0000');
    }
  });
});
