import { expect } from 'chai';
import { layoutDocument } from '../../../engine/render.ts';
import { styled } from '../../support/style.ts';

/** Tells whether a media query holds for a page area of 800 x 1000 px. */
function holds(query: string): boolean {
  const { style } = styled(`<!doctype html><style>@media ${query} { p { z-index: 7 } }</style><p id=t>`);
  return style('t').box.zIndex === 7;
}

describe('@media', () => {
  for (const query of [
    'print',
    'PRINT and (width > 5in)',
    'not screen',
    'only print, nonsense!',
    '(0 < width < 10000px)',
    '(min-width: 0.5px) and (color)',
    'not ((color) and (monochrome))',
    '(color) or (nonsense)',
    '(min-resolution: 2dppx)',
    '(-webkit-min-device-pixel-ratio: 1.5)',
    '(max-resolution: 300dpi)',
    '(overflow-block: paged)',
    '(hover: none)',
    '(prefers-color-scheme: light)',
    'not print and (monochrome)',
  ]) {
    it(`holds: ${query}`, () => expect(holds(query)).to.equal(true));
  }

  for (const query of [
    'screen',
    'print or (color)',
    'not (nonsense)',
    '(width: 1)',
    '(1px < width > 2px)',
    '(max-color: 7)',
    '(grid)',
    'layer',
    '(min-resolution: 4dppx)',
    '(update: fast)',
  ]) {
    it(`does not hold: ${query}`, () => expect(holds(query)).to.equal(false));
  }
});

describe('media queries in font units', () => {
  it('are evaluated before fonts are known', async () => {
    const { pages } = await layoutDocument(
      '<!doctype html><style>@media (width > 20ch) and (height > 10ex) and (width > 1lh) { p { break-before: page } }</style>x<p>y',
    );
    expect(pages.length).to.equal(2);
  });
});
