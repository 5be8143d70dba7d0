/**
 * Combinations that css-break, css-multicol and css-grid allow but no sensible author writes, each in each container.
 * Every document is rendered or refused with a typed error within a bounded amount of work.
 */
import { expect } from 'chai';
import { Budget } from '../../engine/budget.ts';
import { RenderError } from '../../engine/errors.ts';
import { render } from '../../engine/index.ts';
import { Random } from './random.ts';

const WORDS = 'one two three four five six seven eight nine ten';

/** Containers for the content that replaces `$`. */
const CONTAINERS: Readonly<Record<string, string>> = {
  'a block': '<div>$</div>',
  columns: '<div style="columns:2">$</div>',
  'columns filled one after the other': '<div style="columns:3;column-fill:auto;height:70px">$</div>',
  'columns without height': '<div style="columns:2;height:0">$</div>',
  'nested columns': `<div style="columns:2"><p>${WORDS}</p><div style="columns:2">$</div></div>`,
  'triply nested columns': '<div style="columns:2"><div style="columns:2"><div style="columns:2">$</div></div></div>',
  'clipped columns': '<div style="columns:2;height:30px;overflow:clip">$</div>',
  'a clipped box': '<div style="height:40px;overflow:hidden">$</div>',
  'a cloned box': '<div style="box-decoration-break:clone;padding:9px;border:2px solid">$</div>',
  'a flex row': `<div style="display:flex"><div>$</div><div>${WORDS}</div></div>`,
  'a flex column': `<div style="display:flex;flex-flow:column wrap;height:90px"><div>$</div><div>${WORDS}</div></div>`,
  'a grid': `<div style="display:grid;grid:20px auto/1fr 1fr"><div style="grid-row:span 2">$</div><div>${WORDS}</div></div>`,
  'a cell': `<table><thead><tr><th>head</thead><tr><td>$</td><td rowspan=2>${WORDS}</td></tr><tr><td>${WORDS}</table>`,
  'a float': `<div style="float:left;width:60%">$</div><p>${WORDS}</p>`,
  'a positioned box': `<div style="position:relative;height:150px"><div style="position:absolute;bottom:-30px">$</div></div>`,
  'an inline-block': `<p>one <span style="display:inline-block">$</span> two</p>`,
  'a fieldset': '<fieldset style="height:40px"><legend>legend</legend>$</fieldset>',
  'a vertical box': '<div style="writing-mode:vertical-rl">$</div>',
  'a subgrid':
    '<div style="display:grid;grid:auto 30px/1fr 1fr"><div style="display:grid;grid:subgrid/subgrid;grid-area:1/1/3/3"><div style="grid-row:span 2">$</div></div></div>',
  'columns in a grid': `<div style="display:grid;grid:auto/1fr 1fr"><div style="columns:2;position:relative">$</div><p>${WORDS}</div>`,
  'a query container': '<div style="container-type:size;height:60px">$</div>',
  'display: contents': '<div style="display:contents"><div style="display:contents">$</div></div>',
  'content-visibility: auto': '<div style="content-visibility:auto;contain-intrinsic-size:50px">$</div>',
  'a ruby base': '<p>one <ruby>$<rt>two</ruby> three</p>',
  'a ruby annotation': '<p><ruby>one<rt>$</ruby></p>',
  'mathematical text': '<math display="block"><mfrac><mtext>$</mtext><mi>x</mi></mfrac></math>',
  'a foreign object':
    '<svg width="80" height="90"><foreignObject width="70" height="80"><div>$</div></foreignObject></svg>',
  'a footnote': `<p>${WORDS}<span style="float:footnote">$</span> ${WORDS}</p>`,
  'a page float': '<div style="float:top">$</div><p>text</p>',
  'an anchored box':
    '<div style="position:relative"><p style="anchor-name:--c">a</p><div style="position:absolute;position-anchor:--c;top:anchor(bottom);position-try:flip-block">$</div></div>',
};

