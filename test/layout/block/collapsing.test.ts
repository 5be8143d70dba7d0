import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

describe('collapsing margins', () => {
  it('treat a percentage height without a basis as automatic', async () => {
    const { dump } = await layout(
      '<div><div style="height:100%"><p style="height:20px;margin:0 0 30px"></p></div></div><p id=next style="margin:0">x</p>',
    );
    expect(dump).to.match(/#next> {2}x0 y50/);
  });

  it("don't collapse through an empty box that clears floats, wherever the floats end", async () => {
    const offsetOf = async (style: string, next = ''): Promise<string | undefined> => {
      const { dump } = await layout(
        `<style>p{margin:0 0 4px}</style><div style="float:left;width:9px;height:5px"></div>
         <p>a</p><div style="${style}"></div><p id=next style="${next}">b</p>`,
      );
      return /#next> {2}x0 y(\S+)/.exec(dump)?.[1];
    };
    expect(await offsetOf('margin-bottom:6px')).to.equal('26');
    expect(await offsetOf('clear:right;margin-bottom:6px')).to.equal('26');
    expect(await offsetOf('clear:left;margin-bottom:6px')).to.equal('30');
    expect(await offsetOf('clear:left;margin:3px 0 6px')).to.equal('27');
    expect(await offsetOf('clear:left', 'margin-top:9px')).to.equal('33');
    expect(await offsetOf('clear:left;margin-bottom:-6px')).to.equal('18');
  });

  it("don't collapse through hidden contents of closed details", async () => {
    const { dump } = await layout(
      '<style>p,summary{margin:10px 0;display:block}</style><details><summary>a</summary>b</details><p id=next>c</p>',
    );
    expect(dump).to.match(/#next> {2}x0 y40/);
  });

  it('collapse through an empty box that clears floats ending above its parent or within the margins', async () => {
    const gap = async (float: number, around: (content: string) => string): Promise<number> => {
      const content = around('<p id=a style="margin:0 0 15px">a</p><div style="clear:both"></div>');
      const { dump } = await layout(
        `<div style="float:left;width:9px;height:${float}px"></div><div style="height:100px"></div>${content}<p id=next style="margin:16px 0">b</p>`,
      );
      return Number(/#next> {2}x0 y(\S+)/.exec(dump)?.[1]) - 120;
    };
    const section = (content: string): string => `<section>${content}</section>`;
    const plain = (content: string): string => content;
    expect(await gap(60, section)).to.equal(16);
    expect(await gap(60, plain)).to.equal(31);
    expect(await gap(10, plain)).to.equal(16);
    // They are cleared, so the margins end up below them.
    expect(await gap(140, section)).to.equal(36);
  });
});
