/** Bleed and marks (css-page-3 §8): PDF boxes in points. */
import { expect } from 'chai';
import { render } from '../../engine/index.ts';
import { layoutDocument } from '../../engine/render.ts';

/** Returns the boxes of each page: `MediaBox 0 0 225 150`, ... */
async function boxes(css: string, html = '<p>a'): Promise<string[]> {
  const { pdf } = await render(`<style>@page{size:300px 200px;${css}}</style>${html}`, { compress: false });
  const text = Buffer.from(pdf).toString('latin1');
  return [...text.matchAll(/\/(MediaBox|TrimBox|BleedBox) \[([^\]]*)\]/g)]
    .map(([, name, numbers]) => `${name} ${numbers!.trim()}`)
    .sort();
}

describe('books: sheets', () => {
  it('are as large as the page without bleed and marks', async () => {
    expect(await boxes('')).to.deep.equal(['MediaBox 0 0 225 150']);
  });

  it('include the bleed', async () => {
    expect(await boxes('bleed:8px')).to.deep.equal([
      'BleedBox 0 0 237 162',
      'MediaBox 0 0 237 162',
      'TrimBox 6 6 231 156',
    ]);
  });

  it('have a bleed of 6pt with crop marks, and room for marks', async () => {
    expect(await boxes('marks:crop')).to.deep.equal([
      'BleedBox 18 18 255 180',
      'MediaBox 0 0 273 198',
      'TrimBox 24 24 249 174',
    ]);
  });

  it('have no bleed with other marks', async () => {
    expect(await boxes('marks:cross')).to.deep.equal([
      'BleedBox 18 18 243 168',
      'MediaBox 0 0 261 186',
      'TrimBox 18 18 243 168',
    ]);
  });

  it('let contents extend over the margins to the end of the bleed', async () => {
    const told = async (css: string, style: string): Promise<string[]> => {
      const html = `<style>@page{size:300px 200px;margin:20px;${css}}body{margin:0}</style><div style="${style}">a</div>`;
      return (await layoutDocument(html)).diagnostics.list().map(({ code }) => code);
    };
    const across = 'margin-left:-28px;width:316px';
    expect(await told('bleed:8px', across)).to.deep.equal([]);
    expect(await told('marks:crop', across)).to.deep.equal([]);
    expect(await told('', across)).to.deep.equal(['page/shrunk', 'layout/clipped-text']);
    expect(await told('bleed:8px', 'margin-left:-28px;width:320px')).to.deep.equal(['page/shrunk']);
  });

  it('rotate with their page', async () => {
    expect(await boxes('bleed:8px;page-orientation:rotate-left')).to.deep.equal([
      'BleedBox 0 0 162 237',
      'MediaBox 0 0 162 237',
      'TrimBox 6 6 156 231',
    ]);
  });

  it('have registration targets in all inks, and color bars', async () => {
    const streamOf = async (marks: string): Promise<string> => {
      const html = `<style>@page{size:600px 200px;marks:${marks}}</style>a`;
      const { pdf, diagnostics } = await render(html, { compress: false });
      expect(diagnostics).to.deep.equal([]);
      return Buffer.from(pdf).toString('latin1');
    };
    expect(await streamOf('cross')).not.to.include('1 1 1 1 ');
    expect(await streamOf('crop -pagewright-registration')).to.match(/\b1 1 1 1 (?:K|SC)/);
    const bars = await streamOf('-pagewright-color-bars');
    for (const ink of ['1 0 0 0', '0 1 0 0', '0 0 1 0', '0 0 0 1', '1 1 0 0', '0 0 0 .5'])
      expect(bars).to.match(new RegExp(`\\b${ink.replaceAll('.', '0?\\.')} (?:k|sc)`));
  });
});