const THINGS: Readonly<Record<string, string>> = {
  'a spanner in a cloned box': `<div style="box-decoration-break:clone;border:5px solid;padding:30px">a<div style="column-span:all">${WORDS}</div>b</div>`,
  'a spanner as a float': `<div style="float:left;column-span:all">${WORDS}</div>`,
  'a spanner in a flex item': `<div style="display:flex"><div style="column-span:all">${WORDS}</div></div>`,
  'nested spanners':
    '<div style="column-span:all"><div style="columns:2"><div style="column-span:all">x<p style="column-span:all">y</div></div></div>',
  'a spanner pulled up': `${WORDS}<div style="column-span:all;margin:-500px 0">x</div>${WORDS}`,
  'spanners only': '<div style="column-span:all"></div><div style="column-span:all"></div>',
  'a spanner in a relative box':
    '<div style="position:relative"><div style="column-span:all">x<b style="position:absolute;bottom:-900px">y</b></div></div>',
  'a float at the end': `${WORDS}<div style="float:right;height:500px;width:10px"></div>`,
  'an unbreakable float': `<div style="float:left;break-inside:avoid">${WORDS.repeat(5)}</div>`,
  'a float with a forced break': '<div style="float:left">a<div style="break-before:page">b</div></div>c',
  'floats below floats':
    '<div style="float:left;width:60%;height:80px"></div>'.repeat(4) + '<div style="clear:both">x</div>',
  'huge margins': '<div style="margin:9999999px 0">x</div>',
  'negative margins': '<div style="margin:-9999999px 0">x</div>y',
  'huge padding, cloned': '<div style="box-decoration-break:clone;padding:300px 0">x</div>',
  'a border wider than the page, cloned': `<div style="box-decoration-break:clone;border:70px solid">${WORDS}</div>`,
  'an enormous height': '<div style="height:99999999px;break-inside:avoid">x</div>',
  'percentages of an indefinite height':
    '<div style="height:900%"><div style="min-height:50%;max-height:10%">x</div></div>',
  'a forced break in a flex item':
    '<div style="display:flex"><p>a<p style="break-before:left">b<p><b style="display:block;break-after:recto">c</b>d</div>',
  'a forced break in a flex column':
    '<div style="display:flex;flex-flow:column-reverse"><p>a<p style="break-before:page">b<p style="break-after:column">c</div>',
  'a forced break in a grid item':
    '<div style="display:grid;grid:repeat(3,auto)/1fr 1fr"><p style="grid-row:1/4">a<p style="break-before:page">b<p style="break-after:column">c</div>',
  'a forced break in a cell':
    '<table><tr style="break-before:page"><td>a<p style="break-before:column">b<tr style="break-after:verso"><td>c</table>',
  'forced breaks around empty boxes': '<div style="break-before:page;break-after:page"></div>'.repeat(3),
  'forced breaks among avoided ones':
    '<div style="break-inside:avoid;break-before:avoid">a<div style="break-before:page;break-after:avoid">b</div></div>',
  'all orphans and widows': `<p style="orphans:999;widows:999">${WORDS.repeat(3)}`,
  'lines without height': `<p style="line-height:0">${WORDS}<p style="font-size:0">${WORDS}`,
  'a line taller than all pages': `<p style="line-height:99999px">x<p>${WORDS}`,
  'a picture taller than the page':
    '<svg width="10" height="700" style="display:block"></svg>x<svg width="5" height="300"></svg>',
  'a scroller taller than the page': `<div style="overflow:scroll;height:260px"><div style="height:900px">${WORDS}</div></div>`,
  'size containment': `<div style="contain:size;height:150px">${WORDS.repeat(4)}</div>`,
  'positioned boxes across columns':
    '<div style="position:relative">a<i style="position:absolute;top:400px">b<i style="position:absolute;top:400px">c</i></i></div>',
  'a positioned box in an inline box': `<span style="position:relative">${WORDS}<b style="position:absolute;bottom:0;right:0">x</b> ${WORDS}</span>`,
  'a fixed box in a transformed one':
    '<div style="transform:rotate(9deg)">a<b style="position:fixed;top:300px">b</b></div>',
  'static positions at a break': `${WORDS}<b style="position:absolute">${WORDS}</b>`.repeat(3),
  'a table without rows': '<table><caption>x</caption><thead></thead><tfoot><tr></tr></tfoot></table>',
  'headers taller than the page': `<table><thead><tr><th style="height:200px">a</thead><tfoot><tr><th style="height:90px">b</tfoot><tr><td>${WORDS}<tr><td>c</table>`,
  'spans without rows': `<table><tr><td rowspan=65534>${WORDS}<td colspan=1000>b<tr><td rowspan=0>c<tr></table>`,
  'a caption taller than the page': `<table><caption style="caption-side:bottom;height:170px">${WORDS}</caption><tr><td>a</table>`,
  'collapsed borders at breaks': `<table style="border-collapse:collapse"><tr><td style="border:25px solid">${WORDS}<tr><td style="border:1px solid">${WORDS}</table>`,
  'a list item with only a marker': '<ul><li><li style="break-before:page"><li><ul><li></ul></ul>',
  'an initial letter that drops out': '<style>.il::first-letter{initial-letter:9}</style><p class="il">Once upon</p>',
  ruby: `<ruby>${WORDS}<rt>${WORDS}</ruby>`,
  'countless tracks':
    '<div style="display:grid;grid-template-rows:repeat(999,1px)"><p style="grid-row:999">a<p style="grid-row:-1">b</div>',
  'nested subgrids':
    '<div style="display:grid;grid:auto auto/1fr 1fr"><div style="display:grid;grid:subgrid/subgrid;grid-area:1/1/3/3"><div style="display:grid;grid:subgrid/subgrid;grid-area:span 2/span 2"><p style="grid-row:2">a</div></div></div>',
  'grid rows that stretch': `<div style="display:grid;grid-template-rows:1fr 2fr;height:300px"><p>${WORDS}<p style="align-self:end">b</div>`,
  'a thousand columns': `<div style="columns:1000;column-gap:0">${WORDS}</div>`,
  'columns without width': `<div style="column-width:1px;column-gap:9999px;column-rule:9px solid">${WORDS}</div>`,
  'columns balanced around floats': `<div style="columns:3"><div style="float:left;height:130px">a</div>${WORDS}<div style="clear:left">b</div></div>`,
  'nested footnotes':
    '<p>a<span style="float:footnote">b<span style="float:footnote;break-inside:avoid">c</span></span>',
  'an anchor and its positioned box':
    '<div style="anchor-name:--a">a</div><div style="position:absolute;position-anchor:--a;top:anchor(bottom);width:anchor-size(width)">b</div>',
  'cyclic anchors':
    '<i style="position:absolute;anchor-name:--d;top:anchor(--e top)">a</i><i style="position:absolute;anchor-name:--e;top:anchor(--d bottom)">b</i>',
  'a container query that changes its result':
    '<style>@container (height>30px){.q{height:400px;break-inside:avoid;columns:2}}</style><div class="q">a<p>b</div>',
  'a starting style': `<style>.s{height:90px;transition:height 1s}@starting-style{.s{height:9999px;break-before:page}}</style><div class="s">${WORDS}</div>`,
  'content-visibility: hidden': `<div style="content-visibility:hidden;height:150px">${WORDS}<p style="break-before:page">b</div>`,
  'columns with display: contents': `<div style="columns:2"><div style="display:contents"><h2 style="column-span:all">a</h2>${WORDS}</div></div>`,
  'a fraction taller than the page':
    '<math><mfrac><mrow><mspace height="500px"/></mrow><mi>x</mi></mfrac><mo stretchy="true">(</mo></math>',
  'a mathematical table':
    '<math><mtable><mtr><mtd><msqrt><mi>a</mi></msqrt></mtd><mtd><mn>1</mn></mtd></mtr><mtr><mtd><mspace height="90px"/></mtd></mtr></mtable></math>',
  'ruby on both sides':
    '<p style="line-height:1"><ruby>one<rt style="ruby-position:under">two</rt></ruby><ruby>one<rt>three four</ruby>',
  'an initial letter cut by a page break': `<style>.im::first-letter{initial-letter:3 1;float:left}</style><p class="im" style="columns:2">${WORDS}</p>`,
  'positioned boxes in columns in a grid':
    '<div style="display:grid"><div style="columns:2;position:relative"><p>a<b style="position:absolute;bottom:-400px">b</b><p style="break-before:column">c</div></div>',
  'a clone with a spanner in clipped columns':
    '<div style="columns:2;overflow:clip;height:50px"><div style="box-decoration-break:clone;padding:20px;border-radius:9px;box-shadow:1px 1px 3px">a<p style="column-span:all">b</p>c</div></div>',
  'rules in the gaps of a subgrid':
    '<div style="display:grid;grid:auto auto/1fr 1fr;gap:90px;rule:2px solid"><div style="display:grid;grid:subgrid/subgrid;grid-area:1/1/3/3;row-gap:5px"><p>a<p>b<p>c</div></div>',
  'grid lanes': `<div style="display:grid-lanes;grid-template-columns:1fr 1fr"><p style="height:150px">a<p>${WORDS}<p style="grid-column:span 2;break-inside:avoid">b</div>`,
  'clamped lines': `<div style="line-clamp:2">${WORDS.repeat(3)}<p style="break-before:page">b</div>`,
  'empty content': '<div style="display:contents"><div style="columns:2"></div></div>',
};

