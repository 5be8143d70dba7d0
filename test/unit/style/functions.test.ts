import { expect } from 'chai';
import { styled } from '../../support/style.ts';

const width = (css: string, body: string, id = 't'): number => {
  const { style } = styled(`<!doctype html><style>${css}</style>${body}`);
  return style(id).box.width.px;
};

describe('tree-counting functions', () => {
  const list = '<ul><li id=a><li id=b><li id=t></ul><p id=p>';
  it('count an element among its siblings, in any property', () => {
    const css =
      'li { width: calc(10px * sibling-index() + 1px * sibling-count()); rotate: calc(sibling-index() * 10deg) }';
    expect(['a', 'b', 't'].map((id) => width(css, list, id))).to.deep.equal([13, 23, 33]);
    const { style } = styled(`<!doctype html><style>${css}</style>${list}`);
    expect(style('b').rare.rotate?.degrees).to.equal(20);
  });

  it('count the user of a custom property, not the element that declares it', () => {
    expect(width('ul { --n: sibling-index() } li { width: calc(var(--n) * 1px) }', list)).to.equal(3);
  });
});

describe('if()', () => {
  it('takes the first branch that holds', () => {
    const css = (value: string) => `#t { --a: x; width: 1px; width: if(${value}) }`;
    const body = '<p id=t>';
    expect(width(css('style(--a: y): 2px; style(--a: x): 3px; else: 4px'), body)).to.equal(3);
    expect(width(css('style(--b): 2px; else: 4px;'), body)).to.equal(4);
    expect(width(css('media(print) and (not style(--b)): 5px'), body)).to.equal(5);
    expect(width(css('supports(width: nonsense): 2px; supports(display: grid): 6px'), body)).to.equal(6);
    expect(width(css('style(--a: var(--a)): calc(2px * 2)'), body)).to.equal(4);
    expect(width('#t { --w: if(media(screen): 1px; else: 9px); width: var(--w) }', body)).to.equal(9);
  });

  it('is invalid at computed-value time if nothing holds', () => {
    const { style } = styled('<!doctype html><style>#t { width: 5px; width: if(style(--none): 1px) }</style><p id=t>');
    expect(style('t').box.width.isAuto).to.equal(true);
  });
});

describe('custom functions', () => {
  const used = (functions: string, value: string, more = ''): number =>
    width(`${functions} #t { width: 1px; width: ${value}; ${more} }`, '<p id=t>');

  it('return their result, using arguments and defaults', () => {
    expect(used('@function --two() { result: 2px }', '--two()')).to.equal(2);
    expect(used('@function --d(--x <length>, --n: 2) { result: calc(var(--x) * var(--n)) }', '--d(5px)')).to.equal(10);
    expect(
      used('@function --d(--x, --n: 2) { result: calc(var(--x) * var(--n)) }', 'calc(1px + --d(5px, 3))'),
    ).to.equal(16);
    expect(used('@function --d(--x) { result: var(--x) }', '--d(var(--w))', '--w: 7px')).to.equal(7);
    expect(used('@function --d(--x, --y: var(--x)) { result: var(--y) }', '--d(8px)')).to.equal(8);
  });

  it('have local variables, and see those of their caller', () => {
    const area = '@function --a(--r) { result: calc(1px * var(--r2)); --r2: calc(var(--r) * var(--r)); }';
    expect(used(area, '--a(3)', '--r2: 1')).to.equal(9);
    expect(used('@function --o() { result: var(--outer) }', '--o()', '--outer: 4px')).to.equal(4);
    expect(used('@function --l(--x) { --x: 6px; result: var(--x) }', '--l(1px)')).to.equal(6);
    expect(
      used(
        '@function --f(--x) { result: calc(1px + --g(var(--x))) } @function --g(--y) { result: var(--y) }',
        '--f(2px)',
      ),
    ).to.equal(3);
  });

  it('use the last result whose conditions hold, and the last function of a name', () => {
    const conditional =
      '@function --c() { result: 1px; @media print { result: 8px } @media screen { result: 9px } @supports (foo: bar) { result: 3px } }';
    expect(used(conditional, '--c()')).to.equal(8);
    expect(used('@function --c() { result: 1px } @function --c() { result: 2px }', '--c()')).to.equal(2);
  });

  it('are invalid at computed-value time if types, arguments or the function are missing', () => {
    const invalid = (functions: string, value: string): boolean => {
      const { style } = styled(`<!doctype html><style>${functions} #t { width: 5px; width: ${value} }</style><p id=t>`);
      return style('t').box.width.isAuto;
    };
    expect(invalid('', '--none()')).to.equal(true);
    expect(invalid('@function --f(--x <length>) { result: 1px; --y: var(--x) }', '--f(1px, 2px)')).to.equal(true);
    expect(invalid('@function --f(--x <length>) { result: var(--x) }', '--f(red)')).to.equal(true);
    expect(invalid('@function --f() returns <length> { result: red }', '--f()')).to.equal(true);
    expect(invalid('@function --f() { result: --f() }', '--f()')).to.equal(true);
    expect(invalid('@function --f() { --a: var(--b); --b: var(--a); result: var(--a) }', '--f()')).to.equal(true);
  });
});

