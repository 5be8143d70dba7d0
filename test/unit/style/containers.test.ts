import { expect } from 'chai';
import { styled } from '../../support/style.ts';

/** Tells whether a query holds for #t, in a container 200 px wide. */
function holds(query: string): boolean {
  const { style } = styled(`<!doctype html><style>
    @property --c { syntax: '<color>'; inherits: true; initial-value: green }
    #o { container: foo / inline-size; width: 200px; font-size: 20px; --x: 5; --y: 5; --c: #ff0000 }
    @container ${query} { #t { z-index: 7 } }</style><div id=o><p id=t></p></div>`);
  return style('t').box.zIndex === 7;
}

describe('@container', () => {
  for (const query of [
    'foo',
    '(width = 200px)',
    '(inline-size >= 10em)',
    '(width > 20cqw) and (not (width > 201px))',
    'bar (width > 1px), foo (width > 1px)',
    'style(--x: 5)',
    'style(--y: var(--x))',
    'style(3 < --x <= 5)',
    'style((--x: 5) and (not (--y: 6)))',
    'style(--none: initial)',
    'style(--c: red)',
  ]) {
    it(`holds: ${query}`, () => expect(holds(query)).to.equal(true));
  }

  for (const query of [
    'bar',
    'FOO (width > 1px)',
    '(height > 1px)',
    '(orientation: landscape)',
    'style(--x > 5)',
    'style(--x > 4px)',
    'style(color: red)',
    'not style(--x: 5)',
    'not scroll-state(stuck: top)',
    'foo (width > 1px) bar',
  ]) {
    it(`does not hold: ${query}`, () => expect(holds(query)).to.equal(false));
  }

  it('matches each container by its own name', () => {
    const { style } = styled(
      '<!doctype html><style>#a { container-name: a } #b { container-name: b } @container a { p { z-index: 1 } } @container b { p { order: 2 } }</style><div id=a><p id=s></p></div><div id=b><p id=t></p></div>',
    );
    expect([style('s').box.zIndex, style('s').box.order]).to.deep.equal([1, 0]);
    expect([style('t').box.zIndex, style('t').box.order]).to.deep.equal([null, 2]);
  });
});
