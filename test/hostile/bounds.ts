/** Documents at the size at which they once took gigabytes or minutes, with their permitted results. */
import { inFont, multiplyingFont } from './fonts.ts';
import { blackPng, falseAvif, hugeGif, imagePage, imageUrl, twoHeadedPng } from './images.ts';

/** A PDF or one of these refusals. A time-out is permitted only for documents that are truly that large. */
type Answer = 'pdf' | 'document_too_complex' | 'page_limit_exceeded' | 'render_timeout';

export interface BoundedDocument {
  readonly name: string;
  readonly make: () => string;
  readonly answers: readonly Answer[];
  /** The peak resident memory of a process that renders nothing else, in MB. */
  readonly megabytes: number;
}

const times = (text: string, n: number): string => text.repeat(n);
const list = (n: number, item: (i: number) => string): string[] => Array.from({ length: n }, (_, i) => item(i));
const svg = (content: string): string =>
  `<img src="data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${content}</svg>`)}">`;
const FILTERED = (primitive: string, n: number): string =>
  `<svg width="600" height="800"><filter id="f">${times(primitive, n)}</filter><rect filter="url(#f)" width="600" height="800" fill="red"/></svg>`;

const subgrids = (track: string, names: string): string =>
  `<style>div{display:grid;grid:repeat(1000,${track})/repeat(1000,${track})}div div{grid:subgrid${names}/subgrid${names};grid-area:1/1/-1/-1}</style>${times('<div>', 60)}a`;

/** Returns SVG elements that each reference the previous one twice. */
const inTwos = (tag: string, property: string): string =>
  `<svg width="600" height="600">${list(17, (i) => {
    const rect = `<rect ${i === 0 ? '' : `${property}="url(#e${i - 1})"`} width="9" height="9" fill="#fff"/>`;
    return `<${tag} id="e${i}">${rect}${rect}</${tag}>`;
  }).join('')}<rect ${property}="url(#e16)" width="9" height="9"/></svg>`;

/** A text that starts to match at each position of `NEARLY`, but never matches completely. */
const NEVER = `${times('x', 100_000)}y${times('x', 100_000)}`;
const NEARLY = times('x', 300_000);

const PDF: readonly Answer[] = ['pdf'];
const REFUSED: readonly Answer[] = ['document_too_complex'];

type Row = readonly [name: string, make: () => string, answers: readonly Answer[], megabytes: number];

