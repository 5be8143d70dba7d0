import { expect } from 'chai';
import { render } from '../../engine/index.ts';

/** All names that a plain object or array inherits from its prototype. */
const NAMES = [
  ...new Set([...Object.getOwnPropertyNames(Object.prototype), ...Object.getOwnPropertyNames(Array.prototype)]),
].filter((name) => /^[\w-]+$/.test(name));

/** Returns a document with the name everywhere that a document can have one. */
function document(n: string): string {
  return `<html lang=${n}><head><title>${n}</title><meta name=${n} content=${n}><meta name=color-scheme content=${n}>
<style>
@layer ${n}, ${n}.${n}; @layer ${n} { .${n}, #${n}, ${n}, [${n}=${n}], [type=${n} i], :lang(${n}), p:${n}, p::${n}, p:${n}(${n}) { color: var(--${n}, ${n}) } }
@property --${n} { syntax: "<${n}>"; inherits: true; initial-value: ${n} } @namespace ${n} url(${n}); ${n}|${n} { color: ${n}(1) }
@counter-style ${n} { system: extends ${n}; symbols: ${n} a; fallback: ${n} } @page ${n} { margin: 1in; size: ${n}; @${n} { content: "x" } @top-left { content: string(${n}) counter(${n}, ${n}) element(${n}) } }
@font-face { font-family: ${n}; src: local(${n}), url(data:${n}) format(${n}) tech(${n}); font-stretch: ${n}; font-display: ${n}; ${n}: ${n} }
@font-feature-values ${n} { @styleset { ${n}: 1 } @${n} { ${n}: 2 } } @font-palette-values --${n} { font-family: ${n}; base-palette: ${n} }
@container ${n} (${n}: 1px) { p { color: red } } @container style(--${n}: ${n}) { p { color: red } } @media ${n} and (${n}: ${n}) { p { color: red } }
@keyframes ${n} { from { color: red } } @supports (${n}: ${n}) or selector(::${n}) or ${n}(x) { p { color: red } } @${n} ${n} { ${n}: ${n} }
@scope (.${n}) to (#${n}) { p { color: red } } @import url("data:text/css,${n}{${n}:${n}}") layer(${n}) supports(${n}: ${n}) ${n};
p { ${n}: ${n}; --${n}: ${n} ${n}(1); color: ${n}; width: calc(1${n} + 1px); width: ${n}(1px); font-family: ${n}, serif; animation: ${n} 1s ${n}; container: ${n} / inline-size; page: ${n};
  counter-reset: ${n} reversed(${n}); counter-increment: ${n}; counter-set: ${n} 2; list-style: ${n}; will-change: ${n}; transition: ${n} 1s; view-transition-name: ${n}; anchor-name: --${n};
  string-set: ${n} content(${n}); content: ${n}; quotes: ${n}; cursor: ${n}; font-variant-alternates: styleset(${n}); font-palette: --${n}; display: ${n} ${n}; text-transform: ${n}; mask: url(#${n});
  background: ${n}(${n}, red); filter: ${n}(1); transform: ${n}(1px); transition-property: ${n}; contain: ${n}; align-self: ${n}; border-top-width: ${n}; border-style: ${n}; unicode-bidi: ${n}; image-rendering: ${n}; hyphens: ${n}; color: color(${n} 1 1 1); color: color-mix(in ${n}, red, blue); background: linear-gradient(in ${n} ${n} hue, red, blue); font-stretch: ${n}; rotate: ${n} 1deg; text-emphasis: ${n} }
.grid { display: grid; grid-template-areas: "${n} a" "${n} b"; grid-template-columns: [${n}] 1fr [${n}-end] 1fr } .grid > * { grid-area: ${n} } .grid > b { grid-column: ${n} / span ${n} 2 }
p::before { content: counter(${n}, ${n}) counters(${n}, ".", ${n}) attr(${n}) attr(data-x ${n}, "y") target-counter(attr(href), ${n}) leader(${n}); width: attr(${n} ${n}) } li { list-style-type: ${n} }
</style><base href=${n}></head>
<body ${n}=${n} bgcolor=${n} text=${n} background=${n} link=${n}><${n} ${n}=${n} id=${n} class="${n} x">x<${n}></${n}></${n}>
<p id=${n} class=${n} lang=${n} dir=${n} align=${n} title=${n} style="${n}:${n};page:auto" data-x=${n} href="#${n}">text <font color=${n} size=${n} face=${n}>x</font><br clear=${n}><a href="#${n}" name=${n}>x</a></p>
<table width=${n} height=${n} align=${n} valign=${n} frame=${n} rules=${n} border=${n} cellpadding=${n} cellspacing=${n} bordercolor=${n}><caption align=${n}>x<colgroup span=${n}><col width=${n} valign=${n}><thead valign=${n}><tr align=${n} valign=${n} char=${n}><td valign=${n} align=${n} rowspan=${n} colspan=${n} scope=${n} headers=${n}>x</table>
<ol type=${n} start=${n}><li type=${n} value=${n}>x</ol><ul type=${n}><li>x</ul><hr align=${n} size=${n} width=${n} color=${n}><img src=${n} alt=x align=${n} width=${n} usemap=${n} srcset="${n} ${n}"><input type=${n} value=${n} size=${n}><button type=${n}>x</button><select><option value=${n}>x</select><textarea rows=${n} wrap=${n}>x</textarea><progress value=${n}></progress><q cite=${n}>x</q><iframe align=${n} scrolling=${n}></iframe><script type=${n} language=${n}></script><link rel=${n} type=${n}><object type=${n} data=${n}></object><details ${n}><summary>x</summary></details>
<div class=grid><i>x</i><b>x</b></div><svg ${n}=${n} width=${n} viewBox="${n}" preserveAspectRatio=${n}><defs><linearGradient id=${n} gradientUnits=${n} spreadMethod=${n}><stop offset=${n} stop-color=${n}></linearGradient></defs><${n} ${n}=1 /><rect fill="url(#${n})" x=${n} width=9${n} height=9 transform="${n}(1)" stroke=${n} clip-path=${n} /><text text-anchor=${n} font-size=1${n}>x</text><path d="${n}" marker-end="url(#${n})"/><use href="#${n}"/></svg>
<img src='data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" xmlns:${n}="${n}" ${n}:x="1" ${n}="${n}" width="9${n}"><${n}:a/><${n}>%26${n};</${n}></svg>'></body></html>`;
}

describe('names of inherited object members', () => {
  it('are ordinary names anywhere in a document', async () => {
    for (const name of NAMES) {
      const { pdf } = await render(document(name), { external: 'ignore', compress: false });
      expect(Buffer.from(pdf).toString('latin1'), name).not.to.contain('native code');
    }
  }).timeout(120_000);
});
