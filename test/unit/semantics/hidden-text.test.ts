import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { expectStructure } from '../../support/expect-structure.ts';
import { renderPixels } from '../../support/pdfium.ts';

describe('visually hidden text', () => {
  const SR = 'position: absolute; width: 1px; height: 1px; overflow: hidden';
  for (const [name, style] of [
    ['in a box of one pixel', SR],
    ['with clip', `${SR}; clip: rect(0, 0, 0, 0); margin: -1px`],
    ['with clip-path', `${SR}; clip-path: inset(50%)`],
    ['far outside the page', 'position: absolute; left: -9999px'],
    ['in a box of one pixel, from right to left', `${SR}; direction: rtl`],
  ] as const)
    it(`${name} stays in the structure tree, where it is in the document`, () =>
      expectStructure(
        `<p>One <span style="${style}">hidden</span><b>two</b></p>`,
        `
      P
        - One${' '}
        Span
          - hidden
        - two
      `,
      ));

  it('shows nothing on the page', async () => {
    const html = (text: string): string => `<p>One <span style="${SR}">${text}</span>two</p>`;
    const [hidden, none] = await Promise.all(
      ['hidden', ''].map(async (text) => (await renderPixels((await render(html(text))).pdf, 1)).data),
    );
    expect(Buffer.compare(hidden!, none!)).to.equal(0);
  });
});
