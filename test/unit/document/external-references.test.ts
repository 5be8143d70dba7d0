import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { StyleReader } from '../../../engine/css/style-reader.ts';
import { Diagnostics } from '../../../engine/diagnostics.ts';
import { dataUrlText, decodeDataUrl } from '../../../engine/document/data-url.ts';
import { findReferences } from '../../support/references.ts';
import { parseDocument } from '../../../engine/document/parse.ts';

function find(html: string): { urls: string[]; where: string[]; codes: string[] } {
  const diagnostics = new Diagnostics();
  const budget = new Budget(DEFAULT_LIMITS);
  const found = findReferences(
    parseDocument(html, budget, diagnostics),
    new StyleReader(budget),
    diagnostics,
    budget,
  ).external;
  return {
    urls: found.map((r) => r.url),
    where: found.map((r) => r.where),
    codes: diagnostics.list().map((d) => d.code),
  };
}

const H = 'http://h/';
const svg = (inner: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink">${inner}</svg>`)}`;

/** Each refers to exactly http://h/. */
const FOUND: Readonly<Record<string, string>> = {
  'img src': `<img src="${H}">`,
  'img srcset': `<img srcset="data:,a,b 1x, ${H} 2x">`,
  'picture source': `<picture><source srcset="${H}"></picture>`,
  'input type=image': `<input type=IMAGE src="${H}">`,
  'video poster': `<video poster="${H}">`,
  'audio source': `<audio><source src="${H}"></audio>`,
  track: `<video><track src="${H}"></video>`,
  embed: `<embed src="${H}">`,
  object: `<object data="${H}"></object>`,
  iframe: `<iframe src="${H}"></iframe>`,
  frame: `<frameset><frame src="${H}"></frameset>`,
  script: `<script src="${H}"></script>`,
  'link stylesheet': `<link rel="StyleSheet" href="${H}">`,
  'body background': `<body background="${H}">`,
  'col background': `<table><colgroup><col background="${H}"></table>`,
  'td background': `<table><td background="${H}">`,
  'svg image': `<svg><image href="${H}"/></svg>`,
  'svg use': `<svg><use xlink:href="${H}"/></svg>`,
  'svg fill': `<svg><path fill="url(${H})"/></svg>`,
  '@import string': `<style>@layer a; @import "${H}" screen;</style>`,
  '@import url': `<style>@import url(${H});</style>`,
  'url() of a rule that never applies': `<style>@media screen { nothing:hover { background: url("${H}") } }</style>`,
  'url() in an unknown property': `<style>a { --x: url(${H}); foo: url(${H}) }</style>`,
  'image-set string': `<style>a { background: -webkit-image-set("${H}" 1x) }</style>`,
  'font-face': `<style>@font-face { src: url(${H}) format("woff") }</style>`,
  'style attribute': `<p style="background:url(${H})">`,
  'CSS escapes': `<style>a { background: \\75rl(\\68ttp://h/) }</style>`,
  'CSS escapes of letters': `<style>a { background: u\\Rl(http://h/) }</style>`,
  'CSS escapes in function names': `<style>.a\\:b { background: image\\2dset("http://h/" 1x) }</style>`,
  'a style sheet in svg': `<svg><style>a { fill: url(${H}) }</style></svg>`,
  'data: style sheet': `<link rel=stylesheet href="data:text/css,@import%20'${H}'">`,
  'data: SVG': `<img src="${svg(`<image x:href="${H}"/>`)}">`,
  'data: SVG as a background': `<p style='background:url("${svg(`<style>a{fill:url(${H})}</style>`)}")'>`,
  srcdoc: `<iframe srcdoc="&lt;img src=${H}>"></iframe>`,
  'data: frame': `<iframe src="data:text/html,<img src=${H}>"></iframe>`,
  'upper case, tabs and newlines': '<img src="\n HT\tTP:\n//h/">',
  'a lone slash': '<img src="http:/h/">',
  backslashes: '<img src="http:\\\\h\\">',
  'character references': '<img src="http&colon;&#47;/h/">',
  'base href': '<base href="http://h/x"><img src="/">',
};

const NOT_FOUND: Readonly<Record<string, string>> = {
  links: `<a href="${H}"><area href="${H}"><form action="${H}"><blockquote cite="${H}">`,
  'other link relations': ['canonical', 'icon', 'preload', 'preconnect', 'alternate stylesheet']
    .map((rel) => `<link rel="${rel}" href="${H}">`)
    .join(''),
  'a disabled link': `<link rel=stylesheet disabled href="${H}">`,
  comments: `<!-- <img src="${H}"> --><style>/* url(${H}) */</style>`,
  template: `<template><img src="${H}"></template>`,
  'script text': `<script>x = '<img src="${H}">'</script>`,
  'scripts of other types': `<script type="text/template" src="${H}"></script>`,
  'style of other types': `<style type="text/less">a { b: url(${H}) }</style>`,
  '@namespace': `<style>@namespace "${H}"; @namespace x url(${H});</style>`,
  'plain text and meta': `<meta content="${H}"><p>${H}`,
  fragments: `<base href="${H}"><img src="#a"><svg><use href="#b"/><path fill="url(#c)"/></svg>`,
  'strings elsewhere in CSS': `<style>a::before { content: "${H}" }</style>`,
  'a late @import': `<style>a {} @import "${H}";</style>`,
};

describe('findReferences', () => {
  for (const [name, html] of Object.entries(FOUND))
    it(`finds ${name}`, () => expect(find(html).urls).to.deep.equal([H]));
  for (const [name, html] of Object.entries(NOT_FOUND))
    it(`ignores ${name}`, () => expect(find(html).urls).to.deep.equal([]));

  it('lists distinct URLs in document order with their positions', () => {
    const html = '<img src="//b/"><img src="http://a/"><link rel=stylesheet href="http://c/"><img src="https://b">';
    expect(find(html)).to.deep.include({
      urls: ['https://b/', 'http://a/', 'http://c/'],
      where: ['img src', 'img src', 'link href'],
    });
    expect(find(`<iframe srcdoc="<p style='a:url(${H})'>"></iframe>`).where).to.deep.equal([
      'iframe srcdoc style attribute url()',
    ]);
  });

  it('reports URLs that can never be loaded, and invalid ones', () => {
    expect(find('<img src="a.png"><img src="file:///x">').codes).to.deep.equal([
      'document/not-loaded',
      'document/not-loaded',
    ]);
    expect(find('<img src="http://[x">')).to.deep.include({ urls: [], codes: ['document/invalid-url'] });
  });

  it('reports the position of every other unloadable reference once', () => {
    const budget = new Budget(DEFAULT_LIMITS);
    const diagnostics = new Diagnostics();
    const html =
      '<video src=a.mp4></video><script src=a.js></script>\n<style>\n @import "a.css";\n p { background: url(b.png) }</style><iframe src="about:blank"></iframe>';
    findReferences(parseDocument(html, budget, diagnostics), new StyleReader(budget), diagnostics, budget);
    expect(
      diagnostics.list().map(({ code, message, line, column }) => `${line}:${column} ${code} ${message}`),
    ).to.deep.equal([
      '1:1 document/not-loaded video src a.mp4 was not loaded: Pagewright loads no audio or video.',
      '1:26 document/script The script was not run: Pagewright runs no scripts.',
      '3:2 document/not-loaded style @import a.css was not loaded: no files were given. Send it along (HTTP: files, library: loadResource), or use a data: URL.',
      '4:18 document/not-loaded style url() b.png was not loaded: no files were given. Send it along (HTTP: files, library: loadResource), or use a data: URL.',
    ]);
  });
});

describe('decodeDataUrl', () => {
  const text = (url: string): string | null => {
    const data = decodeDataUrl(url);
    return data === null ? null : `${data.mediaType} ${dataUrlText(data)}`;
  };

  it('decodes percent and base64 bodies', () => {
    expect(text('data:,a%20b%zz')).to.equal('text/plain a b%zz');
    expect(text(' DATA:Text/CSS;charset=utf-8,a{}')).to.equal('text/css a{}');
    expect(text('data:text/css;base64,YXsg\nfQ==')).to.equal('text/css a{ }');
    expect(text('data:text/plain;base64,YQ')).to.equal('text/plain a');
    expect(text('data:text/plain;charset=iso-8859-1,%e9')).to.equal('text/plain é');
  });

  it('rejects invalid URLs', () => {
    expect(text('data:text/css')).to.equal(null);
    expect(text('http://h/')).to.equal(null);
    expect(text('data:;base64,a')).to.equal(null);
    expect(text('data:;base64,YQ=a')).to.equal(null);
  });

  it('finds the images of the document, including those inside its images', () => {
    const budget = new Budget(DEFAULT_LIMITS);
    const diagnostics = new Diagnostics();
    const inner = 'data:image/png;base64,AA';
    const outer = `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg"><image href="${inner}"/></svg>`)}`;
    const html = `<style>p{background:url(data:a)}</style><p style="list-style:url('data:b')"><img src="${outer}" srcset="data:c 2x"><object data="data:d">`;
    const document = parseDocument(html, budget, diagnostics);
    const { images } = findReferences(document, new StyleReader(budget), diagnostics, budget);
    expect([...images.keys()]).to.have.members(['data:a', 'data:b', 'data:c', 'data:d', inner, outer]);
  });
});
