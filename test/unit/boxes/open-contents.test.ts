/** Texts that refer to pages are updated in the existing boxes. */
import { expect } from 'chai';
import type { Box } from '../../../engine/boxes/box.ts';
import { type BuiltTree, buildBoxTree } from '../../../engine/boxes/build.ts';
import type { PageReferences } from '../../../engine/boxes/page-references.ts';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { Diagnostics } from '../../../engine/diagnostics.ts';
import { createImageStore } from '../../../engine/images/image-store.ts';
import { styled } from '../../support/style.ts';

async function tree(html: string, pages: PageReferences | null = null): Promise<BuiltTree> {
  const { styler } = styled(`<!DOCTYPE html>${html}`);
  const diagnostics = new Diagnostics();
  const budget = new Budget(DEFAULT_LIMITS);
  const images = await createImageStore(new Map(), diagnostics, budget);
  return buildBoxTree({ document: styler.document, styler, images, budget, diagnostics }, pages);
}

/** Everything is on this page, and every string has this value. */
const on = (page: number, string: string | null = null): PageReferences => ({
  counter: () => [page],
  repeatedCounter: () => null,
  sumAt: () => null,
  targetCounter: () => [page],
  string: () => string,
  element: () => null,
  elementText: () => null,
  suffix: () => '',
  footnoteRestart: () => null,
});

/** Returns the boxes in order. */
function listed(box: Box, boxes: Box[] = []): Box[] {
  boxes.push(box);
  for (const child of box.children) listed(child, boxes);
  for (const item of box.inline?.items ?? [])
    if (item.box !== box && !boxes.includes(item.box)) listed(item.box, boxes);
  return boxes;
}
const texts = ({ root }: BuiltTree): string[] =>
  listed(root).flatMap((box) => (box.inline === null ? [] : [box.inline.text]));

describe('open contents', () => {
  it('are null if nothing refers to pages', async () => {
    expect((await tree('<style>p::before{content:counter(x) "y"}</style><p>z')).open).to.equal(null);
    expect((await tree('<style>p{counter-increment:y}p::before{content:counter(y)}</style><p>z')).open).to.equal(null);
  });

  it('change only the lines of their boxes', async () => {
    const built = await tree(
      '<style>b::after{content:" on " counter(page) "."}</style><p>a <i>c</i></p><p>see <b>there<u style="display:inline-block"></u></b> and</p>',
    );
    const before = listed(built.root);
    expect(texts(built)[1]).to.equal('see there\ufffc on 0. and');
    const change = built.open?.compare(on(12));
    expect(change?.containers).to.have.length(1);
    expect(texts(built)[1]).to.equal('see there\ufffc on 0. and');
    change?.apply();
    expect(texts(built)[1]).to.equal('see there\ufffc on 12. and');
    expect(listed(built.root)).to.deep.equal(before);
    expect(built.open?.compare(on(12))).to.equal(null);
  });

  it('collapse white space again', async () => {
    const built = await tree('<style>b::after{content:string(s)}</style><p>a <b></b>c', on(1, 'x '));
    expect(texts(built)).to.deep.equal(['a x c']);
    built.open?.compare(on(1, 'y'))?.apply();
    expect(texts(built)).to.deep.equal(['a yc']);
  });

  it('may be in lines between blocks', async () => {
    const built = await tree('<style>b::after{content:counter(page)}</style><div><b>x<p>y</p>z</b></div>');
    built.open?.compare(on(3))?.apply();
    expect(texts(built)).to.deep.equal(['x', 'y', 'z3']);
  });

  it('require new boxes if text appears or disappears, or if the first letter has a box', async () => {
    const appearing = await tree('<style>p::after{content:string(s)}</style><p></p>');
    expect(appearing.open?.compare(on(1, 'x'))?.containers).to.equal(null);
    const going = await tree('<style>p::after{content:string(s)}</style><p></p>', on(1, 'x'));
    expect(going.open?.compare(on(1, ''))?.containers).to.equal(null);
    const letter = await tree('<style>p::before{content:counter(page)}p::first-letter{color:red}</style><p>x');
    expect(letter.open?.compare(on(1))?.containers).to.equal(null);
  });

  it('update named strings by rebuilding', async () => {
    const html = '<style>p{string-set:s counter(page)}</style><p>x';
    const built = await tree(html);
    expect(built.open?.compare(on(4))?.containers).to.equal(null);
    const again = await tree(html, on(4));
    expect(again.open?.compare(on(4))).to.equal(null);
    expect(listed(again.root).find(({ marks }) => marks !== null)?.marks?.atStart).to.deep.equal([
      { type: 'string', name: 's', value: '4' },
    ]);
  });

  it("in running elements don't belong to the flow", async () => {
    expect((await tree('<style>p{position:running(r)}p::after{content:counter(page)}</style><p>x')).open).to.equal(
      null,
    );
  });
});
