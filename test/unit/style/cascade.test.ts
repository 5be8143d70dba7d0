import { expect } from 'chai';
import type { Color } from '../../../engine/css/color.ts';
import type { ComputedStyle } from '../../../engine/css/computed-style.ts';
import { initialStyle } from '../../../engine/css/properties/registry.ts';
import { styled } from '../../support/style.ts';

const hex = ({ r, g, b, a }: Color): string =>
  `#${[r, g, b]
    .map((c) =>
      Math.round(c * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}${a === 1 ? '' : `/${a}`}`;
const RED = '#ff0000';
const GREEN = '#008000';
const BLUE = '#0000ff';

/** Returns the color of #t in a standards-mode document. */
const colorOf = (css: string, body = '<p id=t class=c>x</p>'): string =>
  hex(styled(`<!doctype html><style>${css}</style>${body}`).style('t').text.color);

describe('the cascade', () => {
  const winners: readonly (readonly [name: string, css: string, expected: string, body?: string])[] = [
    ['lets later declarations win', 'p { color: red } p { color: green }', GREEN],
    ['lets higher specificity win', '.c { color: green } p { color: red }', GREEN],
    ['ranks ids above many classes', '#t { color: green } p.c.c.c.c { color: red }', GREEN],
    ['gives :where() no specificity', ':where(#t) { color: red } p { color: green }', GREEN],
    [
      'gives :is() the specificity of its most specific argument',
      ':is(#no, p) { color: green } p.c { color: red }',
      GREEN,
    ],
    ['ranks !important above specificity', 'p { color: green !important } #t { color: red }', GREEN],
    ['ranks style attributes above ids', '#t { color: red }', GREEN, '<p id=t style="color: green">'],
    ['ranks !important above style attributes', 'p { color: green ! important }', GREEN, '<p id=t style="color: red">'],
    ['lets later layers win', '@layer a { p { color: red } } @layer b { p { color: green } }', GREEN],
    [
      'layers in the order of their first naming',
      '@layer b, a; @layer a { p { color: green } } @layer b { #t { color: red } }',
      GREEN,
    ],
    ['ranks unlayered above layered rules', 'p { color: green } @layer a { #t { color: red } }', GREEN],
    [
      'important layers the other way round',
      '@layer a { p { color: green !important } } @layer b { #t { color: red !important } }',
      GREEN,
    ],
    ['ranks sublayers below their layer', '@layer a { p { color: green } @layer x { #t { color: red } } }', GREEN],
    ['ranks hints below author rules', 'font { color: green }', GREEN, '<font id=t color=red>'],
    ['ranks hints above the user agent', '', BLUE, '<a href=x><font id=t color="#00f">'],
    [
      'print media only',
      '@media screen { p { color: red } } @media print and (min-width: 500px) { p { color: green } }',
      GREEN,
    ],
    [
      'supports ranges in media queries',
      '@media (400px < width <= 800px) and (height > 10em) { p { color: green } }',
      GREEN,
    ],
    [
      'unknown features are false both ways',
      'p { color: green } @media (foo: bar) { p { color: red } } @media not (foo: bar) { p { color: red } }',
      GREEN,
    ],
    ['supports @supports', '@supports (display: grid) and (not (display: nope)) { p { color: green } }', GREEN],
    [
      'supports @supports selector()',
      '@supports selector(a > b) and (not selector(a >> b)) { p { color: green } }',
      GREEN,
    ],
    [
      '@import of a data: URL, into a layer',
      '@import url("data:text/css,p{color:red}") layer(x); @layer y { p { color: green } }',
      GREEN,
    ],
    [
      '@import behind what is not valid',
      '@media; x:::y { p { color: red } } @import "data:text/css,p{color:green}"; @import "data:text/css,p{color:green}";',
      GREEN,
    ],
    [
      '@scope proximity',
      '@scope (.far) { p { color: red } } @scope (.near) { p { color: green } } @scope (.far) { p { color: red } }',
      GREEN,
      '<div class=far><div class=near><p id=t>',
    ],
    [
      'distinguishes @scope roots by a class that no other rule names',
      '@scope (.near) { p { color: green } }',
      GREEN,
      '<div class=far><p></p></div><div class=near><p id=t>',
    ],
    ['supports @scope whose root is the element', '@scope (.c) { p { color: green } }', GREEN],
    [
      '@scope in @scope',
      '@scope (.far) { p { color: red } @scope (.near) { p { color: green } } }',
      GREEN,
      '<div class=near><p></div><div class=far><div class=near><p id=t>',
    ],
    [
      '@scope limits',
      'p { color: green } @scope (.far) to (.near) { p { color: red } }',
      GREEN,
      '<div class=far><div class=near><p id=t>',
    ],
    ['supports nesting with &', '.c { &#t { color: green } } p.c { color: red }', GREEN],
    ['supports nesting without &', 'body { p { color: green } > q { color: red } }', GREEN],
    ...['i + b > u', 'i ~ b u', '.k i + b > u', 'body > .k > i ~ b > u'].map(
      (selector): [string, string, string, string] => [
        `what is beside an ancestor: ${selector}`,
        `${selector} { color: green }`,
        GREEN,
        '<div class=k><i></i><b><u id=t></u></b></div>',
      ],
    ),
    ['supports nesting that starts with a combinator', 'body { > p { color: green } }', GREEN],
    ['keeps declarations after nested rules in place', '.c { color: red; & { color: red } color: green }', GREEN],
    ['supports nested at-rules', '.c { color: red; @media print { color: green; &.zz { color: red } } }', GREEN],
    [
      'pseudo-classes that look like declarations',
      'body { p:hover { color: red } p:first-child { color: green } }',
      GREEN,
    ],
    ['supports var()', ':root { --a: var(--b); --b: green } p { color: var(--a) }', GREEN],
    ['supports fallbacks', 'p { color: var(--no, var(--never, green)) }', GREEN],
    [
      'cycles are invalid',
      'body { color: green } p { --a: var(--b, red); --b: var(--a, red); color: var(--a) }',
      GREEN,
    ],
    [
      'unsets what is invalid at computed-value time',
      'body { color: green } p { color: red; color: var(--no) }',
      GREEN,
    ],
    ['supports shorthands with var()', 'p { --w: solid green; border: 2px var(--w); color: red; color: green }', GREEN],
    ['does not join tokens', 'p { --a: gre; color: green; color: var(--a)en }', '#000000'],
    [
      'registered properties need not inherit',
      '@property --a { syntax: "<color>"; inherits: false; initial-value: green } body { --a: red } p { color: var(--a) }',
      GREEN,
    ],
    [
      'env() knows that nothing hides an edge of a sheet',
      'p { color: env(safe-area-inset-top, red); color: if(style(--x: 0px): green) } p { --x: env(safe-area-inset-left) }',
      GREEN,
    ],
    ['falls back for env() and attr()', 'p { color: env(nope, green) }', GREEN],
    ['supports attr() with a type', 'p { color: attr(data-c type(<color>), red) }', GREEN, '<p id=t data-c=green>'],
    ['supports initial', 'body { color: red } p { color: initial }', '#000000'],
    ['reverts to the user agent', 'a { color: red } a { color: revert }', '#0000ee', '<a id=t href=x>'],
    [
      'supports revert-layer',
      '@layer a { p { color: green } } @layer b { p { color: red; color: revert-layer } }',
      GREEN,
    ],
    ['supports all', 'body { color: green } p { color: red; all: unset }', GREEN],
    ['continues after an error', 'p { color red; {}; color: green }', GREEN],
    ['drops only the rule of an invalid selector', 'p::bogus { color: red } p { color: green }', GREEN],
  ];
  for (const [name, css, expected, body] of winners) it(name, () => expect(colorOf(css, body)).to.equal(expected));

  it('maps flow-relative properties by writing mode, in cascade order', () => {
    const { style } = styled(
      '<!doctype html><style>p { writing-mode: vertical-rl; margin-top: 1px; margin-inline-start: 2px; margin-block-start: 3px; margin-right: 4px }</style><p id=t>',
    );
    expect(style('t').box).to.deep.include({
      marginTop: { ...style('t').box.marginTop, px: 2 },
      marginRight: { ...style('t').box.marginRight, px: 4 },
    });
  });

  it('keeps substitution from exploding', () => {
    const laughs = Array.from({ length: 30 }, (_, i) => `--${i + 1}:${`var(--${i}) `.repeat(12)};`).join('');
    const { style } = styled(`<style>:root { --0: lol; ${laughs} }</style><p id=t>`);
    expect(style('t').custom.get('--2')).to.have.length.above(400);
    expect(style('t').custom.has('--30')).to.equal(false);
  });

  it('shares styles between indistinguishable elements', () => {
    const { style } = styled(
      '<style>i { color: red }</style><p><i id=a>1</i><i id=b>2</i><i id=c style="">3</i><i id=d style="top:0">4</i>',
    );
    expect(style('a')).to.equal(style('b')).and.equal(style('c'));
    expect(style('d')).to.not.equal(style('a'));
  });

  it('blockifies floats, positioned boxes and items', () => {
    const { style } = styled(
      '<style>#f { float: left } #p { position: absolute; float: left } div { display: flex } #c { display: contents }</style><b id=f></b><b id=p></b><div><b id=i style="float:left"></b><b id=c><i id=in></i></b></div>',
    );
    for (const id of ['f', 'p', 'i', 'in']) expect(style(id).box.display.outside, id).to.equal('block');
    expect([style('f'), style('p'), style('i')].map((s) => s.box.float)).to.deep.equal(['left', 'none', 'none']);
  });

  it('styles pseudo-elements, and reports their absence', () => {
    const { styler, element } = styled(
      '<style>p::before { content: "x"; color: red } p::after { color: red } p:first-line { color: green; margin: 9px }</style><p id=t>',
    );
    expect(hex(styler.pseudoStyle(element('t'), 'before')?.text.color as Color)).to.equal(RED);
    expect(styler.pseudoStyle(element('t'), 'after')).to.equal(null);
    expect(styler.pseudoStyle(element('t'), 'first-line')?.box.marginTop.px).to.equal(0);
    expect(styler.pseudoStyle(element('t'), 'first-letter')).to.equal(null);
  });

  it('restricts first letters to their properties: no sizes, positions or transforms', () => {
    const { styler, element } = styled(
      '<style>p::first-letter { float: left; margin: 2px; padding-inline-start: 3px; vertical-align: 4px; opacity: .5; width: 9px; position: relative; transform: scale(2); outline: 1px solid; text-box-trim: trim-both }</style><p id=t>',
    );
    const { box, rare, border } = styler.pseudoStyle(element('t'), 'first-letter') as ComputedStyle;
    expect([box.float, box.marginTop.px, box.paddingLeft.px, rare.opacity]).to.deep.equal(['left', 2, 3, 0.5]);
    expect(box.width).to.equal(initialStyle().box.width);
    expect([box.position, rare.transform.length, box.textBoxTrim]).to.deep.equal(['static', 0, 'none']);
    expect(border.outlineStyle).to.equal('none');
  });

  it('gives every language its own style', () => {
    const { style } = styled('<html lang=en><p id=a>x<p id=b lang=fr>y<p id=c lang="">');
    expect(['a', 'b', 'c'].map((id) => style(id).font.language)).to.deep.equal(['en', 'fr', '']);
  });

  it('explains where a value comes from', () => {
    const { styler, element } = styled(
      '<!doctype html>\n<style>\n  @layer x { p { color: red } }\n  p.c { color: green }</style><p id=t class=c>',
    );
    const colors = styler.explain(element('t')).filter((e) => e.property === 'color');
    expect(colors.map((e) => [e.value, e.layer, e.specificity, e.overridden, e.position?.line])).to.deep.equal([
      ['red', 'x', [0, 0, 1], true, 3],
      ['green', '', [0, 1, 1], false, 4],
    ]);
  });

  it('names the matching selector of a list, on one line', () => {
    const { styler, element } = styled(
      '<!doctype html><style>a,\nb:is(i, u) { color: red } [title="x,y"], p\n.c { color: green }</style><p><b><u></u></b><s id=t class=c></s>',
    );
    const colors = styler.explain(element('t')).filter((e) => e.property === 'color');
    expect(colors.map((e) => e.selector)).to.deep.equal(['p .c']);
    expect(styler.explain(element('t')).every((e) => !(e.selector ?? '').includes('\n'))).to.equal(true);
  });
});

