import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { TextShape } from '../../../engine/paint/svg/text/text-shape.ts';
import { pathOf, sharpRect } from '../../../engine/paint/rounded-rect.ts';
import { extractText } from '../../support/pdfium.ts';

const look = (): void => {};

describe('the inside of shapes', () => {
  const rect = pathOf(sharpRect(10, 20, 100, 50));
  const hole = pathOf(sharpRect(40, 30, 20, 10));

  it('is the area that a band covers along its whole height', () => {
    const shape = new TextShape([...rect, ...hole], true, false, false);
    expect([shape.top, shape.bottom]).to.deep.equal([20, 70]);
    expect(shape.rooms(20, 30, 0, look)).to.deep.equal([{ start: 10, end: 110 }]);
    expect(shape.rooms(25, 45, 2, look)).to.deep.equal([
      { start: 12, end: 38 },
      { start: 62, end: 108 },
    ]);
    expect(shape.rooms(65, 75, 0, look)).to.deep.equal([]);
  });

  it('depends on the winding rule and the direction of the lines', () => {
    expect(new TextShape([...rect, ...hole], false, false, false).rooms(25, 45, 0, look)).to.deep.equal([
      { start: 10, end: 110 },
    ]);
    const turned = new TextShape(rect, false, true, true);
    expect([turned.top, turned.bottom]).to.deep.equal([-110, -10]);
    expect(turned.rooms(-60, -50, 0, look)).to.deep.equal([{ start: 20, end: 70 }]);
  });
});

describe('shape-inside', () => {
  const words = 'one two three four five six seven';
  const text = async (style: string, said: readonly string[] = []): Promise<string> => {
    const html = `<!DOCTYPE html><svg width=300 height=300><rect id=r x=10 y=10 width=60 height=40 fill=none /><text y=20 font-size=10 style="${style}">${words}</text></svg>`;
    const { pdf, diagnostics } = await render(html);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(said);
    return (await extractText(pdf))
      .join('')
      .trim()
      .replace(/\s*[\r\n]+\s*/g, '|');
  };

  it('breaks lines at the end of the shape, and omits text that does not fit', async () => {
    expect(await text('shape-inside:url(#r)')).to.equal('one two three|four five six|seven');
    expect(await text('shape-inside:url(#r);shape-padding:9px')).to.equal('one two|three four');
    expect(await text('shape-inside:polygon(0 0,500px 0,500px 300px,0 300px)')).to.equal(words);
  });

  it('continues in the next shape, and reports a reference instead of applying it', async () => {
    expect(await text('shape-inside:circle(9px at 20px 20px) inset(100px 0 0 0)')).to.contain('seven');
    expect(await text('shape-inside:url(#nothing)', ['paint/missing-element'])).to.equal(words);
  });
});