const ROWS: readonly Row[] = [
  ['a PNG with two headers', () => imagePage(imageUrl('png', twoHeadedPng(36_000))), PDF, 300],
  [
    'a 16-bit PNG of 100 million pixels',
    () => imagePage(imageUrl('png', blackPng({ side: 10_000, depth: 16, colorType: 2 }))),
    PDF,
    1300,
  ],
  [
    'a one-bit PNG with a palette',
    () => imagePage(imageUrl('png', blackPng({ side: 9900, depth: 1, colorType: 3 }))),
    PDF,
    300,
  ],
  ['a GIF of 100 million pixels', () => imagePage(imageUrl('gif', hugeGif(9900))), REFUSED, 300],
  ['twenty AVIF files with false sizes', () => imagePage(...list(20, (i) => imageUrl('avif', falseAvif(i)))), PDF, 400],
  [
    'a gradient of 20,000 stops that takes the longer way around the hues',
    () =>
      `<p style="background:linear-gradient(in oklch longer hue to right,${list(20_000, (i) => `hsl(${(i * 7) % 360} 90% 50%)`).join()})">a`,
    PDF,
    400,
  ],
  [
    '5,000 shadows of a text',
    () => `<p style="text-shadow:${list(5000, (i) => `${i % 9}px 1px 2px red`).join()}">word word`,
    PDF,
    500,
  ],
  [
    '20,000 shadows of a box',
    () => `<p style="box-shadow:${list(20_000, (i) => `${i % 9}px 1px 2px red`).join()}">a`,
    PDF,
    500,
  ],
  [
    'a running element of 5,000 blocks on 15 pages',
    () =>
      `<style>div{position:running(a)}@page{@top-center{content:element(a)}}</style><div>${times('<p>a</p>', 5000)}</div>${times('<p style="break-before:page">x', 15)}`,
    PDF,
    600,
  ],
  [
    'a running element of 5,000 blocks on 15 pages with late page numbers',
    () =>
      `<style>div{position:running(a)}@page{@top-center{content:element(a)}@top-left{content:counter(pages)}}</style><div>${times('<p>a</p>', 5000)}</div>${times('<p style="break-before:page">x', 15)}`,
    PDF,
    600,
  ],
  ['a list box of 100,000 options', () => `<select size=9>${times('<option>a', 100_000)}</select>`, PDF, 400],
  ['50,000 options', () => `<select>${times('<option>a', 50_000)}</select>`, PDF, 400],
  ['200,000 bidirectional control characters', () => times('\u202ea\u202bא\u2067b\u202c', 50_000), PDF, 600],
  ['100,000 line breaks below the deepest element', () => times('<div>', 520) + times('<br>', 100_000), PDF, 800],
  ['600,000 nested groups of an SVG image', () => svg(times('<g>', 600_000)), PDF, 1200],
  ['600,000 nested groups of an inline SVG', () => `<svg>${times('<g>', 600_000)}`, PDF, 900],
  ['500 nested positioned boxes', () => `${times('<div style="position:absolute">', 500)}a`, REFUSED, 300],
  ['20,000 frames', () => times('<iframe srcdoc="<p>a"></iframe>', 20_000), REFUSED, 600],
  ['400 nested grids', () => `${times('<div style="display:grid">', 400)}a`, REFUSED, 300],
  [
    '400 nested subgrids',
    () => `<div style="display:grid">${times('<div style="display:grid;grid:subgrid/subgrid">', 400)}a`,
    REFUSED,
    700,
  ],
  ['60 nested subgrids of 1,000 tracks', () => subgrids('1px', ''), PDF, 300],
  ['60 nested subgrids with named tracks', () => subgrids('[a b c d] 1px', ' repeat(auto-fill,[e f g])'), PDF, 350],
  [
    '50 nested subgrids, each with 900 tracks of its own',
    () =>
      `<style>div{display:grid;grid:repeat(900,9px)/repeat(900,9px)}div div{grid:repeat(900,9px)/subgrid;grid-area:1/1/-1/-1}div>div:nth-child(1)>div{grid:subgrid/repeat(900,auto)}</style>${times('<div>', 50)}a`,
    PDF,
    450,
  ],
  [
    'ten million line names',
    () => `<div style="display:grid;grid:auto/repeat(10000,[${list(1000, (i) => `n${i}`).join(' ')}] 1px)">a`,
    REFUSED,
    300,
  ],
  [
    '15,000 bookmarks, each one level deeper',
    () => list(15_000, (i) => `<p style="bookmark-level:${i + 1};bookmark-label:'a'">a`).join(''),
    PDF,
    500,
  ],
  ['100,000 nested quotations', () => times('<q>', 100_000), REFUSED, 800],
  ['500 inline boxes that continue over 5,000 lines', () => times('<i>', 509) + times('word ', 100_000), REFUSED, 700],
  [
    '9,000 nested namespaces of an SVG',
    () => svg(list(9000, (i) => `<g xmlns:a${i}="u">`).join('') + times('</g>', 9000)),
    PDF,
    300,
  ],
  [
    '30,000 variables of the root, and 3,000 elements',
    () => `<style>:root{${list(30_000, (i) => `--v${i}:${i}`).join(';')}}</style>${times('<p>a', 3000)}`,
    PDF,
    350,
  ],
  [
    '2,000 paragraphs in triply nested columns',
    () =>
      `<div style="columns:3;height:400px"><div style="columns:3"><div style="columns:3">${times('<p>word word</p>', 2000)}</div></div></div>`,
    PDF,
    400,
  ],
  [
    'cloned borders, a hundred deep',
    () => times('<div style="box-decoration-break:clone;padding:9px;border:2px solid">', 100) + times('word ', 5000),
    ['page_limit_exceeded'],
    600,
  ],
  [
    '25,000 lines, each in its own column',
    () => `<div style="columns:1;column-fill:auto;height:12px;font:10px/12px Arial">${times('a<br>', 25_000)}</div>`,
    REFUSED,
    400,
  ],
  [
    '2,000 spanners in clipped columns',
    () =>
      `<div style="columns:2;height:30px;overflow:clip">${times('<div style="column-span:all">x</div>word ', 2000)}</div>`,
    PDF,
    400,
  ],
  [
    'a text that almost occurs in an attribute',
    () => `<style>[a*="${NEVER}"]{color:red}</style><p a=${NEARLY}>a`,
    PDF,
    300,
  ],
  [
    'a word that almost occurs in an attribute',
    () => `<style>[a~="${times('x', 200_000)}"]{color:red}</style><p a=${times('x', 400_000)}>a`,
    PDF,
    300,
  ],
  [
    'a style attribute that almost occurs in an earlier one',
    () => `<p title="style${NEARLY}" style="--a:${NEVER.replace('y', '&#121;')}">a`,
    PDF,
    300,
  ],
  [
    '12,000 anchors of one containing block',
    () =>
      `<div style="position:relative">${list(12_000, (i) => `<div style="anchor-name:--a${i}">a</div><p style="position:absolute;top:anchor(--a${i} bottom)">b</p>`).join('')}`,
    PDF,
    550,
  ],
  [
    'a word in a font that multiplies its letters',
    () => inFont(multiplyingFont(), times('abcdefgh', 5000)),
    ['pdf', 'render_timeout', 'document_too_complex'],
    1200,
  ],
  ['clips nested sixteen deep, each used twice', () => inTwos('clipPath', 'clip-path'), PDF, 450],
  ['masks nested sixteen deep, each used twice', () => inTwos('mask', 'mask'), PDF, 700],
  [
    'half a million ampersands without a tag after them',
    () => times('x&y', 500_000),
    ['document_too_complex', 'pdf'],
    500,
  ],
  ['two million selectors of a rule', () => `<style>${times('p,', 2_000_000)}p{}</style>a`, REFUSED, 700],
  [
    'a class attribute with one name five million times',
    () => `<style>.x{color:red}</style><p class="${times('x ', 5_000_000)}">a`,
    PDF,
    400,
  ],
  [
    'half a million explicit grid tracks',
    () => `<p style="display:grid;grid-template-columns:${times('1px ', 500_000)}">a`,
    PDF,
    400,
  ],
  [
    'a long text along a path of 20,000 curves',
    () =>
      `<svg><path id="p" d="M0 0${times('C1 2 3 4 900 900', 20_000)}"/><text><textPath href="#p">${times('word ', 40_000)}</textPath></text></svg>`,
    PDF,
    900,
  ],
  [
    'a text field of 300,000 lines',
    () => `<textarea style="field-sizing:content">${times('word word\n', 300_000)}</textarea>`,
    ['page_limit_exceeded'],
    900,
  ],
  [
    'a blurred path of 150,000 curves',
    () =>
      `<svg viewBox="0 0 900 900"><g filter="blur(2px)"><path stroke="red" d="M0 0${times('C1 2 3 4 900 900', 150_000)}"/></g></svg>`,
    ['pdf'],
    900,
  ],
  ['20,000 languages', () => list(20_000, (i) => `<p lang="x-${i}${times('a', 100)}">a`).join(''), PDF, 600],
  ['thirty wide morphologies', () => FILTERED('<feMorphology operator="dilate" radius="50"/>', 30), PDF, 500],
  [
    'thirty large kernels',
    () => FILTERED(`<feConvolveMatrix order="30" kernelMatrix="${times('1 ', 900)}"/>`, 30),
    PDF,
    500,
  ],
  [
    'thirty turbulences of ten octaves',
    () => FILTERED('<feTurbulence numOctaves="10" baseFrequency=".1"/>', 30),
    PDF,
    500,
  ],
  [
    '3,000 siblings that reset 3,000 counters each',
    () => `<style>i{counter-reset:${list(3000, (i) => `c${i}`).join(' ')}}</style>${times('<i>a</i>', 3000)}`,
    PDF,
    350,
  ],
  [
    '20,000 columns of ruby on one line',
    () => `<p style="white-space:nowrap"><ruby>${times('a<rt>b', 20_000)}`,
    PDF,
    600,
  ],
  ['1,000 fonts that are not closed', () => list(1000, (i) => `<font color="#${i}">x<p>`).join(''), REFUSED, 400],
  [
    '20,000 links that are not closed, in frames',
    () => `<iframe srcdoc='${list(1000, (i) => `<a href=${i}><b id=${i}>x<p>`).join('')}'></iframe>`.repeat(20),
    REFUSED,
    500,
  ],
  [
    'paragraphs in nested formatting elements',
    () => times('<b><i><u><s><em><strong><code><font color=red>', 300) + times('<p>x', 1500),
    PDF,
    500,
  ],
  ['200 nested opacities', () => `${times('<div style="opacity:.9">', 200)}a`, PDF, 300],
  ['a page of 25 million points', () => '<style>@page{size:25000000pt 25000000pt}</style>a', PDF, 300],
  ['a page of a quarter of a point', () => '<style>@page{size:.24pt .24pt;margin:0}</style>a', PDF, 300],
];

export const BOUNDED_DOCUMENTS: readonly BoundedDocument[] = ROWS.map(([name, make, answers, megabytes]) => ({
  name,
  make,
  answers,
  megabytes,
}));