/** Typed refusals that a document may cause; a time-out or an internal error is never one. */
const REFUSALS: ReadonlySet<string> = new Set(['page_limit_exceeded', 'document_too_complex']);
const MAX_PAGES = 100;
/** A hundred times the work for a few boxes on a hundred pages. */
const MAX_TICKS = 200_000;
const PAGES = ['100px 60px', '120px 45px', '90px 90px', '60px 1px'];

/** Overflow columns are created until the content ends, whatever their number. */
const ENDLESS = { things: new Set(['an enormous height', 'huge margins']), containers: /columns/ };
/** Balancing takes long at greater depths. */
const MAX_COLUMN_DEPTH = 4;

/** Returns the units of work that `act` spends. */
async function ticksOf(act: () => Promise<void>): Promise<number> {
  const { prototype } = Budget;
  const { tick } = prototype;
  let ticks = 0;
  prototype.tick = function (this: Budget) {
    ticks++;
    tick.call(this);
  };
  try {
    await act();
  } finally {
    prototype.tick = tick;
  }
  return ticks;
}

/** Returns what is wrong with a document's result or its amount of work, or null. */
async function complaint(content: string, pageSize: string): Promise<string | null> {
  const html = `<!DOCTYPE html><style>@page{size:${pageSize};margin:0}body{margin:0;font:10px/12px Arial}</style>${content}`;
  let wrong: string | null = null;
  const ticks = await ticksOf(async () => {
    try {
      await render(html, { limits: { maxPages: MAX_PAGES, deadlineMs: 10_000 } });
    } catch (error) {
      if (!(error instanceof RenderError) || !REFUSALS.has(error.code)) wrong = `${String(error)}\n${html}`;
    }
  });
  return wrong ?? (ticks > MAX_TICKS ? `${ticks} ticks\n${html}` : null);
}

