/** Pieces of documents with which the support page tests at-rules, selectors, functions and elements. */

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAFklEQVR42mP4z8DAAMb/QSSY5kwGUQB6xgpjXJjIBwAAAABJRU5ErkJggg==';

/**
 * A document in which every selector that can match on paper matches something. `$` is inside a style sheet, `!` in
 * that of a shadow tree.
 */
export const SELECTED = `<!doctype html><html lang=en><style>@page{size:400px 700px;margin:9px}a{color:red}$</style><body>
<p id=top class=c>one <b>two</b> <i lang=de dir=rtl>three</i><u></u></p><p>four &amp; five</p><h2>six</h2><ul><li>a<li>b</ul>
<a href="https://example.org/">link</a><a>none</a><a href="#top">near</a>
<form><input type=checkbox checked style="appearance:none"><input type=checkbox style="appearance:none"><input type=radio name=n><input disabled value=v><input required>
<input placeholder=ph><input type=number min=1 max=2 value=5><input type=number min=1 max=3 value=2><input type=file><input type=color>
<input type=range><input type=search value=s><input type=email value=no><select><option selected>o<option>p</select><textarea readonly>t</textarea><button>go</button>
<select style="appearance:base-select"><option>q</select><progress></progress><meter min=0 max=9 low=2 high=7 optimum=1 value=1></meter><meter min=0 max=9 low=2 high=7 optimum=1 value=8></meter></form>
<details open><summary>s</summary>d</details><my-thing>m</my-thing><video controls></video>
<div id=host><template shadowrootmode=open><style>$</style><slot></slot><b part=p>b</b></template><i>light</i></div>
<table border=1><col><col><tr><td>1<td>2</table><div style="columns:2"><p>words in columns</p></div><div popover>x</div>
<p style="break-before:page">second</p><p style="break-before:page">third</p>`;

/** Arguments or another form for selectors that are incomplete by name alone; the others are used unchanged. */
export const SELECTOR_FORMS: Readonly<Record<string, string>> = {
  '::cue()': '::cue(b)',
  '::cue-region()': '::cue-region(#a)',
  '::highlight()': '::highlight(a)',
  '::nth-fragment()': '::nth-fragment(1)',
  '::part()': '::part(p)',
  '::picker()': '::picker(select)',
  '::scroll-button()': '::scroll-button(*)',
  '::slotted()': '::slotted(i)',
  '::view-transition-group()': '::view-transition-group(*)',
  '::view-transition-group-children()': '::view-transition-group-children(*)',
  '::view-transition-image-pair()': '::view-transition-image-pair(*)',
  '::view-transition-new()': '::view-transition-new(*)',
  '::view-transition-old()': '::view-transition-old(*)',
  ':active-view-transition-type()': ':active-view-transition-type(a)',
  ':current()': ':current(b)',
  ':dir()': ':dir(rtl)',
  ':has()': ':has(b)',
  ':heading()': ':heading(2)',
  ':host()': ':host(div)',
  ':host-context()': ':host-context(body)',
  ':is()': ':is(b)',
  ':lang()': ':lang(de)',
  ':link-to()': ':link-to(url("https://example.org/"))',
  ':matches()': ':matches(b)',
  ':not()': 'p:not(.c)',
  ':nth()': '@page :nth(2)',
  ':nth-child()': ':nth-child(2)',
  ':nth-col()': ':nth-col(2)',
  ':nth-last-child()': ':nth-last-child(2)',
  ':nth-last-col()': ':nth-last-col(1)',
  ':nth-last-of-type()': ':nth-last-of-type(2)',
  ':nth-of-page()': ':nth-of-page(1)',
  ':nth-of-type()': ':nth-of-type(2)',
  ':state()': ':state(a)',
  ':where()': ':where(b)',
  ':first': '@page :first',
  ':left': '@page :left',
  ':right': '@page :right',
  ':blank': '@page :blank',
  '&': 'p{&.c',
  '+': 'p + p',
  '>': 'p > b',
  '||': 'col || td',
  '~': 'p ~ p',
};

/** Writes the rule of a selector. */
export function ruleOf(form: string): string {
  if (form.startsWith('@page')) return `${form}{background:#ff0}`;
  // Elements have no use for it, which a diagnostic would report.
  const content = /::|:before|:after/.test(form) ? 'content:"q";' : '';
  return `${form}{color:#123456;background:#ff0;${content}border:1px solid}${form.includes('{') ? '}' : ''}`;
}

