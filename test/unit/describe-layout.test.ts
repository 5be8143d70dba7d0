import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../engine/budget.ts';
import { describeLayout } from '../../engine/debug/describe-layout.ts';
import { Diagnostics } from '../../engine/diagnostics.ts';
import { layout, renderWithLayout } from '../../engine/index.ts';
import { layoutDocument } from '../../engine/render.ts';

describe('the description of a layout', function () {
  this.timeout(60_000);

  /** Units of work for describing a document, without laying it out. */
  const workFor = async (html: string): Promise<number> => {
    const laidOut = await layoutDocument(html);
    const budget = new Budget(DEFAULT_LIMITS);
    describeLayout({ ...laidOut, budget });
    return budget.work;
  };

  it('costs twice as much for twice as many siblings, and counts that work', async () => {
    const [one, two] = [await workFor('<p>a'.repeat(500)), await workFor('<p>a'.repeat(1000))];
    expect(one).to.be.greaterThan(1500);
    expect(two).to.be.lessThan(2.2 * one);
  });

  it('counts the siblings and ancestors of a selected element, which have no boxes themselves', async () => {
    const workOf = async (html: string): Promise<number> => {
      const laidOut = await layoutDocument(`<style>i,s{display:none}div{display:contents}</style>${html}`);
      const budget = new Budget(DEFAULT_LIMITS);
      describeLayout({ ...laidOut, budget }, ({ tag }) => tag === 'p');
      return budget.work;
    };
    const alone = await workOf('<p>a');
    expect(await workOf(`${'<i></i>'.repeat(1000)}<p>a`)).to.be.at.least(alone + 1000);
    expect(await workOf(`${'<div><s></s>'.repeat(100)}<p>a`)).to.equal(alone + 100 * 3);
  });

  it('ends at the deadline', async () => {
    const laidOut = await layoutDocument('<p>a'.repeat(1000));
    const budget = new Budget({ ...DEFAULT_LIMITS, deadlineMs: -1 });
    expect(() => describeLayout({ ...laidOut, budget })).to.throw('Rendering took longer');
  });

  it('numbers siblings of the same tag only', async () => {
    const { pages } = await layout('<div><p>a</p><h1>b</h1><p class=x>c</p></div>');
    expect(pages[0]!.boxes.map(({ selector }) => selector).slice(2)).to.deep.equal([
      'div',
      'div > p:nth-of-type(1)',
      'div > h1',
      'div > p.x:nth-of-type(2)',
    ]);
  });

  it('has the source position of every element', async () => {
    const html = '<!DOCTYPE html>\n<section>\n  <h1>a</h1>\n\n  <p>b <b>c</b></section>\n<ul><li>d</ul>';
    for (const { pages } of [await layout(html), (await renderWithLayout(html)).layout]) {
      const places = pages[0]!.boxes.map(({ selector, line, column }) => [selector.replace(/^.* /, ''), line, column]);
      expect(places.slice(2)).to.deep.equal([
        ['section', 2, 1],
        ['h1', 3, 3],
        ['p', 5, 3],
        ['b', 5, 8],
        ['ul', 6, 1],
        ['li', 6, 5],
      ]);
    }
  });

  it('leaves long ids and classes out of selectors', async () => {
    const { pages } = await layout(`<div id=${'a'.repeat(5000)} class="${'b'.repeat(5000)} c"><p>x`);
    expect(pages[0]!.boxes.map(({ selector }) => selector).slice(2)).to.deep.equal(['div.c', 'div.c > p']);
  });
});

describe('the message of a diagnostic', () => {
  it('has at most 500 characters, and is counted once if repeated', () => {
    const diagnostics = new Diagnostics();
    const long = `${'x'.repeat(498)}${'😀'.repeat(1000)}`;
    for (let i = 0; i < 3; i++) diagnostics.warn('css/invalid-value', long);
    diagnostics.warnAbout('css/invalid-value', `other ${long}`, { position: null, index: 7 });
    diagnostics.placeNodes(new Map([[7, { source: 'document', line: 2, column: 3 }]]));
    const [first, second, ...more] = diagnostics.list();
    expect(more).to.deep.equal([]);
    expect(first).to.include({ message: `${'x'.repeat(498)}…`, count: 3 });
    expect(second).to.include({ line: 2, column: 3 });
    expect(second!.message.length).to.equal(500);
  });
});
