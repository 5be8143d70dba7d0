/** Contexts that can contain each other, for laws about pairs of them, and the cost of rendering them. */
import { ByteList } from '../../engine/byte-stream.ts';
import { RenderError } from '../../engine/errors.ts';
import { layoutDocument, renderTo } from '../../engine/render.ts';
import { allocatedBy } from '../support/allocated.ts';
import { type Nesting, NESTINGS } from './nesting.ts';

const div =
  (style: string): Nesting['wrap'] =>
  (inner) =>
    `<div style="${style}">a ${inner} b</div>`;

/** Contexts whose cost is in painting. */
const PAINTED: readonly Nesting[] = [
  { name: 'opacity', wrap: div('opacity:.9') },
  { name: 'blending', wrap: div('mix-blend-mode:multiply;isolation:isolate') },
  { name: 'blur', wrap: div('filter:blur(1px)') },
  { name: 'color filter', wrap: div('filter:sepia(1)') },
  { name: 'rotation', wrap: div('transform:rotate(2deg)') },
  { name: 'perspective', wrap: div('transform:perspective(9000px) rotateY(1deg)') },
  { name: 'clip path', wrap: div('clip-path:circle(90%)') },
  { name: 'mask', wrap: div('mask-image:linear-gradient(red,blue)') },
  { name: 'shadow', wrap: div('box-shadow:1px 1px 2px red;text-shadow:1px 1px red') },
  { name: 'filtered ruby', wrap: (inner) => `<ruby style="filter:blur(1px)">a${inner}<rt>r</rt></ruby>` },
];

/** Contexts with several attempts at a layout or a style. */
const OTHERS: readonly Nesting[] = [
  { name: 'fixed', wrap: div('position:fixed') },
  { name: 'sticky', wrap: div('position:sticky;top:0') },
  {
    name: 'position fallbacks',
    wrap: div('position:absolute;left:9000px;position-try:most-width flip-inline,flip-block,flip-start'),
  },
  {
    name: 'anchored',
    wrap: (inner) =>
      `<div style="position:relative"><i style="anchor-name:--x">x</i><div style="position:absolute;position-anchor:--x;position-area:bottom right;position-try-fallbacks:flip-block">a ${inner}</div></div>`,
  },
  { name: 'cloned edges', wrap: div('border:1px solid;padding:1px;box-decoration-break:clone') },
  { name: 'unbreakable', wrap: div('break-inside:avoid') },
  { name: 'step', wrap: div('block-step-size:7px') },
  { name: 'step inside', wrap: div('block-step:7px padding-box') },
  { name: 'clamped lines', wrap: div('line-clamp:3') },
  {
    name: 'drop cap',
    wrap: (inner) => `<style>.d::first-letter{initial-letter:2}</style><div class=d>a ${inner}</div>`,
  },
  { name: 'first line', wrap: (inner) => `<style>.f::first-line{color:red}</style><div class=f>a ${inner}</div>` },
  { name: 'inside list', wrap: (inner) => `<ol style="list-style-position:inside"><li>${inner}</ol>` },
  { name: 'ruby text', wrap: (inner) => `<ruby>a<rt>${inner}</rt></ruby>` },
  {
    name: 'size container',
    wrap: (inner) =>
      `<style>@container(width>9px){.q{color:red}}</style><div style="container-type:inline-size"><div class=q>a ${inner}</div></div>`,
  },
  { name: 'table columns', wrap: (inner) => `<table><tr><td style="columns:2">a ${inner}<td>b</table>` },
  { name: 'fieldset columns', wrap: (inner) => `<fieldset style="columns:2"><legend>l</legend>a ${inner}</fieldset>` },
  { name: 'cloned columns', wrap: div('columns:2;padding:1px;box-decoration-break:clone') },
  { name: 'table in a span', wrap: (inner) => `<span>a <table><tr><td>${inner}</table></span>` },
  {
    name: 'span around a table around a block',
    wrap: (inner) => `<span><table><tr><td><div>a ${inner}</div></table> b</span>`,
  },
  { name: 'margin trim', wrap: div('margin-trim:block;margin:3px') },
  { name: 'contained', wrap: div('contain:content') },
];

export const WRAPPERS: readonly Nesting[] = [...NESTINGS, ...OTHERS, ...PAINTED];

/** Returns the pairs of wrappers, those of one wrapper with itself included, in a fixed order. */
export function pairs(): (readonly [Nesting, Nesting])[] {
  return WRAPPERS.flatMap((a, i) => WRAPPERS.slice(i).map((b) => [a, b] as const));
}

