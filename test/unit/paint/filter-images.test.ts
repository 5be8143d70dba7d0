import { expect } from 'chai';
import { PNG } from 'pngjs';
import { render } from '../../../engine/index.ts';
import { renderPixels } from '../../support/pdfium.ts';

describe('feImage', () => {
  it('shows pixel images as drawings', async () => {
    const picture = new PNG({ width: 1, height: 1 });
    picture.data.set([0, 255, 0, 255]);
    const png = `data:image/png;base64,${PNG.sync.write(picture).toString('base64')}`;
    const drawing =
      "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><rect width='999' height='999' fill='lime'/></svg>";
    for (const url of [png, drawing]) {
      const { pdf } = await render(
        `<style>@page{size:40px;margin:0}body{margin:0}div{height:40px;filter:url(#f)}</style><div></div>
        <svg width=0 height=0><filter id=f x=0 y=0 width=1 height=1><feImage href="${url}"/></filter></svg>`,
      );
      const { width, data } = await renderPixels(pdf, 1);
      expect([...data.subarray(4 * (10 * width + 10)).subarray(0, 4)].sort(), url).to.deep.equal([0, 0, 255, 255]);
    }
  });
});
