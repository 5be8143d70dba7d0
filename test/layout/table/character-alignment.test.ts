/** Alignment of the cells of a column at a string (css-text-4 §7.2). */
import { expect } from 'chai';
import { layoutDocument } from '../../../engine/render.ts';
import type { Fragment } from '../../../engine/layout/contract/fragment.ts';

const SHEET =
  '<!doctype html><style>@page{size:400px;margin:0}body{margin:0}table{border-spacing:0;font:10px/10px Arial}td,th{padding:0;text-align:"."}</style>';

interface Placed {
  readonly text: string;
  readonly x: number;
  readonly width: number;
}

/** Returns the texts of the first page with their left edges and widths in px. */
async function texts(html: string): Promise<Placed[]> {
  const { pages, diagnostics } = await layoutDocument(SHEET + html);
  expect(diagnostics.list()).to.deep.equal([]);
  const found: Placed[] = [];
  const visit = (fragment: Fragment, x: number): void => {
    if (fragment.type === 'text') {
      const { run, width } = fragment;
      found.push({ text: run.text.slice(run.start, run.end).trim(), x: x / 64, width: width / 64 });
    } else fragment.children.forEach((child, i) => visit(child, x + fragment.offsets[2 * i]!));
  };
  for (const { root } of pages) if (root !== null) visit(root.fragment, root.x);
  return found;
}

/** Advances of Arial at 10 px. */
const DIGIT = 5.5615;
const POINT = 2.7783;

/** Returns where the middle of the decimal point is; of texts without one, where it would be. */
const pointOf = ({ text, x, width }: Placed): number => {
  const at = text.indexOf('.');
  return at < 0 ? x + width : x + at * DIGIT + POINT / 2;
};

const rows = (...cells: string[]): string => cells.map((cell) => `<tr><td>${cell}`).join('');

/** Expects that all decimal points are at the same place. */
function expectAligned(placed: readonly Placed[]): void {
  for (const one of placed) expect(pointOf(one), one.text).to.be.closeTo(pointOf(placed[0]!), 0.1);
}

describe('character alignment', () => {
  it('puts decimal points below each other, and whole numbers before them', async () => {
    const placed = await texts(`<table>${rows('1.30', '10.8', '111.012', '85', '.05')}</table>`);
    expect(placed).to.have.length(5);
    expectAligned(placed);
    // The column is as wide as the longest parts on both sides.
    const left = Math.min(...placed.map(({ x }) => x));
    const right = Math.max(...placed.map(({ x, width }) => x + width));
    expect(left).to.be.closeTo(0, 0.1);
    expect(right).to.be.closeTo(3 * DIGIT + POINT + 3 * DIGIT, 0.2);
  });

  it('aligns the contents of wide columns by the keyword of the first cell', async () => {
    const wide = (align: string): Promise<Placed[]> =>
      texts(`<style>td{text-align:${align}}table{width:200px}</style><table>${rows('1.5', '10.25')}</table>`);
    const right = await wide('"."');
    expectAligned(right);
    expect(right[1]!.x + right[1]!.width).to.be.closeTo(200, 0.1);
    const left = await wide('left "."');
    expectAligned(left);
    expect(left[1]!.x).to.be.closeTo(0, 0.1);
    const center = await wide('"." center');
    expectAligned(center);
    expect(center[1]!.x + center[1]!.width / 2).to.be.closeTo(100, 0.1);
  });

  it('works with any string, in nested inline boxes and separately in each column', async () => {
    const comma = await texts(`<style>td{text-align:", "}</style><table>${rows('a, bcd', 'abc, d')}</table>`);
    // The advances of a and b are those of a digit, that of c is 5 px.
    expect(comma[0]!.x + DIGIT).to.be.closeTo(comma[1]!.x + DIGIT * 2 + 5, 0.2);
    const nested = await texts(`<table>${rows('1<b>.</b>5', '100.5')}</table>`);
    expect(nested[1]!.x + POINT / 2).to.be.closeTo(pointOf(nested[3]!), 0.1);
    const two = await texts('<table><tr><td>1.5<td>1.555<tr><td>100.5<td>.5</table>');
    expectAligned([two[0]!, two[2]!]);
    expectAligned([two[1]!, two[3]!]);
  });

  it('works in right-to-left tables and text, whose numbers run from left to right', async () => {
    const placed = await texts(`<table dir=rtl>${rows('1.5', '10.25', '300')}</table>`);
    expectAligned(placed);
  });

  it('works with borders, padding, collapsed borders, fixed layout and set widths', async () => {
    const variants = [
      'td{border:3px solid;padding:5px}',
      'table{border-collapse:collapse}td{border:4px solid;padding:2px}',
      'table{table-layout:fixed;width:100px}',
      'td{width:80px}',
      'td{max-width:90px;min-width:70px}',
    ];
    for (const css of variants)
      expectAligned(await texts(`<style>${css}</style><table>${rows('1.5', '10.25', '300')}</table>`));
  });

  it('aligns each line of a cell with forced breaks, and wrapped lines by the keyword', async () => {
    expectAligned(await texts(`<table>${rows('1.5<br>100.25', '10')}</table>`));
    const wrapped = await texts(
      `<style>table{width:40px}</style><table>${rows('1.5', 'aaaaaa bbbbbb cccccc')}</table>`,
    );
    expect(wrapped.length).to.be.greaterThan(2);
  });

  it('aligns cells over several columns and boxes in cells by the keyword', async () => {
    const placed = await texts(
      '<table style="width:200px"><tr><td>1.5<td>2.5<tr><td colspan=2>100.5<tr><td><div>7.5</div><td>1.25</table>',
    );
    const span = placed.find(({ text }) => text === '100.5')!;
    expect(span.x + span.width).to.be.closeTo(200, 0.1);
  });

  it('works in vertical text', async () => {
    const { pages } = await layoutDocument(
      `${SHEET}<table style="writing-mode:vertical-rl">${rows('1.5', '10.25')}</table>`,
    );
    const ys: number[] = [];
    const visit = (fragment: Fragment, y: number): void => {
      if (fragment.type === 'text') ys.push(y / 64 + (fragment.run.text.indexOf('.') * DIGIT + POINT / 2));
      else fragment.children.forEach((child, i) => visit(child, y + fragment.offsets[2 * i + 1]!));
    };
    visit(pages[0]!.root!.fragment, 0);
    expect(ys[0]).to.be.closeTo(ys[1]!, 0.1);
  });

  it('keeps the axis on later pages', async () => {
    const placed = await texts(
      `<style>@page{size:400px 60px}</style><table>${rows('1.5', '22.25', '3', '4', '5', '666.5', '7.125')}</table>`,
    );
    expectAligned(placed);
  });

  it('rejects values that are not a string and a keyword', async () => {
    for (const value of ['"." "."', '""', '"." red', 'left right', `"${'x'.repeat(21)}"`]) {
      const { diagnostics } = await layoutDocument(
        `<!doctype html><style>td{text-align:${value}}</style><table><td>a</table>`,
      );
      expect(
        diagnostics.list().map(({ code }) => code),
        value,
      ).to.deep.equal(['css/invalid-value']);
    }
  });
});
