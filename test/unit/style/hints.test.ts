import { expect } from 'chai';
import type { ComputedStyle } from '../../../engine/css/computed-style.ts';
import { styled } from '../../support/style.ts';

/** Returns the style of #t in a body with this content. */
const styleOf = (html: string): ComputedStyle => styled(`<!doctype html><body>${html}`).style('t');

/** Returns the top, right, bottom and left border, such as `1px solid`. */
function borders(html: string): string[] {
  const { border: b } = styleOf(html);
  return [
    `${b.borderTopWidth}px ${b.borderTopStyle}`,
    `${b.borderRightWidth}px ${b.borderRightStyle}`,
    `${b.borderBottomWidth}px ${b.borderBottomStyle}`,
    `${b.borderLeftWidth}px ${b.borderLeftStyle}`,
  ];
}

describe('presentational hints', () => {
  it('give tables and their cells borders', () => {
    expect(borders('<table border=3 id=t>')[0]).to.equal('3px outset');
    expect(borders('<table border=x id=t>')[0]).to.equal('1px outset');
    expect(borders('<table border=2 bordercolor=red id=t>')[0]).to.equal('2px solid');
    expect(borders('<table bordercolor=red id=t>')[0]).to.equal('0px none');
    expect(borders('<table border=-0% id=t>')[0]).to.equal('0px none');
    expect(borders('<table border=0 rules=all id=t>')[0]).to.equal('0px hidden');
    expect(borders('<table frame=hsides id=t>')).to.deep.equal(['1px solid', '0px hidden', '1px solid', '0px hidden']);
    expect(borders('<table border=2><tr><td id=t>')[3]).to.equal('1px inset');
    expect(borders('<table border=2 bordercolor=red><tr><td id=t>')[3]).to.equal('1px solid');
    expect(borders('<table rules=rows><tr><td id=t>')).to.deep.equal([
      '1px solid',
      '0px none',
      '1px solid',
      '0px none',
    ]);
    expect(borders('<table rules=groups><tbody id=t>')[2]).to.equal('1px solid');
    expect(borders('<table border=2 rules=groups><tr><td id=t>')[0]).to.equal('0px none');
  });

  it('pad cells, with zero for an invalid number', () => {
    expect(styleOf('<table cellpadding=7><tr><td id=t>').box.paddingLeft.px).to.equal(7);
    expect(styleOf('<table cellpadding=x><tr><td id=t>').box.paddingLeft.px).to.equal(0);
    expect(styleOf('<table cellpadding><tr><td id=t>').box.paddingLeft.px).to.equal(1);
  });

  it('read dimensions as the HTML standard does', () => {
    const width = (value: string): unknown => {
      const { width: length } = styleOf(`<img width="${value}" id=t>`).box;
      return length.isAuto ? 'auto' : length.percent === 0 ? length.px : `${length.percent}%`;
    };
    expect(['12', ' 1.5', '5px', '40%', '+5', '-5', 'x'].map(width)).to.deep.equal([
      12,
      1.5,
      5,
      '40%',
      'auto',
      'auto',
      'auto',
    ]);
  });

  it('draw flat rules as filled boxes', () => {
    const rule = styleOf('<hr size=9 color=red id=t>');
    expect(rule.box.height.px).to.equal(7);
    expect(rule.border.borderTopStyle).to.equal('solid');
    expect(rule.background.backgroundColor.r).to.equal(1);
    expect(borders('<hr size=1 id=t>')[2]).to.equal('0px inset');
  });

  it('align text anywhere, and blocks in paragraphs and divisions', () => {
    expect(styleOf('<p align=center id=t>').text.textAlign).to.equal('-webkit-center');
    expect(styleOf('<div align=right id=t>').text.textAlign).to.equal('-webkit-right');
    expect(styleOf('<h2 align=middle id=t>').text.textAlign).to.equal('center');
    expect(styleOf('<fieldset align=right id=t>').text.textAlign).to.equal('right');
    expect(styleOf('<img align=middle id=t>').box.verticalAlign).to.equal('-webkit-baseline-middle');
    expect(styleOf('<iframe frameborder=no id=t>').border.borderTopWidth).to.equal(0);
    expect(styleOf('<video align=left hspace=3 id=t>').box).to.include({ float: 'none' });
  });

  it('may name custom properties in SVG, but not in HTML', () => {
    const line = styleOf(
      '<svg style="--c:#ff0000;--w:3"><path id=t stroke="var(--c)" fill="var(--none, lime)" stroke-width="calc(var(--w) * 2)" opacity="var(--gone)"></path></svg>',
    );
    expect(line.svgPaint.stroke).to.deep.include({ r: 1, g: 0, b: 0 });
    expect(line.svgPaint.strokeWidth.px).to.equal(6);
    expect(line.rare.opacity).to.equal(1);
    expect(styleOf('<p id=t style="--a:right" align="var(--a)">').text.textAlign).to.equal('start');
    expect(styleOf('<svg style="--w:7px"><rect id=t width="var(--w)"></rect></svg>').box.width.px).to.equal(7);
  });

  it('transform SVG elements only by plain numbers', () => {
    const count = (transform: string): number =>
      styleOf(`<svg><g id=t transform="${transform}"></g></svg>`).rare.transform.length;
    for (const valid of ['skewX(45)', 'translate(1 2), scale(3)', 'rotate(45 1 2)matrix(1 0 0 1 2 3)'])
      expect(count(valid), valid).to.be.greaterThan(0);
    for (const invalid of ['skewX(45deg)', 'translate(1px, 2px)', 'rotate(1rad)', 'translateX(1)', 'scale(50%)'])
      expect(count(invalid), invalid).to.equal(0);
  });

  it('give MathML letters the variant of their element or of an enclosing style', () => {
    const transformOf = (inner: string): string => {
      const { case: letters, variant } = styleOf(`<math>${inner}</math>`).text.textTransform;
      return variant ?? letters;
    };
    expect(transformOf('<mi id=t>x</mi>')).to.equal('math-auto');
    expect(transformOf('<mi id=t mathvariant=Normal>x</mi>')).to.equal('none');
    expect(transformOf('<mi id=t mathvariant=bold>x</mi>')).to.equal('bold');
    expect(transformOf('<mn id=t mathvariant=double-struck>1</mn>')).to.equal('double-struck');
    expect(transformOf('<mstyle mathvariant=fraktur><mi id=t>x</mi></mstyle>')).to.equal('fraktur');
    expect(transformOf('<mstyle mathvariant=fraktur><mi id=t mathvariant=normal>x</mi></mstyle>')).to.equal('none');
    expect(transformOf('<mrow mathvariant=bold><mn id=t>1</mn></mrow>')).to.equal('none');
  });

  it('report unknown variants', () => {
    const page = styled('<!doctype html><body>\n<math><mi id=t mathvariant=fancy>x</mi></math>');
    expect(page.style('t').text.textTransform.case).to.equal('math-auto');
    const found = page.diagnostics().map(({ code, message, line }) => [code, message, line]);
    expect(found).to.deep.equal([['mathml/unknown-value', 'Unknown mathvariant: “fancy”. It was ignored.', 2]]);
  });
});