/** Style rules, `$`, and a page for them. */
export const RULED = `<!doctype html><html lang=en><style>$</style><style>@page{size:300px 200px;margin:30px}</style>
<body class=b><section><p id=a class=c title="q w">one <i>two</i></p></section><ol><li>a</ol><img src="${PNG}"><p style="break-before:page;background:content(x)">b`;

const PAGE_BOX = (name: string): string => `@page{${name}{content:"margin"}}`;
const MARGIN_BOXES = ['top', 'bottom'].flatMap((side) => [
  `@${side}-left`,
  `@${side}-center`,
  `@${side}-right`,
  `@${side}-left-corner`,
  `@${side}-right-corner`,
]);
const SIDE_BOXES = ['left', 'right'].flatMap((side) => [`@${side}-top`, `@${side}-middle`, `@${side}-bottom`]);
const FEATURE = (block: string): string =>
  `@font-feature-values DejaVu Sans{${block}{x:1}}p{font-family:DejaVu Sans;font-variant-alternates:${block.slice(1)}(x)}`;

/** The text of an at-rule; without an entry, the name with an empty block. */
export const AT_RULES: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...MARGIN_BOXES, ...SIDE_BOXES].map((name) => [name, PAGE_BOX(name)])),
  ...Object.fromEntries(
    ['@annotation', '@character-variant', '@ornaments', '@styleset', '@stylistic', '@swash', '@historical-forms'].map(
      (name) => [name, FEATURE(name)],
    ),
  ),
  '@font-feature-values': FEATURE('@styleset'),
  '@charset': '@charset "utf-8";',
  '@color-profile': '@color-profile --x{src:url(data:,)}p{color:color(--x 1 0 0)}',
  '@container': 'section{container-type:inline-size}@container (width>9px){p{color:red}}',
  '@counter-style': '@counter-style x{system:cyclic;symbols:"+";suffix:" "}li{list-style:x}',
  '@custom-media': '@custom-media --p print;@media (--p){p{color:red}}',
  '@custom-selector': '@custom-selector :--x p;:--x{color:red}',
  '@else': '@when media(screen){p{top:0}}@else{p{color:red}}',
  '@when': '@when media(print){p{color:red}}',
  '@font-face': '@font-face{font-family:x;src:local("DejaVu Serif")}p{font-family:x}',
  '@font-palette-values': '@font-palette-values --x{font-family:x;base-palette:1}p{font-palette:--x}',
  '@function': '@function --f(){result:red}p{color:--f()}',
  '@import': '@import "data:text/css,p{color:red}";',
  '@keyframes': '@keyframes x{to{color:red}}p{animation:x 1s}',
  '@-webkit-keyframes': '@-webkit-keyframes x{to{color:red}}',
  '@layer': '@layer a{p{color:red}}',
  '@media': '@media print{p{color:red}}',
  '@mixin': '@mixin --m(){color:red}p{@apply --m;}',
  '@apply': '@mixin --m(){color:red}p{@apply --m;}',
  '@contents': '@mixin --m(@contents){@contents;}p{@apply --m{color:red}}',
  '@namespace': '@namespace h "http://www.w3.org/1999/xhtml";h|p{color:red}',
  '@page': '@page{background:red}',
  '@position-try':
    '@position-try --x{position-area:top}p{position:absolute;position-try-fallbacks:--x;top:900px;height:20px}',
  '@private': '@private --x;p{color:red}',
  '@property': '@property --x{syntax:"<color>";inherits:false;initial-value:red}p{color:var(--x)}',
  '@scope': '@scope (section){p{color:red}}',
  '@starting-style': '@starting-style{p{color:red}}',
  '@supports': '@supports (color:red){p{color:red}}',
  '@supports-condition': '@supports-condition --x (color:red);@supports --x{p{color:red}}',
  '@view-transition': '@view-transition{navigation:auto}',
  '@location': '@location --x{pathname:"/"}',
  '@navigation': '@navigation (from:--x){p{color:red}}',
};

/** The context of functions: an element with siblings and enough room for them. */
export const FUNCTIONAL = `<!doctype html><style>@page{size:300px 300px}@property --l{syntax:"<length>";inherits:false;initial-value:3px}</style><div style="position:relative;width:200px;height:150px;counter-reset:n 4"><i style="anchor-name:--a;position:absolute;left:20px;top:30px;width:40px;height:20px">a</i>
<p id=p data-x=20px data-c=red style='--y:20px;--c:red;width:90px;height:40px;$'>words</p><b>x</b></div><style>b::before{content:"";$}</style><h1 style="string-set:t content();--inherited:9px">t</h1><svg width=90 height=90><rect width=50 height=40 fill=red style='$'/></svg>`;

