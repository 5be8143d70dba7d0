import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { Color } from '../../../engine/css/color.ts';
import { PageDump } from '../../../engine/debug/dump-display-list.ts';
import { Diagnostics } from '../../../engine/diagnostics.ts';
import { type DisplayList, DisplayListBuilder } from '../../../engine/paint/display-list.ts';
import { asDecoration, matrixSince, partBetween, seenIn, tracesOf } from '../../../engine/paint/list-passes.ts';
import { luminanceOf, MappedColors } from '../../../engine/paint/mapped-colors.ts';
import { Rasterizer } from '../../../engine/raster/rasterizer.ts';

const RED = new Color(1, 0, 0, 1);
const SQUARE = { x: 0, y: 0, width: 9, height: 9 };

function recorded(draw: (canvas: DisplayListBuilder) => void): DisplayList {
  const canvas = new DisplayListBuilder();
  draw(canvas);
  return canvas.list;
}

function text(list: DisplayList): string[] {
  const dump = new PageDump();
  dump.draw(list);
  return dump.toString().split('\n');
}

describe('display lists', () => {
  it('hold the calls that they record', () => {
    const list = recorded((canvas) => {
      canvas.beginTag(3, 0, 5, null);
      canvas.save();
      canvas.transform([1, 0, 0, 1, 5, 5]);
      canvas.beginMask(
        'alpha',
        SQUARE,
        canvas.record(() => canvas.fillRect(0, 0, 9, 9, Color.BLACK)),
      );
      canvas.fillRect(1, 2, 3, 4, RED);
      canvas.endMask();
      canvas.restore();
      canvas.link(0, 0, 9, 9, { url: 'https://example.com/' }, { structure: null, name: '' });
      canvas.endTag();
    });
    expect(text(list)).to.deep.equal([
      'beginTag #3',
      '  save',
      '    transform 1 0 0 1 5 5',
      '    mask alpha 0 0 9 9',
      '      fillRect 0 0 9 9 #000000',
      '    endMaskImage',
      '    beginMask',
      '      fillRect 1 2 3 4 #ff0000',
      '    endMask',
      '  restore',
      '  link 0 0 9 9 https://example.com/',
      'endTag',
    ]);
  });

  it('exclude separately recorded drawings from the surrounding list', () => {
    const canvas = new DisplayListBuilder();
    canvas.save();
    const apart = canvas.record(() => canvas.fillRect(0, 0, 1, 1, RED));
    canvas.restore();
    expect(text(apart)).to.deep.equal(['fillRect 0 0 1 1 #ff0000']);
    expect(text(canvas.list)).to.deep.equal(['save', 'restore']);
  });
});

describe('passes over display lists', () => {
  const drawing = recorded((canvas) => {
    canvas.beginTag(1, 0, 1, null);
    canvas.destination('a', 1, 2, null);
    canvas.fillRect(0, 0, 1, 1, RED);
    canvas.endTag();
  });

  it('make a drawing decorative, or keep only its tags and destinations', () => {
    expect(text(asDecoration(drawing))).to.deep.equal(['beginArtifact', '  fillRect 0 0 1 1 #ff0000', 'endTag']);
    expect(text(tracesOf(drawing))).to.deep.equal(['beginTag #1', '  destination a 1 2', 'endTag']);
  });

  it('close groups that a part of a list leaves open', () => {
    const canvas = new DisplayListBuilder();
    canvas.save();
    const { place } = canvas;
    canvas.beginGroup(0.5, 'normal', true);
    canvas.transform([2, 0, 0, 2, 0, 0]);
    canvas.beginTag(1, 0, 0, null);
    canvas.transform([1, 0, 0, 1, 5, 0]);
    expect(partBetween(place, canvas.list.length).map(({ type }) => type)).to.deep.equal([
      'beginGroup',
      'transform',
      'beginTag',
      'transform',
      'endTag',
      'endGroup',
    ]);
    expect(matrixSince(place)).to.deep.equal([2, 0, 0, 2, 10, 0]);
    canvas.endTag();
    canvas.endGroup();
    expect(matrixSince(place)).to.deep.equal([1, 0, 0, 1, 0, 0]);
  });

  it('omit backdrops that are invisible or nested too deep', () => {
    let cuts = 0;
    const around = (inner: DisplayList): DisplayList =>
      recorded((canvas) => {
        canvas.transform([1, 0, 0, 1, 5, 0]);
        canvas.backdrop(SQUARE, inner);
      });
    const levelsSeen = (x: number, depth: number): number => {
      const seen = seenIn(around(around(drawing)), { ...SQUARE, x }, depth, () => {
        cuts++;
      });
      return JSON.stringify(seen).split('"backdrop"').length - 1;
    };
    expect([levelsSeen(10, 2), levelsSeen(-6, 2), levelsSeen(-3, 2), levelsSeen(18, 2)]).to.deep.equal([2, 0, 1, 0]);
    expect(cuts).to.equal(0);
    expect(levelsSeen(10, 1)).to.equal(1);
    expect(cuts).to.equal(1);
  });

  it('map colors, but not those of mask content', () => {
    const list = recorded((canvas) => {
      canvas.beginMask(
        'luminance',
        SQUARE,
        canvas.record(() => canvas.fillRect(0, 0, 1, 1, RED)),
      );
      canvas.fillRect(0, 0, 2, 2, RED);
      canvas.endMask();
    });
    const budget = new Budget(DEFAULT_LIMITS);
    const diagnostics = new Diagnostics();
    const services = { budget, diagnostics, rasterizer: new Rasterizer(diagnostics, budget) };
    expect(
      text(new MappedColors(luminanceOf, false, services).of(list)).filter((l) => l.includes('fill')),
    ).to.deep.equal(['  fillRect 0 0 1 1 #ff0000', '  fillRect 0 0 2 2 #363636']);
  });
});
