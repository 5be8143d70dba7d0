/** Positioned boxes that begin on an earlier page than their source position. Pages are 400 x 300 px. */
import { expect } from 'chai';
import type { Fragment } from '../../../engine/layout/contract/fragment.ts';
import type { Page } from '../../../engine/pages/page.ts';
import { fragmentsOf } from '../../support/fragments-of.ts';
import { settled } from '../../support/rounds.ts';

/** Returns a function that finds the id of the fragment whose child an element's fragment is. */
const parentOf =
  (id: string) =>
  ({ root }: Page): string | null => {
    const visit = (fragment: Fragment): string | null => {
      if (fragment.type === 'text') return null;
      for (const child of fragment.children) {
        if (child.type === 'box' && child.box.element?.id === id)
          return fragment.type === 'box' ? (fragment.box.element?.id ?? null) : null;
        const found = visit(child);
        if (found !== null) return found;
      }
      return null;
    };
    return root === null ? null : visit(root.fragment);
  };

describe('boxes that begin on earlier pages', () => {
  it('continue over as many pages as they need, also past the last page of the flow', async () => {
    const box = '<div id="b" style="position:absolute;top:100px;width:50px;height:900px"></div>';
    const { pages, diagnostics } = await settled(
      `<div style="position:relative"><div style="height:400px"></div>${box}</div>`,
    );
    expect(fragmentsOf(pages, 'b')).to.deep.equal([
      '1: 0,100 50x200',
      '2: 0,0 50x300',
      '3: 0,0 50x300',
      '4: 0,0 50x100',
    ]);
    expect(pages).to.have.length(4);
    expect(diagnostics).to.deep.equal([]);
  });

  it('count towards the number of pages and report their page to references', async () => {
    const { pages } = await settled(
      `<style>a::after{content:target-counter(attr(href),page)}@page{margin-bottom:20px;@bottom-left{content:counter(pages)}}</style>
      <div style="position:relative"><div style="height:300px"></div><a href="#b" id="a"></a>
      <div id="b" style="position:absolute;top:100px;width:50px;height:500px"></div></div>`,
    );
    const textsOf = (fragment: Fragment): string[] =>
      fragment.type === 'text'
        ? [fragment.run.text.slice(fragment.run.start, fragment.run.end)]
        : fragment.children.flatMap(textsOf);
    expect(pages).to.have.length(3);
    expect(textsOf(pages[1]!.root!.fragment).join('')).to.equal('1');
    expect(pages.map(({ marginBoxes }) => textsOf(marginBoxes[0]!.fragment).join(''))).to.deep.equal(['3', '3', '3']);
  });

  it('are children of their containing block, whose stacking order, effects and clips apply', async () => {
    const box = '<div id="b" style="position:absolute;z-index:-1;top:100px;width:50px;height:900px"></div>';
    for (const display of ['block', 'flex', 'grid']) {
      const { pages } = await settled(
        `<div id="c" style="display:${display};position:relative;overflow:clip;opacity:.5"><div style="height:400px"></div>${box}</div><div style="height:300px"></div>`,
      );
      expect(fragmentsOf(pages, 'b'), display).to.deep.equal(['1: 0,100 50x200', '2: 0,0 50x300']);
      expect(pages.map(parentOf('b')), display).to.deep.equal(['c', 'c', null]);
      expect(
        pages.map(({ positioned }) => positioned.length),
        display,
      ).to.deep.equal([0, 0, 0]);
    }
  });

  it('are children of the closest ancestor on pages without their containing block', async () => {
    const box = '<div id="b" style="position:absolute;top:-400px;width:50px;height:200px"></div>';
    const { pages } = await settled(
      `<div id="a"><div style="height:500px"></div><div id="c" style="position:relative;height:50px">${box}</div></div>`,
    );
    expect(fragmentsOf(pages, 'b')).to.deep.equal(['1: 0,100 50x200']);
    expect(pages.map(parentOf('b'))).to.deep.equal(['a', null]);
  });

  it('are inside the group that contains the inline block they are positioned in', async () => {
    const box = '<div id="b" style="position:absolute;top:-100px;width:50px;height:80px"></div>';
    const inline = (inside: string): string =>
      `<span style="display:inline-block;position:relative;height:50px;width:60px">${inside}${box}</span>`;
    for (const line of [inline(''), inline('<div style="height:30px"></div>'), `<span>${inline('')}</span>`]) {
      const { pages } = await settled(
        `<div id="g" style="opacity:.5"><div style="height:280px"></div><div>${line}</div></div>`,
      );
      expect(fragmentsOf(pages, 'b'), line).to.deep.equal(['1: 0,200 50x80']);
      expect(pages.map(parentOf('b')), line).to.deep.equal(['g', null]);
    }
  });

  it('have the effects of their inline block on both pages', async () => {
    const box = '<div id="b" style="position:absolute;top:-10px;width:50px;height:40px"></div>';
    const { pages } = await settled(
      `<div style="height:280px"></div><div><span id="i" style="display:inline-block;position:relative;opacity:.5;height:50px;width:60px">${box}</span></div>`,
    );
    expect(fragmentsOf(pages, 'b')).to.deep.equal(['1: 0,290 50x40', '2: 0,-10 50x40']);
    expect(pages.map(parentOf('b'))).to.deep.equal(['i', 'i']);
  });

  it('are also on the page to which relative positioning moves their containing block', async () => {
    const box = '<div id="b" style="position:absolute;top:0;width:50px;height:400px"></div>';
    for (const around of ['', 'opacity:.5']) {
      const { pages } = await settled(
        `<div style="${around}"><div style="position:relative;top:50px"><div style="height:400px"></div>${box}</div></div>`,
      );
      expect(fragmentsOf(pages, 'b').toSorted(), around).to.deep.equal([
        '1: 0,50 50x300',
        '2: 0,-250 50x300',
        '2: 0,50 50x100',
      ]);
    }
  });

  it('have the size of all their parts, for backgrounds that cover them as a whole', async () => {
    const lines = '<p style="margin:0">Line</p>'.repeat(30);
    const box = `<div id="b" style="position:absolute;top:0;background:linear-gradient(red,blue)">${lines}</div>`;
    const { pages } = await settled(`<div style="position:relative"><div style="height:700px"></div>${box}</div>`);
    for (const { wholeSizes } of pages)
      expect([...wholeSizes].map(([{ element }, size]) => [element?.id, size / 64])).to.deep.equal([['b', 600]]);
  });

  it('go into the columns that the flow has on that page', async () => {
    const box = '<div id="b" style="position:absolute;top:350px;width:50px;height:20px"></div>';
    const { pages } = await settled(
      `<div style="columns:2;column-gap:0"><div style="position:relative"><div style="height:900px"></div>${box}</div></div>`,
    );
    expect(fragmentsOf(pages, 'b')).to.deep.equal(['1: 200,50 50x20']);
  });

  describe('with negative insets', () => {
    const BADGE = '<div id="b" style="position:absolute;top:-10px;width:60px;line-height:20px">Top</div>';
    const card = (style: string, around = ''): string =>
      `<div style="height:280px"></div><div style="${around}"><div style="position:relative;height:50px;break-inside:avoid;${style}">${BADGE}</div></div>`;

    it('appear on the previous page if a break moved their containing block, and their lines continue after it', async () => {
      const { pages } = await settled(card(''));
      expect(fragmentsOf(pages, 'b')).to.deep.equal(['1: 0,290 60x10', '2: 0,0 60x20']);
    });

    it('count towards the required page width', async () => {
      const wide = BADGE.replace('width:60px', 'right:-100px;width:60px');
      for (const before of ['', '<div style="height:280px"></div>']) {
        const at = (top: string): string =>
          `${before}<div style="position:relative;height:50px;break-inside:avoid">${wide.replace('-10px', top)}</div>`;
        const scales = await Promise.all(
          [at('-10px'), at('10px')].map(async (html) => (await settled(html)).pages[0]!.scale),
        );
        expect(scales[0]).to.equal(scales[1]);
        expect(scales[0]).to.be.lessThan(1);
      }
    });

    it('move back in flex and grid items', async () => {
      for (const display of ['flex', 'grid']) {
        const { pages } = await settled(card('', `display:${display}`));
        expect(fragmentsOf(pages, 'b'), display).to.deep.equal(['1: 0,290 60x10', '2: 0,0 60x20']);
      }
    });

    it('appear on both pages inside unbreakable content', async () => {
      const { pages } = await settled(card('display:inline-block;vertical-align:top'));
      expect(fragmentsOf(pages, 'b')).to.deep.equal(['1: 0,290 60x20', '2: 0,-10 60x20']);
    });

    it('keep the effects around them', async () => {
      for (const effect of ['opacity:.5', 'filter:blur(1px)', 'transform:rotate(0)']) {
        const { pages } = await settled(card(effect));
        expect(fragmentsOf(pages, 'b'), effect).to.deep.equal(['1: 0,290 60x20', '2: 0,-10 60x20']);
      }
    });

    it('stay put where an overflow that begins on the page is hidden', async () => {
      for (const [own, around] of [
        ['overflow:hidden', ''],
        ['', 'overflow:hidden;break-inside:avoid'],
      ]) {
        const { pages } = await settled(card(own!, around));
        expect(fragmentsOf(pages, 'b')).to.deep.equal(['2: 0,-10 60x20']);
      }
    });
  });

  it('are placed against row groups that leave the rest of a page empty', async () => {
    const rows = '<tr><td style="padding:0;height:80px">'.repeat(4);
    const boxes = '<i id="a" style="position:absolute;top:0"></i><i id="z" style="position:absolute;bottom:0"></i>';
    for (const style of ['', 'border-collapse:collapse', 'direction:rtl']) {
      const { pages } = await settled(
        `<style>table{border-spacing:0;${style}}tr{break-inside:avoid}i{width:10px;height:10px;left:0}</style><table><tbody style="position:relative">${rows}${boxes}</table>`,
      );
      expect(fragmentsOf(pages, 'a'), style).to.deep.equal(['1: 0,0 10x10']);
      expect(fragmentsOf(pages, 'z'), style).to.deep.equal(['2: 0,70 10x10']);
    }
  });
});