const WIDTH = (value: string): string => `width:${value}`;
const COLOR = (value: string): string => `background:${value};fill:${value}`;
const IMAGE = (value: string): string => `background-image:${value}`;
const FILTER = (value: string): string => `background:#357;filter:${value}`;
const TURN = (value: string): string => `transform:${value}`;
const CLIP = (value: string): string => `background:red;clip-path:${value}`;
const CONTENT = (value: string): string => `content:${value}`;

/** A use of each function, by name and by context if webref has one. */
export const FUNCTION_USES: Readonly<Record<string, string>> = {
  '-webkit-image-set()': IMAGE(`-webkit-image-set(url(${PNG}) 1x)`),
  'abs()': WIDTH('abs(-20px)'),
  'acos()': TURN('rotate(acos(.3))'),
  'alpha()': COLOR('alpha(from red / .5)'),
  'anchor()': 'position:absolute;left:anchor(--a right)',
  'anchor-size()': 'position:absolute;width:anchor-size(--a width)',
  'asin()': TURN('rotate(asin(.3))'),
  'atan()': TURN('rotate(atan(.3))'),
  'atan2()': TURN('rotate(atan2(1,2))'),
  'attr()': WIDTH('attr(data-x type(<length>))'),
  'type()@attr()': WIDTH('attr(data-x type(<length>))'),
  'type()@image-set()': IMAGE(`image-set(url(${PNG}) type("image/png"))`),
  'type()@@function': '',
  'blur()@filter': FILTER('blur(3px)'),
  'brightness()@filter': FILTER('brightness(50%)'),
  'contrast()@filter': FILTER('contrast(50%)'),
  'drop-shadow()@filter': FILTER('drop-shadow(3px 3px red)'),
  'grayscale()@filter': FILTER('grayscale(1)'),
  'hue-rotate()@filter': FILTER('hue-rotate(90deg)'),
  'invert()@filter': FILTER('invert(1)'),
  'opacity()@filter': FILTER('opacity(.5)'),
  'saturate()@filter': FILTER('saturate(.2)'),
  'sepia()@filter': FILTER('sepia(1)'),
  'calc()': WIDTH('calc(10px + 5%)'),
  'calc-size()': WIDTH('calc-size(auto,size - 20px)'),
  'calc-interpolate()': WIDTH('calc-interpolate(50%,0:10px,1:30px)'),
  'calc-mix()': WIDTH('calc-mix(10px,30px)'),
  'circle()@<basic-shape>': CLIP('circle(15px)'),
  'ellipse()@<basic-shape>': CLIP('ellipse(15px 9px)'),
  'inset()@<basic-shape>': CLIP('inset(5px)'),
  'path()@<basic-shape>': CLIP('path("M0 0H30V30z")'),
  'polygon()@<basic-shape>': CLIP('polygon(0 0,30px 0,30px 30px)'),
  'rect()@<basic-shape>': CLIP('rect(2px 20px 20px 2px)'),
  'rect()@clip': 'background:red;position:absolute;clip:rect(2px,20px,20px,2px)',
  'shape()@<basic-shape>': CLIP('shape(from 0 0,line to 30px 0,line to 30px 30px)'),
  'xywh()@<basic-shape>': CLIP('xywh(2px 2px 20px 20px)'),
  'clamp()': WIDTH('clamp(10px,5%,30px)'),
  'color()': COLOR('color(display-p3 1 0 0)'),
  'color-interpolate()': COLOR('color-interpolate(50%,0:red,1:blue)'),
  'color-layers()': COLOR('color-layers(rgb(255 0 0/.5),blue)'),
  'color-mix()': COLOR('color-mix(in oklab,red,blue)'),
  'contrast-color()': COLOR('contrast-color(#222)'),
  'wcag2()@contrast-color()': COLOR('contrast-color(#222 wcag2(aa))'),
  'device-cmyk()': COLOR('device-cmyk(0 1 0 0)'),
  'hdr-color()': COLOR('hdr-color(0 red,1 blue)'),
  'hsl()': COLOR('hsl(120 50% 50%)'),
  'hsla()': COLOR('hsla(120,50%,50%,.5)'),
  'hwb()': COLOR('hwb(120 20% 20%)'),
  'ictcp()': COLOR('ictcp(.5 .1 .1)'),
  'jzazbz()': COLOR('jzazbz(.2 .1 .1)'),
  'jzczhz()': COLOR('jzczhz(.2 .1 90)'),
  'lab()': COLOR('lab(50% 40 20)'),
  'lch()': COLOR('lch(50% 40 20)'),
  'oklab()': COLOR('oklab(.5 .1 .1)'),
  'oklch()': COLOR('oklch(.5 .1 90)'),
  'rgb()': COLOR('rgb(1 2 3)'),
  'rgba()': COLOR('rgba(1,2,3,.5)'),
  'light-dark()': COLOR('light-dark(red,blue)'),
  'dynamic-range-limit-mix()': 'dynamic-range-limit:dynamic-range-limit-mix(standard,no-limit)',
  'palette-mix()': 'font-palette:palette-mix(in oklab,light,dark)',
  'conic-gradient()': IMAGE('conic-gradient(red,blue)'),
  'linear-gradient()': IMAGE('linear-gradient(red,blue)'),
  'radial-gradient()': IMAGE('radial-gradient(red,blue)'),
  'repeating-conic-gradient()': IMAGE('repeating-conic-gradient(red,blue 20%)'),
  'repeating-linear-gradient()': IMAGE('repeating-linear-gradient(red,blue 9px)'),
  'repeating-radial-gradient()': IMAGE('repeating-radial-gradient(red,blue 9px)'),
  'cross-fade()': IMAGE(`cross-fade(url(${PNG}),linear-gradient(red,blue))`),
  'element()': IMAGE('element(#p)'),
  'filter()': IMAGE(`filter(url(${PNG}),sepia(1))`),
  'image()': IMAGE(`image(url(${PNG}))`),
  'image-set()': IMAGE(`image-set(url(${PNG}) 1x)`),
  'paint()': IMAGE('paint(x)'),
  'stripes()': IMAGE('stripes(red,blue)'),
  'src()': IMAGE(`src("${PNG}")`),
  'url()': IMAGE(`url(${PNG})`),
  'param()': IMAGE(`url("${PNG}" param(--x,red))`),
  'cross-origin()@<request-url-modifier>': IMAGE(`url("${PNG}" cross-origin(anonymous))`),
  'integrity()@<request-url-modifier>': IMAGE(`url("${PNG}" integrity("x"))`),
  'referrer-policy()@<request-url-modifier>': IMAGE(`url("${PNG}" referrer-policy(no-referrer))`),
  'content()': 'string-set:t content();bookmark-label:content();bookmark-level:1',
  'counter()': CONTENT('counter(n)'),
  'counters()': CONTENT('counters(n,".")'),
  'leader()': CONTENT('leader(".") "x"'),
  'string()': CONTENT('string(t,first)'),
  'symbols()': 'display:list-item;margin-left:20px;list-style:symbols("+")',
  'target-counter()': CONTENT('target-counter("#p",page)'),
  'target-counters()': CONTENT('target-counters("#p",n,".")'),
  'target-text()': CONTENT('target-text("#p")'),
  'cos()': WIDTH('calc(cos(1)*40px)'),
  'sin()': WIDTH('calc(sin(1)*40px)'),
  'tan()': WIDTH('calc(tan(1)*40px)'),
  'exp()': WIDTH('calc(exp(1)*9px)'),
  'log()': WIDTH('calc(log(9)*9px)'),
  'sqrt()': WIDTH('calc(sqrt(9)*9px)'),
  'pow()': WIDTH('calc(pow(2,3)*9px)'),
  'hypot()': WIDTH('hypot(6px,8px)'),
  'sign()': WIDTH('calc(sign(3px)*9px)'),
  'max()': WIDTH('max(10px,20px)'),
  'min()': WIDTH('min(10px,20px)'),
  'mod()': WIDTH('mod(50px,30px)'),
  'rem()': WIDTH('rem(50px,30px)'),
  'round()': WIDTH('round(50px,30px)'),
  'progress()': WIDTH('calc(progress(5px,0px,9px)*50px)'),
  'random()': WIDTH('random(10px,20px)'),
  'random-item()': COLOR('random-item(--r,red,red)'),
  'sibling-count()': WIDTH('calc(sibling-count()*9px)'),
  'sibling-index()': WIDTH('calc(sibling-index()*9px)'),
  'env()': WIDTH('env(x,20px)'),
  'var()': WIDTH('var(--y)'),
  'if()': WIDTH('if(media(print):20px;else:30px)'),
  'media()': WIDTH('if(media(print):20px;else:30px)'),
  'supports()': WIDTH('if(supports(color:red):20px;else:30px)'),
  'inherit()': WIDTH('inherit(--inherited,20px)'),
  'first-valid()': WIDTH('first-valid(foo(),20px)'),
  'ident()': 'position:absolute;position-anchor:ident("--a");position-area:bottom',
  'interpolate()': WIDTH('interpolate(50%,0:10px,1:30px)'),
  'cycle()': WIDTH('cycle(10px,20px)'),
  'control-value()': WIDTH('control-value(number)'),
  'fade()@text-overflow': 'overflow:hidden;white-space:nowrap;width:20px;text-overflow:fade(9px)',
  'fit-content()@grid-template-columns,grid-template-rows':
    'display:grid;direction:rtl;grid-template-columns:fit-content(20px) 9px',
  'minmax()@grid-template-columns,grid-template-rows':
    'display:grid;grid-template-columns:9px;grid-template-rows:minmax(30px,1fr);align-items:end',
  'repeat()@<auto-repeat>,<fixed-repeat>,<track-repeat>':
    'display:grid;grid-template-columns:repeat(2,9px);grid-template-rows:repeat(2,30px);align-items:end',
  'repeat()@<auto-repeat-line-color>,<auto-repeat-line-style>,<auto-repeat-line-width>,<repeat-line-color>,<repeat-line-style>,<repeat-line-width>':
    'columns:2;column-rule:repeat(2,2px solid red);height:20px',
  'matrix()@transform': TURN('matrix(1,.2,0,1,0,0)'),
  'matrix3d()': TURN('matrix3d(1,.2,0,0,0,1,0,0,0,0,1,0,0,0,0,1)'),
  'perspective()': TURN('perspective(90px) rotateX(40deg)'),
  'rotate()@transform': TURN('rotate(9deg)'),
  'rotate3d()': TURN('rotate3d(1,1,0,40deg)'),
  'rotateX()': TURN('rotateX(40deg)'),
  'rotateY()': TURN('rotateY(40deg)'),
  'rotateZ()': TURN('rotateZ(40deg)'),
  'scale()': TURN('scale(.5)'),
  'scale()@transform': TURN('scale(.5)'),
  'scale3d()': TURN('scale3d(.5,.5,1)'),
  'scaleX()': TURN('scaleX(.5)'),
  'scaleX()@transform': TURN('scaleX(.5)'),
  'scaleY()': TURN('scaleY(.5)'),
  'scaleY()@transform': TURN('scaleY(.5)'),
  'scaleZ()': TURN('rotateX(40deg) scaleZ(2) rotateX(40deg)'),
  'skew()@transform': TURN('skew(20deg)'),
  'skewX()@transform': TURN('skewX(20deg)'),
  'skewY()@transform': TURN('skewY(20deg)'),
  'translate()@transform': TURN('translate(9px)'),
  'translate3d()': TURN('translate3d(9px,0,0)'),
  'translateX()@transform': TURN('translateX(9px)'),
  'translateY()@transform': TURN('translateY(9px)'),
  'translateZ()': TURN('perspective(90px) translateZ(9px)'),
  'transform-mix()': TURN('transform-mix(rotate(9deg),none)'),
  'transform-interpolate()': TURN('transform-interpolate(50%,0:none,1:rotate(9deg))'),
  'ray()': 'background:red;position:absolute;offset:ray(45deg) 20px',
  'superellipse()': 'background:red;border-radius:15px;corner-shape:superellipse(3)',
  'snap-block()@float': 'float:snap-block(9px)',
  'snap-inline()@float': 'float:snap-inline(9px)',
  'cubic-bezier()': 'transition-timing-function:cubic-bezier(0,0,1,1)',
  'linear()': 'transition-timing-function:linear(0,1)',
  'steps()': 'transition-timing-function:steps(2)',
  'running()': 'position:running(x)',
  'scroll()': 'animation-timeline:scroll()',
  'view()': 'animation-timeline:view()',
  'pointer()': 'animation-timeline:pointer()',
};

