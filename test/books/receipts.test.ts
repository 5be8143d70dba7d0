import { expect } from 'chai';
import { layoutDocument } from '../../engine/render.ts';

/** The sizes of the pages in CSS px. */
async function sizesOf(html: string, size = '300px auto'): Promise<string[]> {
  const style = `<!doctype html><style>@page { size: ${size}; margin: 10px 20px } * { margin: 0 } body { font: 10px/20px Arial }</style>`;
  const { pages, diagnostics } = await layoutDocument(style + html);
  expect(diagnostics.list()).to.deep.equal([]);
  return pages.map(({ width, height }) => `${Math.round(width)}x${Math.round(height)}`);
}

const lines = (count: number): string => '<p>line</p>'.repeat(count);

describe('books: @page { size: <length> auto }', () => {
  it('makes one page as high as its content', async () => {
    expect(await sizesOf(lines(3))).to.deep.equal(['300x80']);
    expect(await sizesOf(lines(200))).to.deep.equal(['300x4020']);
    expect(await sizesOf(`<html dir=rtl>${lines(5)}`)).to.deep.equal(['300x120']);
    expect(await sizesOf(`<div style="margin: 7px 0; padding: 3px">${lines(1)}</div>`)).to.deep.equal(['300x60']);
    expect(
      await sizesOf(`<table style="border-spacing: 0">${'<tr><td style="padding: 0">x'.repeat(60)}</table>`),
    ).to.deep.equal(['300x1220']);
    expect(await sizesOf(`<div style="display: flex; flex-direction: column">${lines(9)}</div>`)).to.deep.equal([
      '300x200',
    ]);
  });

  it('includes footnotes and floats in the height', async () => {
    expect(
      await sizesOf('<style>i { float: footnote } @page { @footnote { margin: 0 } }</style><p>a<i>note</i>'),
    ).to.deep.equal(['300x60']);
    expect(await sizesOf('<div style="float: left; height: 90px">x</div><p>a')).to.deep.equal(['300x110']);
  });

  it('treats percentages of the height of the page as auto', async () => {
    const full = '<style>html, body { height: 100% }</style>';
    expect(await sizesOf(full + lines(3))).to.deep.equal(['300x80']);
    expect(await sizesOf(`<style>html, body { min-height: 100% }</style>${lines(3)}`)).to.deep.equal(['300x80']);
    expect(await sizesOf(`${full}<style>body { display: grid }</style>${lines(3)}`)).to.deep.equal(['300x80']);
  });

  it('provides no height for the body to fill in quirks mode', async () => {
    const style = '<style>@page { size: 300px auto; margin: 10px } body { margin: 0; font: 10px/20px Arial }</style>';
    const { pages } = await layoutDocument(`${style}<div>a</div>`);
    expect(pages.map(({ height }) => Math.round(height))).to.deep.equal([40]);
  });

  it('includes overflow in the height', async () => {
    expect(await sizesOf(`<style>body { height: 10px }</style>${lines(3)}`)).to.deep.equal(['300x80']);
    expect(await sizesOf(`${lines(1)}<p style="position: relative; top: 40px">a`)).to.deep.equal(['300x100']);
    expect(await sizesOf(`${lines(1)}<p style="transform: translateY(40px)">a`)).to.deep.equal(['300x100']);
    expect(
      await sizesOf(`<div style="position: relative">${lines(1)}<p style="position: absolute; top: 50px">a`),
    ).to.deep.equal(['300x90']);
  });

  it('places boxes from the end of the page without making it higher', async () => {
    const at = (inset: string): Promise<string[]> =>
      sizesOf(`${lines(3)}<p style="position: absolute; ${inset}">a</p>`);
    expect(await at('bottom: 0')).to.deep.equal(['300x80']);
    expect(await at('inset: 0')).to.deep.equal(['300x80']);
    expect(await at('top: 0; height: 100%')).to.deep.equal(['300x80']);
    expect(await at('top: 100px')).to.deep.equal(['300x140']);
  });

  it('ends pages at forced breaks, each as tall as its content', async () => {
    expect(await sizesOf(`${lines(2)}<section style="break-before: page">${lines(4)}</section>`)).to.deep.equal([
      '300x60',
      '300x100',
    ]);
  });

  it('has a maximum height', async () => {
    const sizes = await sizesOf(lines(1000));
    expect(sizes[0]).to.equal('300x19200');
    expect(sizes).to.have.length(2);
  });

  it('requires the width first', async () => {
    const { diagnostics } = await layoutDocument('<style>@page { size: auto 300px }</style>');
    expect(diagnostics.list().map(({ code }) => code)).to.deep.equal(['css/invalid-value']);
  });
});
