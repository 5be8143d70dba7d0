import { expect } from 'chai';
import { layout } from '../../../engine/index.ts';

/** Returns the messages about forced breaks without effect. */
async function ignored(html: string): Promise<string[]> {
  const { diagnostics } = await layout(`<!doctype html>${html}`);
  return diagnostics.filter(({ code }) => code === 'layout/ignored-break').map(({ message }) => message);
}

describe('forced breaks of boxes to which breaks do not apply', () => {
  it('are reported for floats, positioned boxes and inline content', async () => {
    expect(await ignored('<div style="float:left;break-before:page">a</div>')).to.deep.equal([
      "break-before: page doesn't apply to floats. <div> forces no break.",
    ]);
    expect(await ignored('<p style="position:absolute;page-break-after:always">a</p>')).to.deep.equal([
      "break-after: page doesn't apply to positioned boxes. <p> forces no break.",
    ]);
    expect(
      await ignored('<p>a<br style="break-after:page">b <i style="display:inline-block;break-before:left">c</i></p>'),
    )
      .to.have.length(2)
      .and.satisfy((messages: string[]) => messages.every((message) => message.includes('inline content')));
  });

  it('are reported inside boxes that stay on one page', async () => {
    expect(
      await ignored('<div style="display:inline-block"><section><p>a<p style="break-before:page">b</section></div>'),
    ).to.deep.equal(["break-before: page doesn't apply inside <div>, which stays on one page. <p> forces no break."]);
    for (const style of ['display:inline-flex', 'display:inline-table', 'contain:size', 'contain:strict'])
      expect(await ignored(`<div style="${style}"><p style="break-after:page">a</p></div>`), style).to.have.length(1);
  });

  it('are not reported in columns and positioned boxes inside such boxes', async () => {
    const html = '<p>a<p style="break-before:column">b';
    expect(await ignored(`<div style="display:inline-block;columns:2">${html}</div>`)).to.deep.equal([]);
    expect(await ignored(`<div style="display:inline-block"><div style="columns:2">${html}</div></div>`)).to.deep.equal(
      [],
    );
    const positioned = '<div style="position:absolute"><p>a<p style="break-before:page">b</div>';
    expect(await ignored(`<div style="display:inline-block">${positioned}</div>`)).to.deep.equal([]);
  });

  it('are not reported for blocks, rows and items, nor for breaks that are only avoided', async () => {
    for (const html of [
      '<p style="break-before:page">a</p>',
      '<table><tr style="break-before:page"><td>a</table>',
      '<div style="display:flex"><b style="break-before:page;float:left">a</b></div>',
      '<div style="float:left;break-before:avoid">a</div>',
      '<div style="float:left;break-inside:avoid">a</div>',
      '<i style="display:none;break-before:page">a</i>',
    ])
      expect(await ignored(html), html).to.deep.equal([]);
  });
});

describe('page names of boxes that force no break', () => {
  it('are reported for floats, positioned boxes, inline content and boxes that stay on one page', async () => {
    for (const [style, what] of [
      ['float:left', 'floats'],
      ['position:absolute', 'positioned boxes'],
      ['display:inline', 'inline content'],
    ])
      expect(await ignored(`<div style="${style};page:cover">a</div>`)).to.deep.equal([
        `page: cover doesn't apply to ${what}. <div> forces no break.`,
      ]);
    expect(await ignored('<div style="display:inline-block"><p style="page:cover">a</div>')).to.deep.equal([
      "page: cover doesn't apply inside <div>, which stays on one page. <p> forces no break.",
    ]);
  });

  it('are not reported for blocks, items and the same name', async () => {
    for (const html of [
      '<div style="page:cover"><p>a <b>b</b><i style="float:left">c</i></div>',
      '<div style="page:cover"><p style="page:cover;float:left">a</div>',
      '<div style="display:flex"><b style="page:cover">a</b></div>',
      '<div style="display:contents;page:cover"><p>a <b>b</b></div>',
      '<style>body{page:cover}</style><span>a</span>',
      '<style>html{page:cover}</style><span>a</span>',
    ])
      expect(await ignored(html), html).to.deep.equal([]);
  });
});
