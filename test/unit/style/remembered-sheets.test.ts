import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import type { SheetContent } from '../../../engine/css/rules.ts';
import { StyleReader } from '../../../engine/css/style-reader.ts';
import { render } from '../../../engine/index.ts';
import { deepFreeze } from '../../laws/frozen.ts';
import { styled } from '../../support/style.ts';

/** Returns the content of a sheet as a new document reads it. */
const content = (sheet: string): SheetContent => new StyleReader(new Budget(DEFAULT_LIMITS)).sheet(sheet);

const TROUBLES = `
p { colr: red; width: 1q; --x: }; float: up }
:is(p)::nothing { color: red }
@page { width: 1q; @top-left { colr: red } @nowhere { } }
@media print { p { color: var(--y, 1q) } }
@layer a { @font-face { src: local(x) } }
@import "data:text/css,p{top:1q}";
`;

/** Returns `line:column code message` for a document with that sheet after some lines of text. */
function troubles(sheet: string, linesBefore: number): string[] {
  const { styler, diagnostics, element } = styled(
    `<!doctype html>${'\n'.repeat(linesBefore)}<style>${sheet}</style><p id=p style="top:1q">`,
  );
  styler.styleOf(element('p'));
  styler.pageStyle({ name: '', index: 0, first: true, left: false, blank: false, groups: new Map<string, number>() });
  return diagnostics().map(
    ({ code, message, source, line, column, count }) =>
      `${source} ${(line ?? 0) - linesBefore}:${column} ${count} ${code} ${message}`,
  );
}

describe('cached style sheets', () => {
  it('are read once', () => {
    expect(content('p { order: 1 }')).to.equal(content('p { order: 1 }'));
    expect(content('p { order: 2 }')).not.to.equal(content('p { order: 1 }'));
  });

  it('report diagnostics again, at their new position', () => {
    const first = troubles(TROUBLES, 0);
    expect(first.length).to.be.greaterThan(4);
    expect(troubles(TROUBLES, 3)).to.deep.equal(first);
    expect(troubles(`/* another sheet */${TROUBLES}`, 0).length).to.equal(first.length);
  });

  it('are interpreted separately in each document', () => {
    const sheet = `@import "data:text/css,@layer b { p { z-index: 1 } }" layer(b); @layer a { p { z-index: 2 !important } }
      @scope (.s) { :scope p { order: 3 } } div p { order: 4 } @media (min-width: 700px) { p { widows: 9 } } p:nth-child(2) { orphans: 5 }`;
    const values = (body: string, ...before: string[]): unknown[] => {
      const { style } = styled(
        `<!doctype html>${before.map((text) => `<style>${text}</style>`).join('')}<style>${sheet}</style>${body}`,
      );
      const { box, text } = style('p');
      return [box.zIndex, box.order, text.widows, text.orphans];
    };
    const plain = values('<p id=p>');
    const inScope = values('<div class=s><b></b><p id=p></div>');
    expect([plain, inScope]).to.deep.equal([
      [2, 0, 9, 2],
      [2, 3, 9, 5],
    ]);
    expect(values('<p id=p>', '@layer b, a;')).to.deep.equal([2, 0, 9, 2]);
    expect(values('<div><p id=p></div>', 'p { order: 8 }')).to.deep.equal([2, 4, 9, 2]);
    expect([values('<p id=p>'), values('<div class=s><b></b><p id=p></div>')]).to.deep.equal([plain, inScope]);
  });

  it('never change', async () => {
    const sheet = `:root { --a: 2px } p { margin: var(--a); background: linear-gradient(red, blue), url(data:,x); font: 2em/1.5 serif; color: color-mix(in srgb, red, blue) }
      p::before { content: counter(a) "x"; border: 1px solid } @page { margin: 3em; @top-left { content: counter(page) } } @counter-style c { symbols: a b }
      .g { display: grid; grid: auto / repeat(2, 1fr); transform: rotate(calc(1turn / 3)) } ul { list-style: c }`;
    deepFreeze(content(sheet));
    const html = (text: string): string => `<style>${sheet}</style><p>${text}<div class=g><b>x</b></div><ul><li>x</ul>`;
    const first = await render(html('one'));
    await render(html('two').repeat(2));
    const again = await render(html('one'));
    expect(Buffer.compare(first.pdf, again.pdf)).to.equal(0);
  });
});
