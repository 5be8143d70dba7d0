/**
 * Style sheets that try to exhaust the engine. Every render ends with a document or a typed error, after work bounded
 * by the input's size. An unbounded case shows as a test that doesn't end.
 */
import { expect } from 'chai';
import { render, RenderError } from '../../engine/index.ts';

type Outcome = 'renders' | RenderError['code'];

const times = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('');
const nested = (open: string, inner: string, close: string, depth: number): string =>
  open.repeat(depth) + inner + close.repeat(depth);
const styled = (css: string, body = '<p class=a>x</p>'): string => `<style>${css}</style>${body}`;
const paragraphs = '<p>x</p>'.repeat(200);

async function outcomeOf(html: string): Promise<Outcome> {
  try {
    const { pages } = await render(html, { limits: { deadlineMs: 600_000, maxPages: 500 } });
    expect(pages).to.be.at.least(1);
    return 'renders';
  } catch (error) {
    expect(error, String((error as Error).stack)).to.be.instanceOf(RenderError);
    return (error as RenderError).code;
  }
}

function cases(title: string, table: Readonly<Record<string, readonly [html: string, outcome: Outcome]>>): void {
  describe(title, function () {
    this.timeout(120_000);
    for (const [name, [html, outcome]] of Object.entries(table))
      it(name, async () => expect(await outcomeOf(html)).to.equal(outcome));
  });
}

/** Returns nested style sheets: a `data:` URI with an `@import` of another `data:` URI, and so on. */
function importChain(length: number): string {
  let url = 'data:text/css,p{color:red}';
  for (let i = 0; i < length; i++) url = `data:text/css,${encodeURIComponent(`@import "${url}";`)}`;
  return `@import "${url}";`;
}

cases('substitution', {
  'doubles through 60 properties': [
    styled(
      `:root{--0:xxxxxxxxxx;${times(60, (i) => `--${i + 1}:var(--${i}) var(--${i});`)}}p::before{content:"" var(--60)}`,
    ),
    'renders',
  ],
  'goes around a cycle of 2,000 properties': [
    styled(`:root{${times(2000, (i) => `--${i}:var(--${(i + 1) % 2000});`)}}p{color:var(--0)}`),
    'renders',
  ],
  'follows a chain of 10,000 properties': [
    styled(`:root{--0:red;${times(10_000, (i) => `--${i + 1}:var(--${i});`)}}p{color:var(--10000)}`),
    'renders',
  ],
  'falls back 10,000 deep': [styled(`p{color:${nested('var(--x,', 'red', ')', 10_000)}}`), 'renders'],
  'follows registered properties that reference each other': [
    styled(
      `${times(300, (i) => `@property --${i}{syntax:"<length>";inherits:true;initial-value:1px}`)}` +
        `:root{${times(300, (i) => `--${i}:calc(var(--${(i + 1) % 300}) * 1em);`)}}`,
    ),
    'renders',
  ],
  'doubles a registered length at every level': [
    styled(
      '@property --p{syntax:"<length>";inherits:true;initial-value:0px}*{--p:calc(var(--p,1em) * 2);font-size:var(--p)}',
      '<div>'.repeat(400),
    ),
    'renders',
  ],
  'follows attributes that reference attributes': [
    styled(
      'p{color:attr(a0 type(*))}',
      `<p ${times(2000, (i) => `a${i}="attr(a${i + 1} type(*)) attr(a${i + 1} type(*))" `)}>x`,
    ),
    'renders',
  ],
  'inherits 200 properties through 5,000 levels': [
    styled(`div{${times(200, (i) => `--${i}:calc(var(--${i},1) * 2);`)}}`, '<div>'.repeat(5000)),
    'renders',
  ],
});

cases('nesting', {
  'parentheses in values': [
    styled(`p{width:${nested('(', '1px', ')', 10_000)};--x:${nested('(', '', ')', 10_000)}}`),
    'renders',
  ],
  'parentheses in selectors': [
    styled(`p${nested('(', '', ')', 10_000)}{} ${nested(':not(', 'p', ')', 10_000)}{}`),
    'renders',
  ],
  ':is() of 150 KB': [styled(`${nested(':is(p,', 'p', ')', 30_000)}{color:red}`), 'renders'],
  ':has() of 150 KB': [styled(`${nested(':has(', 'p', ')', 30_000)}{color:red}`, '<div>'.repeat(200)), 'renders'],
  'calc() and its functions': [
    styled(
      `p{width:${nested('calc(1px + ', '1px', ')', 10_000)};height:${nested('min(1px,max(2%,', '1px', '))', 5000)}}`,
    ),
    'renders',
  ],
  'at-rules': [
    styled(nested('@media print{', 'p{color:red}', '}', 10_000) + '@supports (color:red){@layer a{'.repeat(5000)),
    'renders',
  ],
  conditions: [
    styled(`@supports ${nested('(', 'color:red', ')', 10_000)}{}@media ${nested('(not ', '(color)', ')', 10_000)}{}`),
    'renders',
  ],
  rules: [styled(nested('p{', 'color:red', '}', 10_000)), 'renders'],
  'rules that reference their parents twice, 30 deep': [
    styled(nested('a,b{&,&{', 'color:red', '}}', 30), '<a>x</a>'),
    'renders',
  ],
  'rules that reference their parents twice, in a scope': [
    styled(`@scope (a){${nested('&,b{&,&{', 'color:red', '}}', 30)}}`, '<a><b>x</b></a>'),
    'renders',
  ],
  'rules that reference their parents three times': [
    styled(nested('& & &{', 'color:red', '}', 30), '<div class=a>'.repeat(300)),
    'renders',
  ],
  'layer names': [styled(`@layer ${'a.'.repeat(50_000)}a{p{color:red}}`), 'renders'],
});