describe('presentational hints', () => {
  it('read tables as browsers do', () => {
    const { style } = styled(
      '<!doctype html><table id=t border=3 cellpadding=4 cellspacing=5 width=50% align=center bgcolor=ff0000><tr><td id=c align=right valign=top width=40 nowrap bgcolor=chucknorris>x</table>',
    );
    expect(style('t').border.borderTopWidth).to.equal(3);
    expect(style('t').box.width.percent).to.equal(50);
    expect(style('t').box.marginLeft.isAuto).to.equal(true);
    expect(style('t').text.borderSpacing).to.deep.equal({ inline: 5, block: 5 });
    expect(hex(style('t').background.backgroundColor)).to.equal(RED);
    const cell = style('c');
    expect([
      cell.box.paddingLeft.px,
      cell.box.width.px,
      cell.box.verticalAlign,
      cell.text.textAlign,
      cell.text.textWrapMode,
    ]).to.deep.equal([4, 40, 'top', '-webkit-right', 'nowrap']);
    expect(hex(cell.background.backgroundColor)).to.equal('#c00000');
    expect(cell.border.borderTopWidth).to.equal(1);
  });

  it('let no attribute add a declaration', () => {
    const { style } = styled(
      '<font id=t face="Arial; color: red" color="red; position: fixed"><img id=i width="1px; color: red" align="left; x"><td>',
    );
    expect(style('t').box.position).to.equal('static');
    expect(style('i').box.width.px).to.equal(1);
    expect(style('i').box.float).to.equal('none');
  });

  it('cover fonts, lists, rules and images', () => {
    const { style } = styled(
      '<!doctype html><font id=f size=+2 face="A, \'B c\'">x</font><ol id=o type=A><li id=l type=i></ol><hr id=h size=5 noshade><img id=i width=10 height=20 hspace=3 align=right>',
    );
    expect(style('f').font.fontSize).to.equal(24);
    expect(style('f').font.fontFamily.map((family) => family.name)).to.deep.equal(['A', 'B c']);
    expect(style('o').text.listStyleType).to.deep.equal({ type: 'name', name: 'upper-alpha' });
    expect(style('l').text.listStyleType).to.deep.equal({ type: 'name', name: 'lower-roman' });
    expect(style('i').box).to.include({ float: 'right' });
    expect(style('i').box.aspectRatio).to.deep.equal({ auto: true, ratio: 0.5 });
  });
});