const HTML_ELEMENTS = `a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col
colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head
header hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter nav noscript object ol optgroup
option output p picture pre progress q rp rt ruby s samp script search section select selectedcontent slot small source span strong style sub summary
sup table tbody td template textarea tfoot th thead time title tr track u ul var video wbr`;
const INSIDE: Readonly<Record<string, string>> = {
  a: '<a href="https://example.org/">x</a>',
  area: `<img usemap="#m" src="${PNG}" width=50 height=50><map name=m><area href="https://example.org/" coords="0,0,20,20"></map>`,
  map: `<img usemap="#m" src="${PNG}" width=50 height=50><map name=m><area href="https://example.org/" coords="0,0,20,20"></map>`,
  base: '<base href="https://example.org/"><a href="x">x</a>',
  bdi: 'a <bdi>אב</bdi> 1',
  bdo: '<bdo dir=rtl>abc</bdo>',
  body: '<body bgcolor=red>',
  html: '<html lang=de bgcolor=red>',
  head: '<head>',
  br: 'x<br>y',
  wbr: '<p style="width:20px">aaaa<wbr>bbbb',
  button: '<button>x</button>',
  caption: '<table><caption>x</caption><tr><td>y</table>',
  col: '<table><col style="background:red"><tr><td>y</table>',
  colgroup: '<table><colgroup style="background:red"><tr><td>y</table>',
  datalist: '<input list=l><datalist id=l><option>x</datalist>',
  details: '<details><summary>a</summary>b</details>',
  dialog: '<dialog open>x</dialog>',
  embed: `<embed src="${PNG}">`,
  fieldset: '<fieldset><legend>a</legend>b</fieldset>',
  iframe: '<iframe srcdoc="<p>x"></iframe>',
  img: `<img src="${PNG}">`,
  input: '<input value=x>',
  legend: '<fieldset><legend>a</legend>b</fieldset>',
  link: '<link rel=stylesheet href="data:text/css,p{color:red}"><p>x',
  meta: '<meta name=author content=me>',
  meter: '<meter value=.5></meter>',
  noscript: '<noscript>x</noscript>',
  object: `<object data="${PNG}"></object>`,
  optgroup: '<select size=3><optgroup label=g><option>x</select>',
  option: '<select><option>x</select>',
  picture: `<picture><source srcset="${PNG} 2x"><img></picture>`,
  source: `<picture><source srcset="${PNG} 2x"><img></picture>`,
  progress: '<progress value=.5></progress>',
  rp: '<ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby>',
  rt: '<ruby>a<rt>b</ruby>',
  ruby: '<ruby>a<rt>b</ruby>',
  select: '<select><option>x</select>',
  slot: '<div><template shadowrootmode=open>[<slot></slot>]</template>x</div>',
  template: '<div><template shadowrootmode=open>[<slot></slot>]</template>x</div>',
  style: '<style>p{color:red}</style><p>x',
  summary: '<details><summary>a</summary>b</details>',
  tbody: '<table><tbody><tr><td>x</table>',
  td: '<table><tr><td>x<td>y</table>',
  tfoot: '<table><tfoot><tr><td>x</tfoot><tr><td>y</table>',
  th: '<table><tr><th>x<td>y</table>',
  thead: '<table><tr><td>x</tr><thead><tr><td>y</table>',
  tr: '<table><tr><td>x</table>',
  title: '<title>x</title>',
  textarea: '<textarea>x</textarea>',
  track: '<video><track></video>',
  video: 'a <video controls width=90 height=40></video> b',
  audio: '<audio controls></audio>',
  canvas: '<canvas width=90 height=40>x</canvas>',
  hr: '<hr>',
};

