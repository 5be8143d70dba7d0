import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { extractText } from '../../support/pdfium.ts';

/** Returns the words of each page, and the codes of what is reported. */
async function pagesOf(html: string, style = ''): Promise<{ readonly pages: string[]; readonly codes: string[] }> {
  const page = `<!doctype html><style>@page { size: 200px 100px; margin: 0 } body { margin: 0; font: 12px/20px Arimo } ${style}</style>`;
  const { pdf, diagnostics } = await render(page + html);
  const pages = (await extractText(pdf)).map((text) => text.trim().split(/\s+/).join(' '));
  return { pages, codes: diagnostics.map(({ code }) => code) };
}

const lines = (count: number): string => Array.from({ length: count }, (_, i) => `${i + 1}<br>`).join('');

describe('a box that cannot break and is taller than a page', () => {
  // The fifth line crosses the end of the page.
  for (const [name, html] of [
    ['an inline block', `<div style="display: inline-block; padding-top: 10px">${lines(8)}</div>`],
    ['size containment', `<div style="contain: size; height: 170px; padding-top: 10px">${lines(8)}</div>`],
    ['a scroller', `<div style="overflow: auto; height: 170px; padding-top: 10px">${lines(8)}</div>`],
    [
      'an inline flex container',
      `<div style="display: inline-flex; padding-top: 10px"><p style="margin: 0">${lines(8)}</div>`,
    ],
    ['an inline table', `<div style="display: inline-table; padding-top: 10px">${lines(8)}</div>`],
    ['close lines', `<div style="display: inline-block; padding-top: 14px; font: 20px/1 Arimo">${lines(8)}</div>`],
    ['a box from right to left', `<div dir=rtl style="display: inline-block; padding-top: 10px">${lines(8)}</div>`],
  ] as const)
    it(`is cut between lines: ${name}`, async () => {
      const { pages, codes } = await pagesOf(html);
      expect(pages).to.deep.equal(['1 2 3 4', '5 6 7 8']);
      expect(codes).to.deep.equal([]);
    });

  it('is cut between lines that progress from right to left, or from left to right', async () => {
    for (const mode of ['vertical-rl', 'vertical-lr']) {
      const html = `<div style="display: inline-block; padding: 0 10px">${lines(13)}</div>`;
      const { pages, codes } = await pagesOf(html, `html { writing-mode: ${mode} }`);
      expect(
        pages.map((text) =>
          text
            .split(' ')
            .sort((a, b) => Number(a) - Number(b))
            .join(' '),
        ),
      ).to.deep.equal(['1 2 3 4 5 6 7 8 9', '10 11 12 13']);
      expect(codes).to.deep.equal([]);
    }
  });

  it('is cut through a letter that fits on no page, which is reported', async () => {
    const { pages, codes } = await pagesOf('<div style="display: inline-block; font: 200px/1 Arimo">a</div>');
    expect(pages.length).to.equal(2);
    expect(codes).to.deep.equal(['layout/clipped-text']);
  });
});
