import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

describe("::first-line and ::first-letter of a paragraph's ancestor", () => {
  /** Returns the line heights of a paragraph of 10px/20px text in a block of 40px/60px text. */
  async function heights(style: string, text = 'One'): Promise<readonly string[]> {
    const { dump } = await layout(
      `<style>div { font: 40px/60px Arial } p { margin: 0; font: 10px/20px Arial } ${style}</style>
       <div><p>${text}<br>two</p></div>`,
    );
    return [...dump.matchAll(/ line x.*? h(\S+)/g)].map(([, height]) => height!);
  }

  it('inherit unspecified values from the paragraph', async () => {
    expect(await heights('')).to.deep.equal(['20', '20']);
    expect(await heights('div::first-line { color: red }')).to.deep.equal(['20', '20']);
    expect(await heights('div::first-letter { color: red }')).to.deep.equal(['20', '20']);
    expect(await heights('*::first-letter, *::first-line { color: red }')).to.deep.equal(['20', '20']);
  });

  it('apply specified values', async () => {
    expect(await heights('div::first-line { line-height: 50px }')).to.deep.equal(['50', '20']);
    expect(await heights('div::first-letter { line-height: 50px }')).to.deep.equal(['50', '20']);
  });

  it('inherit from the inline box that contains the letter', async () => {
    const { dump } = await layout(
      '<style>p::first-letter { font-size: 2em }</style><p style="font:40px Arial"><b style="font-size:10px">One</b></p>',
    );
    // The height of text of 20 px.
    expect(dump).to.match(/Inline <p>::first-letter .*? h22/);
  });

  it('lets a floated letter inherit from the first line', async () => {
    const height = async (style: string, html: string): Promise<string> =>
      /<(?:p|div)>::first-letter .*? h(\S+)/.exec(
        (await layout(`<style>p { margin: 0; font: 10px/2 Arial } ${style}</style>${html}`)).dump,
      )![1]!;
    const letter = 'p::first-letter { float: left }';
    expect(await height(letter, '<p>One')).to.equal('20');
    expect(await height(`${letter} p::first-line { font-size: 30px }`, '<p>One')).to.equal('60');
    expect(await height(`${letter} p::first-line { font-size: 30px } b { font-size: 2em }`, '<p><b>One')).to.equal(
      '120',
    );
    const outside = 'div::first-letter { float: left } div::first-line { font-size: 30px }';
    expect(await height(outside, '<div><p>One')).to.equal('60');
  });
});
