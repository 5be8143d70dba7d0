import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns "x y width x height" of the boxes with ids, in the order of the dump. */
async function boxesOf(html: string): Promise<Record<string, string>> {
  const { dump } = await layout(
    `<style>fieldset{margin:0;padding:10px;border:2px solid}legend{padding:0}</style>${html}`,
  );
  const boxes: Record<string, string> = {};
  for (const [, id, x, y, width, height] of dump.matchAll(/#(\w)> +x(\S+) y(\S+) +w(\S+) h(\S+)/g))
    boxes[id!] ??= `${x} ${y} ${width}x${height}`;
  return boxes;
}

const LEGEND = '<legend id=l><div style="width:30px;height:20px"></div></legend>';
const box = (id: string, style = ''): string => `<div id=${id} style="width:40px;height:10px;${style}"></div>`;

describe('fieldsets that are flex or grid containers', () => {
  it('keep their legend on the border and make items of the other children', async () => {
    const flex = await boxesOf(`<fieldset style="display:flex;gap:5px">${box('a')}${LEGEND}${box('b')}</fieldset>`);
    expect(flex.l).to.equal('12 0 30x20');
    expect(flex.a).to.equal('0 0 40x10');
    expect(flex.b).to.equal('45 0 40x10');
    const grid = await boxesOf(
      `<fieldset style="display:grid;grid-template-columns:1fr 1fr">${LEGEND}${box('a')}${box('b')}</fieldset>`,
    );
    expect(grid.l).to.equal('12 0 30x20');
    expect([grid.a, grid.b]).to.deep.equal(['0 0 40x10', '188 0 40x10']);
  });

  it('are filled by their items if they have a height', async () => {
    const style = 'display:flex;flex-direction:column;justify-content:space-between;height:100px';
    const { a, b } = await boxesOf(`<fieldset style="${style}">${LEGEND}${box('a')}${box('b')}</fieldset>`);
    expect([a, b]).to.deep.equal(['0 0 40x10', '0 72 40x10']);
  });

  it('shrink to their items, and are atomic inlines if they are inline', async () => {
    const floated = await boxesOf(`<fieldset id=f style="display:flex;float:left">${box('a')}${box('b')}</fieldset>`);
    expect(floated.f).to.equal('0 0 104x34');
    const inline = await boxesOf(`<fieldset id=f style="display:inline-grid">${LEGEND}${box('a')}</fieldset>`);
    expect(inline.f).to.match(/ 64x52$/);
  });
});
