import { expect } from 'chai';
import { render } from '../../../engine/index.ts';

/** Returns the reports for a table over several pages whose header and footer have these heights. */
async function said(header: number, footer: number, style = ''): Promise<string[]> {
  const row = '<tr><td style="height: 30px">x';
  const html = `<!doctype html><style>@page { size: 300px 200px; margin: 0 } body { margin: 0 } table { border-spacing: 0; ${style} } td { padding: 0 }</style>
    <table><thead><tr><td style="height: ${header}px">h</thead>
    <tfoot><tr><td style="height: ${footer}px">f</tfoot>${row.repeat(12)}</table>`;
  return (await render(html)).diagnostics.map(
    ({ code, line, message }) => `${code} ${line} ${/ (header|footer)/.exec(message)?.[1]}`,
  );
}

describe('a table header that is too tall', () => {
  it('is reported if it is not repeated, as is a footer', async () => {
    expect(await said(60, 20)).to.deep.equal(['layout/header-not-repeated 2 header']);
    expect(await said(20, 60)).to.deep.equal(['layout/header-not-repeated 3 footer']);
    expect(await said(60, 20, 'direction: rtl')).to.deep.equal(['layout/header-not-repeated 2 header']);
    expect(await said(60, 20, 'border-collapse: collapse')).to.deep.equal(['layout/header-not-repeated 2 header']);
  });

  it('is not reported if it is repeated or not meant to be', async () => {
    expect(await said(40, 20)).to.deep.equal([]);
    expect(await said(60, 20, '} thead { break-inside: auto')).to.deep.equal([]);
  });
});