describe('the default style sheet', () => {
  it("has Chromium's sizes", () => {
    const { style } = styled(
      '<!doctype html><body id=b><h1 id=h1>x</h1><h6 id=h6>x</h6><pre id=pre>x</pre><small id=small>x</small><ul id=ul><li><ul id=ul2></ul></ul><table id=t><tr><th id=th>',
    );
    expect(style('b').box.marginTop.px).to.equal(8);
    expect([style('h1').font.fontSize, style('h1').box.marginTop.px]).to.deep.equal([32, 21.44]);
    expect(style('h6').box.marginTop.px).to.be.closeTo(24.978, 0.001);
    expect([style('pre').font.fontSize, style('pre').box.marginTop.px]).to.deep.equal([13, 13]);
    expect(style('small').font.fontSize).to.be.closeTo(13.333, 0.001);
    expect([style('ul').box.paddingLeft.px, style('ul').box.marginTop.px, style('ul2').box.marginTop.px]).to.deep.equal(
      [40, 16, 0],
    );
    expect([style('th').text.textAlign, style('th').font.fontWeight, style('th').box.verticalAlign]).to.deep.equal([
      'center',
      700,
      'middle',
    ]);
  });

  it('has no property that the registry lacks', () => {
    const all =
      'html body div p h1 ul ol li dl dd table caption thead tbody tr th td colgroup col form fieldset legend input select option optgroup textarea button a b i code pre q ruby rt details summary hr img iframe svg math dialog progress meter mark sub sup bdo bdi center address blockquote figure marquee'.split(
        ' ',
      );
    const { styler, diagnostics } = styled(all.map((tag) => `<${tag}>`).join(''));
    for (let i = 0, stack = [styler.document.root]; i < stack.length; i++) {
      styler.styleOf(stack[i]!);
      for (const child of stack[i]!.children) if (child.type === 'element') stack.push(child);
    }
    expect(diagnostics()).to.deep.equal([]);
  });
});

