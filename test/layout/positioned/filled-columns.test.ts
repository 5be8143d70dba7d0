import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

describe('columns in positioned boxes', () => {
  it('are filled sequentially to the end of the page', async () => {
    const columns = '<div style="columns:2;column-fill:auto;font:10px/12px monospace">a<br>b<br>c</div>';
    const { dump } = await layout(`<div style="position:absolute;width:200px">${columns}</div>`);
    expect(dump).to.match(/line x0 y24 .*"c"/);
  });
});