const SHAPES = `circle:<circle cx=40 cy=40 r=20 />
clipPath:<clipPath id=i><circle r=30 /></clipPath><rect width=60 height=60 clip-path="url(#i)" />
defs:<defs><circle id=i r=30 /></defs><use href="#i"/>
ellipse:<ellipse cx=40 cy=40 rx=20 ry=9 />
foreignObject:<foreignObject width=60 height=60><p>x</p></foreignObject>
g:<g transform="scale(2)"><circle r=20 /></g>
image:<image href="PNG" width=40 height=30 />
line:<line x2=40 y2=40 stroke=red />
linearGradient:<linearGradient id=i><stop stop-color=red /><stop offset=1 /></linearGradient><rect width=60 height=60 fill="url(#i)" />
marker:<marker id=i markerWidth=9 markerHeight=9><circle r=3 /></marker><path d="M9 9h30" stroke=red marker-end="url(#i)" />
mask:<mask id=i><circle r=30 fill=white /></mask><rect width=60 height=60 mask="url(#i)" />
path:<path d="M0 0h30v30z" />
pattern:<pattern id=i width=9 height=9 patternUnits=userSpaceOnUse><circle r=4 /></pattern><rect width=60 height=60 fill="url(#i)" />
polygon:<polygon points="0 0 30 0 30 30" />
polyline:<polyline points="0 0 30 0 30 30" />
radialGradient:<radialGradient id=i><stop stop-color=red /><stop offset=1 /></radialGradient><rect width=60 height=60 fill="url(#i)" />
rect:<rect width=60 height=60 />
stop:<linearGradient id=i><stop stop-color=red /><stop offset=1 /></linearGradient><rect width=60 height=60 fill="url(#i)" />
style:<rect width=60 height=60 /><style>rect{fill:red}</style>
svg:<svg x=9><circle r=30 /></svg>
switch:<switch><circle r=30 /><rect width=60 height=60 /></switch>
symbol:<symbol id=i><circle r=30 /></symbol><use href="#i"/>
text:<text y=20>x</text>
textPath:<path id=i d="M0 20h60" fill=none /><text><textPath href="#i">x</textPath></text>
tspan:<text y=20>x<tspan dy=9>y</tspan></text>
title:<title>x</title><circle r=9 />
desc:<desc>x</desc><circle r=9 />
metadata:<metadata>x</metadata>
use:<circle id=i r=20 /><use href="#i" x=20 />
view:<view id=v viewBox="0 0 9 9"/>
a:<a href="https://example.org/"><circle r=20 /></a>
animate:<circle r=20><animate attributeName=r to=30 dur=1s /></circle>
animateMotion:<circle r=20><animateMotion path="M0 0h9" dur=1s /></circle>
animateTransform:<circle r=20><animateTransform attributeName=transform type=rotate to=30 dur=1s /></circle>
mpath:<circle r=20><animateMotion><mpath href="#i"/></animateMotion></circle>
set:<circle r=20><set attributeName=r to=30 /></circle>
script:<script></script>
mesh:<mesh id=i x=0 y=0><meshrow><meshpatch><stop path="c 1 1"/></meshpatch></meshrow></mesh>
hatch:<hatch id=i pitch=9><hatchpath stroke=red /></hatch><rect width=60 height=60 fill="url(#i)" />
solidcolor:<solidcolor id=i solid-color=red /><rect width=60 height=60 fill="url(#i)" />`;
const FILTERS = `feBlend:<feFlood flood-color=blue /><feBlend in=SourceGraphic mode=multiply />
feColorMatrix:<feColorMatrix type=saturate values=.1 />
feComponentTransfer:<feComponentTransfer><feFuncR type=linear slope=.2 /></feComponentTransfer>
feComposite:<feFlood/><feComposite in2=SourceGraphic operator=in />
feConvolveMatrix:<feConvolveMatrix kernelMatrix="1 1 1 1 1 1 1 1 1"/>
feDiffuseLighting:<feDiffuseLighting><feDistantLight elevation=40 /></feDiffuseLighting>
feDisplacementMap:<feDisplacementMap in2=SourceGraphic scale=9 xChannelSelector=R />
feDistantLight:<feDiffuseLighting><feDistantLight elevation=40 /></feDiffuseLighting>
feDropShadow:<feDropShadow dx=3 dy=3 flood-color=blue />
feFlood:<feFlood flood-color=blue />
feFuncA:<feComponentTransfer><feFuncA type=linear slope=.2 /></feComponentTransfer>
feFuncB:<feComponentTransfer><feFuncB type=linear slope=.2 intercept=.5 /></feComponentTransfer>
feFuncG:<feComponentTransfer><feFuncG type=linear slope=.2 intercept=.5 /></feComponentTransfer>
feFuncR:<feComponentTransfer><feFuncR type=linear slope=.2 /></feComponentTransfer>
feGaussianBlur:<feGaussianBlur stdDeviation=3 />
feImage:<feImage href="PNG"/>
feMerge:<feMerge><feMergeNode in=SourceAlpha /></feMerge>
feMergeNode:<feMerge><feMergeNode in=SourceAlpha /></feMerge>
feMorphology:<feMorphology operator=dilate radius=3 />
feOffset:<feOffset dx=9 />
fePointLight:<feDiffuseLighting><fePointLight x=9 z=20 /></feDiffuseLighting>
feSpecularLighting:<feSpecularLighting><feDistantLight elevation=40 /></feSpecularLighting>
feSpotLight:<feDiffuseLighting><feSpotLight x=9 z=20 /></feDiffuseLighting>
feTile:<feOffset width=9 height=9 /><feTile/>
feTurbulence:<feTurbulence baseFrequency=.1 />
filter:<feOffset dx=9 />`;
const MATH = `annotation:<semantics><mi>x</mi><annotation>y</annotation></semantics>
annotation-xml:<semantics><mi>x</mi><annotation-xml>y</annotation-xml></semantics>
maction:<maction><mi>x</mi><mi>y</mi></maction>
math:<mi>x</mi>
merror:<merror><mi>x</mi></merror>
mfrac:<mfrac><mi>x</mi><mi>y</mi></mfrac>
mi:<mi>x</mi>
mmultiscripts:<mmultiscripts><mi>x</mi><mi>a</mi><mi>b</mi><mprescripts/><mi>c</mi><mi>d</mi></mmultiscripts>
mn:<mn>1</mn>
mo:<mi>x</mi><mo>+</mo><mi>y</mi>
mover:<mover><mi>x</mi><mo>^</mo></mover>
mpadded:<mpadded lspace=20px><mi>x</mi></mpadded><mi>y</mi>
mphantom:<mphantom><mi>xxx</mi></mphantom><mi>y</mi>
mprescripts:<mmultiscripts><mi>x</mi><mprescripts/><mi>c</mi><mi>d</mi></mmultiscripts>
mroot:<mroot><mi>x</mi><mn>3</mn></mroot>
mrow:<mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow>
ms:<ms>x</ms>
mspace:<mspace width=30px /><mi>x</mi>
msqrt:<msqrt><mi>x</mi></msqrt>
mstyle:<mstyle mathcolor=red><mi>x</mi></mstyle>
msub:<msub><mi>x</mi><mi>y</mi></msub>
msubsup:<msubsup><mi>x</mi><mi>y</mi><mi>z</mi></msubsup>
msup:<msup><mi>x</mi><mi>y</mi></msup>
mtable:<mtable><mtr><mtd><mi>x</mi></mtd><mtd><mi>y</mi></mtd></mtr></mtable>
mtd:<mtable><mtr><mtd><mi>x</mi></mtd></mtr></mtable>
mtext:<mtext>x</mtext>
mtr:<mtable><mtr><mtd><mi>x</mi></mtd></mtr><mtr><mtd><mi>x</mi></mtd></mtr></mtable>
munder:<munder><mi>x</mi><mo>_</mo></munder>
munderover:<munderover><mo>∑</mo><mi>y</mi><mi>z</mi></munderover>
none:<mmultiscripts><mi>x</mi><none/><mi>b</mi></mmultiscripts>
semantics:<semantics><mi>x</mi></semantics>
menclose:<menclose notation=box><mi>x</mi></menclose>
mfenced:<mfenced><mi>x</mi><mi>y</mi></mfenced>
mlabeledtr:<mtable><mlabeledtr><mtd><mn>1</mn></mtd><mtd><mi>x</mi></mtd></mlabeledtr></mtable>
mstack:<mstack><mn>12</mn><mn>3</mn></mstack>
mlongdiv:<mlongdiv><mn>3</mn><mn>4</mn><mn>12</mn></mlongdiv>
mglyph:<mtext><mglyph src=x></mtext>`;

