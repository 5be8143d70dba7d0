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

  it('counts footnotes and what floats', async () => {
    expect(
      await sizesOf('<style>i { float: footnote } @page { @footnote { margin: 0 } }</style><p>a<i>note</i>'),
    ).to.deep.equal(['300x60']);
    expect(await sizesOf('<div style="float: left; height: 90px">x</div><p>a')).to.deep.equal(['300x110']);
  });

  it('ends pages at forced breaks, each as tall as its content', async () => {
    expect(await sizesOf(`${lines(2)}<section style="break-before: page">${lines(4)}</section>`)).to.deep.equal([
      '300x60',
      '300x100',
    ]);
  });

  it('has a greatest height', async () => {
    const sizes = await sizesOf(lines(1000));
    expect(sizes[0]).to.equal('300x19200');
    expect(sizes).to.have.length(2);
  });

  it('needs the width first', async () => {
    const { diagnostics } = await layoutDocument('<style>@page { size: auto 300px }</style>');
    expect(diagnostics.list().map(({ code }) => code)).to.deep.equal(['css/invalid-value']);
  });
});
