/** Each limit on a count ends a render with an error that names it. */
import { expect } from 'chai';
import type { RenderError } from '../../engine/errors.ts';
import { render, type RenderOptions } from '../../engine/index.ts';
import { blackPng, imagePage, imageUrl } from './images.ts';

const times = (text: string, n: number): string => text.repeat(n);
const list = (n: number, item: (i: number) => string): string => Array.from({ length: n }, (_, i) => item(i)).join('');

/** What is counted, and documents just beyond its limit. */
const COUNTED: Readonly<Record<string, readonly [html: () => string, options?: RenderOptions]>> = {
  'columns per row': [
    () => `<p style="columns:1;column-fill:auto;height:12px;font:10px/12px Arial">${times('a<br>', 20_100)}`,
  ],
  'inline boxes and texts per line': [() => `<p style="white-space:nowrap">${times('<b>a</b>', 70_000)}`],
  'grid line names per axis': [
    () => `<p style="display:grid;grid-template-columns:repeat(2100,[${times('a ', 100)}] 1px)">a`,
  ],
  'grid line names': [
    () => list(11, (i) => `<p style="display:grid;grid-template-columns:repeat(1900,[${times(`a${i} `, 100)}] 1px)">a`),
  ],
  'elements repeated by misnested formatting': [() => list(500, (i) => `<font color=#${i}>x<p>`)],
  'elements in generated lists': [() => `${times('<nav data-contents="h1"></nav>', 300)}${times('<h1>a</h1>', 200)}`],
  'areas of image maps over all images': [
    () =>
      `<map name=m>${times('<area href=https://a.example coords=0,0,1,1>', 1000)}</map>${times(`<img usemap=#m alt="" src="${imageUrl('png', blackPng({ side: 2, depth: 8, colorType: 2 }))}">`, 101)}`,
  ],
  'suggested values over all fields': [
    () => `<datalist id=d>${times('<option>a</option>', 1000)}</datalist>${times('<input list=d name=a>', 101)}`,
    { forms: true },
  ],
  boxes: [() => times('<p>a', 1000), { limits: { maxBoxes: 1000 } }],
  'image pixels': [
    () => imagePage(imageUrl('png', blackPng({ side: 11, depth: 8, colorType: 2 }))),
    { limits: { maxPixels: 120 } },
  ],
  'bytes for images, fonts and style sheets': [
    () => imagePage(imageUrl('png', blackPng({ side: 12, depth: 8, colorType: 2, interlaced: true }))),
    { limits: { maxBytes: 100 } },
  ],
  'bytes of PDF': [() => '<p>a', { limits: { maxPdfBytes: 100 } }],
  'nested inline boxes over all lines': [() => times('<i>', 500) + times('word<br>', 1000)],
  selectors: [() => `<style>${times('p,', 500_000)}p{}</style>a`],
  'characters of substituted values': [
    () => `<style>p::before{content:var(--a)}</style>${list(20, (i) => `<p style="--a:'${times('x', 100)}${i}'">a`)}`,
    { limits: { maxSubstitution: 1000 } },
  ],
  pages: [() => times('<p style="break-after:page">a', 9), { limits: { maxPages: 5 } }],
};

describe('limits on counts', function () {
  this.timeout(60_000);

  for (const [what, [html, options]] of Object.entries(COUNTED)) {
    it(`end a render that exceeds them: ${what}`, async () => {
      const failure = await render(html(), options).catch((error: RenderError) => error);
      expect(failure)
        .to.have.property('message')
        .that.matches(new RegExp(`more than \\d+ ${what}`));
    });
  }
});
