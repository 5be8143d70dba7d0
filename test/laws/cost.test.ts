import { expect } from 'chai';
import { layoutDocument } from '../../engine/render.ts';
import { costOf, nested, type Nesting, NESTINGS } from './nesting.ts';
import { WRAPPERS } from './wrappers.ts';

const DEPTHS = [8, 16, 24];
/** A single page for everything, and pages so short that contexts break. */
const PAGE_HEIGHTS = [100_000, 200];
/**
 * The maximum cost of eight more levels relative to the previous eight: 1 if each level costs the same, 1.7 for
 * quadratic growth.
 */
const MOST = 1.5;

/**
 * The contexts that are mixed. Columns among other contexts have a law of their own, because they balance their
 * content.
 */
const PLAIN = NESTINGS.filter(({ name }) => !name.startsWith('columns'));

async function expectLinear(kinds: readonly Nesting[], pageHeight: number): Promise<void> {
  const costs: number[] = [];
  for (const depth of DEPTHS) costs.push(await costOf(nested(kinds, depth, pageHeight)));
  const [shallow, middle, deep] = costs;
  const names = kinds.map(({ name }) => name).join(' in ');
  expect(deep! - middle!, `${names}, pages of ${pageHeight}px: ${costs.join(', ')}`).to.be.at.most(
    MOST * (middle! - shallow!),
  );
}

/** Returns a deterministic generator of numbers from a seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

/** Returns cycles of two to four kinds, so that every pair of kinds becomes adjacent sooner or later. */
function mixes(count: number, seed: number): Nesting[][] {
  const random = generator(seed);
  const pick = (): Nesting => PLAIN[Math.floor(random() * PLAIN.length)]!;
  return Array.from({ length: count }, () => Array.from({ length: 2 + Math.floor(random() * 3) }, pick));
}

const PARAGRAPH = '<p>some words that make lines some words that make lines</p>';

/** Returns paragraphs in nested balanced columns. */
function columns(style: string, depth: number, paragraphs: number, page: string): string {
  let html = PARAGRAPH.repeat(paragraphs);
  for (let i = 0; i < depth; i++) html = `<div style="${style}">${PARAGRAPH}${html}${PARAGRAPH}</div>`;
  return `<!DOCTYPE html><style>@page{size:${page};margin:0}body{margin:0;font:10px/12px Arial}p{margin:0}</style>${html}`;
}

describe('the cost of columns', () => {
  for (const style of ['columns:2', 'columns:3;column-gap:1px', 'columns:2;border:1px solid']) {
    it(`is hardly larger at four levels than at two (${style})`, async () => {
      const costs: number[] = [];
      for (const depth of [2, 4]) costs.push(await costOf(columns(style, depth, 200, '8000px 100000px')));
      expect(costs[1]).to.be.at.most(5 * costs[0]!);
    });
  }

  // Two more levels make four or nine times as many columns, but with the same content.
  for (const style of ['columns:2', 'columns:3;column-gap:1px', 'columns:2;border:1px solid']) {
    it(`is at most twice as large at six levels as at four (${style})`, async () => {
      const block = '<div style="height:12px"></div>';
      const costs: number[] = [];
      for (const depth of [4, 6]) {
        let html = block.repeat(200);
        for (let i = 0; i < depth; i++) html = `<div style="${style}">${block}${html}${block}</div>`;
        costs.push(await costOf(`<!DOCTYPE html><style>@page{size:8000px 100000px;margin:0}</style>${html}`));
      }
      expect(costs[1], costs.join(', ')).to.be.at.most(2.3 * costs[0]!);
    });
  }

  it('is constant per column at any depth if paragraphs cannot split and borders are retried', async () => {
    const costs: number[] = [];
    for (const depth of [4, 6]) {
      let html = '<p>a<br>b</p>'.repeat(200);
      for (let i = 0; i < depth; i++) html = `<div style="columns:2;border:1px solid">${html}</div>`;
      costs.push(
        (await costOf(`<!DOCTYPE html><style>@page{size:8000px 100000px;margin:0}p{margin:0}</style>${html}`)) /
          2 ** depth,
      );
    }
    expect(costs[1], costs.join(', ')).to.be.at.most(1.5 * costs[0]!);
  });

  const LINES = 'x<br>'.repeat(5);
  const BLOCKS = '<div style="height:10px"></div>'.repeat(4);
  const beside: Record<string, (inner: string) => string> = {
    lines: (inner) => `<div style="columns:2">${LINES}${inner}${LINES}</div>`,
    'lines in columns with a height': (inner) => `<div style="columns:2;height:150px">${LINES}${inner}${LINES}</div>`,
    'blocks in three columns': (inner) => `<div style="columns:3">${BLOCKS}${inner}${BLOCKS}</div>`,
    'a spanner': (inner) => `<div style="columns:2">${LINES}<div style="column-span:all">x</div>${inner}${LINES}</div>`,
  };
  for (const [name, wrap] of Object.entries(beside)) {
    it(`grows linearly with the nesting depth next to ${name}`, async () => {
      const costs: number[] = [];
      for (const depth of [4, 8, 12]) {
        let html = BLOCKS;
        for (let i = 0; i < depth; i++) html = wrap(html);
        costs.push(await costOf(`<!DOCTYPE html><style>@page{size:9000px 1000px;margin:0}</style>${html}`));
      }
      expect(costs[2]! - costs[1]!, costs.join(', ')).to.be.at.most(MOST * (costs[1]! - costs[0]!));
    });
  }

  it('is bounded at four levels among other contexts', async () => {
    const filled = NESTINGS.filter(({ name }) => name.startsWith('columns'));
    for (const [i, [first]] of mixes(20, 3).entries()) {
      const html = nested([filled[i % filled.length]!, first!], 8, 100_000);
      expect(await costOf(html), first!.name).to.be.at.most(150_000);
    }
  });

  it('grows linearly with the number of pages', async () => {
    const costs: number[] = [];
    for (const paragraphs of [400, 800, 1600])
      costs.push(await costOf(columns('columns:2', 1, paragraphs, '400px 300px')));
    expect(costs[2]! - costs[1]!, costs.join(', ')).to.be.at.most(2.2 * (costs[1]! - costs[0]!));
  });
});

