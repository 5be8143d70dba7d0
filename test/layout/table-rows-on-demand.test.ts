/** A table that spans many pages measures its rows on demand. */
import { expect } from 'chai';
import { openDocument, prepareDocument } from '../../engine/prepare.ts';
import { type Box, BoxKind } from '../../engine/boxes/box.ts';
import type { LayoutContext } from '../../engine/layout/contract/contract.ts';
import { PageFlow } from '../../engine/pages/page-flow.ts';
import { SentBackCalls } from '../../engine/pages/sent-back-calls.ts';
import { NO_LAST_PAGES } from '../../engine/pages/page-groups.ts';
import { nothingKnown } from '../../engine/pages/known.ts';

/** Lays out `pages` pages of a table of 400 rows, ten per page. Returns the cells laid out and all cells. */
async function layOut(
  pages: number,
  table: string,
  rows: (i: number) => string,
): Promise<{ laidOut: ReadonlySet<Box>; all: readonly Box[] }> {
  const html = `<!DOCTYPE html><style>@page{size:400px 200px;margin:0}body{margin:0;font:16px/20px Arial}table{border-spacing:0}td{padding:0}</style>
    <table style="${table}">${Array.from({ length: 400 }, (_, i) => `<tr>${rows(i)}`).join('')}</table>`;
  const opened = await openDocument(html, {});
  const prepared = await prepareDocument(opened, nothingKnown(1), null);
  const cells = new Set<Box>();
  const { layout } = Object.getPrototypeOf(prepared.layout) as LayoutContext;
  const watched: LayoutContext = Object.assign(prepared.layout, {
    layout: (...asked: Parameters<LayoutContext['layout']>) => {
      if (asked[0].kind === BoxKind.TableCell) cells.add(asked[0]);
      return layout.apply(prepared.layout, asked);
    },
  });
  const flow = new PageFlow({
    ...opened,
    styler: prepared.styler,
    layout: watched,
    root: prepared.tree.root,
    scale: 1,
    reusable: null,
    calls: SentBackCalls.NONE,
    lastPages: NO_LAST_PAGES,
    wraps: new Map(),
  });
  let count = 0;
  for (const _ of flow.pages()) if (++count === pages) break;
  return { laidOut: cells, all: cellsIn(prepared.tree.root) };
}

const cellsIn = (box: Box): Box[] => (box.kind === BoxKind.TableCell ? [box] : box.children.flatMap(cellsIn));

const cellsLaidOut = async (...asked: Parameters<typeof layOut>): Promise<number> =>
  (await layOut(...asked)).laidOut.size;

describe('table rows', () => {
  const plain = (i: number): string => `<td>${i}`;

  it('are measured when their page is laid out', async () => {
    expect(await cellsLaidOut(1, '', plain)).to.be.at.most(12);
    expect(await cellsLaidOut(3, '', plain)).to.be.at.most(32);
    expect(await cellsLaidOut(40, '', plain)).to.equal(400);
  });

  it('are measured together if spanning cells connect them', async () => {
    const tied = (i: number): string => (i % 20 === 0 ? `<td rowspan=20>${i}<td>x` : '<td>x');
    expect(await cellsLaidOut(1, '', tied)).to.be.at.most(21);
  });

  it('are all measured if a height is distributed', async () => {
    expect(await cellsLaidOut(1, 'height:20000px', plain)).to.equal(400);
  });

  it('only retain a bounded amount of text shaped for measuring columns', async () => {
    const { laidOut, all } = await layOut(1, '', (i) => `<td>${`row ${i} `.repeat(100)}`);
    const shaped = all.filter((cell) => cell.inline?.paragraph);
    expect(laidOut.size).to.be.at.most(12);
    expect(shaped).to.have.lengthOf.within(100, 250);
    expect(all.indexOf(shaped.at(-1)!)).to.equal(shaped.length - 1);
  });
});
