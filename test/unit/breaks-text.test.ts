import { expect } from 'chai';
import { inspect } from '../../engine/debug/inspect.ts';

const breaks = (html: string): Promise<string> => inspect(html, 'breaks', null);

describe('pagewright inspect --stage=breaks', () => {
  it('says before or inside which element each page ends, and why', async () => {
    const text = await breaks(
      `<style>@page { size: 100mm 60mm; margin: 10mm } h1 { break-before: right } p { height: 30mm }</style>
       <h1 id=a>One</h1><p>x</p><p>y</p>
       <h1 id=b>Two</h1><div id=long>${'line<br>'.repeat(20)}</div>`,
    );
    expect(text.split('\n')).to.deep.equal([
      'Page 1 ends inside p:nth-of-type(1) (line 2): the page is full.',
      'Page 2 ends inside p:nth-of-type(2) (line 2): the page is full.',
      'Page 3 ends before #b (line 3): a property forces the break.',
      'Page 4 is blank.',
      'Page 5 ends inside #long (line 3): the page is full.',
      'Page 6 ends inside #long (line 3): the page is full.',
    ]);
  });

  it('says that a document has one page', async () => {
    expect(await breaks('<p>x')).to.equal('The document has one page.');
  });
});
