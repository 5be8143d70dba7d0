import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the lines of each page of 200 x 160 px. */
async function linesOf(html: string): Promise<string[][]> {
  const { dump } = await layout(`<style>@page{size:200px 160px;margin:0}</style>${html}`);
  const pages = dump.split(/^page .*\n/m).slice(1);
  return pages.map((page) =>
    [...page.matchAll(/line x(\S+ y\S+) .*"(.*)"/g)].map((match) => `${match[1]} ${match[2]}`),
  );
}

const float = '<div style="float:left;width:100px;height:80px"></div>';

describe('lines that floats push down', () => {
  it('continue in the next fragmentainer while the floats before them stay', async () => {
    expect(await linesOf(`<div style="display:flow-root">${float.repeat(5)}one</div>`)).to.deep.equal([
      [],
      ['100 y0 one'],
    ]);
    expect(
      await linesOf(`<p style="margin:0">zero</p>${float.repeat(2)}${float.repeat(2)}<div>one</div>`),
    ).to.have.length(2);
  });

  it('also have a break position before them after floats of other boxes', async () => {
    const tall = '<div style="float:left;width:200px;height:150px"></div>';
    expect(await linesOf(`${tall}<p style="margin:0">one<br>two</p>`)).to.deep.equal([[], ['0 y0 one', '0 y20 two']]);
  });
});
