import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const STYLE = '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0;font:20px/20px Arimo}p{margin:0}</style>';

/** Returns the destinations of a document with a link to `#x`. */
async function destinationsOf(html: string): Promise<string[]> {
  const painted = await inspect(`${STYLE}<p><a href="#x">link</a></p>${html}`, 'paint', null);
  return (painted.match(/^ *destination .*$/gm) ?? []).map((line) => line.trim());
}

describe('destinations of links', () => {
  it('are where elements or anchors with that name begin', async () => {
    expect(await destinationsOf('<p>a<p id=x>b<p id=y>c')).to.deep.equal(['destination x 0 40']);
    expect(await destinationsOf('<p>a<p><a name=x>b</a>')).to.have.lengthOf(1);
  });

  it('are where elements without a box would be', async () => {
    expect(await destinationsOf('<p>a<br id=x>b')).to.have.lengthOf(1);
    expect(await destinationsOf('<p>a</p><div id=x style="display:contents"><p>b</div>')).to.deep.equal([
      'destination x 0 40',
    ]);
    expect(await destinationsOf('<p>a</p><p id=x style="display:none">b</p><p>c')).to.deep.equal([
      'destination x 0 40',
    ]);
    expect(await destinationsOf('<p>a</p><p id=x hidden></p>')).to.deep.equal(['destination x 0 40']);
    expect(
      await destinationsOf('<p>a</p><svg width=20 height=20 style="display:block"><g id=x /></svg>'),
    ).to.deep.equal(['destination x 0 40']);
  });
});
