/** A table of many pages measures its rows as they are reached. */
import { expect } from 'chai';
import { openDocument, prepareDocument } from '../../engine/prepare.ts';
import type { Box } from '../../engine/boxes/box.ts';
import { BoxKind } from '../../engine/boxes/box.ts';
import type { LayoutContext } from '../../engine/layout/contract.ts';
import { PageFlow } from '../../engine/pages/page-flow.ts';
import { NOTHING_KNOWN } from '../../engine/pages/known.ts';

/** How many different cells have been laid out when so many pages are, in a table of 400 rows, ten to a page. */
async function cellsLaidOut(pages: number, table: string, rows: (i: number) => string): Promise<number> {
  const html = `<!DOCTYPE html><style>@page{size:400px 200px;margin:0}body{margin:0;font:16px/20px Arial}table{border-spacing:0}td{padding:0}</style>
    <table style="${table}">${Array.from({ length: 400 }, (_, i) => `<tr>${rows(i)}`).join('')}</table>`;
  const opened = await openDocument(html, {});
  const prepared = await prepareDocument(opened, NOTHING_KNOWN, null);
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
    earlier: null,
  });
  let count = 0;
  for (const _ of flow.pages()) if (++count === pages) break;
  return cells.size;
}

describe('rows of a table', () => {
  const plain = (i: number): string => `<td>${i}`;

  it('are measured when their page is laid out', async () => {
    expect(await cellsLaidOut(1, '', plain)).to.be.at.most(12);
    expect(await cellsLaidOut(3, '', plain)).to.be.at.most(32);
    expect(await cellsLaidOut(40, '', plain)).to.equal(400);
  });

  it('are measured with those that spanning cells tie them to', async () => {
    const tied = (i: number): string => (i % 20 === 0 ? `<td rowspan=20>${i}<td>x` : '<td>x');
    expect(await cellsLaidOut(1, '', tied)).to.be.at.most(21);
  });

  it('are all measured when a height is shared out', async () => {
    expect(await cellsLaidOut(1, 'height:20000px', plain)).to.equal(400);
  });
});
