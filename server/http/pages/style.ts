/** Style sheet of the HTML pages. */
export const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#c9d1d1, #44504f); --soft: light-dark(#f3f6f6, #1b2221); --accent: light-dark(#0b5d5e, #62c4c0); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fff, #121716); color: light-dark(#1c2827, #e3ebea); }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
header.bar { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .6rem 1rem; border-bottom: 1px solid var(--line); }
header.bar h1 { font-size: 1.1rem; margin: 0; color: var(--accent); }
header.bar .grow { flex: 1; }
button, .button { font: inherit; padding: .35rem 1rem; border: 1px solid var(--accent); border-radius: 4px; background: var(--accent); color: light-dark(#fff, #10201f); cursor: pointer; }
button[disabled] { opacity: .6; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
main.docs { max-width: 56rem; margin: 0 auto; padding: 1rem; }
main.docs table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
main.docs th, main.docs td { border-bottom: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; }
main.docs pre { background: var(--soft); border: 1px solid var(--line); padding: .8rem; overflow-x: auto; }
`;

/** Style sheet of the editor only. */
export const EDITOR_STYLE = `
:root {
  --faint: light-dark(#566362, #9aa8a6); --active: light-dark(#0b5d5e0d, #62c4c012); --selection: light-dark(#b9dcdb, #2b5a59);
  --code-tag: light-dark(#0b5d5e, #7fd1cd); --code-name: light-dark(#7a3e00, #e8b878); --code-value: light-dark(#8a1c4a, #f0a0bf); --code-comment: var(--faint);
}
body.with-editor { display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); height: 100dvh; }
header.bar select, header.bar input { font: inherit; max-width: 12rem; }
.editor { display: grid; grid-template: minmax(0, 1fr) auto / minmax(0, 1fr) minmax(0, 1fr); min-height: 0; }
#source { min-width: 0; min-height: 0; overflow: hidden; border-right: 1px solid var(--line); background: light-dark(#fff, #161b1a); }
#pages { overflow: auto; background: light-dark(#d9dfde, #0c0f0f); padding: 16px; }
.page { position: relative; margin: 0 auto 16px; background: #fff; box-shadow: 0 1px 4px #0006; cursor: pointer; }
.page canvas { width: 100%; height: 100%; display: block; }
.page .mark { position: absolute; background: #0b8f8f22; outline: 1px solid #0b8f8f88; pointer-events: none; }
#pages.stale { opacity: .5; filter: grayscale(1); outline: 3px dashed #c2452f; outline-offset: -3px; }
.button { display: inline-block; background: none; color: var(--accent); }
.button:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.hint { visibility: hidden; float: right; color: var(--faint); }
main:has(#source:focus-within) .hint { visibility: visible; }
.report { grid-column: 1 / -1; max-height: 30dvh; overflow: auto; border-top: 1px solid var(--line); padding: .4rem 1rem; }
.report p { margin: 0; }
.report ul { margin: .3rem 0; padding-left: 1.2rem; }
.report ul:empty { display: none; }
.report button { padding: 0 .3rem; background: none; color: var(--accent); border-color: transparent; text-decoration: underline; }
.report .code { color: var(--faint); }
.report .problem, .report .error { color: light-dark(#a3261b, #ff9d90); }
iframe.printing { position: absolute; width: 0; height: 0; border: 0; }
@media (max-width: 48rem) {
  body.with-editor { height: auto; display: block; }
  /* One row, which only the narrowest have to move sideways. */
  header.bar { flex-wrap: nowrap; justify-content: space-between; gap: .2rem; padding: .5rem .4rem; overflow-x: auto; white-space: nowrap; font-size: 14px; }
  header.bar > * { flex: none; }
  header.bar button, header.bar .button { padding: .4rem .3rem; }
  header.bar select { max-width: 4.6rem; padding: .35rem 0; }
  header.bar h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  header.bar .grow, header.bar .zoom { display: none; }
  .hint { display: none; }
  .editor { grid-template: 60dvh 80dvh auto / minmax(0, 1fr); }
  #source { border-right: 0; border-bottom: 1px solid var(--line); }
}
`;
