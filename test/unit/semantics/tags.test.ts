import { expect } from 'chai';
import { render, type RenderError } from '../../../engine/index.ts';
import { dumpStructure, structureOf } from '../../support/pdf-structure.ts';

/** Returns the structure of a body, a line per element. */
async function treeOf(body: string): Promise<string[]> {
  const tree = dumpStructure(await structureOf(`<!doctype html><html lang=en><title>T</title><body>${body}`));
  return tree
    .split('\n')
    .slice(1)
    .map((line) => line.slice(2));
}

describe('-pagewright-tag', () => {
  it('replaces the meaning of an element', async () => {
    expect(
      await treeOf('<h1>0</h1><div style="-pagewright-tag:H2">a</div><p style="-pagewright-tag:BlockQuote">b'),
    ).to.deep.equal(['H1', '  - 0', 'H2', '  - a', 'BlockQuote', '  P', '    - b']);
  });

  it('removes a meaning, or the element with everything in it', async () => {
    expect(
      await treeOf('<section style="-pagewright-tag:none"><p>a</section><p style="-pagewright-tag:artifact">b'),
    ).to.deep.equal(['P', '  - a']);
  });

  it('applies to generated content', async () => {
    const style =
      '<style>p::before{content:"Note ";-pagewright-tag:strong} p::after{content:"*";-pagewright-tag:artifact}</style>';
    expect(await treeOf(`${style}<p>a`)).to.deep.equal(['P', '  Strong', '    - Note ', '  - a']);
  });

  it('wraps links, which keep their annotation', async () => {
    expect(await treeOf('<p><a href="https://example.com/" style="-pagewright-tag:reference">a</a>')).to.deep.equal([
      'P',
      '  Reference',
      '    Link',
      '      - annotation',
      '      - a',
    ]);
  });

  it('turns drawn content into a figure with an alternative text', async () => {
    expect(await treeOf('<div style="-pagewright-tag:figure" aria-label=Chart><p>a<p>b</div>')).to.deep.equal([
      'Figure Alt="Chart"',
      '  - ab',
    ]);
  });

  it('requires an alternative text for a figure in PDF/UA', async () => {
    const html = '<html lang=en><title>T</title><div style="-pagewright-tag:figure">a</div>';
    const error: unknown = await render(html, { profile: 'pdf/ua-1' }).catch((reason: unknown) => reason);
    expect((error as RenderError).issues.map(({ message }) => message)).to.deep.equal([
      'an image has no alternative text',
    ]);
  });

  it("accepts Prince's and Antenna House's names", async () => {
    expect(
      await treeOf('<div style="-prince-pdf-tag-type:H1">a</div><div style="-ah-pdftag:H2">b</div>'),
    ).to.deep.equal(['H1', '  - a', 'H2', '  - b']);
  });
});
