import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

describe('align-content of block containers', () => {
  const offsetOf = async (value: string, height = 100): Promise<string | undefined> => {
    const { dump } = await layout(
      `<div style="height:${height}px;align-content:${value}"><p id="a" style="margin:0;height:40px"></p></div>`,
    );
    return /<p#a> {2}x0 y(-?[\d.]+)/.exec(dump)?.[1];
  };

  it('moves all contents together', async () => {
    expect(await offsetOf('center')).to.equal('30');
    expect(await offsetOf('end')).to.equal('60');
    expect(await offsetOf('space-evenly')).to.equal('30');
    expect(await offsetOf('space-between')).to.equal('0');
    expect(await offsetOf('normal')).to.equal('0');
  });

  it('keeps overflowing contents at the start unless the alignment is unsafe', async () => {
    expect(await offsetOf('safe center', 20)).to.equal('0');
    expect(await offsetOf('center', 20)).to.equal('0');
    expect(await offsetOf('end', 20)).to.equal('0');
    expect(await offsetOf('unsafe center', 20)).to.equal('-10');
  });

  it('moves contents within the first fragment if the rest of the box is empty', async () => {
    const { dump } = await layout(
      '<div style="height:400px;align-content:center"><p style="margin:0;height:40px"></p></div>',
    );
    expect(/<p> {2}x0 y(\d+)/.exec(dump)?.[1]).to.equal('130');
  });

  it('moves the columns of a multicol container together', async () => {
    const { dump } = await layout(
      '<div style="columns:2;height:100px;align-content:center">' +
        '<p id="a" style="margin:0;height:40px"></p><p id="b" style="margin:0;height:40px"></p></div>',
    );
    expect([...dump.matchAll(/<div>.*? y(-?[\d.]+) /g)].map(([, y]) => y)).to.include('30');
  });

  it('moves the contents of a fieldset, but not its legend', async () => {
    const { dump } = await layout(
      '<fieldset style="margin:0;padding:0;border:0;height:100px;align-content:end">' +
        '<legend id="l" style="padding:0;height:20px"></legend><p id="a" style="margin:0;height:40px"></p></fieldset>',
    );
    expect(/<legend#l> {2}x0 y(-?[\d.]+)/.exec(dump)?.[1]).to.equal('0');
    expect(dump).to.match(/<fieldset>.* y60 /);
  });

  it('aligns the contents of table cells; with `normal`, vertical-align does', async () => {
    const cell = async (style: string): Promise<string | undefined> => {
      const { dump } = await layout(
        `<table style="height:100px;border-spacing:0"><td style="padding:0;vertical-align:middle;${style}"><p id="a" style="margin:0;height:40px"></p></table>`,
      );
      return /<p#a> {2}x0 y(-?[\d.]+)/.exec(dump)?.[1];
    };
    expect(await cell('')).to.equal('30');
    expect(await cell('align-content:normal')).to.equal('30');
    expect(await cell('align-content:end')).to.equal('60');
    expect(await cell('align-content:start')).to.equal('0');
    expect(await cell('align-content:baseline')).to.equal('0');
    expect(await cell('align-content:last baseline')).to.equal('60');
    expect(await cell('align-content:end;height:100px')).to.equal('60');
  });
});
