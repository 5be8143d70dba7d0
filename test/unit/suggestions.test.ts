/** What messages suggest in place of misspelt names. */
import { expect } from 'chai';
import { render } from '../../engine/index.ts';
import { similarName } from '../../engine/similar-names.ts';

describe('suggestions', () => {
  const suggested = async (html: string): Promise<(string | undefined)[]> => {
    const { diagnostics } = await render(html);
    return diagnostics.map(({ message }) => / Did you mean (.*)\?$/.exec(message)?.[1]);
  };
  const inStyle = (css: string): Promise<(string | undefined)[]> =>
    suggested(`<!doctype html><style>${css}</style><p>x`);

  it('name the nearest property', async () => {
    expect(await inStyle('p { colour: red; dispaly: block; backgroundColor: red; break_before: page }')).to.deep.equal([
      'color',
      'display',
      'background-color',
      'break-before',
    ]);
  });

  it('give a value that is valid', async () => {
    const declarations = {
      'text-align: centre': 'center',
      'font-weight: blod': 'bold',
      'border: 1px soild red': '1px solid red',
      'color: lightgrean': 'lightgreen',
      'width: 100': '100px',
      'margin: 3 mm auto': '3mm auto',
      'padding: 1 2': '1px 2px',
      'break-inside: aviod': 'avoid',
      'width: very wide': undefined,
      'color: 12': undefined,
    };
    for (const [declaration, meant] of Object.entries(declarations))
      expect(await inStyle(`p { ${declaration} }`), declaration).to.deep.equal([meant]);
  });

  it('name at-rules, page-margin boxes and pseudo-classes', async () => {
    expect(await inStyle('@medai print { }')).to.deep.equal(['@media']);
    expect(await inStyle('@page { @botom-center { content: "x" } }')).to.deep.equal(['@bottom-center']);
    expect(await inStyle('p:frist-child { color: red }')).to.deep.equal([':first-child']);
    expect(await inStyle('p::befor { color: red }')).to.deep.equal(['::before']);
    expect(await inStyle('p:nth-chlid(2) { color: red }')).to.deep.equal([':nth-child']);
  });

  it('name media types, in rules, imports and attributes', async () => {
    expect(await inStyle('@media pritn { p { color: red } }')).to.deep.equal(['print']);
    expect(await inStyle('@import "data:text/css,p{}" sreen;')).to.deep.equal(['screen']);
    expect(await suggested('<style media=prnit>p { color: red }</style><p>x')).to.deep.equal(['print']);
    expect(await inStyle('@media print, tv, not all { p { color: red } }')).to.deep.equal([]);
  });

  it('come with a fix that replaces text at the position', async () => {
    const fixed = async (css: string): Promise<string> => {
      const html = `<!doctype html><style>${css}</style><p>x`;
      const [found] = (await render(html)).diagnostics;
      const { fix, column } = found!;
      const at = html.indexOf(fix!.replace, column! - 1);
      return html.slice(0, at) + fix!.by + html.slice(at + fix!.replace.length);
    };
    expect(await fixed('p { top: 1px; colour: red }')).to.include('p { top: 1px; color: red }');
    expect(await fixed('p { width: 100 }')).to.include('p { width: 100px }');
    expect(await fixed('@medai print { }')).to.include('@media print { }');
    expect(await fixed('b, p::befor { top: 0 }')).to.include('b, p::before { top: 0 }');
    expect(await fixed('@media pritn { p { top: 0 } }')).to.include('@media print { p');
    expect((await render('<p style="zzz: 1">x')).diagnostics[0]).not.to.have.property('fix');
  });

  it('report invalid media queries, those for other browsers as notes', async () => {
    const severities = async (query: string): Promise<string[]> =>
      (await render(`<style>@media ${query} { p { color: red } }</style><p>x`)).diagnostics.map((d) => d.severity);
    expect(await severities('print and (min-widht: 10cm)')).to.deep.equal(['warning']);
    expect(await severities('print and min-width: 10cm')).to.deep.equal(['warning']);
    expect(await severities('all and (-ms-high-contrast: none)')).to.deep.equal(['info']);
    expect(await severities('(min-width: 10cm) or (orientation: portrait)')).to.deep.equal([]);
  });

  it('name fonts and elements', async () => {
    expect(await inStyle('p { font-family: "Liberatoin Serif" }')).to.deep.equal(['liberation serif']);
    expect(await suggested('<a href="#chpater">x</a><h1 id=chapter>y</h1>')).to.deep.equal(['chapter']);
  });

  it('count transposed letters as one typo, and leave other names unchanged', () => {
    expect(similarName('heigth', ['height', 'weight'])).to.equal('height');
    expect(similarName('xyz', ['abc', 'color'])).to.equal(null);
    expect(similarName('is', ['in', 'it'])).to.equal(null);
    expect(similarName('a'.repeat(100_000), ['a'.repeat(99_999)])).to.equal(null);
  });
});
