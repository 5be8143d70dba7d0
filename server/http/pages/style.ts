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
`;

/** Style sheet of the editor only. Spacing is in steps of 4 px; type is 13, 14 and 16 px. */
export const EDITOR_STYLE = `
:root {
  --faint: light-dark(#566362, #9aa8a6); --active: light-dark(#0b5d5e0d, #62c4c012); --selection: light-dark(#b9dcdb, #2b5a59);
  --desk: light-dark(#e4e9e8, #0c0f0f); --paper: light-dark(#fff, #161b1a); --bad: light-dark(#a3261b, #ff9d90); --warn: light-dark(#c98a00, #f0c14b);
  --code-tag: light-dark(#0b5d5e, #7fd1cd); --code-name: light-dark(#7a3e00, #e8b878); --code-value: light-dark(#8a1c4a, #f0a0bf); --code-comment: var(--faint);
}
:root[data-theme=light] { color-scheme: light; }
:root[data-theme=dark] { color-scheme: dark; }
body.with-editor { display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); height: 100dvh; font-size: 14px; }
.with-editor header.bar { flex-wrap: nowrap; gap: 4px; padding: 8px 12px; background: var(--paper); }
.with-editor header.bar h1 { font-size: 16px; margin-right: 8px; }
.with-editor button, .with-editor .button { padding: 4px 12px; border-radius: 6px; text-decoration: none; }
.with-editor .quiet { background: none; border-color: transparent; color: inherit; }
.with-editor .quiet:hover { background: var(--soft); border-color: var(--line); }
.with-editor label.button { position: relative; overflow: hidden; }
.with-editor .button > input[type=file] { position: absolute; inset: 0; width: 100%; opacity: 0; cursor: pointer; }
.with-editor .button > input[type=file]::file-selector-button { width: 100%; cursor: pointer; }
.button:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.with-editor .tools :is(select, input:not([type=search]), .search) { height: 28px; }
.with-editor select, .with-editor input, .with-editor textarea { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: 2px 6px; }
#menu { display: contents; }
#more, .views { display: none; }
.editor { display: grid; grid-template: minmax(0, 1fr) auto / var(--code-width, 50%) 5px minmax(0, 1fr); min-height: 0; }
.code, .preview { display: grid; min-width: 0; min-height: 0; }
.code { grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); background: var(--paper); }
.tabs { display: flex; align-items: center; gap: 4px; height: 41px; padding: 0 12px; border-bottom: 1px solid var(--line); }
.tabs [role=tablist] { display: flex; align-self: stretch; gap: 4px; }
.tabs [role=tab] { background: none; border: 0; border-bottom: 2px solid transparent; border-radius: 0; color: var(--faint); }
.tabs [role=tab][aria-selected=true] { color: var(--accent); border-bottom-color: var(--accent); font-weight: 600; }
.panel { min-height: 0; overflow: hidden; display: flex; flex-direction: column; }
.panel[hidden] { display: none; }
.panel > div:not(.adding) { flex: 1; min-height: 0; }
.note { margin: 0; padding: 4px 12px; color: var(--faint); font-size: 13px; }
.hint { visibility: hidden; flex: 1 1 0; text-align: right; color: var(--faint); font-size: 13px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
main:has(.panel :focus-within) .hint, main:has(.panel > div:focus-within) .hint { visibility: visible; }
#splitter { background: var(--line); cursor: col-resize; touch-action: none; }
#splitter:hover, #splitter:focus-visible { background: var(--accent); }
.preview { grid-template: auto minmax(0, 1fr) auto / auto minmax(0, 1fr); background: var(--desk); container-type: inline-size; }
.tools { grid-column: 1 / -1; display: flex; align-items: center; gap: 8px; white-space: nowrap; height: 41px; padding: 0 12px; border-bottom: 1px solid var(--line); background: var(--paper); }
.tools .grow { flex: 1; }
#page { width: 3.2em; text-align: right; }
.search { display: flex; align-items: center; flex: 0 1 17em; min-width: 5em; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; }
.search:focus-within { outline: 2px solid var(--accent); outline-offset: 2px; }
#search { text-overflow: ellipsis; }
.with-editor .search input { flex: 1; width: 0; min-width: 0; background: none; border: 0; outline: 0; }
#found { padding-right: 6px; color: var(--faint); font-size: 13px; }
#found:empty { display: none; }
@container (max-width: 32rem) {
  .tools .word { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .tools .grow { display: none; }
  .search { flex-grow: 1; }
  .with-editor .tools button { padding: 4px 8px; }
  #zoom { width: 7.5em; }
  #search::-webkit-search-cancel-button { display: none; }
  .tools { padding: 0 8px; }
}
#thumbnails { list-style: none; margin: 0; padding: 12px 8px; overflow: auto; width: 112px; border-right: 1px solid var(--line); }
#thumbnails button { display: block; width: 100%; padding: 4px; border: 0; background: none; color: var(--faint); text-align: center; font-size: 13px; }
#thumbnails canvas { display: block; width: 84px; margin: 0 auto 2px; background: #fff; box-shadow: 0 0 0 1px var(--line); }
#thumbnails [aria-current] { color: var(--accent); font-weight: 600; }
#thumbnails [aria-current] canvas { box-shadow: 0 0 0 2px var(--accent); }
#pages { overflow: auto; padding: 16px; }
#pages > img, .page img { display: none; background: #fff; aspect-ratio: 210 / 297; }
.first-visit #pages > img { display: block; width: 100%; box-shadow: 0 1px 4px #0006; }
.first-visit .page img { display: block; position: absolute; inset: 0; width: 100%; height: 100%; }
:root:not(.first-visit) #pages:not(:has(.page))::before { content: 'The engine is starting …'; display: block; margin-top: 30%; text-align: center; color: var(--faint); }
#pages.pairs { display: grid; grid-template-columns: auto auto; justify-content: center; align-content: start; column-gap: 2px; }
#pages.pairs .page { margin: 0 0 16px; }
#pages.facing .page:first-child { grid-column: 2; }
.page { position: relative; margin: 0 auto 16px; background: #fff; box-shadow: 0 1px 4px #0006; cursor: pointer; }
.page canvas { width: 100%; height: 100%; display: block; }
.page .text { position: absolute; inset: 0 auto auto 0; width: 0; height: 0; transform-origin: 0 0; color: transparent; }
.page .text span { position: absolute; white-space: pre; line-height: 1; transform-origin: 0 0; cursor: text; }
.page .text ::selection { background: #0b8f8f44; }
.edge { position: absolute; pointer-events: none; mix-blend-mode: multiply; }
.edge.area { outline: 1px dashed #0b8f8f; }
.edge:is(.margin, .border, .padding) { border: 0 solid; }
.edge.margin { border-color: #f2a65a77; }
.edge.border { border-color: #e8c84a99; }
.edge.padding { border-color: #6fbf7388; }
.edge.content { background: #4a90d955; }
.preview:has(#inspector:not([hidden])) .mark { display: none; }
.edge.track { outline: 1px dashed #7a3fb0; }
.page .mark { position: absolute; background: #0b8f8f22; outline: 1px solid #0b8f8f88; pointer-events: none; scroll-margin: 24px; }
#inspector { grid-column: 1 / -1; max-height: 38dvh; overflow: auto; padding: 8px 12px; border-top: 1px solid var(--line); background: var(--paper); font-size: 13px; }
#inspector[hidden] { display: none; }
#inspector .head { display: flex; align-items: start; justify-content: space-between; gap: 8px; }
#inspector h2 { margin: 4px 0; font: 600 13px ui-monospace, monospace; overflow-wrap: anywhere; }
#inspector h3 { margin: 12px 0 4px; font-size: 13px; }
#inspector p { margin: 4px 0; }
#inspector table { border-collapse: collapse; width: 100%; }
#inspector th { text-align: left; font-weight: normal; color: var(--faint); padding: 1px 8px 1px 0; }
#inspector td { font-variant-numeric: tabular-nums; }
.box-model { max-width: 20rem; margin: 4px 0 8px; font-size: 11px; text-align: center; font-variant-numeric: tabular-nums; color: #1c2827; background: #fbd9b4; }
.box-model, .box-model div:not(.content) { position: relative; display: grid; grid-template: 18px minmax(18px, auto) 18px / minmax(24px, auto) minmax(0, 1fr) minmax(24px, auto); align-items: center; border: 1px solid #0003; }
.box-model b { position: absolute; inset: 1px auto auto 4px; font-weight: normal; }
.box-model b + span, .box-model span:last-child { grid-column: 1 / -1; }
.box-model .border { background: #f6e7b0; }
.box-model .padding { background: #c6e5c8; }
.box-model .content { background: #bcd8f3; }
#inspector ul { list-style: none; margin: 0; padding: 0; }
#inspector .parts { display: grid; grid-template-columns: 13rem minmax(0, 2fr) minmax(0, 1.3fr); gap: 0 16px; }
#inspector .parts h3 { margin-top: 4px; }
#inspected-style > li { padding: 6px 0; overflow-wrap: anywhere; }
#inspected-style > li + li { border-top: 1px solid var(--line); }
#inspected-style p { font-weight: 600; }
#inspected-style ul { padding-left: 8px; font-family: ui-monospace, monospace; font-size: 12px; }
#inspected-computed { font-family: ui-monospace, monospace; font-size: 12px; overflow-wrap: anywhere; }
#inspected-computed > li { padding-left: 16px; text-indent: -16px; }
#inspected-style s { color: var(--faint); }
#inspector li button { padding: 0 2px; background: none; border: 0; color: var(--accent); font: inherit; text-decoration: underline; }
.faint { color: var(--faint); font-weight: normal; }
.tools [aria-pressed=true] { color: var(--accent); background: var(--soft); border-color: var(--line); }
.split { display: inline-flex; }
.split button { border-radius: 6px 0 0 6px; }
.split select { width: 26px; padding: 0 4px; border: 1px solid var(--accent); border-left-color: var(--paper); border-radius: 0 6px 6px 0; background: var(--accent); color: var(--paper); }
.adding { display: flex; gap: 4px; padding: 8px 12px; flex: none; }
.panel > ul { flex: 1; overflow: auto; list-style: none; margin: 0; padding: 0 12px; }
#files ul { list-style: none; padding-left: 16px; }
#files li:has(> input) { display: grid; grid-template-columns: minmax(0, 1fr) auto auto auto; align-items: center; gap: 4px; padding: 2px 0; }
#files .size { color: var(--faint); font-size: 13px; }
#files button { padding: 2px 8px; background: none; border-color: transparent; color: var(--accent); }
.adding .button { border-color: var(--line); }
#files-empty { margin: 4px 12px; padding: 24px; border: 1px dashed var(--line); border-radius: 6px; text-align: center; text-wrap: balance; }
#format { margin-left: auto; font-size: 13px; }
.tabs:has(#tab-files[aria-selected=true]) #format { display: none; }
#pages.stale .page { opacity: .5; filter: grayscale(1); }
#pages.stale { outline: 3px dashed var(--bad); outline-offset: -3px; }
.report { grid-column: 1 / -1; max-height: 26dvh; overflow: auto; border-top: 1px solid var(--line); padding: 4px 12px; background: var(--paper); }
.report p { margin: 0; }
.report .state { display: flex; align-items: baseline; gap: 12px; }
.report strong { white-space: nowrap; }
.report #status { color: var(--faint); }
#notice { color: var(--accent); }
.report ul { margin: 4px 0; padding: 0; list-style: none; }
.report li { padding: 2px 0 2px 18px; background: radial-gradient(circle closest-side, var(--severity, var(--faint)) 95%, transparent) 0 9px / 8px 8px no-repeat; }
.report .error { --severity: var(--bad); }
.report .warning { --severity: var(--warn); }
.report ul:empty { display: none; }
.report button { padding: 0 4px; background: none; color: var(--accent); border-color: transparent; text-decoration: underline; }
.report .meaning { color: var(--faint); }
.report #status.problem, .report .problem, .report .error { color: var(--bad); }
iframe.printing { position: absolute; width: 0; height: 0; border: 0; }
dialog { color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: 16px; box-shadow: 0 8px 32px #0004; }
dialog::backdrop { background: #0006; }
dialog .head { display: flex; align-items: center; justify-content: space-between; }
dialog h2 { font-size: 16px; margin: 0; }
#gallery { width: min(72rem, 94vw); max-height: 88dvh; }
#gallery h3 { font-size: 14px; margin: 16px 0 8px; color: var(--faint); }
#gallery ul { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 12px; }
#gallery li { display: grid; }
#gallery li button { display: grid; grid-template-rows: 150px auto; align-content: start; gap: 8px; padding: 8px; background: var(--soft); color: inherit; border-color: var(--line); }
#gallery li button:hover { border-color: var(--accent); }
#gallery img { width: 100%; height: 150px; object-fit: contain; filter: drop-shadow(0 0 1px #0006); }
.confirm { position: sticky; top: 0; display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-top: 8px; padding: 8px 12px; border: 1px solid var(--accent); border-radius: 6px; background: var(--soft); }
.confirm[hidden] { display: none; }
#options-panel { position: fixed; inset: 56px auto auto max(12px, calc(var(--code-width, 50%) - 26rem - 24px)); margin: 0; width: min(26rem, calc(50vw - 24px)); max-height: calc(100dvh - 100px); overflow: auto; z-index: 2; }
#options-panel > label, .page-texts label { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); align-items: center; gap: 8px; margin: 8px 0; }
#options-panel .note { padding: 4px 0; }
#options-panel :is(select, input) { height: 30px; }
#options-panel .first-page { margin: 0 0 8px 6.5rem; }
#options-panel .first-page button { padding: 2px 8px; color: var(--accent); text-align: left; }
#options-panel .page-texts { margin: 8px 0 0; padding: 0; border: 0; }
#options-panel .page-texts legend { padding: 0; font-weight: 600; }
#options-panel .calls { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-top: 16px; padding-top: 12px; border-top: 1px solid var(--line); }
#options-panel pre { margin: 8px 0 0; padding: 8px; background: var(--soft); border-radius: 6px; font-size: 12px; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (min-width: 100rem) {
  .preview { grid-template: auto minmax(0, 1fr) / auto minmax(0, 1fr) auto; }
  #inspector .parts { grid-template-columns: minmax(0, 1fr); }
  #inspector .parts h3 { margin-top: 12px; }
  #inspector { grid-column: auto; width: 19rem; max-height: none; border-top: 0; border-left: 1px solid var(--line); }
}
@media (max-width: 60rem) {
  #thumbnails { display: none; }
  #inspector .parts { grid-template-columns: minmax(0, 1fr); }
  #more { display: inline-block; }
  #menu { display: none; position: fixed; inset: 52px 12px auto auto; min-width: 12rem; padding: 4px; z-index: 3; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; box-shadow: 0 8px 32px #0004; }
  #menu.open { display: grid; }
  .with-editor #menu :is(button, .button) { padding: 10px 12px; text-align: left; }
}
@media (max-width: 48rem) {
  body.with-editor { grid-template-rows: auto minmax(0, 1fr) auto; }
  .with-editor header.bar { justify-content: space-between; padding: 4px; }
  .with-editor header.bar h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .with-editor header.bar .grow { display: none; }
  .with-editor header.bar > button { min-height: 44px; padding: 4px 10px; }
  .views { display: grid; grid-template-columns: 1fr 1fr; padding: 6px 156px 6px 8px; border-top: 1px solid var(--line); background: var(--paper); }
  .with-editor .views button { min-height: 44px; background: var(--soft); color: var(--faint); border-color: var(--line); }
  .with-editor .views button:first-child { border-radius: 8px 0 0 8px; }
  .with-editor .views button:last-child { border-left: 0; border-radius: 0 8px 8px 0; }
  .with-editor .views [aria-pressed=true] { background: var(--selection); color: inherit; font-weight: 600; }
  .split { position: fixed; inset: auto 8px 6px auto; height: 44px; }
  .split select { width: 36px; }
  .editor { grid-template: minmax(0, 1fr) auto / minmax(0, 1fr); }
  #splitter, .hint { display: none; }
  .report .state { flex-wrap: wrap; gap: 0 12px; }
  #inspector { position: absolute; inset: auto 0 0; width: auto; max-height: 50dvh; border-top: 1px solid var(--line); z-index: 1; }
  .preview { grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); }
  .editor[data-view=code] .preview, .editor[data-view=pages] .code { display: none; }
  #options-panel { inset: auto 0 57px; width: auto; max-width: none; max-height: 55dvh; border-radius: 8px 8px 0 0; }
}
`;
