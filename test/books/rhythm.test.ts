/** Vertical rhythm: `block-step` (css-rhythm-1), line grids (css-line-grid-1), `margin-break` (css-break-4). */
import { expect } from 'chai';
import type { Fragment } from '../../engine/layout/contract/fragment.ts';
import { book } from './pages.ts';

/**
 * Returns each page's boxes with an id, with y and height in px from the page area's top, and the baselines of its
 * lines.
 */
async function places(html: string): Promise<string[]> {
  const { pages, diagnostics } = await book(html);
  // Most boxes are empty, so pages are blank on purpose.
  expect(diagnostics.filter((code) => code !== 'page/blank')).to.deep.equal([]);
  return pages.map(({ root }) => {
    const found: string[] = [];
    const visit = (fragment: Fragment, y: number): void => {
      if (fragment.type === 'text') return;
      if (fragment.type === 'line') {
        fragment.children.forEach((child, i) => visit(child, y + fragment.offsets[2 * i + 1]!));
        found.push(`_${(y + fragment.baseline) / 64}`);
      } else {
        const { id } = fragment.box.element ?? { id: null };
        if (id) found.push(`${id}@${y / 64}+${fragment.height / 64}`);
        fragment.children.forEach((child, i) => visit(child, y + fragment.offsets[2 * i + 1]!));
      }
    };
    if (root !== null) visit(root.fragment, root.y);
    return found.join(' ');
  });
}

const box = (css: string, id = 'a'): string => `<div id=${id} style="${css}"></div>`;
const NEXT = box('height:5px', 'z');

describe('books: block-step (css-rhythm-1 §3)', () => {
  it('rounds the outer height up, with the space on both sides', async () => {
    expect(await places(box('height:14px;block-step-size:20px') + NEXT)).to.deep.equal(['a@3+14 z@20+5']);
  });

  it('leaves a multiple unchanged', async () => {
    expect(await places(box('height:20px;block-step-size:10px') + NEXT)).to.deep.equal(['a@0+20 z@20+5']);
  });

  it('gives an empty box one step', async () => {
    expect(await places(box('block-step-size:10px') + NEXT)).to.deep.equal(['a@5+0 z@10+5']);
  });

  it('includes margins, borders and padding', async () => {
    expect(
      await places(box('height:4px;border:1px solid;padding:1px;margin:2px 0 3px;block-step:20px start') + NEXT),
    ).to.deep.equal(['a@2+8 z@20+5']);
  });

  it('includes lines of text', async () => {
    expect(await places(`<div id=a style="block-step:16px start">x</div>${NEXT}`)).to.deep.equal(['a@0+10 _7 z@16+5']);
  });

  for (const [align, y] of [
    ['start', 0],
    ['center', 3],
    ['end', 6],
    ['auto', 3],
  ] as const) {
    it(`puts the space where block-step-align requires: ${align}`, async () => {
      const css = `height:14px;block-step-size:20px;block-step-align:${align}`;
      expect(await places(box(css) + NEXT)).to.deep.equal([`a@${y}+14 z@20+5`]);
    });
  }

  it('resolves auto from align-self', async () => {
    expect(await places(box('height:14px;block-step-size:20px;align-self:end') + NEXT)).to.deep.equal([
      'a@6+14 z@20+5',
    ]);
  });

  for (const insert of ['padding-box', 'content-box'])
    it(`puts the space inside: ${insert}`, async () => {
      const inside = (css: string): Promise<string[]> =>
        places(`<div id=a style="block-step:20px ${insert};${css}">x</div>${NEXT}`);
      expect(await inside('')).to.deep.equal(['a@0+20 _7 z@20+5']);
      expect(await inside('block-step-align:end')).to.deep.equal(['a@0+20 _17 z@20+5']);
      expect(await inside('block-step-align:center')).to.deep.equal(['a@0+20 _12 z@20+5']);
    });

  it('rounds down or to the nearest step', async () => {
    const rounded = (round: string, height: number): Promise<string[]> =>
      places(box(`height:${height}px;block-step:10px start ${round}`) + NEXT);
    expect(await rounded('down', 14)).to.deep.equal(['a@0+14 z@10+5']);
    expect(await rounded('nearest', 14)).to.deep.equal(['a@0+14 z@10+5']);
    expect(await rounded('nearest', 15)).to.deep.equal(['a@0+15 z@20+5']);
  });

  it('contains the margins and floats of its contents', async () => {
    expect(await places('<div id=a style="block-step:20px start"><p id=b style="margin:5px 0">x</div>')).to.deep.equal([
      'a@0+20 b@5+10 _12',
    ]);
  });

  it('rounds each fragment at its end', async () => {
    const six = Array.from({ length: 8 }, (_, i) => `<p>${i}</p>`).join('');
    expect(await places(`<div id=a style="block-step:15px end">${six}</div>${NEXT}`)).to.deep.equal([
      'a@0+60 _7 _17 _27 _37 _47 _57',
      'a@0+20 _7 _17 z@30+5',
    ]);
  });

  it("doesn't apply to inline boxes", async () => {
    expect(await places('<p>a<span id=s style="block-step:20px">b</span>')).to.deep.equal(['s@0+9 _7']);
  });
});

