/** The style sheet of the documentation site. Its colors and shapes are those of the editor. */
export const SITE_STYLE = `
:root {
  color-scheme: light dark;
  --line: light-dark(#c9d1d1, #44504f); --soft: light-dark(#f3f6f6, #1b2221); --accent: light-dark(#0b5d5e, #62c4c0);
  --faint: light-dark(#566362, #9aa8a6); --text: light-dark(#1c2827, #e3ebea); --paper: light-dark(#fff, #121716);
  --code-tag: light-dark(#0b5d5e, #7fd1cd); --code-name: light-dark(#7a3e00, #e8b878); --code-value: light-dark(#8a1c4a, #f0a0bf);
}
:root[data-theme=light] { color-scheme: light }
:root[data-theme=dark] { color-scheme: dark }
* { box-sizing: border-box }
[hidden] { display: none !important }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; background: var(--paper); color: var(--text); overflow-wrap: anywhere }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.skip { position: absolute; left: -999px }
.skip:focus { left: 8px; top: 8px; z-index: 3; padding: 4px 12px; background: var(--paper) }
.bar { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; padding: 8px 16px; border-bottom: 1px solid var(--line); background: var(--paper) }
.bar > a { text-decoration: none; white-space: nowrap }
.bar .brand { font-weight: 600; font-size: 18px }
.search { position: relative; flex: 1; min-width: 10rem; max-width: 30rem; margin-left: auto }
.search input { width: 100%; font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: 4px 12px }
.search input::placeholder { color: var(--faint); opacity: 1 }
.found { position: absolute; top: calc(100% + 4px); right: 0; width: min(36rem, 92vw); max-height: 70vh; overflow: auto; padding: 8px; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; box-shadow: 0 4px 16px #0003 }
.found ol { list-style: none; margin: 0; padding: 0 }
.found a { display: block; padding: 6px 8px; border-radius: 4px; text-decoration: none; line-height: 1.35 }
.found a:hover, .found a:focus { background: var(--soft) }
.found small { display: block; color: var(--faint) }
.found p { margin: 0; padding: 4px 8px; color: var(--faint); font-size: 14px }
.frame { max-width: 84rem; margin: 0 auto; padding: 0 16px }
main { min-width: 0; max-width: 52rem; padding: 8px 0 48px }
h1, h2, h3, h4 { line-height: 1.25; scroll-margin-top: 64px }
h1 { font-size: 30px } h2 { font-size: 22px; margin-top: 40px } h3 { font-size: 18px }
.all { font-size: 15px; border-top: 1px solid var(--line); padding: 8px 0 }
.all h2 { font-size: 13px; margin: 20px 0 4px; color: var(--faint); text-transform: uppercase; letter-spacing: .04em }
.all ul { list-style: none; margin: 0; padding: 0 }
.all li a { display: block; padding: 2px 8px; border-radius: 4px; text-decoration: none; color: inherit }
.all li a:hover { background: var(--soft) }
.all [aria-current] { background: var(--soft); color: var(--accent); font-weight: 600 }
code, pre { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace; font-size: 14px }
.sample { display: flex; flex-direction: column-reverse; margin: 16px 0; background: var(--soft); border: 1px solid var(--line); border-radius: 6px }
.sample pre { margin: 0; padding: 8px 16px 12px; overflow-x: auto; max-height: 36rem; line-height: 1.5; overflow-wrap: normal }
.sample .tools { display: flex; justify-content: flex-end; gap: 6px; padding: 6px 8px 0 }
.sample .tools > * { font: 13px/1.5 system-ui, sans-serif; padding: 1px 10px; color: var(--accent); background: var(--paper); border: 1px solid var(--line); border-radius: 4px; text-decoration: none; cursor: pointer }
.tok-keyword, .tok-typeName, .tok-atom, .tok-bool { color: var(--code-tag) }
.tok-propertyName, .tok-definition, .tok-className, .tok-labelName { color: var(--code-name) }
.tok-string, .tok-string2, .tok-number, .tok-literal { color: var(--code-value) }
.tok-comment, .tok-meta { color: var(--faint) }
/* Columns are as wide as their longest word. */
.wide { overflow-x: auto; overflow-wrap: break-word }
table { border-collapse: collapse; width: 100%; font-size: 15px }
th, td { border-bottom: 1px solid var(--line); padding: 6px 12px 6px 0; text-align: left; vertical-align: top }
.result { margin: 16px 0; padding: 16px; display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start; background: light-dark(#e4e9e8, #0c0f0f); border-radius: 6px }
.result img { display: block; max-width: 100%; height: auto; background: #fff; box-shadow: 0 1px 4px #0006 }
.result figcaption { width: 100%; font-size: 14px }
.console { margin: 16px 0; padding: 8px 16px; border: 1px solid var(--line); border-radius: 6px }
.console[open] { padding-bottom: 16px }
.console summary { cursor: pointer; color: var(--accent) }
.console label { display: grid; grid-template-columns: 12rem minmax(0, 1fr); gap: 4px 16px; align-items: start; margin: 8px 0; font-size: 14px }
.console :is(input, select, textarea) { width: 100%; font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: 4px; padding: 4px 8px }
.console textarea { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace }
.console button { font: inherit; color: var(--paper); background: var(--accent); border: 0; border-radius: 4px; padding: 4px 20px; cursor: pointer }
.console button:disabled { opacity: .6 }
.console pre { max-height: 24rem; overflow: auto; padding: 8px 12px; background: var(--soft); border-radius: 4px; white-space: pre-wrap }
.turn { display: flex; justify-content: space-between; gap: 32px; border-top: 1px solid var(--line); margin-top: 48px; padding-top: 16px }
@media (min-width: 60rem) {
  .frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr); column-gap: 48px }
  .all { grid-area: 1 / 1; position: sticky; top: 52px; align-self: start; max-height: calc(100vh - 52px); overflow: auto; border: 0; padding-bottom: 32px }
  main { grid-column: 2 }
  .to-all { display: none }
}
@media (max-width: 40rem) {
  .console label { grid-template-columns: 1fr }
  body { font-size: 15px }
  .bar { position: static }
  .search { flex-basis: 100% }
  .found { left: 0; right: auto }
  table { font-size: 13px }
}
`;
