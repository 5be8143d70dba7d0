/** Documents for properties that take effect only in combination with others. The format is that of specimens.ts. */
import { PNG } from './samples.ts';

const WORDS = 'one two three four five six seven eight nine ten';
const PAGE = '<style>@page{size:300px 200px;margin:10px}</style>';

const ALTERNATES = ['stylistic', 'styleset', 'character-variant', 'swash', 'ornaments', 'annotation']
  .map((name) => `@${name}{x:${name === 'styleset' || name === 'character-variant' ? 3 : 1}}`)
  .join('');

/** Returns an anchor for boxes, inside a containing block for positioned boxes. */
const anchored = (boxes: string): string =>
  `<div style="position:relative;width:250px;height:150px"><i style="position:absolute;left:30px;top:40px;width:60px;height:30px;anchor-name:--a;background:#ff0">a</i>${boxes}</div>`;
const box = (style: string, text = ''): string =>
  `<b style="position:absolute;background:red;position-anchor:--a;${style};$">${text}</b>`;

export const FURTHER_SPECIMENS: readonly (readonly [names: RegExp, html: string])[] = [
  [
    /^font-variant-alternates/,
    `<style>@font-feature-values Noto Sans{${ALTERNATES}}@font-feature-values STIX Two Math{${ALTERNATES}}</style><p style="font-family:Noto Sans;$">aIgjlJ <i>aIgjlJ</i><p style="font-family:STIX Two Math;$">aIgjlJ +−`,
  ],
  [/^text-indent/, `<p style="width:150px;$">${WORDS}<br>${WORDS}`],
  [/^word-space-transform/, `<p lang=ja style="width:300px;$">今日は良い天気ですから散歩に行きましょう</p>`],
  [/^text-emphasis/, `<p lang=ja style="writing-mode:vertical-rl;height:150px;text-emphasis:dot;$">漢字かな`],
  [
    /^(?:widows|orphans)/,
    `${PAGE}<p style="margin:0">${'x<br>'.repeat(4)}</p><p style="margin:0;$">${'y<br>'.repeat(8)}</p>`,
  ],
  [
    /^(?:margin|min-|max-|top|right|bottom|left|inset|width|height|block-size|inline-size)/,
    anchored(
      box('right:0;bottom:0;width:9px;height:9px') +
        box('left:0;top:0;max-width:120px;max-height:90px;width:200px;height:200px') +
        box('left:0;top:0;width:20px;height:10px') +
        box('left:100px;right:0;top:70px;bottom:0'),
    ),
  ],
  [
    /^(?:min-|max-|flex-basis|width|height|block-size|inline-size)/,
    `<div style="display:flex;width:60px"><p style="flex:1 1 0;background:red;$">extraordinary</p><p>b</p></div><div style="display:flex;flex-direction:column;height:40px"><p style="margin:0;flex:1 1 0;background:red;$">a<br>b<br>c</p><p>b</p></div>`,
  ],
  [
    /^(?:align|justify)/,
    `<div style="display:grid;grid:60px/30px;width:30px;height:20px;margin:90px;align-content:center;$"><b style="background:red">a</b></div>
     <div style="display:grid;grid:20px/30px;width:30px;height:20px;margin-left:90px;align-content:center;justify-content:center;align-items:center;justify-items:center;$"><b style="width:90px;height:60px;background:red;align-self:center;justify-self:center;$">a</b></div>
     <div style="display:grid;grid:20px/30px;margin-left:90px;align-items:center;justify-items:center;$"><b style="width:90px;height:60px;background:red">a</b></div>
     <div style="display:flex;width:30px;height:20px;margin:90px;align-content:center;justify-content:center;align-items:center;$"><b style="flex:none;width:90px;height:60px;background:blue;align-self:center;$">a</b></div>`,
  ],
  [
    /^-webkit-box/,
    `<div style="display:-webkit-box;width:250px;height:90px;$"><div style="background:red;$">a</div><div style="background:blue;font-size:30px">b</div><div style="$">c</div></div>`,
  ],
  [
    /^border-shape/,
    `<p style="width:90px;height:60px;background:#ff0;border:solid red;border-width:20px 5px 1px 40px;padding:1px 9px 30px 3px;margin:5px 30px 20px 1px;$">a`,
  ],
  [
    /^grid-lanes/,
    `<div style="display:grid-lanes;grid-template-columns:40px 40px 40px;grid-template-rows:40px 40px;width:200px;$"><b style="background:red">a</b><b style="background:blue">b<br>b</b><b>c</b><b>d</b><b>e</b></div><div style="display:grid-lanes;grid-template-rows:40px 40px;width:200px;$"><b style="background:red">a</b><b>b</b><b>c</b></div>`,
  ],
  [/^string-set/, `<style>@page{size:300px 200px;@top-center{content:string(foo)}}</style><h1 style="$">heading</h1>`],
  [/^bookmark-target/, `${PAGE}<h1 style="$">a</h1><p style="break-before:page" id=foo>b`],
  [
    /^-pagewright-page-range/,
    `${PAGE}<style>.e{$}.e a::after{content:' ' target-counter(attr(href url),page)}p{break-before:page}</style><div class=e><a href="#a"></a>, <a href="#b"></a>, <a href="#c"></a></div><p id=a>a<p id=b>b<p id=c>c`,
  ],
  [
    /^-pagewright-hyphenate-capitals/,
    `<p lang=en style="width:75px;hyphens:auto;$">Representation Internationalization Extraordinarily</p>`,
  ],
  [
    /^-pagewright-optical-margin/,
    `<p lang=en style="width:100px;text-align:justify;$">“One, two,” three. “Four” five, six – seven. “Eight, nine,” ten; “one two, three.”</p>`,
  ],
  [/^-pagewright-tag/, `<h1>a</h1><p style="$">b</p><h1 style="$">c`],
  [/^-pagewright-comment$/, `<mark data-comment=b style="$">a</mark>`],
  [/^-pagewright-comment-/, `<mark data-comment=b style="$">a</mark><ins data-comment=b style="$">c`],
  [/^-pagewright-page-label/, `<style>@page{-pagewright-page-label:"z";$}</style>a`],
  [/^-pagewright-sum/, `<style>b::after{content:-pagewright-sum(total)}</style><p style="$">12.50</p><p><b></b></p>`],
  [
    /^wrap-flow/,
    `${PAGE}<div style="position:absolute;left:90px;top:30px;width:60px;height:40px;$"></div><p>${'word '.repeat(80)}`,
  ],
  [
    /^wrap-through/,
    `${PAGE}<div style="position:absolute;left:90px;top:30px;width:60px;height:40px;wrap-flow:both"></div><p style="$">${'word '.repeat(80)}`,
  ],
  [/^flow-into/, `<p style="$">a<br><b>b</b></p><p>c</p><div style="flow-from:foo;border:1px solid"></div>`],
  [/^flow-from/, `<p style="flow-into:foo">a</p><p>c</p><div style="border:1px solid;$">d</div>`],
  [
    /^region-fragment/,
    `<p style="flow-into:foo">${'a<br>'.repeat(9)}</p><div style="flow-from:foo;height:60px;$"></div>`,
  ],
  [
    /^break-/,
    `${PAGE}<style>p{flow-into:a;margin:0}div{flow-from:a;height:70px}</style><p>a<p style="height:20px;$">b</p><p style="height:40px;contain:size">c</p><p style="$">${'d<br>'.repeat(4)}</p><div></div>x<div style="height:90px"></div>x<div style="height:auto"></div>`,
  ],
  [
    /^break-/,
    `${PAGE}<style>p{flow-into:a;margin:0;height:20px}div{flow-from:a;height:50px}</style><p>a<p>b<p style="$">c<p>d</p><div></div>x<div></div>x<div></div>`,
  ],
  [
    /^-pagewright-break-room/,
    `${PAGE}<body style="margin:0"><div style="height:175px"></div><div style="height:3px;background:red;$"></div>`,
  ],
  [/^-pagewright-pages/, `${PAGE}<style>html{$}</style>${'<p>a'.repeat(6)}`],
  [
    /^-pagewright-footnote-area/,
    `${PAGE}<style>@page{@footnote foo{border-top:5px solid red}}</style><p>a<span style="float:footnote;$">note</span>`,
  ],
  [/^-pagewright-repeat/, `${PAGE}<table><caption style="$">continued</caption>${'<tr><td>row'.repeat(12)}</table>`],
  [
    /^-pagewright-vertical-fill/,
    `${PAGE}<style>@page{$}p{orphans:1;widows:1}</style>${'<p>a<br>b<br>c<p style="break-inside:avoid">d<br>e<br>f<br>g'.repeat(4)}`,
  ],
  [
    /^-pagewright-repeat/,
    `${PAGE}<table><thead><tr><td>head<tr style="$"><td>continued</thead>${'<tr><td>row'.repeat(12)}</table>`,
  ],
  [
    /^marker/,
    `<svg width=90 height=90><marker id=marker markerWidth=9 markerHeight=9><circle r=3 cx=3 cy=3 fill=#0f0 /></marker><path d="M20 40L60 10L70 70" fill=none stroke=red style="$"/></svg>`,
  ],
  [
    /^(?:clip-path|mask-image|offset-path|fill|stroke|filter|backdrop-filter)$/,
    `<svg width=90 height=90><clipPath id=clip><circle r=20 cx=20 cy=20 /></clipPath><mask id=mask><rect width=20 height=20 fill=#fff /></mask><path id=path d="M10 10L60 50" fill=none />
     <filter id=filter><feOffset dx=9 /></filter><linearGradient id=paint><stop stop-color=red /><stop offset=1 stop-color=blue /></linearGradient><rect width=60 height=40 stroke-width=5 style="$"/>
     <marker id=m markerWidth=20 markerHeight=20><rect width=6 height=6 stroke-width=1 style="$"/></marker><path d="M50 50H80" fill=red stroke=blue marker-end="url(#m)"/></svg><p style="position:absolute;width:60px;height:40px;background:red;$">a`,
  ],
  [/^object-view-box/, `<img src="${PNG}" style="width:90px;$">`],
];
