import { expect } from 'chai';
import { NO_GROUPS } from '../../../engine/css/at-rules/page.ts';
import type { PageStyle } from '../../../engine/style/styler.ts';
import { styled } from '../../support/style.ts';

const SHEET = `<!doctype html><style>
  body { font-size: 20px; color: var(--ink, green); display: flex } p { margin-left: 2em; top: 1qq; --x: 1 } .ex { width: 2ex }
  b { width: attr(data-w px, 1px) } p::before { content: 'x'; order: 3 }
</style>`;

describe('cached styles of rules', () => {
  const of = (body: string, id = 'p'): ReturnType<typeof styled> => {
    const made = styled(SHEET + body);
    made.styler.styleOf(made.element(id));
    return made;
  };

  it('are computed once', () => {
    const one = of('<p id=p>a').style('p');
    const two = of('<main></main><p id=p class=other>b').style('p');
    expect(two).to.equal(one);
    expect(two.box.marginLeft).to.deep.equal(one.box.marginLeft);
  });

  it('differ in other positions, and if attributes add declarations', () => {
    const plain = of('<p id=p>a').style('p');
    expect(of('<p id=p style="order: 1">a').style('p')).not.to.equal(plain);
    expect(of('<p id=p style="order: 1">a').style('p')).not.to.equal(of('<p id=p style="order: 1">a').style('p'));
    expect(of('<div><p id=p>a</div>').style('p').box.display.outside).to.equal('block');
    expect(of('<div style="font-size: 10px"><p id=p>a</div>').style('p').font.fontSize).to.equal(10);
    expect(of('<p id=p lang=fr>a').style('p').font.language).to.equal('fr');
    expect(of('<p id=p>a').style('p').font.language).to.equal(plain.font.language);
  });

  it('are computed again if they use font metrics or attributes', () => {
    expect(of('<p id=p class=ex>a').style('p')).not.to.equal(of('<p id=p class=ex>a').style('p'));
    const width = (body: string): unknown => of(body, 'b').style('b').box.width;
    expect(width('<b id=b data-w=5>a')).not.to.deep.equal(width('<b id=b data-w=6>a'));
  });

  it('depend on their root element', () => {
    const rem = (size: string): number => {
      const { style } = styled(
        `<!doctype html><style>html { font-size: ${size} } p { font-size: 2rem }</style><p id=p>a`,
      );
      return style('p').font.fontSize;
    };
    expect([rem('10px'), rem('30px'), rem('10px'), rem('30px')]).to.deep.equal([20, 60, 20, 60]);
  });

  it('report diagnostics in each document', () => {
    const one = of('<p id=p>a');
    const two = of('<p id=p>a');
    expect(two.diagnostics().map(({ code }) => code)).to.deep.equal(one.diagnostics().map(({ code }) => code));
    expect(one.diagnostics().length).to.be.greaterThan(0);
  });

  it('include those of pages and their margins', () => {
    const page = (size: string): PageStyle => {
      const { styler } = styled(
        `<!doctype html><style>@page { margin: 1in; padding-top: 5vw; @top-left { content: 'x'; width: ${size} } }</style>`,
      );
      return styler.pageStyle({ name: '', index: 0, first: true, left: false, blank: false, groups: NO_GROUPS });
    };
    const [one, two] = [page('1em'), page('1em')];
    expect(two.style).to.equal(one.style);
    expect(two.marginBoxes.get('top-left')).to.equal(one.marginBoxes.get('top-left'));
    expect(one.marginBoxes.get('top-left')?.text.textAlign).to.equal('left');
    expect(page('1ex').marginBoxes.get('top-left')).not.to.equal(page('1ex').marginBoxes.get('top-left'));
  });
});
