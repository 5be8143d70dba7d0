/** Bleed and marks (css-page-3 §8): PDF boxes, in points. */
import { expect } from 'chai';
import { render } from '../../engine/index.ts';

/** The boxes of each page: `MediaBox 0 0 225 150`, ... */
async function boxes(css: string, html = '<p>a'): Promise<string[]> {
  const { pdf } = await render(`<style>@page{size:300px 200px;${css}}</style>${html}`, { compress: false });
  const text = Buffer.from(pdf).toString('latin1');
  return [...text.matchAll(/\/(MediaBox|TrimBox|BleedBox) \[([^\]]*)\]/g)]
    .map(([, name, numbers]) => `${name} ${numbers!.trim()}`)
    .sort();
}

describe('books: sheets', () => {
  it('are as large as the page where nothing is around it', async () => {
    expect(await boxes('')).to.deep.equal(['MediaBox 0 0 225 150']);
  });

  it('have room for the bleed', async () => {
    expect(await boxes('bleed:8px')).to.deep.equal([
      'BleedBox 0 0 237 162',
      'MediaBox 0 0 237 162',
      'TrimBox 6 6 231 156',
    ]);
  });

  it('have 6pt of it with crop marks, and room for marks', async () => {
    expect(await boxes('marks:crop')).to.deep.equal([
      'BleedBox 18 18 255 180',
      'MediaBox 0 0 273 198',
      'TrimBox 24 24 249 174',
    ]);
  });

  it('have none with other marks', async () => {
    expect(await boxes('marks:cross')).to.deep.equal([
      'BleedBox 18 18 243 168',
      'MediaBox 0 0 261 186',
      'TrimBox 18 18 243 168',
    ]);
  });

  it('turn with their page', async () => {
    expect(await boxes('bleed:8px;page-orientation:rotate-left')).to.deep.equal([
      'BleedBox 0 0 162 237',
      'MediaBox 0 0 162 237',
      'TrimBox 6 6 156 231',
    ]);
  });
});
