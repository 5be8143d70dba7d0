import { expect } from 'chai';
import { explainElement } from '../../engine/debug/explain-element.ts';

describe('the explanation of an element', () => {
  const HTML = `<!doctype html><style>
p { color: red; margin: 10px 5% }
.lead { color: blue; border: 2px solid; padding: 1px 3px }
</style><p>a<p class=lead>b`;

  it('lists declarations with their places, the overridden ones too', async () => {
    const { tag, declarations } = (await explainElement(HTML, '.lead'))!;
    expect(tag).to.equal('p');
    const colors = declarations.filter(({ property }) => property === 'color');
    expect(
      colors.map(({ value, selector, overridden, position }) => [value, selector, overridden, position?.line]),
    ).to.deep.equal([
      ['red', 'p', true, 2],
      ['blue', '.lead', false, 3],
    ]);
  });

  it('gives the edges of every box', async () => {
    const { boxes } = (await explainElement(HTML, '.lead'))!;
    expect(boxes).to.have.length(1);
    expect(boxes[0]).to.deep.include({
      page: 1,
      border: { top: 2, right: 2, bottom: 2, left: 2 },
      padding: { top: 1, right: 3, bottom: 1, left: 3 },
      margin: { top: '10px', right: '5%', bottom: '10px', left: '5%' },
    });
    const broken = await explainElement('<p style="height: 1500px">a', 'p');
    expect(broken!.boxes.map(({ page }) => page)).to.deep.equal([1, 2]);
  });

  it('returns null without a match, and refuses invalid selectors', async () => {
    expect(await explainElement(HTML, 'table')).to.equal(null);
    const refused = await explainElement(HTML, 'p[').then(
      () => null,
      (error: Error) => error.message,
    );
    expect(refused).to.include('selector');
  });
});