describe('tables in quirks mode', () => {
  const of = (doctype: string, table: string): { color: string; size: number } => {
    const { text, font } = styled(
      `${doctype}<body style="color: blue; font: 20px monospace"><div style="color: red; font-size: 30px">${table}<tr><td id=t>x`,
    ).style('t');
    return { color: hex(text.color), size: font.fontSize };
  };

  it('have the color of the body and the default font size, with monospace at its own size', () => {
    expect(of('', '<table>')).to.deep.equal({ color: BLUE, size: 13 });
    expect(of('<!doctype html>', '<table>')).to.deep.equal({ color: RED, size: 30 });
  });

  it('keep their declared values', () => {
    expect(of('', '<table style="color: green; font-size: 18px">')).to.deep.equal({ color: GREEN, size: 18 });
  });
});

describe('appearance: base-select', () => {
  const of = (css: string) =>
    styled(`<!doctype html><style>p { color: red; font: 20px Tinos } select { ${css} }</style><p><select id=t>`).style(
      't',
    );

  it('makes a menu look like its surroundings, with lower priority than author rules', () => {
    const base = of('appearance: base-select');
    expect(base.font.fontSize).to.equal(20);
    expect(base.box.paddingLeft.px).to.equal(10);
    expect(base.text.color.r).to.equal(1);
    const own = of('appearance: base-select; padding: 3px; font-size: 30px');
    expect([own.font.fontSize, own.box.paddingLeft.px]).to.deep.equal([30, 3]);
    expect(of('').font.fontSize).to.be.closeTo(13.33, 0.01);
    expect(of('appearance: none').box.paddingLeft.px).to.equal(0);
  });

  it('can be queried only by the user agent', () => {
    const asked = 'width: if(style(--internal-appearance: base-select): 50px; else: 60px)';
    expect(of(`appearance: base-select; ${asked}`).box.width.px).to.equal(60);
  });
});
