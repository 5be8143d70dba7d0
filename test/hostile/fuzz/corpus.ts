/** Valid inputs for mutation: documents, style sheets, SVG, images and fonts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { greyJpeg } from '../../support/jpeg.ts';
import { blackPng, falseAvif, hugeBmp, hugeGif } from '../images.ts';

const root = resolve(import.meta.dirname, '../../..');

export const DOCUMENTS: readonly string[] = [
  ...readdirSync(join(root, 'fixtures')).map((name) => readFileSync(join(root, 'fixtures', name, 'in.html'), 'utf8')),
  `<style>.c{columns:3;column-rule:1px solid}.f{float:left;width:3em}h2{column-span:all;break-after:avoid}</style><div class=c>${'<p>one two three <b>four</b> five <span class=f>six</span></p><h2>seven</h2>'.repeat(8)}</div>`,
  `<div style="display:grid;grid-template-columns:repeat(3,1fr);gap:1em">${'<div style="display:flex"><i>a</i><table border><tr><td rowspan=2>b<td>c<tr><td>d</table></div>'.repeat(6)}</div>`,
  `<div style="writing-mode:vertical-rl;height:20em"><ruby>漢<rt>かん</ruby> <q>quote <q>inner</q></q> <p dir=rtl>שלום <bdi>abc</bdi></p></div><select multiple><option>a<option>b</select>`,
];

export const STYLE_SHEETS: readonly string[] = [
  '@page{size:A5;margin:1cm;@bottom-center{content:counter(page) " of " counter(pages)}}@media print{p{color:color-mix(in oklch,red 20%,blue)}}:root{--a:1px;--b:calc(var(--a)*2)}p{border:var(--b) solid;background:conic-gradient(red,blue) 0 0/2em 2em}',
  '@layer a,b;@layer a{p:is(.x,:nth-child(2n of p))::before{content:counters(i,".") attr(title);counter-increment:i}}@supports (display:grid){div{display:grid;grid:auto-flow/repeat(auto-fill,minmax(5em,1fr))}}@container (width>3em){p{font:bold 1em/1.2 serif}}',
];

export const DRAWINGS: readonly string[] = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60"><defs><linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient><clipPath id="c"><circle cx="30" cy="30" r="20"/></clipPath><filter id="f"><feGaussianBlur stdDeviation="2"/><feOffset dx="2"/></filter></defs><g clip-path="url(#c)" filter="url(#f)"><rect width="60" height="60" fill="url(#g)"/><path d="M0 0C10 10 20 0 30 30s9 9 9 0A5 5 0 1 1 60 9z" stroke="#000"/></g><text x="5" y="50">a<tspan dx="3">b</tspan></text><use href="#g"/></svg>',
];

export const IMAGES: readonly (readonly [type: string, bytes: Uint8Array])[] = [
  ...([0, 2, 3, 6] as const).map((colorType) => ['png', blackPng({ side: 9, depth: 8, colorType })] as const),
  ['png', blackPng({ side: 9, depth: 1, colorType: 3 })],
  ['png', blackPng({ side: 9, depth: 16, colorType: 6, interlaced: true })],
  ['gif', hugeGif(3)],
  ['bmp', hugeBmp(4)],
  [
    'x-icon',
    Buffer.from(
      'AAABAAEAAgIAAAEAAQBAAAAAFgAAACgAAAACAAAABAAAAAEAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/wAAAAAAAACAAAAAQAAAAAAAAAA=',
      'base64',
    ),
  ],
  ['avif', falseAvif(1)],
  [
    'jxl',
    Buffer.from('/woIcLASCAAQAMwASxiTjoODhBNkeC0av4AgAAGpcbLhr59//rFGG/38kzfWiLp+/fz56+f/++GfXFUfbw7d', 'base64'),
  ],
  ['webp', Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')],
  ['jpeg', greyJpeg()],
];

const packages = 'node_modules/@expo-google-fonts';

/** Fonts with both kinds of outlines, and scripts that use many tables. */
export const FONTS: readonly Uint8Array[] = [
  'assets/fonts/Cousine-400.ttf',
  'engine/fonts/bundled/NotoSansDevanagari-Regular.ttf',
  `${packages}/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf`,
].map((path) => readFileSync(join(root, path)));
