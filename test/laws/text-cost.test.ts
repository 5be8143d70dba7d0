import { expect } from 'chai';
import { costOf } from './nesting.ts';

/** The maximum cost ratio for twice as much additional text: 2 for linear, 4 for quadratic growth. */
const MOST = 2.3;
/** Where the cost is almost zero, a page more or less does not count. */
const SLACK = 20;

const count = (n: number, text: (i: number) => string): string => Array.from({ length: n }, (_, i) => text(i)).join('');
const words = (n: number): string => count(n, (i) => `word${(i * 7919) % 1000} `);

/** Texts of about `n` characters or more, each with a feature that line layout examines repeatedly. */
const TEXTS: Readonly<Record<string, (n: number) => string>> = {
  'lines of a pre': (n) => `<pre>${count(n / 10, (i) => `line ${i}\n`)}</pre>`,
  'lines of a pre with tabs': (n) => `<pre>${count(n / 10, (i) => `\tline\t${i}\n`)}</pre>`,
  'one line of tabs': (n) => `<pre>${'\ta'.repeat(n / 2)}</pre>`,
  'one line': (n) => `<p style="white-space:nowrap">${words(n / 8)}</p>`,
  'one word': (n) => `<p>${'abcdefghij'.repeat(n / 10)}</p>`,
  'one word, broken anywhere': (n) => `<p style="overflow-wrap:anywhere">${'abcdefghij'.repeat(n / 10)}</p>`,
  'a paragraph': (n) => `<p style="text-align:justify">${words(n / 8)}</p>`,
  'a paragraph broken as a whole': (n) =>
    `<p lang=en style="hyphens:auto;text-wrap:pretty;hyphenate-limit-last:always">${words(n / 8)}</p>`,
  'a paragraph as wide as a word': (n) => `<div style="width:min-content">${words(n / 8)}</div>`,
  'a bidirectional paragraph': (n) => `<p dir=rtl>${'שלום abc عربي 123 '.repeat(n / 18)}</p>`,
  'lines with individual directions': (n) =>
    `<pre style="unicode-bidi:plaintext">${count(n / 10, (i) => `שלום ${i}\n`)}</pre>`,
  'a paragraph with automatic direction': (n) => `<p style="unicode-bidi:plaintext">${'שלום abc '.repeat(n / 9)}</p>`,
  'a paragraph in two fonts': (n) => `<p>${'a✓b→'.repeat(n / 4)}</p>`,
  ideographs: (n) => `<p>${'日本語の文章、'.repeat(n / 7)}</p>`,
  'inline boxes': (n) => `<p>${'<b>a</b> <i>b</i> '.repeat(n / 4)}</p>`,
  'a line with an ellipsis': (n) =>
    `<p style="white-space:nowrap;overflow:hidden;text-overflow:ellipsis">${words(n / 8)}</p>`,
  'lines next to a float': (n) => `<div style="float:left;width:20px;height:99999px"></div><p>${words(n / 8)}</p>`,
};

const PAGES = ['400px 300px', '400px 1000000px'];

describe('the cost of text', () => {
  for (const page of PAGES) {
    const style = `<style>@page{size:${page};margin:0}body{margin:0;font:10px/12px Arial}</style>`;
    for (const [name, text] of Object.entries(TEXTS)) {
      it(`grows linearly with its length: ${name}, on pages of ${page}`, async () => {
        const costs: number[] = [];
        for (const length of [5_000, 10_000, 20_000])
          costs.push(await costOf(`<!DOCTYPE html>${style}${text(length)}`));
        const [short, middle, long] = costs;
        expect(long! - middle!, costs.join(', ')).to.be.at.most(MOST * (middle! - short!) + SLACK);
      });
    }
  }
});