describe('random()', () => {
  const list = '<ul><li id=a><li id=b><li id=t></ul>';
  const widths = (value: string, more = ''): number[] =>
    ['a', 'b', 't'].map((id) => width(`li { width: ${value}; ${more} }`, list, id));

  it('stays within its limits, differs per element, and is the same in every render', () => {
    const drawn = widths('random(10px, 100px)');
    expect(new Set(drawn).size).to.equal(3);
    for (const px of drawn) expect(px).to.be.within(10, 100);
    expect(widths('random(10px, 100px)')).to.deep.equal(drawn);
    expect(widths('random(50px, 10px)')).to.deep.equal([50, 50, 50]);
  });

  it('supports steps, and can be shared or fixed', () => {
    for (const px of widths('calc(1px * random(0, 30, 10))')) expect(px % 10).to.be.closeTo(0, 1e-6);
    expect(new Set(widths('random(element-shared, 10px, 100px)')).size).to.equal(1);
    expect(widths('random(fixed 0.5, 10px, 20px)')).to.deep.equal([15, 15, 15]);
    expect(widths('random(fixed 0.99, 10px, 25px, 10px)')).to.deep.equal([20, 20, 20]);
    const { style } = styled(
      '<!doctype html><style>p { width: random(--k, 0px, 9px); height: random(--k, 0px, 9px) }</style><p id=t>',
    );
    expect(style('t').box.width.px).to.equal(style('t').box.height.px);
  });

  it('selects an item of a list', () => {
    expect(widths('random-item(fixed 0.4, 1px, 2px, 3px)')).to.deep.equal([2, 2, 2]);
    expect(widths('var(--w)', '--w: random-item(element-shared, 4px)')).to.deep.equal([4, 4, 4]);
  });

  it('is invalid if malformed', () => {
    const { style } = styled('<!doctype html><style>#t { width: 5px; width: random(1px) }</style><p id=t>');
    expect(style('t').box.width.isAuto).to.equal(true);
    let nested = '1px';
    for (let i = 0; i < 14; i++) nested = `random(${nested}, 2px, 1px)`;
    expect(width(`#t { width: 5px; width: ${nested} }`, '<p id=t>'), 'too long').to.equal(0);
  });
});

describe('inherit()', () => {
  it('is the value of a custom property on the parent', () => {
    expect(
      width(
        'div { --w: 5px } #t { --w: calc(inherit(--w) + 1px); width: calc(inherit(--w) + var(--w)) }',
        '<div><p id=t></div>',
      ),
    ).to.equal(11);
    expect(width('#t { --w: 5px; width: inherit(--w, 3px) }', '<p id=t>')).to.equal(3);
  });
});

describe('registered custom properties', () => {
  it('inherit the lengths of the element that declares them, also within calculations and lists', () => {
    const css = `@property --a { syntax: '<length-percentage>'; inherits: true; initial-value: 0px }
      @property --b { syntax: '<length>+'; inherits: true; initial-value: 0px }
      div { font-size: 20px; --a: calc(1em + 5px); --b: 1em 2em } p { font-size: 40px; width: var(--a); padding: var(--b) }`;
    const { style } = styled(`<!doctype html><style>${css}</style><div><p id=t></p></div>`);
    expect(style('t').box.width.px).to.equal(25);
    expect(style('t').box.paddingLeft.px).to.equal(40);
  });
});

describe('color schemes', () => {
  const color = (html: string): number => {
    const { style } = styled(`<!doctype html><style>#t { color: Canvas }</style>${html}`);
    return style('t').text.color.r;
  };

  it('come from the meta element if the root declares none', () => {
    expect(color('<meta name=Color-Scheme content="dark only"><p id=t>')).to.be.lessThan(0.2);
    expect(color('<meta name=color-scheme content="light dark"><p id=t>')).to.equal(1);
    expect(color('<meta name=color-scheme content=dark><style>:root { color-scheme: light }</style><p id=t>')).to.equal(
      1,
    );
  });
});
