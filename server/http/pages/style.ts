/** The style sheet of the pages for people. */
export const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#c9d1d1, #44504f); --soft: light-dark(#f3f6f6, #1b2221); --accent: light-dark(#0b5d5e, #62c4c0); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fff, #121716); color: light-dark(#1c2827, #e3ebea); }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
header.bar { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .6rem 1rem; border-bottom: 1px solid var(--line); }
header.bar h1 { font-size: 1.1rem; margin: 0; color: var(--accent); }
header.bar .grow { flex: 1; }
button { font: inherit; padding: .35rem 1rem; border: 1px solid var(--accent); border-radius: 4px; background: var(--accent); color: light-dark(#fff, #10201f); cursor: pointer; }
button[disabled] { opacity: .6; }
.editor { display: grid; grid-template: minmax(20rem, 1fr) auto / 1fr 1fr; height: calc(100dvh - 3.6rem); }
.editor textarea { width: 100%; height: 100%; border: 0; border-right: 1px solid var(--line); padding: 1rem; resize: none; font: 14px/1.5 ui-monospace, monospace; background: var(--soft); color: inherit; tab-size: 2; }
.editor iframe { width: 100%; height: 100%; border: 0; background: #888; }
.editor .report { grid-column: 1 / -1; max-height: 30dvh; overflow: auto; border-top: 1px solid var(--line); padding: .5rem 1rem; }
.report ul { margin: .3rem 0; padding-left: 1.2rem; }
.report button { padding: 0 .3rem; background: none; color: var(--accent); border-color: transparent; text-decoration: underline; }
.report .problem { color: light-dark(#a3261b, #ff9d90); }
label.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 48rem) {
  .editor { grid-template: 50dvh 70dvh auto / 1fr; height: auto; }
  .editor textarea { border-right: 0; border-bottom: 1px solid var(--line); }
}
main.docs { max-width: 56rem; margin: 0 auto; padding: 1rem; }
main.docs table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
main.docs th, main.docs td { border-bottom: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; }
main.docs pre { background: var(--soft); border: 1px solid var(--line); padding: .8rem; overflow-x: auto; }
`;
