/**
 * Whole books of eight kinds, each with its typical features: recto starts, running heads, notes, contents, vertical
 * text.
 */
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import type { Fragment } from '../../engine/layout/contract/fragment.ts';
import type { Page, PlacedFragment } from '../../engine/pages/page.ts';
import { layoutDocument } from '../../engine/render.ts';

async function pagesOf(name: string): Promise<readonly Page[]> {
  const html = readFileSync(new URL(`whole/${name}.html`, import.meta.url), 'utf8');
  const { pages, diagnostics } = await layoutDocument(html);
  expect(diagnostics.list().map(({ code, message }) => `${code} ${message}`)).to.deep.equal([]);
  return pages;
}

/** Returns the lines of text in fragments, in document order. */
function linesIn(placed: readonly PlacedFragment[]): string[] {
  const found: string[] = [];
  const text = (f: Fragment): string =>
    f.type === 'text'
      ? f.run.item < 0
        ? ''
        : f.run.text.slice(f.run.start, f.run.end)
      : f.children.map(text).join('');
  const visit = (f: Fragment): void => {
    if (f.type === 'line') found.push(text(f).trim());
    else if (f.type === 'box') f.children.forEach(visit);
  };
  for (const { fragment } of placed) visit(fragment);
  return found.filter((line) => line !== '');
}

const body = ({ root }: Page): string[] => (root === null ? [] : linesIn([root]));
const margin = (page: Page, name: string): string =>
  linesIn(page.marginBoxes.filter(({ fragment }) => fragment.box.pseudo === name)).join(' ');

describe('books: whole books', function () {
  this.timeout(60_000);

  it('a novel: chapters begin on right pages, blank pages have no heads, and numbering starts with the text', async () => {
    const pages = await pagesOf('novel');
    const starts = pages.filter((page) => body(page).some((line) => /^CHAPTER I+$/.test(line)));
    expect(starts.map(({ side }) => side)).to.deep.equal(['right', 'right']);
    expect(starts.map((page) => margin(page, 'bottom-center'))).to.deep.equal(['1', '5']);
    for (const page of pages.filter(({ blank }) => blank)) expect(page.marginBoxes).to.deep.equal([]);
    expect(pages.some((page) => margin(page, 'top-center').includes('Down the Rabbit-Hole'))).to.equal(true);
  });

  it("a thesis: contents list the chapters' pages, front matter has separate numbers, notes follow their calls", async () => {
    const pages = await pagesOf('thesis');
    const contents = pages.flatMap(body).filter((line) => / \d+$|\d$/.test(line) && line.includes('problem'));
    expect(contents[0]).to.match(/1$/);
    expect(pages.slice(1, 3).map((page) => margin(page, 'bottom-center'))).to.deep.equal(['ii', 'iii']);
    expect(pages.flatMap(({ footnotes }) => linesIn(footnotes)).filter((line) => /^\d\. /.test(line)).length).to.equal(
      6,
    );
    expect(pages.flatMap(({ floats }) => floats).length).to.equal(2);
  });

  it('a law: each section has a note in the outer margin, and each page names its sections', async () => {
    const pages = await pagesOf('law');
    expect(pages.reduce((sum, { marginNotes }) => sum + marginNotes.length, 0)).to.equal(11);
    for (const { side, marginNotes, area } of pages)
      for (const { x } of marginNotes) expect(x > area.width || x < 0).to.equal(true, `${side} ${x}`);
    expect(pages[1]!.marginNotes[0]!.x).to.be.lessThan(0);
    expect(margin(pages[0]!, 'bottom-left')).to.equal('Sections 1–4');
    expect(margin(pages[1]!, 'bottom-left')).to.match(/^Sections 5–\d+$/);
  });

  it('a dictionary: heads show the first and last entry of each page', async () => {
    const pages = await pagesOf('dictionary');
    const heads = pages.map((page) => margin(page, 'top-left'));
    expect(heads[0]).to.match(/^accent – /);
    expect(heads.at(-1)).to.match(/ – gutter$/);
  });

  it('a catalog: the table repeats its header, and the float is at the bottom of the page', async () => {
    const pages = await pagesOf('catalogue');
    expect(pages.filter((page) => body(page).includes('Sort')).length).to.equal(2);
    expect(pages.flatMap(({ floats }) => linesIn(floats))[0]).to.equal('Sow with the thermometer');
  });

  it('a magazine: articles are in columns between spanners, with pictures at the bottom', async () => {
    const pages = await pagesOf('magazine');
    expect(pages[0]!.marginBoxes).to.deep.equal([]);
    expect(pages.length).to.equal(4);
    expect(pages.flatMap(({ floats }) => linesIn(floats)).join(' ')).to.contain('Half-tide');
  });

  it('a Japanese novel: no line begins with a stop or a closing bracket', async () => {
    const pages = await pagesOf('japanese-novel');
    const lines = pages.flatMap(body);
    expect(lines.length).to.be.greaterThan(60);
    expect(lines.filter((line) => /^[、。」]/.test(line))).to.deep.equal([]);
    // Right-hand pages come first in a spread, and page numbers are at the outer edges.
    expect(pages.map(({ side }) => side[0]).join('')).to.equal('lrlrlrl');
    expect([1, 2].map((i) => ['bottom-left', 'bottom-right'].map((box) => margin(pages[i]!, box)))).to.deep.equal([
      ['', '2'],
      ['3', ''],
    ]);
  });

  it('an Arabic report: pages are mirrored, notes numbered throughout, margin notes at the outer edge', async () => {
    const pages = await pagesOf('arabic-report');
    expect(pages[1]!.side).to.equal('right');
    expect(margin(pages[2]!, 'bottom-left')).to.equal('٣');
    expect(pages.reduce((sum, { marginNotes }) => sum + marginNotes.length, 0)).to.equal(3);
    const notes = pages.flatMap(({ footnotes }) => linesIn(footnotes)).join(' ');
    for (const number of '١٢٣٤٥') expect(notes).to.contain(number);
  });
});