cases('size', {
  'a selector of a megabyte': [styled(`${'p '.repeat(500_000)}{color:red}`), 'renders'],
  'a selector of 200,000 classes': [styled(`p${'.a'.repeat(200_000)}{color:red}`), 'renders'],
  'a list of 100,000 selectors': [styled(`${'p,'.repeat(100_000)}b{color:red}`), 'renders'],
  '50,000 rules': [styled(times(50_000, (i) => `.c${i}{color:red}`)), 'renders'],
  '50,000 declarations': [styled(`p{${'color:red;'.repeat(50_000)}}`), 'renders'],
  'backtracking among siblings': [
    styled(`${'p ~ * + '.repeat(20)}b{color:red}`, `${'<p></p>'.repeat(2000)}<b class=q>`),
    'renders',
  ],
  ':has() for every sibling': [styled(':has(p ~ p ~ p ~ b){color:red}', '<p></p>'.repeat(2000)), 'renders'],
  '5,000 imports': [styled('@import "data:text/css,p{color:red}";'.repeat(5000)), 'renders'],
  'imports of imports': [styled(importChain(10)), 'renders'],
  numbers: [
    styled(
      `p{width:${'9'.repeat(10_000)}px;margin:1e999px;z-index:${'9'.repeat(400)};line-height:1e30;transform:scale(1e300)}`,
    ),
    'page_limit_exceeded',
  ],
  'grid lines': [
    styled(
      'div{display:grid;grid-template-columns:repeat(1000000000,1px)}p{grid-column:1/1000000000;grid-row:2147483647}',
      '<div><p>x',
    ),
    'renders',
  ],
});

cases('unterminated constructs', {
  string: [styled(`p{content:"${'a'.repeat(100_000)}`), 'renders'],
  strings: [styled('p{content:"x\n'.repeat(20_000)), 'renders'],
  comments: [styled('/*'.repeat(100_000)), 'renders'],
  blocks: [styled('p{'.repeat(50_000) + '['.repeat(50_000)), 'renders'],
  urls: [styled('p{background:url('.repeat(20_000)), 'renders'],
  'at-rules': [styled('@media '.repeat(50_000)), 'renders'],
  escapes: [styled('\\'.repeat(100_000)), 'renders'],
});

cases('counters', {
  'at the limits of integers': [
    styled(
      'p{counter-increment:a 2147483647 b -2147483648;counter-set:c 99999999999999}' +
        'p::before{content:counter(a) counter(b,upper-roman) counter(c,cjk-decimal) counter(a,lower-alpha)}',
      paragraphs,
    ),
    'renders',
  ],
  'in styles with endless representations': [
    styled(
      `@counter-style x{system:symbolic;symbols:"${'a'.repeat(1000)}"}` +
        `@counter-style y{system:additive;additive-symbols:1 "${'b'.repeat(1000)}"}` +
        '@counter-style z{system:numeric;symbols:a b;pad:2000000000 "xxxx"}' +
        'p{counter-reset:a 2000000000}p::before{content:counter(a,x) counter(a,y) counter(a,z)}',
      paragraphs,
    ),
    'renders',
  ],
  'in a style of 50,000 ranges that is its own fallback': [
    styled(
      `@counter-style x{symbols:a;range:${'1 2,'.repeat(50_000)}3 4;fallback:x}p::before{content:counter(a,x)}`,
      paragraphs,
    ),
    'renders',
  ],
  'in a chain of 20,000 styles that extend each other': [
    styled(
      `${times(20_000, (i) => `@counter-style c${i}{system:extends c${i + 1};fallback:c${i + 1};range:5 6}`)}` +
        'p::before{content:counter(a,c0)}',
    ),
    'renders',
  ],
  'in markers with a suffix of 100 KB': [
    styled(
      `@counter-style x{symbols:"a";suffix:"${'z'.repeat(100_000)}"}li{list-style:x}`,
      `<ol>${'<li>x'.repeat(100)}`,
    ),
    'document_too_complex',
  ],
  'on 5,000 levels': [
    styled('div{counter-reset:a;counter-increment:a}div::before{content:counters(a,".")}', '<div>'.repeat(5000)),
    'renders',
  ],
});

cases('content', {
  'of 400 KB on every element': [
    styled(`*::before{content:${'"xxxxxxxxxxxxxxxxxxxx" '.repeat(20_000)}}`, paragraphs),
    'document_too_complex',
  ],
  'repeats an attribute': [
    styled(`p::before{content:${'attr(title)'.repeat(2000)}}`, `<p title="${'y'.repeat(10_000)}">`),
    'document_too_complex',
  ],
  'opens quotes on 5,000 levels': [styled(`q{quotes:${'"a" "b" '.repeat(5000)}}`, '<q>'.repeat(5000)), 'renders'],
});

describe('values that are parsed without a pause', function () {
  this.timeout(60_000);

  it('have a limited number of parts and characters', async () => {
    const isInvalid = async (declaration: string): Promise<boolean> => {
      const { diagnostics } = await render(`<p style="${declaration}">x`, { limits: { deadlineMs: 600_000 } });
      return diagnostics.some(({ code }) => code === 'css/invalid-value');
    };
    const tracks = (n: number): string => `display:grid;grid-template-columns:${'1px '.repeat(n)}`;
    expect(await isInvalid(tracks(199_000))).to.equal(false);
    expect(await isInvalid(tracks(200_001))).to.equal(true);
    const path = (n: number): string => `clip-path:path('M0 0${'L1 2'.repeat(n)}')`;
    expect(await isInvalid(path(10_000))).to.equal(false);
    expect(await isInvalid(path(500_000))).to.equal(true);
  });
});
