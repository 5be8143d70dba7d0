import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

const INSIDE = '<div style="width:40px;height:5px"></div>';

/** Returns the position and width of `#b` in a container 100 px wide. */
async function placeOf(style: string, container = ''): Promise<string> {
  const { dump } = await layout(
    `<div style="width:100px;${container}"><div id=b style="${style}">${INSIDE}</div></div>`,
  );
  return /#b> {2}(x\S+) y\S+ {2}(w\S+)/.exec(dump)?.slice(1).join(' ') ?? dump;
}

describe('justify-self of blocks', () => {
  it('sizes them to their contents and positions them', async () => {
    expect(await placeOf('')).to.equal('x0 w100');
    expect(await placeOf('justify-self:center')).to.equal('x30 w40');
    expect(await placeOf('justify-self:end;overflow:hidden')).to.equal('x60 w40');
    expect(await placeOf('', 'justify-items:right')).to.equal('x60 w40');
    expect(await placeOf('justify-self:stretch', 'justify-items:right')).to.equal('x0 w100');
  });

  it('moves boxes over the start edge unless the alignment is safe', async () => {
    const wide = 'width:140px;justify-self:';
    expect(await placeOf(`${wide}end`)).to.equal('x-40 w140');
    expect(await placeOf(`${wide}center`)).to.equal('x-20 w140');
    expect(await placeOf(`${wide}safe end`)).to.equal('x0 w140');
    expect(await placeOf('width:140px', 'justify-items:safe center')).to.equal('x0 w140');
    expect(await placeOf('width:140px', 'text-align:-webkit-right')).to.equal('x0 w140');
  });

  it('aligns to the start for baselines, which blocks do not share', async () => {
    expect(await placeOf('justify-self:baseline')).to.equal('x0 w40');
    expect(await placeOf('justify-self:last baseline')).to.equal('x0 w40');
  });

  it('takes the side that `legacy` gives the items of the container', async () => {
    expect(await placeOf('', 'justify-items:legacy center')).to.equal('x30 w40');
    expect(await placeOf('', 'justify-items:legacy')).to.equal('x0 w100');
  });

  it('passes the side of `legacy` to nested containers without a value', async () => {
    const nested = async (style: string): Promise<string> => {
      const { dump } = await layout(
        `<div style="justify-items:legacy right;width:100px"><div style="width:80px;${style}"><div id=b>${INSIDE}</div></div></div>`,
      );
      return /#b> {2}(x\S+) y\S+ {2}(w\S+)/.exec(dump)?.slice(1).join(' ') ?? dump;
    };
    expect(await nested('')).to.equal('x40 w40');
    expect(await nested('justify-items:legacy')).to.equal('x40 w40');
    expect(await nested('justify-items:normal')).to.equal('x0 w80');
  });

  it('stretches tables only if requested', async () => {
    const table = async (style: string): Promise<string> => {
      const { dump } = await layout(
        `<div style="width:100px"><table id=b style="${style}"><td>${INSIDE}</table></div>`,
      );
      return /#b> {2}(x\S+) y\S+ {2}(w\S+)/.exec(dump)?.slice(1).join(' ') ?? dump;
    };
    const plain = 'border-spacing:0;margin-left:10px;';
    expect(await table(plain)).to.equal('x10 w42');
    expect(await table(`${plain}justify-self:stretch`)).to.equal('x10 w90');
    expect(await table(`${plain}justify-self:stretch;width:60px`)).to.equal('x10 w60');
  });

  it('yields to auto margins and overrides the align attribute', async () => {
    expect(await placeOf('justify-self:end;margin:0 auto')).to.equal('x30 w40');
    expect(await placeOf('justify-self:left;width:40px', 'text-align:-webkit-right')).to.equal('x0 w40');
  });
});