const within = (container: string, content: string): string => CONTAINERS[container]!.replace('$', () => content);

const isEndless = (container: string, thing: string): boolean =>
  ENDLESS.things.has(thing) && ENDLESS.containers.test(container);

/** Returns two or three things in nested containers. */
function mixture(random: Random): { content: string; endless: boolean } {
  const things = random.times(2, 3, () => random.pick(Object.keys(THINGS)));
  const containers = random.times(2, 3, () => random.pick(Object.keys(CONTAINERS)));
  const content = containers.reduce((inner, name) => within(name, inner), things.map((name) => THINGS[name]).join(''));
  const columnDepth = containers.join().split('columns').length - 1;
  const endless = containers.some((name) => things.some((thing) => isEndless(name, thing)));
  return { content, endless: endless || columnDepth > MAX_COLUMN_DEPTH };
}

describe('crashtests', function () {
  this.timeout(60_000);

  Object.keys(CONTAINERS).forEach((container, column) => {
    it(`end with everything in ${container}`, async () => {
      const wrong: string[] = [];
      for (const [row, name] of Object.keys(THINGS).entries()) {
        if (isEndless(container, name)) continue;
        const found = await complaint(within(container, THINGS[name]!), PAGES[(row + column) % PAGES.length]!);
        if (found !== null) wrong.push(`${name}: ${found}`);
      }
      expect(wrong.join('\n\n')).to.equal('');
    });
  });

  // `CRASH_RUNS` and `CRASH_SEED` extend the search.
  it('end with several things in nested containers', async () => {
    const first = Number(process.env.CRASH_SEED ?? 1);
    const wrong: string[] = [];
    for (let seed = first; seed < first + Number(process.env.CRASH_RUNS ?? 60); seed++) {
      const { content, endless } = mixture(new Random(seed));
      const found = endless ? null : await complaint(content, PAGES[seed % PAGES.length]!);
      if (found !== null) wrong.push(`seed ${seed}: ${found}`);
    }
    expect(wrong.join('\n\n')).to.equal('');
  });
});
