import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

describe('collapsing margins', () => {
  it('leave a box whose percentage height refers to nothing as if it were automatic', async () => {
    const { dump } = await layout(
      '<div><div style="height:100%"><p style="height:20px;margin:0 0 30px"></p></div></div><p id=next style="margin:0">x</p>',
    );
    expect(dump).to.match(/#next> {2}x0 y50/);
  });

  it('do not collapse through an empty box that clears floats, wherever these end', async () => {
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

  it('do not meet through what closed details hide', async () => {
    const { dump } = await layout(
      '<style>p,summary{margin:10px 0;display:block}</style><details><summary>a</summary>b</details><p id=next>c</p>',
    );
    expect(dump).to.match(/#next> {2}x0 y40/);
  });
});
