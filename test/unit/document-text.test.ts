import { expect } from 'chai';
import { parseSrcset } from '../../engine/document/srcset.ts';
import { parseAbsoluteUrl } from '../../engine/document/url.ts';
import { svgLength, svgSize } from '../../engine/images/svg-size.ts';
import { parseLength } from '../../engine/paint/svg/svg-geometry.ts';
import { parseLegacyColor } from '../../engine/style/html-attributes.ts';

/** Long enough that a quadratic scanner wouldn't finish. */
const MANY = 400_000;

describe('scanners of document text', () => {
  it('read image candidates', () => {
    expect(parseSrcset(' ,a.png 2x,b.png 100w , data:x,y;base64,QQ== , c,,, d (a,b) 1x, e')).to.deep.equal([
      { url: 'a.png', descriptor: '2x' },
      { url: 'b.png', descriptor: '100w' },
      { url: 'data:x,y;base64,QQ==', descriptor: '' },
      { url: 'c', descriptor: '' },
      { url: 'd', descriptor: '(a,b) 1x' },
      { url: 'e', descriptor: '' },
    ]);
    expect(parseSrcset('a)b,c)d e)f,g')).to.deep.equal([
      { url: 'a)b,c)d', descriptor: 'e)f' },
      { url: 'g', descriptor: '' },
    ]);
    expect(parseSrcset(`a${','.repeat(MANY)}b`)[0]!.url).to.have.lengthOf(MANY + 2);
    expect(parseSrcset(' ,'.repeat(MANY))).to.deep.equal([]);
  });

  it('read sizes of SVG images', () => {
    expect(svgLength(' +1.5e1mm ')).to.be.closeTo((15 * 96) / 25.4, 1e-9);
    expect(['.5', '5px', '1.', '5 px', '5%', '5constructor', '', null].map(svgLength)).to.deep.equal([
      0.5,
      5,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(svgSize(`<?xml?><!-- c --><svg:svg a = 'x>y' width="20" height = '1in'\n>`)).to.deep.equal({
      width: 20,
      height: 96,
      ratio: 20 / 96,
    });
    expect(svgSize('<svg viewBox="0 0 4 2" width=5>')?.ratio).to.equal(2);
    expect(svgSize('<svg width="5"')).to.equal(null);
    for (const text of ['<svg ', '<svg "', '<svg a="', '<svg = ', '<svg a=" ', 'a:', '<a:'])
      expect(svgSize(text.repeat(MANY))?.width ?? null, text).to.equal(null);
    expect(svgLength('1'.repeat(MANY) + 'x')).to.equal(null);
  });

  it('read lengths, transforms and colors in attributes', () => {
    expect([' 2.e1 px ', '-.5in', '3 %', '4toString', '1..2'].map((text) => parseLength(text, 50, 10))).to.deep.equal([
      20,
      -48,
      1.5,
      null,
      null,
    ]);
    expect(parseLength(`1${' '.repeat(MANY)}x y`, 1, 1)).to.equal(null);
    expect(parseLength('1'.repeat(MANY) + '!', 1, 1)).to.equal(null);
    const known = (name: string): boolean => name === 'red';
    expect(parseLegacyColor('\t RED \n', known)).to.equal('red');
    expect(parseLegacyColor(`${'\t'.repeat(MANY)}x${'\t'.repeat(MANY)}x`, known)).to.equal('#000000');
    expect(parseAbsoluteUrl(`${' '.repeat(MANY)}//a${' '.repeat(MANY)}`)?.href).to.equal('https://a/');
  });
});
