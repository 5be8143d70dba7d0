import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

const listBox = (attributes: string, style = ''): string =>
  `<select ${attributes} id=i style="font-size:20px;border:1px solid;${style}"><option id=o>a<option>b</select>`;

/** Returns the heights of the list box and of its first option. */
async function heightsOf(html: string): Promise<string[]> {
  const { dump } = await layout(html);
  return ['i', 'o'].map((id) => new RegExp(String.raw`#${id}>.* h(\S+)`).exec(dump)?.[1] ?? dump);
}

describe('list boxes', () => {
  it('have room for their rows inside their padding', async () => {
    expect(await heightsOf(listBox('size=3'))).to.deep.equal(['77', '25']);
    expect(await heightsOf(listBox('multiple'))).to.deep.equal(['102', '25']);
    expect(await heightsOf(listBox('size=3', 'padding:10px'))).to.deep.equal(['97', '25']);
    expect(await heightsOf(listBox('size=3', 'padding:10px;box-sizing:content-box'))).to.deep.equal(['97', '25']);
  });

  it('show options as high as their font, regardless of the surrounding line height', async () => {
    expect(await heightsOf(`<div style="line-height:3">${listBox('size=2')}</div>`)).to.deep.equal(['52', '25']);
    expect(await heightsOf(listBox('size=2', 'line-height:40px'))).to.deep.equal(['52', '25']);
  });

  it('are as high as `size` times the highest option', async () => {
    const heightIn = async (style: string): Promise<string | undefined> =>
      (await heightsOf(`<style>option{${style}}</style>${listBox('size=3')}`))[0];
    expect(await heightIn('padding:5px')).to.equal('104');
    expect(await heightIn('line-height:60px')).to.equal('77');
    expect(await heightIn('box-sizing:border-box')).to.equal('74');
  });

  it('are as wide as their widest option when they are blocks', async () => {
    const box = (style: string): string =>
      `<div style="width:200px"><select multiple id=i style="display:block;padding:0;border:0;font-size:20px;${style}"><option style="padding:0">bb`;
    const width = async (html: string): Promise<string> =>
      / w(\S+)/.exec(/#i>.*/.exec((await layout(html)).dump)![0])![1]!;
    expect(Number(await width(box('')))).to.be.within(1, 60);
    expect(await width(box('width:100%'))).to.equal('200');
  });
});