export interface ElementProbe {
  readonly name: string;
  readonly piece: string;
  /** The same with a meaningless element instead. */
  readonly instead: string;
}

function strange(piece: string, name: string): string {
  return piece.replace(new RegExp(`<(/?)${name}(?=[\\s/>])`, 'gi'), '<$1x-unknown');
}

function listed(list: string, around: (piece: string) => string): ElementProbe[] {
  return list.split('\n').map((line) => {
    const at = line.indexOf(':');
    const name = line.slice(0, at);
    const piece = around(line.slice(at + 1).replaceAll('PNG', PNG));
    return { name, piece, instead: strange(piece, name) };
  });
}

/** By language. */
export const ELEMENTS: Readonly<Record<'HTML' | 'SVG' | 'MathML', readonly ElementProbe[]>> = {
  HTML: HTML_ELEMENTS.split(/\s+/).map((name) => {
    const piece = INSIDE[name] ?? `a <${name}>x</${name}> b`;
    return { name, piece, instead: strange(piece, name) };
  }),
  SVG: [
    ...listed(SHAPES, (piece) => `<svg width=90 height=90>${piece}</svg>`),
    ...listed(
      FILTERS,
      (piece) =>
        `<svg width=90 height=90><filter id=f>${piece}</filter><rect x=20 y=20 width=40 height=40 fill="#357" filter="url(#f)"/></svg>`,
    ),
  ],
  MathML: listed(MATH, (piece) => `<math>${piece}</math>`),
};
