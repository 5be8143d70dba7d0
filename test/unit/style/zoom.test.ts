import { expect } from 'chai';
import { styled } from '../../support/style.ts';

describe('zoom', () => {
  it('enlarges lengths of the element and its descendants, and is not a length itself', () => {
    const { style } = styled(
      `<div id=a style="zoom: 2; width: 10px; font-size: 1.5em; margin: 5% 1em">
         <p id=b style="zoom: 150%; width: calc(50% + 10px); border: .4px solid; line-height: 2; translate: 10px 5%"></p></div>`,
    );
    const [a, b] = [style('a'), style('b')];
    expect([a.zoom, b.zoom]).to.deep.equal([2, 3]);
    expect([a.box.width.px, a.font.fontSize, a.box.marginTop.percent, a.box.marginLeft.px]).to.deep.equal([
      20, 48, 5, 48,
    ]);
    expect([b.box.width.percent, b.box.width.px, b.font.fontSize, b.font.lineHeight]).to.deep.equal([50, 30, 72, 2]);
    expect([b.border.borderTopWidth, b.rare.translate?.x.px, b.rare.translate?.y.percent]).to.deep.equal([
      75 / 64,
      30,
      5,
    ]);
  });

  it('inherits computed values unchanged', () => {
    const { style } = styled(
      `<div style="width: 100px; letter-spacing: 3px; line-height: 20px; text-shadow: 1px 2px red">
         <p id=a style="zoom: 2; width: inherit"><i id=b style="zoom: .25"></i></p></div>`,
    );
    const [a, b] = [style('a'), style('b')];
    expect([a.box.width.px, a.text.letterSpacing.px, b.text.letterSpacing.px]).to.deep.equal([200, 6, 1.5]);
    expect([a.font.lineHeight, b.font.lineHeight]).to.have.nested.property('[0].px', 40);
    expect(a.text.textShadow[0]).to.include({ x: 2, y: 4 });
  });

  it('leaves relative units as they are without it', () => {
    const { style } = styled(
      `<html style="zoom: 2; font-size: 10px"><div style="container-type: inline-size; width: 300px">
         <p id=a style="width: 2rem; height: 1cqw; padding: 1vw; zoom: 1"></p></div>`,
    );
    const { box } = style('a');
    expect([box.width.px, box.height.px, box.paddingTop.px]).to.deep.equal([40, 6, 16]);
  });

  it('enlarges images and math functions', () => {
    const { style } = styled(
      `<div id=a style="zoom: 2; background: url(a.png) 3px 4px / 5px, conic-gradient(red 10deg, blue); width: min(50%, 10px)"></div>`,
    );
    const { background, box } = style('a');
    const [image, gradient] = background.backgroundLayers;
    expect(image!.image).to.include({ resolution: 0.5 });
    expect(image!.position.x.px).to.equal(6);
    expect(image!.size).to.have.nested.property('width.px', 10);
    expect(gradient!.image).to.have.nested.property('stops[0].position.px', 10);
    expect([box.width.resolvePx(20), box.width.resolvePx(1000)]).to.deep.equal([10, 20]);
  });

  it('enlarges SVG as a whole', () => {
    const { style } = styled(
      `<svg id=a style="zoom: 2; width: 10px"><g id=b style="zoom: 3; stroke-width: 4px"></g></svg>`,
    );
    const [a, b] = [style('a'), style('b')];
    expect([a.box.width.px, b.zoom, b.svgPaint.strokeWidth.px]).to.deep.equal([20, 1, 4]);
  });

  it('accepts only non-negative numbers and percentages', () => {
    const { style, diagnostics } = styled(
      `<b id=a style="zoom: 0"></b><b id=b style="zoom: normal"></b><b id=c style="zoom: -1"></b><b id=d style="zoom: 120%"></b>`,
    );
    expect(['a', 'b', 'c', 'd'].map((id) => style(id).zoom)).to.deep.equal([1, 1, 1, 1.2]);
    expect(diagnostics()).to.have.length(1);
  });
});
