import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

describe('align-content of block containers', () => {
  const offsetOf = async (value: string, height = 100): Promise<string | undefined> => {
    const { dump } = await layout(
      `<div style="height:${height}px;align-content:${value}"><p id="a" style="margin:0;height:40px"></p></div>`,
    );
    return /<p#a> {2}x0 y(-?[\d.]+)/.exec(dump)?.[1];
  };

  it('moves all contents as one', async () => {
    expect(await offsetOf('center')).to.equal('30');
    expect(await offsetOf('end')).to.equal('60');
    expect(await offsetOf('space-evenly')).to.equal('30');
    expect(await offsetOf('space-between')).to.equal('0');
    expect(await offsetOf('normal')).to.equal('0');
  });

  it('keeps what is too high at the start where it is to be safe', async () => {
    expect(await offsetOf('safe center', 20)).to.equal('0');
    expect(await offsetOf('center', 20)).to.equal('-10');
  });
});
