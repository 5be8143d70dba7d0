import { expect } from 'chai';
import { render } from '../../../engine/index.ts';

describe('a file name in place of HTML', () => {
  const codes = async (text: string): Promise<string[]> => (await render(text)).diagnostics.map(({ code }) => code);

  it('is reported', async () => {
    for (const text of ['invoice.html', 'my reports/a.HTM\n', 'https://example.com/a?b'])
      expect(await codes(text), text).to.deep.equal(['html/file-name']);
  });

  it('is not suspected in other text', async () => {
    for (const text of ['', 'Hello', '<p>invoice.html', 'See\ninvoice.html', 'See https://example.com/'])
      expect(await codes(text), text).to.deep.equal([]);
  });
});
