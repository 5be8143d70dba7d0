import { expect } from 'chai';
import { places } from './places.ts';

describe('columns', () => {
  it('in what is left of an outer column move on where they would break badly', async () => {
    const inner =
      '<div style="columns:2;column-gap:0;column-fill:auto"><div id="b" style="height:60px;break-inside:avoid"></div></div>';
    expect(
      await places(
        `<div style="columns:2;column-gap:0;column-fill:auto;height:80px"><div id="a" style="height:50px"></div>${inner}</div>`,
      ),
    ).to.deep.equal(['a 0+50, b 0+60']);
    const { length } = await places(`<div id="a" style="height:70px"></div>${inner}`);
    expect(length).to.equal(2);
  });

  it('end before a spanner below the floats before it', async () => {
    const float = '<div id="f" style="float:left;width:9px;height:30px"></div>';
    expect(
      await places(`<div style="columns:1">${float}<div id="s" style="column-span:all;height:10px"></div></div>`),
    ).to.deep.equal(['f 0+30, s 30+10']);
  });

  it('have no spanner inside a box that contains fixed boxes', async () => {
    const inner = '<div style="transform:scale(1)"><div id="s" style="column-span:all;height:60px"></div></div>';
    expect(
      await places(`<div style="columns:2;column-gap:0;column-fill:auto;height:40px">${inner}</div>`),
    ).to.deep.equal(['s 0+40, s 0+20']);
  });

  it('grow by what a relayout for a better break was short of', async () => {
    const block = (id: string, height: number, more = ''): string =>
      `<div id="${id}" style="height:${height}px;contain:size;${more}"></div>`;
    expect(
      await places(
        `<div style="columns:2">${block('a', 10)}${block('b', 20)}${block('c', 10, 'break-before:avoid')}${block('d', 20)}</div>`,
      ),
    ).to.deep.equal(['a 0+10, b 10+20, c 30+10, d 0+20']);
  });
});
