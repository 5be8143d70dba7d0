import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the position and length of each element `b` along a vertical line, with a 20 px font. */
async function placesOf(html: string, style = ''): Promise<string[]> {
  const { dump } = await layout(
    `<div lang=ja style="font-size:20px;writing-mode:vertical-rl;height:200px">
      <style>b{font-weight:normal;text-combine-upright:all;${style}}</style>${html}</div>`,
  );
  return [...dump.matchAll(/Inline <b>.*? y(\S+).*? h(\S+)/g)].map(([, y, h]) => `${y} ${h}`);
}

describe('text-combine-upright', () => {
  it('sets the text of a box within one em of a vertical line', async () => {
    expect(await placesOf('<b>1</b><b>12</b><b>1234567</b><b>８</b>')).to.deep.equal([
      '0 20',
      '20 20',
      '40 20',
      '60 20',
    ]);
    expect(await placesOf('<b>12</b>', 'writing-mode:horizontal-tb')).to.not.include('0 20');
  });

  it('omits collapsible spaces at its ends', async () => {
    expect(await placesOf('<b>12</b>字<b>  34  </b>字<b>5</b>')).to.deep.equal(['0 20', '40 20', '80 20']);
  });

  it('combines at most the given number of digits', async () => {
    const [two] = await placesOf('<b>12字34</b>', 'text-combine-upright:digits');
    expect(two).to.equal('0 60');
    const [three] = await placesOf('<b>123</b>', 'text-combine-upright:digits 2');
    expect(three).to.not.equal('0 20');
    expect(await placesOf('<b>123</b>', 'text-combine-upright:digits 3')).to.deep.equal(['0 20']);
  });

  it('never breaks a line within the text', async () => {
    const { dump } = await layout(
      '<div lang=ja style="font-size:20px;writing-mode:vertical-rl;height:20px">字<b style="text-combine-upright:all">1 2</b>字</div>',
    );
    expect([...dump.matchAll(/^ +line /gm)]).to.have.length(3);
  });

  it('undoes full width if several characters share the em', async () => {
    const { dump } = await layout(
      '<div style="font-size:20px;writing-mode:vertical-rl;text-transform:full-width;text-combine-upright:all">12</div>',
    );
    expect(dump).to.contain('"12"');
  });
});
