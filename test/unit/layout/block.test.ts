import { expect } from 'chai';
import { block, pages, px, root } from './hand-built.ts';

const a = (props: Parameters<typeof block>[0] = {}, children: Parameters<typeof block>[1] = []) =>
  block({ name: 'a', ...props }, children);

describe('block layout', () => {
  it('collapses margins between siblings, through parents and through empty boxes', () => {
    const doc = root([
      a({ margin: [10, 20] }, [block({ name: 'b', height: px(10), margin: [30, 5] })]),
      block({ name: 'empty', margin: [25, 8] }),
      block({ name: 'c', height: px(10), margin: [-5, 0] }),
    ]);
    expect(pages(doc)[0]).to.deep.equal(['a 0,30 400x10', 'b 0,30 400x10', 'empty 0,65 400x0', 'c 0,60 400x10']);
  });

  it('keeps margins apart at padding and formatting contexts', () => {
    const doc = root([
      a({ paddingTop: px(1), margin: [10, 0] }, [block({ name: 'b', height: px(10), margin: [30, 5] })]),
      block({ name: 'c', overflowX: 'hidden', margin: [3, 3] }, [
        block({ name: 'd', height: px(10), margin: [30, 5] }),
      ]),
    ]);
    expect(pages(doc)[0]).to.deep.equal(['a 0,10 400x41', 'b 0,41 400x10', 'c 0,56 400x45', 'd 0,86 400x10']);
  });

  it('places floats next to each other, or below if there is no room, and clears them', () => {
    const doc = root([
      block({ name: 'f', float: 'left', width: px(150), height: px(50) }),
      block({ name: 'g', float: 'right', width: px(150), height: px(30) }),
      block({ name: 'h', float: 'left', width: px(150), height: px(20) }),
      block({ name: 'n', overflowX: 'hidden', height: px(10), margin: [5, 0] }),
      block({ name: 'c', clear: 'left', height: px(10), margin: [5, 0] }),
    ]);
    expect(pages(doc)[0]).to.deep.equal([
      'f 0,0 150x50',
      'g 250,0 150x30',
      'h 150,30 150x20',
      'n 150,5 100x10',
      'c 0,50 400x10',
    ]);
  });

  it('moves a float with the margins of the following block', () => {
    const doc = root([
      a({ margin: [10, 0] }, [
        block({ name: 'f', float: 'left', width: px(20), height: px(20) }),
        block({ name: 'b', height: px(5), margin: [40, 0] }),
      ]),
    ]);
    expect(pages(doc)[0]).to.deep.equal(['a 0,40 400x5', 'f 0,40 20x20', 'b 0,40 400x5']);
  });

  it('positions absolutely against the padding box, or at the static position', () => {
    const doc = root([
      a({ position: 'relative', height: px(100), width: px(200), left: px(7) }, [
        block({ name: 'r', position: 'absolute', right: px(5), bottom: px(6), width: px(20), height: px(10) }),
        block({ name: 's', position: 'absolute', top: px(0), bottom: px(0), left: px(0), right: px(0) }),
        block({ name: 't', height: px(3) }),
        block({ name: 'u', position: 'absolute', width: px(4), height: px(4) }),
      ]),
    ]);
    expect(pages(doc)[0]).to.deep.equal([
      'a 7,0 200x100',
      't 7,0 200x3',
      'r 182,84 20x10',
      's 7,0 200x100',
      'u 7,3 4x4',
    ]);
  });
});

describe('breaking blocks across pages', () => {
  const tall = (name: string, height: number, props: Parameters<typeof block>[0] = {}) =>
    block({ name, height: px(height), ...props });

  it('slices boxes at the page end and truncates margins at the break', () => {
    const doc = root([tall('a', 250), tall('b', 100, { margin: [40, 0] }), tall('c', 10, { margin: [20, 0] })]);
    expect(pages(doc)).to.deep.equal([
      ['a 0,0 400x250', 'b 0,290 400x10'],
      ['b 0,0 400x90', 'c 0,110 400x10'],
    ]);
  });

  it('keeps margins after forced breaks and drops them after others', () => {
    const doc = root([tall('a', 10), tall('b', 10, { breakBefore: 'page', margin: [40, 0] })]);
    expect(pages(doc)).to.deep.equal([['a 0,0 400x10'], ['b 0,40 400x10']]);
  });

  it('moves unbreakable boxes, and breaks earlier to avoid a break', () => {
    const doc = root([
      tall('a', 100),
      tall('b', 100),
      tall('h', 50, { breakAfter: 'avoid' }),
      tall('c', 100, { breakInside: 'avoid', margin: [10, 0] }),
    ]);
    expect(pages(doc)).to.deep.equal([
      ['a 0,0 400x100', 'b 0,100 400x100'],
      ['h 0,0 400x50', 'c 0,60 400x100'],
    ]);
  });

  it('continues floats on the next page', () => {
    const doc = root([tall('f', 400, { float: 'left', width: px(10) }), tall('a', 200), tall('b', 50)]);
    expect(pages(doc)).to.deep.equal([['f 0,0 10x300', 'a 0,0 400x200', 'b 0,200 400x50'], ['f 0,0 10x100']]);
  });

  it('terminates on pages one px high', () => {
    const doc = root([
      block({ name: 'a', paddingTop: px(3), margin: [5, 5] }, [tall('b', 2), tall('c', 3, { breakInside: 'avoid' })]),
    ]);
    expect(pages(doc, 100, 1).length).to.be.lessThan(20);
  });
});

describe('columns', () => {
  const column = (children: Parameters<typeof block>[1], rare: object = {}, props: object = {}) =>
    block({ name: 'm', rare: { columnCount: 2, ...rare }, columnGap: px(20), ...props }, children, 13);

  it('balances columns', () => {
    const doc = root([
      column([
        block({ name: 'a', height: px(30) }),
        block({ name: 'b', height: px(30) }),
        block({ name: 'c', height: px(40) }),
      ]),
    ]);
    expect(pages(doc)[0]!.filter((line) => !line.startsWith('m'))).to.deep.equal([
      'a 0,0 190x30',
      'b 0,30 190x20',
      'b 210,0 190x10',
      'c 210,10 190x40',
    ]);
  });

  it('stops at spanners and continues below them, also on the next page', () => {
    const doc = root([
      column([
        block({ name: 'a', height: px(40) }),
        block({ name: 's', height: px(10), margin: [5, 5], rare: { columnSpan: 'all' } }),
        block({ name: 'b', height: px(40) }),
        block({ name: 'c', height: px(600), rare: {} }),
      ]),
    ]);
    expect(pages(doc).map((page) => page.filter((line) => !line.startsWith('m')))).to.deep.equal([
      ['a 0,0 190x20', 'a 210,0 190x20', 's 0,25 400x10', 'b 0,40 190x40', 'c 0,80 190x220', 'c 210,40 190x260'],
      ['c 0,0 190x60', 'c 210,0 190x60'],
    ]);
  });
});