describe('the cost of length', () => {
  const page = '<!DOCTYPE html><style>@page{size:600px 2000px;margin:0}body{margin:0;font:10px/12px Arial}</style>';
  const documents: Record<string, (n: number) => string> = {
    'lines of a paragraph over pages': (n) => `<pre>${'a line\n'.repeat(n)}</pre>`,
    tabs: (n) => `<pre>${'a\tb\tc\n'.repeat(n)}</pre>`,
    floats: (n) => '<div style="float:left;width:50px;height:10px"></div>'.repeat(n),
    'rows with baselines': (n) => `<table>${'<tr><td style="vertical-align:baseline">a<td>b'.repeat(n)}</table>`,
    'grid items with baselines': (n) =>
      `<div style="display:grid;grid-template-columns:auto auto;align-items:baseline">${'<p>a</p>'.repeat(n)}</div>`,
    'flex lines': (n) => `<div style="display:flex;flex-wrap:wrap">${'<p style="width:300px">a</p>'.repeat(n)}</div>`,
    'bidirectional words': (n) => `<p>${'مرحبا hello 123 '.repeat(n)}</p>`,
  };
  for (const [name, write] of Object.entries(documents)) {
    it(`grows linearly with the number of ${name}`, async () => {
      const costs: number[] = [];
      for (const count of [400, 800, 1600]) costs.push(await costOf(page + write(count)));
      expect(costs[2]! - costs[1]!, costs.join(', ')).to.be.at.most(2.2 * (costs[1]! - costs[0]!));
    });
  }
});

describe('the cost of nesting', () => {
  it('grows linearly with the depth of steps and of position fallbacks that continue on pages', async () => {
    const some = WRAPPERS.filter(({ name }) => /^step|fallbacks/.test(name));
    for (const kind of some) await expectLinear([kind], 200);
  });

  it('is constant for each level on each page if boxes that avoid breaks are next to floats', async () => {
    const float = '<div style="float:left">f</div>';
    const costAt = async (depth: number): Promise<number> => {
      const head = '<!DOCTYPE html><style>@page{size:300px 200px;margin:0}body{margin:0;font:10px/12px Arial}</style>';
      const open = `<div style="break-inside:avoid">a <div>${float}a `;
      const { budget, pages } = await layoutDocument(head + open.repeat(depth));
      return budget.work / (depth * pages.length);
    };
    expect(await costAt(60)).to.be.at.most(1.2 * (await costAt(30)));
  });

  for (const pageHeight of PAGE_HEIGHTS) {
    it(`grows linearly with the depth of each context, on pages of ${pageHeight}px`, async () => {
      for (const kind of NESTINGS) await expectLinear([kind], pageHeight);
    });

    it(`grows linearly with the depth of mixed contexts, on pages of ${pageHeight}px`, async () => {
      for (const kinds of mixes(40, 7)) await expectLinear(kinds, pageHeight);
    });
  }
});
