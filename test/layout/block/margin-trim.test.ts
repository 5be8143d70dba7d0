import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the positions of all elements with an id, by id: `y h`. */
async function placesOf(html: string): Promise<Record<string, string>> {
  const { dump } = await layout(`<div style="height:10px"></div>${html}`);
  return Object.fromEntries([...dump.matchAll(/#(\w+)>.* y(\S+) .* h(\S+)/g)].map((m) => [m[1], `${m[2]} ${m[3]}`]));
}

const BOX = '<div style="height:10px;margin:20px 0"></div>';

describe('margin-trim of block containers', () => {
  it('drops the margins at both edges but not between children', async () => {
    const places = await placesOf(
      `<div id=trim style="margin:5px 0;margin-trim:block">${BOX}${BOX}</div><div id=next style="height:1px"></div>`,
    );
    expect(places).to.deep.equal({ trim: '15 40', next: '60 1' });
  });

  it('drops margins of descendants and of empty boxes that collapse with them', async () => {
    const empty = '<div style="margin:70px 0"></div>';
    const places = await placesOf(
      `<div id=trim style="margin:5px 0;margin-trim:block">${empty}<div>${BOX}</div>${empty}</div><p id=next style="margin:0">x</p>`,
    );
    expect(places).to.deep.equal({ trim: '15 10', next: '30 20' });
  });

  it('works inside padding and at a single edge', async () => {
    const places = await placesOf(`<div id=trim style="padding:1px;margin-trim:block-end">${BOX}</div>`);
    expect(places).to.deep.equal({ trim: '10 32' });
  });
});
