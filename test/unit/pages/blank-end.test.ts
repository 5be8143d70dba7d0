import { expect } from 'chai';
import { type Diagnostic, layout } from '../../../engine/index.ts';

describe('a blank last page', () => {
  /** Returns the diagnostics about a blank last page of a document with pages of 400 × 300 px. */
  async function remarks(html: string): Promise<readonly Diagnostic[]> {
    const { diagnostics } = await layout(
      `<!doctype html><style>@page { size: 400px 300px; margin: 0 } body { margin: 0 } p { margin: 0 }</style>${html}`,
    );
    return diagnostics.filter(({ code }) => code === 'page/blank');
  }

  it('is reported with the box that extends onto it', async () => {
    const [remark, ...more] = await remarks('<div style="min-height: 100vh; padding: 20px"><p>Text</div>');
    expect(more).to.deep.equal([]);
    expect(remark).to.include({ severity: 'info', line: 1 });
    expect(remark!.message).to.equal('The last page is blank, because <div> extends onto it by 40 px.');
  });

  it('is reported if the root element ends before it, and for invisible boxes', async () => {
    const full = '<style>html, body { height: 100% }</style>';
    expect(await remarks(`${full}<div style="min-height: 100%; padding-bottom: 50px">Text</div>`)).to.have.length(1);
    const hidden = '<p style="visibility: hidden">Text</p>';
    expect(await remarks(`<div style="height: 300px">Text</div>${hidden}`)).to.have.length(1);
    expect(
      await remarks(`<style>body { background: red }</style><div style="height: 350px">Text</div>`),
    ).to.have.length(1);
  });

  it('is not reported for a page that shows something, or was asked for', async () => {
    expect(await remarks('<div style="height: 300px">Text</div>')).to.deep.equal([]);
    expect(await remarks('<div style="height: 350px; background: red"></div>')).to.deep.equal([]);
    expect(await remarks('<div style="height: 350px; border-bottom: 1px solid"></div>')).to.deep.equal([]);
    expect(await remarks('<div style="height: 300px"></div><img alt="Text" width="9" height="9">')).to.deep.equal([]);
    expect(await remarks('<ol style="margin: 0"><li style="height: 300px">One<li></ol>')).to.deep.equal([]);
    expect(await remarks('<p>Text<div style="break-before: page; height: 50px"></div>')).to.deep.equal([]);
    expect(await remarks('')).to.deep.equal([]);
  });
});
