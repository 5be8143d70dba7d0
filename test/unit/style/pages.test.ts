import { expect } from 'chai';
import type { PageIdentity, PageStyle } from '../../../engine/style/styler.ts';
import { styled } from '../../support/style.ts';

const page = (given: Partial<PageIdentity> = {}): PageIdentity => ({
  name: '',
  index: 0,
  first: false,
  left: false,
  blank: false,
  groups: new Map(),
  ...given,
});
const pageStyle = (css: string, given: Partial<PageIdentity> = {}): PageStyle =>
  styled(`<style>${css}</style>`).styler.pageStyle(page(given));

describe('@page', () => {
  it('cascades by selector', () => {
    const css =
      '@page { margin: 1px } @page :left { margin: 2px } @page :first { margin: 3px } @page wide:right { margin: 4px } @page :nth(2n of wide) { margin-top: 5px }';
    const top = (given: Partial<PageIdentity>): number => pageStyle(css, given).style.box.marginTop.px;
    expect(top({})).to.equal(1);
    expect(top({ left: true })).to.equal(2);
    expect(top({ left: true, first: true })).to.equal(3);
    expect(top({ name: 'wide' })).to.equal(4);
    expect(top({ name: 'wide', index: 1, left: true })).to.equal(2);
    expect(top({ name: 'wide', groups: new Map([['wide', 2]]) })).to.equal(5);
    expect(top({ name: 'narrow', groups: new Map([['wide', 4]]) })).to.equal(5);
  });

  it('reads sizes', () => {
    const size = (text: string): string => {
      const { width, height, orientation } = pageStyle(`@page { size: ${text} }`).size;
      return `${width === null ? '-' : Math.round(width)} ${height === null ? '-' : Math.round(height)} ${orientation ?? ''}`.trim();
    };
    expect(size('A4')).to.equal('794 1123');
    expect(size('landscape letter')).to.equal('1056 816');
    expect(size('5in')).to.equal('480 480');
    expect(size('100px 20em')).to.equal('100 320');
    expect(size('landscape')).to.equal('- - landscape');
    expect(size('0 100px')).to.equal('- -');
  });

  it('styles margin boxes, which inherit from the page', () => {
    const { marginBoxes, style, footnoteAreas } = pageStyle(
      '@page { color: red; font-size: 9px; @top-left { content: "a" } @bottom-center { content: counter(page); color: green } @top-right { color: red } @footnote { margin-top: 7px } @footnote notes { margin-top: 8px } }',
    );
    expect([...marginBoxes.keys()]).to.deep.equal(['top-left', 'bottom-center']);
    expect(marginBoxes.get('top-left')?.text.color).to.equal(style.text.color);
    expect(marginBoxes.get('top-left')?.text.textAlign).to.equal('left');
    expect(marginBoxes.get('bottom-center')?.font.fontSize).to.equal(9);
    expect(footnoteAreas.get('')?.box.marginTop.px).to.equal(7);
    expect([...footnoteAreas.keys()]).to.deep.equal(['', 'notes']);
  });

  it('inherits from the root element, and shares styles between pages with the same matches', () => {
    const { styler } = styled('<style>html { font-size: 20px } @page { margin: 2em }</style>');
    expect(styler.pageStyle(page()).style.box.marginLeft.px).to.equal(40);
    expect(styler.pageStyle(page({ index: 7 }))).to.equal(styler.pageStyle(page({ left: true })));
  });
});

describe('at-rules', () => {
  it('pass on fonts and counter styles', () => {
    const { styler, diagnostics } = styled(
      '<style>@font-face { font-family: "A b"; src: local(X), url(data:,x) format("woff2"); font-weight: 100 900; unicode-range: U+0-7F, U+4?? } @counter-style c { system: cyclic; symbols: a b; suffix: ") " } @counter-style decimal { symbols: x } @font-face { src: url(x) }</style>',
    );
    const [face] = styler.fontFaces;
    expect(face).to.deep.include({
      family: 'A b',
      weight: [100, 900],
      unicodeRange: [
        [0, 0x7f],
        [0x400, 0x4ff],
      ],
    });
    expect(face!.sources).to.deep.equal([
      { type: 'local', name: 'X' },
      { type: 'url', url: 'data:,x', format: 'woff2', tech: [] },
    ]);
    expect([...styler.counterStyles.keys()]).to.deep.equal(['c']);
    expect(styler.counterStyles.get('c')).to.deep.include({ symbols: ['a', 'b'], suffix: ') ' });
    expect(diagnostics().map((d) => d.code)).to.deep.equal(['css/counter-style', 'css/font-face']);
  });

  it('evaluate container queries from declared sizes', () => {
    const { style } = styled(
      '<!doctype html><style>#box { container: c / inline-size; width: 300px } @container c (width < 400px) { p { z-index: 1 } } @container (width > 400px) { p { z-index: 2 } } @container style(--x: y) { p { order: 3 } } p { width: 50cqw }</style><div id=box style="--x: y"><p id=t>',
    );
    expect(style('t').box).to.include({ zIndex: 1, order: 3 });
    expect(style('t').box.width.px).to.equal(150);
  });
});
