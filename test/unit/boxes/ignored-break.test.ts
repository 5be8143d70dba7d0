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
