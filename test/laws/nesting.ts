/** Documents with nested formatting contexts, and their layout cost. */
import { layoutDocument } from '../../engine/render.ts';

/** A formatting context around the next one. */
export interface Nesting {
  readonly name: string;
  readonly wrap: (inner: string) => string;
}

const IMAGE =
  '<img style="width:20px" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">';

/** Returns a `div` with some text around its content. */
const div =
  (style: string): Nesting['wrap'] =>
  (inner) =>
    `<div style="${style}">a ${inner} b</div>`;

/** Returns a `div` with the content and a sibling as items. */
const items =
  (style: string, item = ''): Nesting['wrap'] =>
  (inner) =>
    `<div style="${style}"><div style="${item}">${inner}</div><div>b b</div></div>`;

const table =
  (style: string, cell = '', beside = ''): Nesting['wrap'] =>
  (inner) =>
    `<table style="${style}"><tr><td style="${cell}">${inner}${beside}<td>b b</table>`;

/** Every kind of nesting for which layout has an algorithm or a code path. */
export const NESTINGS: readonly Nesting[] = [
  { name: 'block', wrap: div('margin:1px') },
  { name: 'block with a percentage height', wrap: div('height:90%') },
  { name: 'block with percentage limits', wrap: div('min-height:10%;max-height:90%') },
  { name: 'block with a relative inset', wrap: div('position:relative;top:1%') },
  { name: 'flow root', wrap: div('display:flow-root') },
  { name: 'scroller', wrap: div('overflow:hidden') },
  { name: 'fit-content block', wrap: div('width:fit-content') },
  { name: 'aspect ratio', wrap: div('aspect-ratio:2') },
  { name: 'list item', wrap: (inner) => `<ul><li>a ${inner} b</ul>` },
  { name: 'float', wrap: div('float:left') },
  { name: 'float with a percentage height', wrap: div('float:right;height:90%') },
  { name: 'block next to a float', wrap: (inner) => `<div><div style="float:left">f</div>a ${inner} b</div>` },
  {
    name: 'flow root next to a float',
    wrap: (inner) => `<div><div style="float:left">f</div><div style="display:flow-root">${inner}</div></div>`,
  },
  { name: 'inline-block', wrap: div('display:inline-block') },
  { name: 'inline-block with a percentage height', wrap: div('display:inline-block;height:90%') },
  { name: 'positioned', wrap: div('position:relative') },
  { name: 'absolute', wrap: div('position:absolute') },
  { name: 'absolute between insets', wrap: div('position:absolute;top:1px;bottom:1px') },
  { name: 'table', wrap: table('') },
  { name: 'table with a height', wrap: table('height:100px') },
  { name: 'table with a percentage height', wrap: table('height:100%') },
  { name: 'cell with a height', wrap: table('', 'height:50px') },
  { name: 'cell with a height and an image', wrap: table('', 'height:50px', IMAGE) },
  { name: 'cell with a percentage height', wrap: table('height:100px', 'height:50%') },
  { name: 'percentage height in a cell', wrap: (inner) => table('', 'height:50px')(div('height:50%')(inner)) },
  { name: 'percentage image in a cell', wrap: table('height:90px', '', `<img style="height:50%">`) },
  { name: 'positioned cell', wrap: table('', 'position:relative', '<i style="position:absolute">x</i>') },
  { name: 'fixed table', wrap: table('table-layout:fixed;width:100%') },
  { name: 'collapsing borders', wrap: table('border-collapse:collapse', 'border:1px solid') },
  { name: 'caption', wrap: (inner) => `<table><caption>${inner}</caption><tr><td>b</table>` },
  { name: 'inline table', wrap: table('display:inline-table') },
  { name: 'CSS table', wrap: div('display:table-cell') },
  { name: 'spanning cell', wrap: (inner) => `<table><tr><td rowspan=2>${inner}<td>b<tr><td>c</table>` },
  { name: 'flex row', wrap: items('display:flex') },
  { name: 'flex row, growing', wrap: items('display:flex', 'flex:1') },
  { name: 'flex row, centred', wrap: items('display:flex;align-items:center') },
  { name: 'flex row, baseline', wrap: items('display:flex;align-items:baseline') },
  { name: 'flex row with a height', wrap: items('display:flex;height:100px') },
  { name: 'flex row with a percentage inside', wrap: items('display:flex', 'height:90%') },
  { name: 'flex wrap', wrap: items('display:flex;flex-wrap:wrap', 'flex:1 1 100px') },
  { name: 'flex column', wrap: items('display:flex;flex-direction:column') },
  { name: 'flex column, growing', wrap: items('display:flex;flex-direction:column', 'flex:1') },
  { name: 'flex column, start', wrap: items('display:flex;flex-direction:column;align-items:start') },
  { name: 'flex column with a height', wrap: items('display:flex;flex-direction:column;height:100px') },
  { name: 'flex column wrap', wrap: items('display:flex;flex-flow:column wrap;max-height:200px') },
  { name: 'inline flex', wrap: items('display:inline-flex') },
  { name: 'flex with an image', wrap: (inner) => `<div style="display:flex">${IMAGE}<div>${inner}</div></div>` },
  { name: 'grid', wrap: items('display:grid') },
  { name: 'grid of two columns', wrap: items('display:grid;grid-template-columns:1fr 1fr') },
  { name: 'grid of content columns', wrap: items('display:grid;grid-template-columns:auto auto') },
  { name: 'grid of limited columns', wrap: items('display:grid;grid-template-columns:minmax(min-content,1fr) 1fr') },
  { name: 'grid with a height', wrap: items('display:grid;height:100px') },
  { name: 'grid, centred', wrap: items('display:grid;place-items:center') },
  { name: 'grid, baseline', wrap: items('display:grid;grid-template-columns:auto auto;align-items:baseline') },
  { name: 'grid with percentage rows', wrap: items('display:grid;grid-template-rows:50% 50%') },
  { name: 'grid with a ratio', wrap: items('display:grid', 'aspect-ratio:3') },
  { name: 'subgrid of columns', wrap: items('display:grid;grid-template-columns:subgrid;grid-column:1/-1') },
  { name: 'subgrid of rows', wrap: items('display:grid;grid-template-rows:subgrid;grid-row:span 2') },
  { name: 'subgrid', wrap: items('display:grid;grid-template:subgrid/subgrid;grid-area:span 2/span 2') },
  { name: 'inline grid', wrap: items('display:inline-grid') },
  { name: 'columns', wrap: div('columns:2') },
  { name: 'columns with a height', wrap: div('columns:2;height:150px') },
  { name: 'columns filled', wrap: div('columns:2;height:150px;column-fill:auto') },
  { name: 'spanner', wrap: (inner) => `<div style="columns:2">a<div style="column-span:all">${inner}</div>b</div>` },
  { name: 'fieldset', wrap: (inner) => `<fieldset><legend>l</legend>a ${inner} b</fieldset>` },
  { name: 'legend', wrap: (inner) => `<fieldset><legend>${inner}</legend>b</fieldset>` },
  { name: 'details', wrap: (inner) => `<details open><summary>s</summary>${inner}</details>` },
  {
    name: 'vertical',
    wrap: (inner) =>
      `<div style="writing-mode:vertical-rl"><div style="writing-mode:horizontal-tb">${inner}</div></div>`,
  },
  { name: 'ruby', wrap: (inner) => `<ruby>${inner}<rt>r</rt></ruby>` },
  { name: 'button', wrap: (inner) => `<span style="display:inline-block;border:1px solid">${inner}</span>` },
];

/** The innermost content. */
const LEAF = `<div>some words to break ${IMAGE}</div>`;

/** Returns a document with `depth` nested contexts that cycle through `kinds`, on pages of the given height. */
export function nested(kinds: readonly Nesting[], depth: number, pageHeight: number): string {
  let html = LEAF;
  for (let i = depth - 1; i >= 0; i--) html = kinds[i % kinds.length]!.wrap(html);
  return `<!DOCTYPE html><style>@page{size:4000px ${pageHeight}px;margin:0}body{margin:0;font:10px/12px Arial}</style>${html}`;
}

/** Returns the units of work for a document's layout. */
export async function costOf(html: string): Promise<number> {
  const { budget } = await layoutDocument(html, { limits: { deadlineMs: 60_000 } });
  return budget.work;
}
