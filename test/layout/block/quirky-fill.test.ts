import { expect } from 'chai';
import { dumpPages } from '../../../engine/debug/dump-fragments.ts';
import { layoutDocument } from '../../../engine/render.ts';

describe('the root element and body in quirks mode', () => {
  /** Returns their border boxes on a page of 400 x 300 px. */
  async function boxes(html: string, doctype = ''): Promise<string[]> {
    const { pages } = await layoutDocument(`${doctype}<style>@page { size: 400px 300px; margin: 0 }</style>${html}`);
    expect(pages).to.have.length(1);
    return [...dumpPages(pages).matchAll(/<(?:html|body)>.*?(w\S+ h\S+)/g)].map(([, size]) => size!);
  }

  it('fill the page', async () => {
    expect(await boxes('<body style="margin: 10px"><p>')).to.deep.equal(['w400 h300', 'w380 h280']);
    expect(
      await boxes('<style>html { margin: 5px; border: 1px solid } body { margin: 0; padding: 3px }</style><body>'),
    ).to.deep.equal(['w390 h290', 'w388 h288']);
  });

  it('fill a specified height', async () =>
    expect(await boxes('<style>html { height: 100px }</style><body style="margin: 10px">')).to.deep.equal([
      'w400 h100',
      'w380 h80',
    ]));

  it('fill the page as flex and grid containers', async () => {
    expect((await boxes('<style>body { display: flex; margin: 10px }</style>x')).slice(0, 2)).to.deep.equal([
      'w400 h300',
      'w380 h280',
    ]);
    const column = '<style>body { display: flex; flex-direction: column; margin: 10px }</style>x';
    expect((await boxes(column)).slice(0, 2)).to.deep.equal(['w400 h300', 'w380 h280']);
    expect((await boxes('<style>body { display: grid; margin: 10px }</style>x'))[1]).to.equal('w380 h280');
  });

  it("don't fill the page otherwise", async () => {
    expect(await boxes('<body style="margin: 10px">', '<!DOCTYPE html>')).to.deep.equal(['w400 h10', 'w380 h0']);
    expect((await boxes('<body style="margin: 10px; float: left; height: auto">'))[1]).to.equal('w0 h0');
  });
});

describe('percentage heights in quirks mode', () => {
  /** Returns the heights of boxes with an id on a page of 400 x 300 px. */
  async function heights(html: string): Promise<number[]> {
    const style =
      '@page { size: 400px 300px; margin: 0 } body { margin: 10px; padding: 5px } #i { height: 10%; width: 9px }';
    const { pages } = await layoutDocument(`<style>${style}</style>${html}`);
    return [...dumpPages(pages).matchAll(/<\w+#i>.*? h(\S+)/g)].map(([, height]) => Number(height));
  }
  const box = '<div id="i"></div>';

  it('refer to the part of the page that body fills, through automatic heights', async () => {
    expect(await heights(box)).to.deep.equal([27]);
    expect(await heights(`<div style="padding: 30px"><form>${box}</form></div>`)).to.deep.equal([27]);
    expect(await heights(`<style>html { margin: 5px; border: 5px solid }</style>${box}`)).to.deep.equal([25]);
    expect(await heights(`<fieldset>${box}</fieldset>`)).to.deep.equal([27]);
    expect(await heights(`<p style="display: inline-block">${box}</p>`)).to.deep.equal([27]);
  });

  it('have no basis on later pages', async () =>
    expect(await heights(`<div style="height: 400px"></div>${box}`)).to.deep.equal([0]));

  it('have no basis inside other boxes', async () => {
    for (const style of ['display: flex', 'position: absolute', 'height: min-content', 'columns: 2'])
      expect(await heights(`<div style="${style}">${box}</div>`), style).to.deep.equal([0]);
  });
});
