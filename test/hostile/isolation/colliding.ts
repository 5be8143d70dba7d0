/**
 * Documents that share the cache keys of their parts (names, rules, attributes, images and words), but with a context
 * that changes their meaning.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RenderOptions } from '../../../engine/index.ts';
import { blackPng, imageUrl } from '../images.ts';

export interface Colliding {
  readonly name: string;
  readonly html: string;
  readonly options: RenderOptions;
}

const root = resolve(import.meta.dirname, '../../..');

const fontFace = (file: string): string =>
  `@font-face{font-family:F;src:url(data:font/ttf;base64,${readFileSync(join(root, 'assets/fonts', file)).toString('base64')})}`;

/**
 * The rules that most documents share verbatim. They begin on a new line, so that their position does not depend on the
 * tag before them.
 */
const SHEET = `
  body{font:12px F,serif;counter-reset:n}p{margin:1em 0;width:50vw;color:var(--c,red);border:var(--b,1px) solid;list-style:s}
  p::before{counter-increment:n;content:counter(n,s) " " attr(title)}@media (width>500px){p{font-weight:bold}}@container (width>200px){b{color:green}}
  @media screen{u{color:cyan}}td{padding:.3rem}i span{font-size:2em;display:block;width:var(--r);border:inherit}
  .card{container-type:inline-size;columns:2}li{list-style-type:s}i{--r:1em;width:var(--r);display:inline-block;border:1px solid}q{quotes:"<" ">"}
  em{font-size:2em;letter-spacing:.1ch;line-height:1lh}:is(b,.x) u{nonsense:1;text-decoration:wavy underline}`;
const BODY = `<p title=one class=x>Hyphenation of extraordinarily long words <b>bold <u>under</u></b> <em>em</em> <i>i<span>s</span></i><q>quoted</q>
  <div class=card lang=LANG>unabhängigkeitserklärungen <b>b</b><ul><li>one<li value=4>two</ul></div><table border=3 bgcolor=RED align=center
  cellpadding=7><tr><td width=40 nowrap style="color:blue;height:40;margin:1ex">cell<td>two</table><img width=20 src="${imageUrl('png', blackPng({ side: 5, depth: 8, colorType: 2 }))}">`;

const page = (before: string, after = '', body = BODY): string =>
  `<!DOCTYPE html><style>${before}</style><style>${SHEET}</style><style>${after}</style>${body}`;

const VARIANTS: readonly (readonly [name: string, html: string, options?: RenderOptions])[] = [
  ['plain', page('')],
  ['without a doctype', page('').slice('<!DOCTYPE html>'.length)],
  ['another page size', page('@page{size:A6 landscape}')],
  ['a page size of the options', page(''), { pageSize: 'A3' }],
  ['another medium', page(''), { media: 'screen' }],
  ['a scale', page(''), { scale: 0.5 }],
  ['variables', page(':root{--c:purple;--b:4px}')],
  ['a registered property', page('@property --r{syntax:"<length>";inherits:true;initial-value:40px}')],
  [
    'the same one with another value',
    page('@property --r{syntax:"<length>";inherits:false;initial-value:9px}html{font-size:30px}'),
  ],
  ['a counter style', page('@counter-style s{system:cyclic;symbols:"*" "+"}')],
  ['another of that name', page('@counter-style s{system:numeric;symbols:"a" "b";suffix:"~"}')],
  ['a font', page(fontFace('Cousine-400.ttf'))],
  ['another of that name', page(fontFace('Tinos-700.ttf'))],
  ['a font of that name that is broken', page('@font-face{font-family:F;src:url(data:font/ttf;base64,AAAA)}')],
  ['a larger root', page('', 'html{font-size:33px}')],
  ['rules that follow', page('', 'p{width:10vw}b{color:orange!important}')],
  ['layers', page('@layer a{p{color:blue!important}}', '@layer b{p{color:gold!important}}')],
  ['a language', page('', '*{hyphens:auto;width:4em}', BODY.replace('LANG', 'de'))],
  ['another language', page('', '*{hyphens:auto;width:4em}', BODY.replace('LANG', 'en'))],
  [
    'limits of hyphenation',
    page('', '*{hyphens:auto;width:4em;hyphenate-limit-chars:12 6 6}', BODY.replace('LANG', 'de')),
  ],
  ['a base', page('', '', `<base href="https://example.org/a/"><a href=b>link</a>${BODY}`)],
  ['another base', page('', '', `<a href=b>link</a>${BODY}`), { baseUrl: 'https://example.com/c/' }],
  ['styles of the user', page(''), { userStyles: ['p{color:teal}u{nonsense:2}'] }],
  ['a vertical page', page('html{writing-mode:vertical-rl}')],
  ['a scheme', page(':root{color-scheme:dark}body{color:light-dark(red,blue)}')],
  ['the sheet in a medium', `<!DOCTYPE html><style media="(width>1px)">${SHEET}</style>${BODY}`],
  ['the sheet in another medium', `<!DOCTYPE html><style media="(width<1px)">${SHEET}</style>${BODY}`],
  [
    'ids in SVG',
    `<!DOCTYPE html><svg width=50 height=50><defs><linearGradient id=g><stop stop-color=red /></linearGradient></defs><rect fill="url(#g)" width=40 height=40 /></svg>${BODY}`,
  ],
  [
    'the same ids',
    `<!DOCTYPE html><svg width=50 height=50><defs><linearGradient id=g><stop stop-color=lime /></linearGradient></defs><rect fill="url(#g)" width=40 height=40 /></svg>${BODY}`,
  ],
  ['an archive', `<title>T</title>${page('')}`, { profile: 'pdf/a-2b' }],
];

export const COLLIDING: readonly Colliding[] = [
  ...VARIANTS.map(([name, html, options = {}]) => ({ name, html, options })),
  ...readdirSync(join(root, 'fixtures')).map((name) => ({
    name,
    html: readFileSync(join(root, 'fixtures', name, 'in.html'), 'utf8'),
    options: {},
  })),
];
