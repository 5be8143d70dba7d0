/** Small documents that grow with `n`, each by repeating something else. */

const times = (text: string, n: number): string => text.repeat(n);
const list = (n: number, item: (i: number) => string): string => Array.from({ length: n }, (_, i) => item(i)).join(',');

export interface HostileDocument {
  readonly name: string;
  /** The value for the smallest of three sizes. */
  readonly n: number;
  readonly make: (n: number) => string;
}

const svgUrl = (content: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${content}</svg>`)}`;

export const HOSTILE_DOCUMENTS: readonly HostileDocument[] = [
  {
    name: 'stops of a gradient that takes the longer way around the hues',
    n: 1000,
    make: (n) =>
      `<p style="background:linear-gradient(in oklch longer hue to right,${list(n, (i) => `hsl(${(i * 7) % 360} 90% 50%)`)})">a`,
  },
  {
    name: 'stops of a conic gradient',
    n: 500,
    make: (n) => `<p style="background:conic-gradient(${list(n, (i) => (i % 2 ? 'red' : 'blue'))})">a`,
  },
  {
    name: 'blurred shadows of a text',
    n: 50,
    make: (n) => `<p style="text-shadow:${list(n, (i) => `${i % 9}px 1px 2px red`)}">word word`,
  },
  {
    name: 'initial letters in nested flex containers',
    n: 25,
    make: (n) =>
      '<style>@page{size:9999px}.d::first-letter{initial-letter:2}.f{display:flex;flex-flow:column wrap;height:9px}</style>' +
      times('<div class=f><div>b</div><div><div class=d>a ', n),
  },
  {
    name: 'shadows of a box',
    n: 500,
    make: (n) => `<p style="box-shadow:${list(n, (i) => `${i % 9}px 1px 2px red`)}">a`,
  },
  {
    name: 'lanes that items span',
    n: 100,
    make: (n) =>
      `<div style="display:grid-lanes;grid-template-columns:repeat(${n},1px)">${times(`<i style="grid-column:span ${n / 2}">a</i>`, 40)}</div>`,
  },
  { name: 'options of a select', n: 1000, make: (n) => `<select>${times('<option>a', n)}</select>` },
  {
    name: 'bookmarks, each one level deeper',
    n: 200,
    make: (n) =>
      Array.from({ length: n }, (_, i) => `<p style="bookmark-level:${i + 1};bookmark-label:'a'">a`).join(''),
  },
  { name: 'elements below the deepest level', n: 2000, make: (n) => times('<div>', 520) + times('<br>', n) },
  {
    name: 'elements that are too deep below many others',
    n: 500,
    make: (n) => times('<div>', 509) + times('<p><b><i>a</i></b></p>', n),
  },
  { name: 'nested groups of an SVG', n: 2000, make: (n) => `<img src="${svgUrl(times('<g>', n))}">` },
  { name: 'nested elements of an inline SVG', n: 500, make: (n) => `<svg>${times('<g>', n)}` },
  {
    name: 'nested namespaces of an SVG',
    n: 200,
    make: (n) =>
      `<img src="${svgUrl(Array.from({ length: n }, (_, i) => `<g xmlns:a${i}="u">`).join('') + times('</g>', n))}">`,
  },
  { name: 'nested quotations', n: 2000, make: (n) => times('<q>', n) },
  {
    name: 'variables of the root, and elements',
    n: 250,
    make: (n) =>
      `<style>:root{${Array.from({ length: n * 10 }, (_, i) => `--v${i}:${i}`).join(';')}}</style>${times('<p>a', n)}`,
  },
  {
    name: 'rules for attributes, and elements with one each',
    n: 200,
    make: (n) =>
      `<style>${Array.from({ length: n }, (_, i) => `[a${i}],[b="${i}"]{color:red}`).join('')}</style>${Array.from({ length: n }, (_, i) => `<p a${i} b=${i}>a`).join('')}`,
  },
  {
    name: 'rules below @supports',
    n: 5000,
    make: (n) => `<style>@supports (color:red){${times('a{}', n)}}</style>a`,
  },
  {
    name: 'paragraphs in triply nested columns',
    n: 50,
    make: (n) =>
      `<div style="columns:3;height:400px"><div style="columns:3"><div style="columns:3">${times('<p>word word</p>', n)}</div></div></div>`,
  },
  {
    name: 'columns of ruby on one line',
    n: 300,
    make: (n) => `<p style="white-space:nowrap"><ruby>${times('a<rt>b', n)}</ruby>`,
  },
  {
    name: 'siblings that reset a thousand counters',
    n: 100,
    make: (n) =>
      `<style>i{counter-reset:${Array.from({ length: 1000 }, (_, i) => `c${i}`).join(' ')}}</style>${times('<i>a</i>', n)}`,
  },
  {
    name: 'positioned boxes on separate pages past the end of the document',
    n: 100,
    make: (n) =>
      Array.from({ length: n }, (_, i) => `<p style="position:absolute;top:${i * 900}px">a`)
        .reverse()
        .join(''),
  },
  {
    name: 'positioned boxes that wait for a page of a long containing block, or for its end',
    n: 100,
    make: (n) =>
      `<div style="position:relative">${Array.from({ length: n }, (_, i) => `<p style="position:absolute;${i % 2 ? 'bottom' : 'top'}:${i * 900}px">a</p>`).join('')}${times('<p style="height:900px">b', n)}</div>`,
  },
  {
    name: 'items of a dense grid, in one row or wherever there is room',
    n: 500,
    make: (n) =>
      ['', 'grid-row:1;'].reduce(
        (html, row) =>
          `${html}<div style="display:grid;grid-auto-flow:dense;grid-template-columns:repeat(9,1fr)">${Array.from({ length: n }, (_, i) => `<i style="${row}grid-column-end:span ${(i % 4) + 1}">a</i>`).join('')}</div>`,
        '',
      ),
  },
  {
    name: 'letters along a path with equally many curves',
    n: 1000,
    make: (n) =>
      `<svg><path id="p" d="M0 0${times('C1 2 3 4 900 900', n)}"/><text><textPath href="#p">${times('word ', n)}</textPath></text></svg>`,
  },
  {
    name: 'lines of a text field that is as tall as they are',
    n: 2000,
    make: (n) => `<textarea style="field-sizing:content">${times('word word\n', n)}</textarea>`,
  },
  { name: 'nested opacities', n: 50, make: (n) => times('<div style="opacity:.9">', n) + 'a' },
];
