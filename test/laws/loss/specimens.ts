/**
 * Documents in which properties take effect. `$` marks the position of the declaration; the declarations before it
 * provide something that can change.
 */

import { FURTHER_SPECIMENS } from './further-specimens.ts';
import { PNG } from './samples.ts';

const WORDS = 'one two three four five six seven eight nine ten';
const PAGE = '<style>@page{size:300px 200px;margin:10px}</style>';
const SHAPE = 'linear-gradient(90deg,#000 30%,#0000)';

/** Specimens by property name. Each property is tried in matching specimens first, then in all others. */
export const SPECIMENS: readonly (readonly [names: RegExp, html: string])[] = [
  ...FURTHER_SPECIMENS,
  [
    /^font|^text-(?:transform|justify|wrap)|^letter|^word/,
    `<p style="font-family:DejaVu Sans;$">AVA fi ffi 1/2 0123 Tj<b>x</b> ½ ぁァ ☎ ❤ © H2O</p><p lang=ja style="font:20px sans-serif;$">漢字</p>`,
  ],
  [
    /^font|spacing|autospace/,
    `<p style="font-family:Noto Sans;font-size:20px;$">AVA fi 1/2 0123 1st <i>x</i></p><p lang=ja style="$">日本語abc、「はい」。ァ12</p>`,
  ],
  [
    /^white-space|^tab-size|^text-wrap|^overflow-wrap|^word-break|^line-break|^hyphen|^hanging|^text-spacing/,
    `${PAGE}<pre style="$">a\tb  c\n\n  d ${WORDS}</pre><p lang=en style="width:70px;$">extraordinarily  super\u00adcalifragilistic antidis\u00adestablishment\n\nab/cd ${WORDS}</p><p lang=ja style="width:70px;$">日本語ー、です。「々」あっ、漢字かな・交じり文「はい」ABC、</p>`,
  ],
  [/^hanging/, `<p style="$">“Quoted” text, ${WORDS}</p>`],
  [
    /^hyphen/,
    `${PAGE}<p lang=en style="width:75px;hyphens:auto;$">extraordinarily international characteristics representation understanding internationalization ${'communication '.repeat(9)}</p>`,
  ],
  [
    /^hyphenate-limit-last/,
    `${PAGE}<div style="columns:4;column-gap:5px;column-fill:auto;height:90px;hyphens:auto" lang=en><p style="hyphens:auto;orphans:1;widows:1;$">${'extraordinarily representation '.repeat(60)}</div>`,
  ],
  [/^text-emphasis/, `<p style="text-emphasis:dot;$">${WORDS}`],
  [
    /^text-underline|^text-decoration|skip-ink/,
    `<p style="text-decoration:underline;$">gypsy ${WORDS}</p><p style="writing-mode:vertical-rl;height:90px;text-decoration:underline;$">gypsy jaq 漢字</p><p lang=ja style="writing-mode:vertical-rl;height:90px;text-decoration:underline;$">漢字</p>`,
  ],
  [
    /^text-decoration/,
    `<p style="font:30px DejaVu Sans;text-decoration:underline"><b style="text-decoration:underline wavy;$">gypsy /漢字</b>`,
  ],
  [/^-webkit-text-stroke/, `<p style="-webkit-text-stroke:1px blue;$">a`],
  [
    /^ruby/,
    `<p><ruby style="$">ab<rt style="$">a long annotation</rt>c<rt>x</ruby> and <ruby style="ruby-position:under"><rb>漢<rb>字<rt style="$">かんかんかん<rt>じ</ruby>語 の`,
  ],
  [
    /^line-fit/,
    `<div style="border:1px solid;font:20px/30px Arial">Ap<span style="font-size:40px;line-height:90px;padding:9px;$">x</span></div>`,
  ],
  [
    /^shape-(?:inside|padding)/,
    `<svg width=200 height=90><text y=20 style="shape-inside:inset(0);$">${WORDS}</text></svg>`,
  ],
  [/^word-space/, `<p style="$">a\u200bb<wbr>c`],
  [/^text-autospace/, `<p lang=fr style="$">« Quoi » ? Oui; non: si! «Quoi»`],
  [/^text-box/, `<div style="text-box-trim:trim-both;border:1px solid;$">Apx`],
  [
    /^dominant|^alignment|^baseline|^vertical/,
    `<p style="font-size:30px">a<span style="font-size:12px;$">bp<b style="font-size:20px">c</b></span><span style="display:inline-flex;align-items:last baseline;$"><i>d<br>e</i></span></p><svg><text x=9 y=30 style="$">abc<tspan style="$">d</tspan></text></svg>`,
  ],
  [
    /^baseline-source/,
    `<p>a<span style="display:inline-block;height:60px;$">b<br>c</span><span style="display:inline-flex;flex-direction:column;$"><i>d</i><i>e</i></span>`,
  ],
  [
    /^image-|^object-/,
    `<img src="${PNG}" style="width:90px;height:90px;object-fit:none;$"><img src="${PNG}" style="width:90px;height:70px;$">`,
  ],
  [
    /^math/,
    `<math style="$"><mfrac style="$"><mi>a</mi><mi>b</mi></mfrac><msup style="$"><mi>x</mi><mn>2</mn></msup><msqrt><msup><mi>x</mi><mn>2</mn></msup></msqrt><mo>∑</mo></math><math display=block style="$"><munder><mo>∑</mo><mi>i</mi></munder><mi style="font-size:math;$">x</mi></math>`,
  ],
  [
    /^margin-trim/,
    `<div style="border:1px solid;width:200px;$"><p style="margin:20px">a</p><p style="margin:20px">b</p></div>`,
  ],
  [
    /^m(?:in|ax)-/,
    `<div style="display:flex;width:90px;height:9px"><p style="margin:0;flex:1 1 0;min-width:0;min-height:0;overflow:hidden;background:red;$">extraordinary words</p></div><p style="width:10px;height:3px;background:red;$">extraordinary words</p><div style="width:50px"><p style="width:200px;height:3px;background:red;overflow:clip;$">a`,
  ],
  [
    /^z-index|^clip$|^(?:top|left|right|bottom|inset)/,
    `<div style="position:absolute;width:40px;height:40px;background:red;$">a</div><div style="position:absolute;width:30px;height:60px;background:blue">b</div>`,
  ],
  [
    /^float|^clear/,
    `${PAGE}<div style="float:left;width:50px;height:90px;background:red"></div><div style="float:right;width:40px;height:30px;background:blue"></div><p>${WORDS}<span style="width:60px;background:#ff0;$">in</span><span style="width:60px;float:bottom;$">x</span> ${WORDS}<div style="$">c</div><div style="clear:both;$">c</div>`,
  ],
  [
    /^float/,
    `${PAGE}<div style="columns:2;height:150px;column-fill:auto"><p>${WORDS}<span style="float:top;width:60px;background:#ff0;$">in</span><span style="float:bottom;$">x</span> ${WORDS}</div>`,
  ],
  [
    /^clear/,
    `<div style="direction:rtl"><div style="float:left;width:50px;height:90px"></div><div style="float:right;width:50px;height:40px"></div><p style="$">a`,
  ],
  [
    /^(?:text-overflow|-webkit-line-clamp|block-ellipsis|max-lines|continue|line-clamp)/,
    `<p style="width:60px;overflow:hidden;white-space:nowrap;$">${WORDS}</p><p style="width:60px;overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;$">${WORDS}</p><p style="width:60px;line-clamp:3 no-ellipsis;$">${WORDS}`,
  ],
  [
    /^flex|^align|^justify|^place|^order|gap$/,
    `<div style="display:flex;width:100px;height:150px;flex-wrap:nowrap;align-content:flex-start;align-items:center;$"><b style="width:80px;background:red">a</b><i style="width:70px;font-size:30px;$">b</i></div><div style="display:flex;width:100px;height:150px;align-content:flex-start;align-items:center;flex-wrap:wrap;$"><b style="width:80px;background:red">a</b><i style="width:70px;font-size:30px;background:red;$">b</i></div>`,
  ],
  [
    /^align|^justify|^place/,
    `<div style="display:grid;grid:50px 70px/60px 60px;width:200px;height:200px;align-content:center;justify-content:center;justify-items:center;align-items:center;$"><b style="background:red;$">a</b><img src="${PNG}" style="$"><i style="font-size:30px;background:red;$">b</i></div><div dir=rtl style="display:flex;width:200px;height:90px;justify-content:center;align-items:end;$"><b style="background:red;$">a</b></div>`,
  ],
  [
    /^align-content/,
    `<div style="height:150px;align-content:center;$">a</div><div style="display:grid;height:150px;align-content:center;$"><b style="background:red">a`,
  ],
  [
    /^(?:break|orphans|widows|page|margin-break)/,
    `${PAGE}<div style="columns:2;column-gap:0"><p>a</p><p style="$">b</p><p>c</p></div><p style="height:120px">d<p style="margin-top:40px;$">${WORDS}<p style="break-inside:auto;$">${'x<br>'.repeat(9)}`,
  ],
  [
    /^break-inside/,
    `${PAGE}<div style="columns:2;height:100px;column-fill:auto"><p style="margin:0;height:70px">a<p style="$">${'x<br>'.repeat(3)}</div>`,
  ],
  [
    /^margin-break/,
    `${PAGE}<p style="height:170px;margin:0">a<p style="margin-top:40px;$">b<p style="break-before:page;margin-top:40px;$">c`,
  ],
  [
    /^initial-letter/,
    `<style>p::first-letter{initial-letter:4;border:2px solid;padding:3px;$}</style><p>Once upon ${WORDS} ${WORDS}`,
  ],
  [
    /^unicode-bidi|^direction/,
    `<p dir=rtl>abc! <span dir=ltr style="$">שלום, (a) 1-2!</span> 3 <b style="$">a ג!</b>, ד.</p><p style="$">שלום, a!</p>`,
  ],
  [
    /^border|^corner/,
    `<p style="border:9px solid #0a0;border-radius:9px;border-image:linear-gradient(#00f,#ff0) 20%;$">a</p><p style="border:20px solid #0a0;$">a</p><p style="border:20px solid;border-image:url(${PNG}) 1 round;$">a`,
  ],
  [/^outline/, `<p style="outline:4px solid blue;$">a`],
  [
    /^background/,
    `<div style="height:60px;overflow:scroll;background:url(${PNG}) no-repeat;padding:5px;border:3px dashed;background-size:20px 9px;$">a</div><p style="background-image:url(${PNG});$">${WORDS}`,
  ],
  [
    /^transform|^perspective|^backface|^translate|^rotate|^scale/,
    `<div style="perspective:300px;width:90px;height:50px;$"><p style="transform:rotate3d(1,1,0,30deg);background:red;border:5px solid;padding:3px;width:60px;$">a</div><div style="transform:rotateY(180deg);background:blue;$">b</div><svg><g style="transform:rotate(30deg);$"><rect x=20 y=20 width=40 height=20 stroke=red stroke-width=9 style="transform:rotate(30deg);$"/></g></svg>`,
  ],
  [/^transform-style/, `<div style="transform:rotateY(50deg);$"><p style="transform:rotateY(50deg);background:red">a`],
  [
    /^shape-/,
    `<div style="float:left;width:70px;height:70px;margin:5px;padding:5px;border:5px solid;border-radius:50%;shape-outside:${SHAPE};$"></div>${WORDS} ${WORDS} ${WORDS}`,
  ],
  [
    /^shape-/,
    `<div style="float:left;width:70px;height:70px;margin:5px;padding:5px;border:5px solid;border-radius:50%;shape-outside:circle(40%);$"></div>${WORDS} ${WORDS} ${WORDS}`,
  ],
  [
    /^mask-border/,
    `<p style="border:20px solid;padding:9px;mask-border:linear-gradient(#000,#0000) 20% / 12px;background:red;$">a`,
  ],
  [
    /^mask|^clip/,
    `<p style="border:5px solid;padding:9px;background:red;mask:${SHAPE} 3px 4px/40% 40% repeat, linear-gradient(#000,#0008);$">a</p><svg><mask id=k style="$"><rect width=90 height=60 fill="#888"/></mask><rect mask="url(#k)" width=90 height=90 fill=red stroke-width=5 stroke=blue style="$"/></svg>`,
  ],
  [
    /^mask-clip|^mask-origin/,
    `<svg viewBox="0 0 60 60" width=90 height=90><rect x=9 y=9 width=40 height=30 fill=red stroke-width=9 stroke=blue style="mask:${SHAPE} no-repeat;$"/></svg>`,
  ],
  [
    /^column|^row/,
    `${PAGE}<div style="columns:3;height:60px;column-fill:auto;column-rule:2px solid #00f;row-rule:2px solid #00f;gap:9px;column-wrap:auto;$">${WORDS} ${WORDS}<p>${WORDS} ${WORDS}</div><div style="display:grid;grid:20px 20px 20px/30px 30px 30px;gap:9px;column-rule:2px dashed #00f;row-rule:3px solid #0f0;$"><b>a</b><b style="grid-column:span 2">b</b><b style="grid-row:3">c</b></div>`,
  ],
  [
    /^column|^row/,
    `${PAGE}<div style="columns:3;column-rule:2px solid #00f;$">${WORDS} ${WORDS}</div><div style="columns:3;column-fill:balance-all;height:400px;$">${WORDS} ${WORDS} ${WORDS}</div><div style="display:flex;flex-wrap:wrap;width:90px;gap:9px;column-rule:2px solid #00f;row-rule:3px solid #0f0;$"><b style="width:30px">a</b><b style="width:30px">b</b><b style="width:60px">c`,
  ],
  [
    /rule-inset/,
    `<div style="display:grid;grid:20px 20px/30px 30px;gap:9px;column-rule:4px solid #00f;row-rule:4px solid #0f0;column-rule-break:intersection;row-rule-break:intersection;rule-inset:3px;$"><b>a</b><b>b</b><b>c</b><b>d`,
  ],
  [
    /^grid-template|^grid-auto/,
    `<div style="display:grid;width:150px;justify-content:start;align-content:start;gap:3px;grid-auto-columns:20px;grid-auto-rows:20px;$"><b style="grid-area:2/3">extra</b><b style="grid-column:span 2">b two</b><i>c</i><i>d</i></div><div style="display:grid;width:150px;grid:auto/repeat(2,50px);justify-content:start;$"><b style="width:90px;grid-area:x">extra words</b><b>b</b></div>`,
  ],
  [
    /^grid-lanes|^flow-tolerance/,
    `<div style="display:grid-lanes;width:100px;height:90px;grid-template:20px 20px/40px 40px;font-size:16px;$"><b style="height:60px">a</b><b style="height:9px">b</b><b style="height:38px">c</b><b>d</b><b>e</b></div>`,
  ],
  [
    /^grid-auto/,
    `<div style="display:grid;width:200px;justify-content:start;$"><b style="grid-column:1">a</b><i style="grid-area:3/4">long words here</i><u>x</u></div><div style="display:grid;grid-template-columns:repeat(3,40px);$"><b style="grid-column:span 2">a</b><b style="grid-column:span 2">b</b><b>c`,
  ],
  [
    /^grid-template/,
    `<div style="display:grid;grid:[a] 30px [b] 40px [c]/[a] 30px [b] 40px [c]"><div style="display:grid;grid-area:1/1/3/3;$"><b>a</b><i>b</i><u>c words</u></div></div>`,
  ],
  [
    /^grid-(?:row|column)/,
    `<div style="display:grid;grid:[x] 30px [foo] 40px [foo] 50px [y]/[x] 30px [foo] 40px [foo] 50px"><b style="$">a</b><i style="grid-area:1/1;$">b`,
  ],
  [
    /^content|^counter|^quotes|^string-set/,
    `<style>p{counter-increment:n}p::before{content:"x";$}p::after{content:open-quote counter(foo) counter(n) counters(foo,".") close-quote}</style><p style="$">a <q>b</q></p><p style="counter-reset:foo"><b style="$">c</b>`,
  ],
  [
    /^content|^quotes/,
    `<style>q::before{content:"x";$}q::after{content:close-quote;$}</style><p><q>a</q> <q>b <q>c</q></q></p><p style="$"><img src="${PNG}" style="$">d`,
  ],
  [/^bookmark/, `<h1 style="bookmark-label:'x';$">a</h1><h2>b</h2>`],
  [
    /^footnote/,
    `${PAGE}<p>a<span style="float:footnote;$">${WORDS}</span> <b>b</b><span style="float:footnote;$">two</span></p><p style="height:60px">x<p>c ${WORDS}<span style="float:footnote;$">${WORDS} ${WORDS} ${WORDS} ${WORDS}</span> d`,
  ],
  [
    /^footnote-policy/,
    `${PAGE}<p style="height:90px">x<p>one<br>two<br>c<span style="float:footnote;$">${WORDS} ${WORDS} ${WORDS}</span> d<br>e`,
  ],
  [
    /^contain/,
    `<div style="counter-increment:n;$"><b style="counter-increment:n 5">b</b></div><p style="$">x</p><style>p::after{content:counter(n)}</style><div style="display:inline-block;border:1px solid;contain:size;$">${WORDS}</div>`,
  ],
  [
    /^container/,
    `<style>@container (width>1px){b{color:red}}@container foo (width>1px){i{color:blue}}@container scroll-state(stuck:top){u{color:red}}</style><div style="container-type:inline-size;$"><b>a</b><i>b</i><u>c`,
  ],
  [/^will-change/, `<div style="z-index:1;background:red;$">a<b style="position:fixed;top:40px">b</b></div>`],
  [
    /^appearance|^field-sizing/,
    `<input type=checkbox checked style="$"><input type=radio checked style="$"><input value=v style="$"><select style="$"><option>o</select><button style="$">b</button><progress value=.5 style="$"></progress><meter value=.5 style="$"></meter><textarea style="$">t</textarea><input type=search style="$">`,
  ],
  [
    /^offset/,
    `<div style="width:300px;height:200px;position:relative"><p style="position:absolute;width:40px;height:20px;background:red;offset:path('M10 10L90 60') 30%;$">a</p><p style="position:absolute;width:40px;height:20px;background:red;offset:ray(45deg closest-side) 30px;$">a`,
  ],
  [
    /^anchor|^position/,
    `<div style="position:relative;width:250px;height:150px"><i style="position:absolute;left:100px;top:60px;width:30px;height:20px;anchor-name:--a;background:blue">a</i><b style="position:absolute;position-anchor:--a;width:auto;background:red;position-area:bottom right;$">bcd</b></div><div style="position:relative;writing-mode:vertical-rl;direction:rtl;width:250px;height:150px"><i style="position:absolute;left:100px;top:60px;width:30px;height:20px;anchor-name:--b">a</i><b style="position:absolute;writing-mode:horizontal-tb;position-anchor:--b;background:red;position-area:bottom right;$">bcd`,
  ],
  [
    /^position-(?:try|visibility)/,
    `<div style="position:relative;width:150px;height:90px"><i style="position:absolute;left:100px;top:60px;width:30px;height:20px;anchor-name:--a;background:blue">a</i><b style="position:absolute;position-anchor:--a;width:70px;height:50px;background:red;position-area:bottom right;position-try-fallbacks:top left,bottom span-left,left span-bottom;$">b</b></div><div style="overflow:hidden;height:5px;position:relative"><i style="anchor-name:--c;position:absolute;top:40px">c</i></div><b style="position:absolute;position-anchor:--c;position-area:bottom;$">d`,
  ],
  [
    /^anchor/,
    `<div style="$"><i style="position:absolute;left:100px;top:60px;anchor-name:--a;$">a</i></div><b style="position:absolute;left:anchor(--a right);top:anchor(--a bottom);position-anchor:--a">b`,
  ],
  [
    /^anchor-name/,
    `<i style="position:absolute;left:100px;top:60px;$">a</i><b style="position:absolute;position-anchor:--a;position-area:bottom right">b`,
  ],
  [
    /^block-step|^line-grid|^line-snap|^line-height/,
    `<div style="line-grid:create;line-height:20px"><p style="block-step-size:30px;border:1px solid;margin:7px;font-size:13px;line-snap:baseline;$">${WORDS}<div style="block-step-size:30px;border:1px solid;padding:2px;$">a</div>b</div>`,
  ],
  [
    /^line-grid/,
    `<div style="line-height:20px;line-snap:baseline;$"><p style="margin:7px;font-size:13px;$">${WORDS}<div style="font-size:9px;line-height:13px">a</div>b</div>`,
  ],
  [
    /^clip-rule|^fill|^stroke|^marker|^paint|^color-int|^shape-rend|^text-(?:anchor|rend)|^vector|^[cr][xy]?$|^[xyd]$/,
    `<svg width=200 height=90><clipPath id=c><path d="M9 9h60v60h-60zM20 20h30v30h-30z" style="$"/></clipPath><rect width=90 height=90 clip-path="url(#c)"/><path d="M100 40L140 10L150 70" fill=none stroke=red stroke-width=12 style="$"/><circle cx=100 cy=50 r=20 style="$"/><ellipse cx=100 cy=50 rx=20 ry=9 style="$"/><rect x=9 y=9 width=9 height=9 style="$"/><linearGradient id=g style="$"><stop stop-color=red /><stop offset=1 stop-color=blue /></linearGradient><rect width=20 height=20 fill="url(#g)" style="$"/></svg>`,
  ],
  [
    /^stop|^flood|^lighting|^color-int/,
    `<svg width=200 height=90><linearGradient id=g><stop stop-color=blue style="$"/><stop offset=1 stop-color=blue /></linearGradient><rect width=20 height=20 fill="url(#g)"/><filter id=f style="$"><feFlood flood-color=blue result=a style="$"/><feDiffuseLighting in=SourceAlpha surfaceScale=3 style="$"><feDistantLight azimuth=30 elevation=40 /></feDiffuseLighting><feBlend in2=a mode=multiply /><feGaussianBlur stdDeviation=2 style="$"/></filter><rect x=50 y=20 width=40 height=40 fill="#357" filter="url(#f)"/></svg>`,
  ],
  [
    /^break|^box-decoration/,
    `${PAGE}<p style="margin:0;height:100px">a<div style="border:5px solid;$"><p>a</p><p style="$">${'x<br>'.repeat(9)}</div><p style="$">y`,
  ],
  [
    /^(?:visibility|content-visibility|display|overflow|scroll|empty|caption|table|border-(?:coll|spac))/,
    `<div style="width:90px;height:20px;$"><p>${WORDS}</div><table style="border-spacing:3px;$"><caption style="$">c</caption><tr style="$"><td style="$">a<td style="border:1px solid;$"></table><div style="display:flex"><b style="$">a</b><i>b</i></div>`,
  ],
  [
    /^text-justify/,
    `<p style="width:120px;text-align:justify;$">${WORDS}</p><p lang=ja style="width:95px;text-align:justify;$">漢字かな交じり文のテキスト</p>`,
  ],
  [
    /^hyphenate-limit/,
    `<p lang=en style="width:60px;hyphens:auto;font-size:12px;$">a extraordinarily, international; rather it is of an over again representation</p>`,
  ],
  [
    /^line-break/,
    `<p lang=ja style="width:50px;font-size:10px;$">あああああっあああああ々ああああ‐ああああ〜あ%あああ…………あああ・ああ</p><p style="width:10px;$">a/b.c,d</p>`,
  ],
  [
    /^text-spacing-trim/,
    `<p lang=ja style="width:90px;font-family:Noto Sans JP,Noto Sans CJK JP;$">「あ」「い」、（う）。あああああああ「ああ」</p>`,
  ],
  [
    /^ruby/,
    `<p><ruby style="ruby-merge:separate;$"><rb>漢<rb>字<rt>かんかん<rt>じ</ruby> and<ruby style="$">b<rt>annotation</ruby> and`,
  ],
  [/^image-orientation/, `<img src="${PNG}" style="$">`],
  [/^accent/, `<input type=checkbox checked style="$"><progress value=.5 style="$">`],
  [
    /^margin/,
    `<div style="width:200px"><p style="width:50px;background:red;$">a</p><div style="display:flex"><b style="$">a</b><b style="$">b`,
  ],
  [/^max-/, `<div style="width:90px;height:70px"><p style="height:300px;width:300px;background:red;$">a`],
  [
    /^float-(?:offset|defer|reference)/,
    `${PAGE}<p>a<span style="float:top;float-reference:page;background:red;$">one</span><p>b<p style="break-before:page">c<p style="break-before:page">d</p><div style="columns:3;height:90px;column-fill:auto">${WORDS}<span style="float:top;float-reference:column;background:red;$">one</span>${WORDS}`,
  ],
  [
    /^overflow-clip/,
    `<div style="overflow:clip;border:3px solid;width:40px;height:20px;$"><div style="width:90px;height:90px;background:red">a`,
  ],
  [
    /^overflow-clip/,
    `<div style="overflow:clip;padding:9px;width:40px;height:20px;overflow-clip-margin:border-box;$"><div style="width:90px;height:90px;background:red">a`,
  ],
  [/^order/, `<div style="display:flex"><b style="$">a</b><b style="order:1">b`],
  [
    /^break-(?:before|after)/,
    `${PAGE}<p style="height:130px;margin:0">a<p style="margin:0;height:20px;$">b<p style="margin:0;height:20px;$">c<p style="margin:0;height:70px">d</p><div style="columns:2;height:90px;column-fill:auto"><p style="margin:0;height:40px">a<p style="margin:0;height:30px;$">b<p style="margin:0;height:30px;$">c`,
  ],
  [
    /^break-inside/,
    `${PAGE}<div style="columns:2;height:90px;column-fill:auto"><p style="margin:0;height:50px">a<p style="margin:0;$">x<br>y<br>z</div>`,
  ],
  [/^corner|radius/, `<p style="border:5px solid;border-radius:20px;background:red;height:50px;$">a`],
  [
    /^background/,
    `<p style="background:url(${PNG}),#0f0;width:90px;height:70px;padding:9px;border:9px solid #0005;$">a`,
  ],
  [
    /^mask-border/,
    `<p style="border:20px solid;padding:20px;background:red;mask-border-source:${SHAPE};mask-border-slice:30%;mask-border-width:12px;$">a</p><p style="border:20px solid;mask-border-source:url(${PNG});mask-border-slice:1 fill;mask-border-mode:luminance;$">b</p><p style="border:20px solid;background:red;mask-border-source:radial-gradient(#0000,#000);mask-border-slice:20%;mask-border-mode:alpha;$">c`,
  ],
  [
    /^mask/,
    `<svg width=90 height=90><rect x=9 y=9 width=40 height=30 fill=red stroke-width=9 stroke=blue style="mask:${SHAPE} no-repeat;$"/></svg>`,
  ],
  [
    /^column-/,
    `${PAGE}<div style="columns:3;height:50px;$">${WORDS}<p style="$">span</p>${WORDS} ${WORDS} ${WORDS} ${WORDS}</div>`,
  ],
  [/^column-fill/, `${PAGE}<div style="columns:2;$">${'x<br>'.repeat(26)}</div>`],
  [
    /^(?:column-|row-)?rule/,
    `<div style="display:grid;grid:20px 20px 20px/30px 30px 30px;gap:9px;column-rule:4px solid #00f;row-rule:4px solid #0f0;row-rule-break:none;column-rule-visibility-items:around;row-rule-visibility-items:around;rule-overlap:row-over-column;$"><b>a</b><b style="grid-column:span 2">b</b><b style="grid-row:3">c</b></div><div style="display:grid;grid:20px 20px 20px/30px 30px 30px;gap:9px;row-rule:4px #0f0;$"><b>a</b><b style="grid-column:span 2">b</b><b style="grid-row:3">c</b></div>`,
  ],
  [
    /^row-rule-break/,
    `<div style="display:grid;grid:20px 20px/30px 30px;gap:9px;column-rule:4px solid #00f;row-rule:4px solid #0f0;row-rule-break:intersection;$"><b>a</b><b>b</b><b>c</b><b>d`,
  ],
  [
    /^grid-(?:row|column)/,
    `<div style="display:grid;grid:[x] 30px [foo] 40px [foo] 50px [y]/[x] 30px [foo] 40px [foo] 50px"><b style="background:red;grid-area:1/1;$">a</b>`,
  ],
  [/^bookmark/, `<h1 style="$">a`],
  [
    /^footnote/,
    `${PAGE}<p style="height:90px">x<p>one two<br>three<br>c<span style="float:footnote;$">${WORDS} ${WORDS} ${WORDS} ${WORDS} ${WORDS} ${WORDS} ${WORDS}</span> d<br>e`,
  ],
  [/^footnote-display/, `${PAGE}<p>a<span style="float:footnote;$">b</span> c<span style="float:footnote;$">d`],
  [
    /^offset/,
    `<div style="position:relative;width:300px;height:200px"><p style="position:absolute;left:9px;top:9px;width:40px;height:20px;background:red;offset-path:ray(45deg);offset-distance:30px;$">a</p><p style="position:absolute;left:50px;top:9px;width:40px;height:20px;background:red;transform-origin:0 0;offset-path:path('M10 10L90 60');$">a`,
  ],
  [
    /^position-try/,
    `<div style="position:relative;width:100px;height:200px"><i style="position:absolute;left:10px;top:90px;width:30px;height:20px;anchor-name:--a">a</i><b style="position:absolute;position-anchor:--a;width:90px;height:150px;position-area:right;position-try-fallbacks:top,bottom right,bottom;background:red;$">d`,
  ],
  [
    /^block-step/,
    `<p style="margin:0">x<div style="block-step-size:40px;background:red;$">a</div>b<div style="block-step-size:40px;block-step-insert:padding-box;$">a</div>b`,
  ],
  [
    /^stroke|^paint|^text-anchor/,
    `<svg width=200 height=90><path d="M20 40L60 10L70 70" fill=#ff0 stroke=red stroke-width=12 stroke-dasharray="9 4" style="$"/><text x=90 y=40 fill=red stroke=blue stroke-width=3 font-size=30 style="$">ab</text><path d="M120 20L150 60L180 20" fill=none stroke-width=12 stroke=red style="$"/></svg>`,
  ],
  [
    /^font-synthesis/,
    `<p style="font-family:DejaVu Serif;font-style:italic;font-variant-caps:small-caps;font-variant-position:super;$">abc <span style="font-family:Noto Sans Mono;$">def 12</span></p>`,
  ],
  [
    /^hyphenate-limit/,
    [...'abcdefghijklmnopqrst']
      .map(
        (_, i) =>
          `<p lang=en style="width:${20 + 6 * i}px;hyphens:auto;font-size:12px;$">a data an into an extraordinary representation an international communication`,
      )
      .join(''),
  ],
  [
    /^hyphenate-limit-last/,
    `${PAGE}<div style="columns:2;column-gap:9px;height:30px;column-fill:auto"><p lang=en style="margin:0;width:76px;hyphens:auto;font-size:12px;line-height:15px;orphans:1;widows:1;$">an extraordinary representation an international communication an extraordinary representation</div>`,
  ],
  [
    /^footnote-policy/,
    `${PAGE}<p style="height:100px;margin:0">x<p style="margin:0">one<br>two <span style="float:footnote;$">${WORDS} ${WORDS} ${WORDS} ${WORDS}</span>three`,
  ],
  [
    /^position-try-order/,
    `<div style="position:relative;width:200px;height:200px"><i style="position:absolute;left:20px;top:90px;width:30px;height:20px;anchor-name:--a">a</i><b style="position:absolute;position-anchor:--a;position-area:left;position-try-fallbacks:right,bottom;background:red;$">d`,
  ],
  [
    /^position-try-order/,
    `<div style="position:relative;width:200px;height:200px"><i style="position:absolute;left:90px;top:20px;width:30px;height:20px;anchor-name:--a">a</i><b style="position:absolute;position-anchor:--a;position-area:top;position-try-fallbacks:bottom,right;background:red;$">d`,
  ],
  [
    /^paint-order/,
    `<svg width=200 height=90><marker id=m orient=auto><circle r=9 fill=#0f0 /></marker><path d="M20 40L60 10L70 70z" fill=#ff0 stroke=red stroke-width=12 marker-mid="url(#m)" style="$"/></svg>`,
  ],
  [
    /^column-(?:wrap|fill)/,
    `${PAGE}<div style="columns:3;column-height:30px;height:50px;$">${'x<br>'.repeat(12)}</div><div style="columns:2;$"><p style="margin:0">${'x<br>'.repeat(7)}<p style="break-before:page;margin:0">${'y<br>'.repeat(3)}</div>`,
  ],
  [/^text-box-edge/, `<div style="text-box-trim:trim-both;border:1px solid;text-box-edge:cap alphabetic;$">Apx`],
  [
    /^break-after/,
    `${PAGE}<div style="columns:2;height:60px;column-fill:auto"><p style="margin:0;height:20px">a<p style="margin:0;height:20px">a<p style="margin:0;height:20px;$">b<p style="margin:0;height:20px">c`,
  ],
  [
    /^break-before/,
    `${PAGE}<p style="height:110px;margin:0">a<p style="margin:0;height:40px">b<p style="margin:0;height:50px;$">c`,
  ],
  [
    /^mask-(?:clip|origin)/,
    `<svg width=90 height=90 viewBox="0 0 60 40"><g style="mask:${SHAPE} no-repeat;mask-clip:fill-box;mask-origin:fill-box;$"><rect x=9 y=9 width=40 height=30 fill=red stroke-width=9 stroke=blue /></g></svg>`,
  ],
  [
    /^offset-position/,
    `<div style="position:relative;width:300px;height:200px"><p style="position:absolute;left:9px;top:9px;width:40px;height:20px;background:red;offset-path:ray(45deg);offset-distance:30px;offset-position:auto;$">a`,
  ],
  [/^line-break/, `<p lang=ja style="width:50px;font-size:10px;line-break:anywhere;$">あああああっああ、ああああ`],
  [
    /^hyphenate-limit-zone/,
    [...'abcdefghijklmnopqrst']
      .map(
        (_, i) =>
          `<p lang=en style="width:${15 + 2 * i}px;hyphens:auto;font-size:4px;$">a data an into an extraordinary representation`,
      )
      .join(''),
  ],
  [/^ruby-merge/, `<p><ruby style="ruby-merge:separate;$"><rb>漢<rb>字<rt>かんかん<rt>じ</ruby>`],
  [/^image-rendering/, `<img src="${PNG}" style="width:90px;$">`],
  [
    /^counter-(?:reset|set)/,
    `<style>p::after{content:counter(foo)}</style><div style="counter-reset:foo 5"><p style="$">c`,
  ],
  [
    /^grid-row-end/,
    `<div style="display:grid;grid:[x] 30px [foo] 40px [foo] 50px [y]/30px"><b style="background:red;grid-row:3/4;$">a`,
  ],
  [
    /./,
    `${PAGE}<p style="width:150px;border:3px solid green;padding:4px;text-decoration:underline wavy;$">${WORDS} <b lang=en style="$">AVfi 1/2 office</b> <i style="position:relative;$">${WORDS}</i></p><div style="height:200px"><p style="$">a</p></div><p style="margin:5px;$">b</p>`,
  ],
  [
    /./,
    `${PAGE}<table style="border-collapse:separate;width:200px;$"><caption style="$">cap</caption><tr><td style="border:1px solid;height:40px;$">a<td style="border:1px solid;$"><td>${WORDS}</table><ul style="$"><li style="$">one<li style="list-style:square;$">two</ul><ruby style="$">base long text<rt style="$">a b</ruby> <q style="$">quote</q>`,
  ],
  [
    /./,
    `${PAGE}<img src="${PNG}" style="width:100px;height:70px;border:4px solid;padding:3px;background:yellow;$"><div style="position:relative;height:100px;width:200px"><div style="position:absolute;left:20px;top:10px;width:60px;height:30px;background:red;overflow:hidden;$">${WORDS}</div><span style="display:inline-block;background:blue;transform:rotate(10deg);width:50px;$">ib</span></div><div style="writing-mode:vertical-rl;height:150px;$">日本語 abc 12 <b style="$">漢字 ab</b></div>`,
  ],
];