describe('books: line grids (css-line-grid-1)', () => {
  const GRID = '<style>html{line-grid:create;line-snap:baseline}</style>';

  it("move lines down to the grid's baselines", async () => {
    expect(await places(`${GRID}<p>a<div style="height:3px"></div><p>b<p>c`)).to.deep.equal(['_7 _27 _37']);
  });

  it('have the line height of the box that creates them', async () => {
    expect(
      await places(
        '<div style="line-grid:create;line-height:15px;line-snap:baseline"><p style="line-height:10px">a<br>b</div>',
      ),
    ).to.deep.equal(['_10 _25']);
  });

  it("are skipped by paragraphs that don't snap, and resumed after them", async () => {
    expect(await places(`${GRID}<p>a<h1 style="line-snap:none;line-height:13px">b</h1><p>c`)).to.deep.equal([
      '_7 _19 _37',
    ]);
  });

  it('center lines of any height with line-snap: contain', async () => {
    expect(await places(`${GRID}<p>a<p style="line-snap:contain;line-height:14px" id=a>b<p>c`)).to.deep.equal([
      '_7 a@10+16.5 _21.5 _37',
    ]);
  });

  it('restart on every page', async () => {
    const lines = `<p style="line-height:12px;line-snap:none">x`.repeat(4);
    expect(await places(`${GRID}${lines}<p>a<br>b`)).to.deep.equal(['_8 _20 _32 _44 _57', '_7']);
  });

  it('align adjacent columns', async () => {
    expect(
      await places(
        `${GRID}<div style="columns:2;column-fill:auto;height:30px"><p>a<p style="line-snap:none;line-height:14px">b<p style="break-before:column">c<div style="height:4px"></div><p>d</div>`,
      ),
    ).to.deep.equal(['_7 _19 _7 _27']);
  });

  it('apply next to floats', async () => {
    expect(
      await places(
        `${GRID}<div style="float:left;width:20px;height:30px"></div><div style="height:3px"></div><p>a<br>b`,
      ),
    ).to.deep.equal(['_17 _27']);
  });
});

describe('books: line-height-step (css-rhythm-1 §5)', () => {
  const step = (css: string): string => `<style>p{line-height-step:${css}}</style>`;

  it('rounds lines up and centers their contents', async () => {
    const [plain] = await places('<p>a<br>b');
    expect(plain).to.equal('_7 _17');
    expect(await places(`${step('16px')}<p>a<br>b`)).to.deep.equal(['_10 _26']);
    expect(await places(`${step('10px')}<p>a<br>b`)).to.deep.equal([plain]);
  });

  it('uses as many steps as a line needs', async () => {
    expect(await places(`${step('8px')}<p id=a>a<br><span style="line-height:20px">b</span>`)).to.deep.equal([
      'a@0+40 _10 _30',
    ]);
  });

  it('aligns to the top and bottom of the rounded line', async () => {
    const mark = '<b id=m style="display:inline-block;width:5px;height:5px;vertical-align:top"></b>';
    expect(await places(`${step('30px')}<p>a${mark}`)).to.deep.equal(['m@0+5 _17']);
    expect(await places(`${step('30px')}<p>a${mark.replace('top', 'bottom')}`)).to.deep.equal(['m@25+5 _17']);
  });

  it('is inherited except by annotations, and has no effect at zero', async () => {
    expect(await places(`<div style="line-height-step:16px"><p>a</div>`)).to.deep.equal(['_10']);
    expect(await places(`<div style="line-height-step:16px"><p style="line-height-step:0">a</div>`)).to.deep.equal([
      '_7',
    ]);
  });
});

describe('books: margin-break (css-break-4 §5.2)', () => {
  const BEFORE = box('height:60px', 'p');

  it('auto: drops margins after an unforced break and keeps them after a forced one', async () => {
    expect(await places(BEFORE + box('height:5px;margin-top:7px'))).to.deep.equal(['p@0+60', 'a@0+5']);
    expect(await places(BEFORE + box('height:5px;margin-top:7px;break-before:page'))).to.deep.equal([
      'p@0+60',
      'a@7+5',
    ]);
  });

  it('keep: keeps margins after any break', async () => {
    expect(await places(BEFORE + box('height:5px;margin-top:7px;margin-break:keep'))).to.deep.equal([
      'p@0+60',
      'a@7+5',
    ]);
  });

  it('discard: drops margins after any break', async () => {
    expect(
      await places(BEFORE + box('height:5px;margin-top:7px;margin-break:discard;break-before:page')),
    ).to.deep.equal(['p@0+60', 'a@0+5']);
  });

  it("doesn't affect the first page", async () => {
    expect(await places(box('height:5px;margin-top:7px;margin-break:discard'))).to.deep.equal(['a@7+5']);
  });
});