export interface Cost {
  readonly name: string;
  /** The budget's units of work at each depth, 0 if another limit ended a render, Infinity if it took too long. */
  readonly work: readonly number[];
  /** The megabytes of all objects at each depth; empty if they weren't counted. */
  readonly megabytes: readonly number[];
  readonly growsTooFast: boolean;
}

/** Returns a description of a cost for reports. */
export const inWords = ({ name, work, megabytes }: Cost): string =>
  `${name}: ${work.join(', ')} units, ${megabytes.join(', ')} MB`;

const DEPTHS = [20, 40];
/** Rasters in rasters are ignored beyond four levels. */
const RASTER_DEPTHS = [12, 24];
/** The time is for machines that do much else. An exponential cost needs far more. */
const LIMITS = { maxPages: 200, deadlineMs: 120_000 };
/** The maximum cost of twice the depth, relative to the simple depth. */
const MOST = 2.2;
/**
 * Units of work that don't count, for what begins between the depths: another page, or breaks in contexts that fit
 * their page before. A cost that doubles with every second level grows by millions.
 */
const SLACK = 60_000;
/** The same for columns, which are tried at several heights, up to four levels deep. */
const COLUMN_SLACK = 400_000;
/** The same for rasters, up to four levels deep, whose cost depends on the visible area of each. */
const RASTER_SLACK = 1_500_000;

/**
 * Megabytes that don't count, for what a process makes once: compiled code, fonts and caches. A size that doubles with
 * every second level grows by gigabytes.
 */
const MEGABYTES_SLACK = 10;
/** The same for contexts with more work of their own, in relation to their slack of work. */
const LARGE_MEGABYTES_SLACK = 40;

const LEAF = '<div>some words to break</div>';

/** The pages are small, so that deep nesting continues on several of them, and rasters are small. */
const head = (width: number, height: number): string =>
  `<!DOCTYPE html><style>@page{size:${width}px ${height}px;margin:0}body{margin:0;font:10px/12px Arial}</style>`;

/** Measures two wrappers nested alternately. What begins between two depths, such as a second page, grows only once. */
export async function costOfPair([a, b]: readonly [Nesting, Nesting], countsObjects = true): Promise<Cost> {
  const isPainted = PAINTED.includes(a) || PAINTED.includes(b);
  const name = `${a.name} in ${b.name}`;
  const isLarge = isPainted || /columns/.test(name);
  const slack = isPainted ? RASTER_SLACK : isLarge ? COLUMN_SLACK : SLACK;
  const megabytesSlack = isLarge ? LARGE_MEGABYTES_SLACK : MEGABYTES_SLACK;
  const [shallow, deep] = isPainted ? RASTER_DEPTHS : DEPTHS;
  const work: number[] = [];
  const megabytes: number[] = [];
  const measure = async (depth: number): Promise<void> => {
    let html = LEAF;
    for (let i = depth - 1; i >= 0; i--) html = (i % 2 === 0 ? a : b).wrap(html);
    const render = async (): Promise<void> => void work.push(await costOf(html, isPainted));
    if (!countsObjects) return render();
    const bytes = await allocatedBy(render);
    megabytes.push(work.at(-1) === 0 ? 0 : Math.round(bytes / 1e6));
  };
  const grows = (times: number): boolean =>
    growsBeyond(work, times, slack) || growsBeyond(megabytes, times, megabytesSlack);
  await measure(shallow!);
  await measure(deep!);
  const result = (growsTooFast: boolean): Cost => ({ name, work, megabytes, growsTooFast });
  if (!grows(2) || work[1] === Infinity) return result(grows(2));
  for (const times of [2, 1.5]) {
    await measure(times * deep!);
    if (work.at(-1) !== 0) return result(grows(times));
    // The document ended early, as a smaller one may not.
    work.pop();
    megabytes.pop();
  }
  return result(false);
}

/** Whether the last of these costs, at `times` the depth of the one before, exceeds what the one before allows. */
function growsBeyond(costs: readonly number[], times: number, slack: number): boolean {
  if (costs.length < 2) return false;
  const [before, last] = costs.slice(-2);
  return last === Infinity || last! > (MOST / 2) * times * before! + slack;
}

async function costOf(html: string, isPainted: boolean): Promise<number> {
  try {
    const { budget } = isPainted
      ? await renderTo(head(150, 100) + html, { limits: LIMITS }, new ByteList())
      : await layoutDocument(head(300, 200) + html, { limits: LIMITS });
    return budget.work;
  } catch (error) {
    // Columns in orthogonal flows double their width at each level, and other limits end that early.
    if (error instanceof RenderError && error.code !== 'render_timeout') return 0;
    return Infinity;
  }
}
