import { expect } from 'chai';
import { PathOp } from '../../../engine/paint/display-list.ts';
import { render } from '../../../engine/index.ts';
import { ContentStream } from '../../../engine/pdf/content-stream.ts';
import type { PdfRef } from '../../../engine/pdf/pdf-values.ts';

const HUGE = 1e9;
const FONT: PdfRef = { id: 1, data: {}, write: () => undefined, end: () => undefined };

/** Returns what `draw` writes to a 200 x 100 pt page whose user space has 0.5 pt per unit, from (10, 10). */
function written(draw: (stream: ContentStream) => void): string {
  const stream = new ContentStream([1, 0, 0, 1, 0, 0], { x0: 0, y0: 0, x1: 200, y1: 100 });
  stream.transform([0.5, 0, 0, 0.5, 10, 10]);
  draw(stream);
  return Buffer.from(stream.out.view()).toString('latin1').split('\n').slice(1).join('|');
}

// prettier-ignore
const rectangle = (x: number, y: number, right: number, bottom: number): number[] => [
  PathOp.Move, x, y, PathOp.Line, right, y, PathOp.Line, right, bottom, PathOp.Line, x, bottom, PathOp.Close,
];

describe('content streams', () => {
  it('cut filled and clipping rectangles that extend far out of sight', () => {
    expect(written((stream) => stream.rect(20, 30, HUGE, 40))).to.equal('20 30 560 40 re|');
    expect(written((stream) => stream.clipRect(-HUGE, 0, 2 * HUGE, HUGE))).to.equal('-220 0 800 380 re|W n|');
    expect(written((stream) => stream.path(rectangle(0, 0, 50, HUGE)))).to.equal('0 0 50 380 re|');
    expect(written((stream) => stream.rect(HUGE, 0, 10, 10))).to.equal('580 0 0 10 re|');
  });

  it('leave stroked rectangles and those near the page unchanged', () => {
    expect(written((stream) => stream.rect(-50, 0, 5000, 7.5))).to.equal('-50 0 5000 7.5 re|');
    expect(written((stream) => stream.path(rectangle(0, 0, 90_000, 7), true))).to.equal('0 0 90000 7 re|');
  });

  it('nest text and marked content in one another completely', () => {
    const mark = (stream: ContentStream, forText: boolean): void => stream.beginMarkedContent('/P BDC\n', forText);
    const switched = written((stream) => {
      mark(stream, true);
      stream.endMarkedContent();
      mark(stream, true);
      stream.save();
    });
    expect(switched).to.equal('BT|/P BDC|EMC|/P BDC|EMC|ET|q|');
    const around = written((stream) => {
      mark(stream, false);
      stream.beginText('F1', FONT, 16, 0, 0);
      stream.endMarkedContent();
    });
    expect(around).to.match(/^\/P BDC\|BT\|.*\|ET\|EMC\|$/);
  });

  it('continue after text in the same font, so that readers that round widths show no gap', async () => {
    const moves = async (html: string): Promise<number> => {
      const style = '<style>@page { margin: 0 } body { margin: 8.2px; width: 400px; font-kerning: none }</style>';
      const { pdf } = await render(style + html, { compress: false });
      return (
        Buffer.from(pdf)
          .toString('latin1')
          .split(/ T[md]\n/).length - 1
      );
    };
    expect(await moves('<p>Filler text <span>filler text</span>')).to.equal(1);
    expect(await moves('<p>Filler text <a href=#x style="text-decoration: none; color: red">filler</a> text')).to.equal(
      1,
    );
    // Layout rounds up the start of the second part.
    expect(await moves('<p style="font-size:13.3px">mmm <span>mmm</span>')).to.equal(1);
    expect(await moves('<p>Filler text <b>filler text</b>')).to.equal(2);
    expect(await moves('<p>Filler text <span style="margin-left: 1px">filler text</span>')).to.equal(2);
    expect(await moves('<p>Filler text <span style="vertical-align: 1px">filler text</span>')).to.equal(2);
  });

  it('kern and justify within a string, relative to the pen of readers that truncate widths', async () => {
    const content = async (html: string): Promise<string> =>
      Buffer.from((await render(`<div style="font:16px Arial;${html}</div>`, { compress: false })).pdf).toString(
        'latin1',
      );
    expect(await content('">Wave, I Watch')).to.match(/\[\(W\)[\d.]+\(ave, I W\)[\d.]+\(atch\)\]TJ\n/);
    const line = await content(`text-align:justify;width:600px">${'Filler text '.repeat(10)}`);
    const pieces = line
      .slice(line.indexOf(' Tm\n'), line.lastIndexOf(' Tm\n'))
      .split(/ T[dm]\n/)
      .slice(1);
    expect(pieces.length).to.be.within(2, 4);
    // Arial's widths in thousandths: F, i, l, l, e, r and a space. The number puts back what truncation removes.
    const exact = (1251 + 455 + 455 + 455 + 1139 + 682 + 569) / 2.048;
    const cut = 610 + 222 + 222 + 222 + 556 + 333 + 277;
    const [, first, second] = /\(Filler \)-([\d.]+)\(text \)-([\d.]+)\(/.exec(pieces[0]!)!;
    const text = { exact: (569 + 1139 + 1024 + 569 + 569) / 2.048, cut: 277 + 556 + 500 + 277 + 277 };
    // Both spaces are justified alike.
    expect(Number(first) - (exact - cut)).to.be.closeTo(Number(second) - (text.exact - text.cut), 0.01);
  });

  it('move from line to line by steps, as long as positions are exact', async () => {
    const style = '<!DOCTYPE html><style>@page{margin:0}body{margin:0;font:10px/20px Arial}</style>';
    const content = async (html: string): Promise<string> =>
      Buffer.from((await render(style + html, { compress: false })).pdf).toString('latin1');
    const exact = await content('<div>One</div><div style="margin-left:10.5px">Other</div><div><b>Third</b></div>');
    expect(exact.match(/ Tm\n/g)).to.have.length(1);
    expect(exact)
      .to.match(/\n10\.5 -20 Td\n/)
      .and.to.match(/\n-10\.5 -20 Td\n/);
    const inexact = await content('<div>One</div><div style="transform:translateY(.3px)">Other</div><div>Third</div>');
    // The second paragraph is transformed and is followed by another text object.
    expect(inexact.match(/ Tm\n/g)).to.have.length(3);
  });
});
