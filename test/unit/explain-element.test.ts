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

  it('gives computed values with the declaration that each comes from', async () => {
    const html = `<!doctype html><style>
body { font: italic 20px/1.5 Arimo, serif; --ink: teal; position: relative }
.box { font-size: .5em; color: var(--ink); margin-inline-start: 2em; border: 1px solid; width: 50%; height: calc(100% - 4px) }
</style><div class=box>a`;
    const { computed } = (await explainElement(html, '.box'))!;
    const values = new Map(
      computed.map(({ property, value, declaration, inheritedFrom }) => [
        property,
        [value, declaration.selector, declaration.position?.line, inheritedFrom],
      ]),
    );
    expect(values.get('font-size')).to.deep.equal(['10px', '.box', 3, null]);
    expect(values.get('color')).to.deep.equal(['#008080', '.box', 3, null]);
    expect(values.get('margin-left')).to.deep.equal(['20px', '.box', 3, null]);
    expect(values.get('border-top-width')).to.deep.equal(['1px', '.box', 3, null]);
    expect(values.get('border-top-style')).to.deep.equal(['solid', '.box', 3, null]);
    expect(values.get('width')).to.deep.equal(['50%', '.box', 3, null]);
    expect(values.get('height')).to.deep.equal(['calc(100% - 4px)', '.box', 3, null]);
    expect(values.get('font-style')).to.deep.equal(['italic', 'body', 2, 'body']);
    expect(values.get('line-height')).to.deep.equal(['1.5', 'body', 2, 'body']);
    expect(values.get('font-family')).to.deep.equal(['Arimo, serif', 'body', 2, 'body']);
    expect(values.get('display')!.slice(0, 2)).to.deep.equal(['block', 'div']);
    for (const absent of ['border-image-source', 'font-kerning', 'position'])
      expect(values.has(absent), absent).to.equal(false);
    expect([...values.keys()]).to.deep.equal([...values.keys()].sort());
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

  it('gives the tracks of grids on every page', async () => {
    const tracksOf = async (style: string, items = 3): Promise<string[]> => {
      const page = '<style>@page{size:400px 300px;margin:20px}body{margin:0}</style>';
      const html = `${page}<div id=g style="display:grid;${style}">${'<i></i>'.repeat(items)}</div>`;
      const { boxes } = (await explainElement(html, '#g'))!;
      return boxes.map(({ tracks }) =>
        [tracks!.columns, tracks!.rows]
          .map((areas) => areas.map((area) => [area.x, area.y, area.width, area.height].join()).join(' '))
          .join(' | '),
      );
    };
    const two = 'grid-template-columns:100px 1fr;gap:10px;padding:5px;';
    expect(await tracksOf(`${two}grid-auto-rows:40px`)).to.deep.equal([
      '25,25,100,90 135,25,240,90 | 25,25,350,40 25,75,350,40',
    ]);
    // A row that the page breaks, and vertical text, whose first row is at the right.
    expect(await tracksOf(`${two}grid-auto-rows:150px`)).to.deep.equal([
      '25,25,100,255 135,25,240,255 | 25,25,350,150 25,185,350,95',
      '25,20,100,55 135,20,240,55 | 25,20,350,55',
    ]);
    const turned = 'writing-mode:vertical-rl;grid:30px 50px / 40px 60px;width:80px';
    expect(await tracksOf(turned)).to.deep.equal(['20,20,80,40 20,60,80,60 | 70,20,30,100 20,20,50,100']);
    expect((await explainElement(HTML, '.lead'))!.boxes[0]!.tracks).to.equal(null);
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
