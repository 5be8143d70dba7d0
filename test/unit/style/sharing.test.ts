import { expect } from 'chai';
import { styled } from '../../support/style.ts';

/** Returns the z-index of the elements with these ids. */
function indices(css: string, body: string, ...ids: string[]): (number | 'auto' | null)[] {
  const { style } = styled(`<!doctype html><style>${css}</style>${body}`);
  return ids.map((id) => style(id).box.zIndex);
}

describe('elements of one kind', () => {
  it('share styles that names and attributes determine, but none that depend on position or contents', () => {
    const lists = '<ul class=a><li id=a1><li id=a2></ul><ul class=a><li id=b1><li id=b2 title=x>y</ul>';
    expect(indices('li { z-index: 1 } li + li { z-index: 2 }', lists, 'a1', 'a2', 'b1', 'b2')).to.deep.equal([
      1, 2, 1, 2,
    ]);
    expect(indices('li { z-index: 1 } li:last-child { z-index: 3 }', lists, 'a1', 'a2', 'b1', 'b2')).to.deep.equal([
      1, 3, 1, 3,
    ]);
    expect(indices('li { z-index: 1 } li:not(:empty) { z-index: 4 }', lists, 'a1', 'b1', 'b2')).to.deep.equal([
      1, 1, 4,
    ]);
    expect(indices('li { z-index: 1 } :is([title], #a1) { z-index: 5 }', lists, 'a1', 'a2', 'b2')).to.deep.equal([
      5, 1, 5,
    ]);
    expect(indices('ul:has([title]) li { z-index: 6 }', lists, 'a1', 'b1')).to.deep.equal([null, 6]);
  });

  it('are distinguished by ids and classes only if a selector mentions them', () => {
    const divs = '<div class="x y" id=a><p id=p></p></div><div class=x id=b><p id=q></p></div>';
    expect(indices('.x p { z-index: 1 } #b p { z-index: 2 }', divs, 'p', 'q')).to.deep.equal([1, 2]);
    expect(indices('.x p { z-index: 1 } .Y p { z-index: 2 } .y.x p { order: 1 }', divs, 'p', 'q')).to.deep.equal([
      1, 1,
    ]);
  });

  it('are the same in every document with these rules', () => {
    const classes = Array.from({ length: 700 }, (_, i) => `c${i}`);
    const css = `b { order: 1 } ${classes.map((name, i) => `.${name} b { z-index: ${i} }`).join(' ')}`;
    const one = [3, 650, 4];
    const other = [650, 699, 3];
    const inClass = (i: number): string => `<div class=c${i}><b id=b${i}></b></div>`;
    const all = classes.map((_, i) => inClass(i)).join('');
    for (const wanted of [one, other, one])
      expect(indices(css, wanted.map(inClass).join(''), ...wanted.map((i) => `b${i}`))).to.deep.equal(wanted);
    for (const wanted of [one, other, one])
      expect(indices(css, all, ...wanted.map((i) => `b${i}`))).to.deep.equal(wanted);
    expect(indices(css, '<b id=b></b><div class=d><b id=c></b></div>', 'b', 'c')).to.deep.equal([null, null]);
  });

  it('cost each document the same', () => {
    const css = '<!doctype html><style>main .a:not([title]) { order: 1 } .a + .b { order: 2 }</style>';
    const cost = (): number => {
      const { style, work } = styled(`${css}<main><p class=a id=a>1<p class=b id=b>2</main>`);
      const before = work();
      expect([style('a').box.order, style('b').box.order]).to.deep.equal([1, 2]);
      return work() - before;
    };
    expect([cost(), cost()]).to.deep.equal([cost(), cost()]);
  });

  it('keep long cascades in order', () => {
    const rules = Array.from({ length: 600 }, (_, i) => `.x { z-index: ${i} }`).join('');
    const body = '<p class=x id=a></p><p class=x id=b style="z-index: 9"></p><p class=x id=c></p>';
    expect(indices(`${rules} .x:first-child { order: 1 }`, body, 'a', 'b', 'c')).to.deep.equal([599, 9, 599]);
  });

  it('test few rules of scopes that do not contain them', () => {
    const numbers = Array.from({ length: 300 }, (_, i) => i);
    const scopes = numbers.map((i) => `@scope (.a${i}) { p { z-index: ${i} } }`).join('');
    const bodies = numbers.map((i) => `<div class=a${i}><p id=p${i}></p></div>`).join('');
    const { style, work } = styled(`<!doctype html><style>${scopes}</style>${bodies}`);
    const before = work();
    expect(numbers.map((i) => style(`p${i}`).box.zIndex)).to.deep.equal(numbers);
    expect((work() - before) / numbers.length ** 2).to.be.below(1);
  });
});
