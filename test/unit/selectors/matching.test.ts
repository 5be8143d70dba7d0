import { expect } from 'chai';
import { styled } from '../../support/style.ts';

const BODY = `
<div id=d class="a b" lang=de-Latn-AT data-x="Foo bar-baz"><p id=p1 class=x>1</p><p id=p2>2</p><i id=i1></i><p id=p3 class=x>3 <b id=b1>b</b></p></div>
<a id=link href="#">l</a><a id=name>n</a>
<form><fieldset disabled><legend><input id=in1></legend><input id=in2 required></fieldset><input id=in3 type=checkbox checked><input id=in4 placeholder=p readonly></form>
<section id=s dir=rtl><span id=sp>x</span><bdi id=bdi>abc</bdi></section>
<svg id=svg xmlns:xlink="http://www.w3.org/1999/xlink"><foreignObject id=fo></foreignObject><use id=use xlink:href="#a"/></svg>
<select><option id=o1>1<option id=o2>2</select><x-y id=xy></x-y><section><h3 id=h3>h</h3><label><input id=in5 type=radio></label></section>`;

/** Returns the ids of the elements that a selector matches, in document order. */
function matching(selector: string, prelude = ''): string[] {
  const { styler, element } = styled(
    `<!doctype html><style>${prelude}${selector} { --hit: 1 } * { --hit: initial }</style>${BODY}`,
  );
  const ids = [
    'd',
    'p1',
    'p2',
    'i1',
    'p3',
    'b1',
    'link',
    'name',
    'in1',
    'in2',
    'in3',
    'in4',
    's',
    'sp',
    'bdi',
    'svg',
    'fo',
    'use',
    'o1',
    'o2',
    'xy',
    'h3',
    'in5',
  ];
  return ids.filter((id) => styler.explain(element(id)).some((e) => e.property === '--hit' && e.value === '1'));
}

const CASES: readonly (readonly [selector: string, ids: string])[] = [
  ['div > p', 'p1 p2 p3'],
  ['p + p', 'p2'],
  ['p ~ p', 'p2 p3'],
  ['div b', 'b1'],
  ['DIV.a.b P.x', 'p1 p3'],
  ['.A', ''],
  ['#p2, nope, i', 'p2 i1'],
  ['[data-x="Foo bar-baz"]', 'd'],
  ['[data-x~=bar-baz]', 'd'],
  ['[data-x~=Foo]', 'd'],
  ['[data-x~=bar]', ''],
  ['[data-x~=baz]', ''],
  ['[data-x~="Foo bar-baz"]', ''],
  ['[data-x~=""]', ''],
  ['[data-x^="foo"]', ''],
  ['[data-x^="foo" i]', 'd'],
  ['[data-x$=baz][data-x*=" b"]', 'd'],
  ['[lang|=de]', 'd'],
  ['[TYPE=CHECKBOX]', 'in3'],
  ['[*|href="#a"]', 'use'],
  ['p:first-child', 'p1'],
  ['div > :last-child', 'p3'],
  ['p:nth-child(2n+1 of .x)', 'p1'],
  ['div > :nth-last-child(2)', 'i1'],
  ['p:nth-of-type(2)', 'p2'],
  ['p:nth-last-of-type(-n+2)', 'p2 p3'],
  ['i:only-of-type', 'i1'],
  ['b:only-child', 'b1'],
  ['i:empty', 'i1'],
  [':is(#p1, .nope, :bogus) ', 'p1'],
  ['div :where(p, i):not(.x, i)', 'p2'],
  ['div:has(> p + p)', 'd'],
  ['p:has(b)', 'p3'],
  ['p:has(+ i)', 'p2'],
  ['p:has(~ i)', 'p1 p2'],
  ['p:lang(de)', 'p1 p2 p3'],
  ['p:lang("*-AT")', 'p1 p2 p3'],
  ['p:lang(de-DE)', ''],
  ['section :dir(rtl)', 'sp'],
  ['bdi:dir(ltr)', 'bdi'],
  ['a:any-link', 'link'],
  ['a:hover, a:visited', ''],
  ['input:disabled', 'in2'],
  ['input:enabled', 'in1 in3 in4 in5'],
  [':required', 'in2'],
  ['input:checked', 'in3'],
  ['option:checked', 'o1'],
  ['input:unchecked', 'in5'],
  [':heading', 'h3'],
  ['option:default', ''],
  [':not(:defined)', 'xy'],
  ['a:defined', 'link name'],
  [':placeholder-shown', 'in4'],
  ['input:read-only', 'in2 in3 in4 in5'],
  ['foreignObject', 'fo'],
  ['FOREIGNobject', 'fo'],
  ['body > :is(div p)', ''],
  ['html body > div :is(div p)', 'p1 p2 p3'],
  ['p:not(:has(b)) + p', 'p2'],
  [':root > body > section', 's'],
];

describe('selector matching', () => {
  for (const [selector, ids] of CASES) {
    it(selector, () => expect(matching(selector).join(' ')).to.equal(ids));
  }

  it('supports namespaces', () => {
    const prelude = '@namespace "http://www.w3.org/1999/xhtml"; @namespace s url(http://www.w3.org/2000/svg);';
    expect(matching('s|*', prelude).join(' ')).to.equal('svg fo use');
    expect(matching('[id=use]', prelude).join(' ')).to.equal('');
    expect(matching('*|*[id=use]', prelude).join(' ')).to.equal('use');
    expect(matching('unknown|p', prelude)).to.deep.equal([]);
  });

  for (const bad of [
    'p::nope',
    'p:nope',
    'p:matches(p)',
    ':not()',
    'p >',
    '> p',
    'p,',
    ':has()',
    '.1a',
    '#1',
    'p..x',
    ':has(:has(b))',
    '::before p',
  ]) {
    it(`drops ${bad}`, () => {
      const { diagnostics } = styled(`<!doctype html><style>p, ${bad} { color: red }</style>`);
      expect(diagnostics().map((d) => d.code)).to.deep.equal(['css/invalid-selector']);
    });
  }

  it('accepts forgiving lists after pseudo-elements, which match nothing on paper', () => {
    for (const selector of ['::before:is(:hover, [a])', 'p::placeholder:where(.x)', '::part(x):is(.a)']) {
      const { diagnostics, style } = styled(
        `<!doctype html><style>p::before { content: 'x' } #t, ${selector} { color: #ff0000 }</style><p id=t>`,
      );
      expect(diagnostics(), selector).to.deep.equal([]);
      expect(style('t').text.color.r).to.equal(1);
    }
    const { diagnostics } = styled('<!doctype html><style>p::before:not(:hover) { color: red }</style>');
    expect(diagnostics()).to.have.length(1);
  });

  it('needs little work for hostile selectors', () => {
    const deep = '<div class=a><p class=b>'.repeat(250);
    const selectors = [
      `${':is('.repeat(60_000)}a`,
      `:is(${Array.from({ length: 20_000 }, (_, i) => `.c${i}`).join(',')}) p`,
      `${'* '.repeat(200)}nope`,
      `${':is('.repeat(30)}x${' *) *'.repeat(30)}`,
      `p:not(p ~ q ~ p), ${'div > p '.repeat(80)}zz`,
    ];
    const { styler, element, work } = styled(
      `<style>${selectors.map((s) => `${s} { color: red }`).join('\n')}</style>${deep}<i id=x>${'<b></b>'.repeat(3000)}`,
    );
    for (const child of element('x').children) if (child.type === 'element') styler.styleOf(child);
    expect(work()).to.be.below(100_000);
  });
});
