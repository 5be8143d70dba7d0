/** Several footnote areas on a page: `@footnote NAME` with `-pagewright-footnote-area`. */
import { expect } from 'chai';
import type { Page } from '../../engine/pages/page.ts';
import { book, expectPages, lines, linesOf } from './pages.ts';

const note = (text: string, area = ''): string => `<i class="n ${area}">${text}</i>`;
const long = (count: number, area = ''): string =>
  note(Array.from({ length: count }, (_, i) => `${area}${i + 1}`).join('<br>'), area);

const AREAS =
  '<style>@page{@footnote{}@footnote s{}}.s{-pagewright-footnote-area:s}.s::footnote-marker{content:none}</style>';

/** Returns the block offset and text of each line of notes in px. */
const places = ({ footnotes }: Page): string[] => linesOf(footnotes).map(({ y, text }) => `${y} ${text}`);

describe('books: named footnote areas', () => {
  it('are stacked in the order of their rules, with the unnamed one first', async () => {
    const areas =
      '<style>@page{@footnote s{}@footnote t{margin-top:1px}@footnote{margin-top:2px}}.s{-pagewright-footnote-area:s}.t{-pagewright-footnote-area:t}</style>';
    const { pages, diagnostics } = await book(
      `${areas}<p>a${note('t', 't')}${note('s', 's')}${note('u')}${note('v', 's')}`,
    );
    expect(diagnostics).to.deep.equal([]);
    expect(places(pages[0]!)).to.have.members(['19 3. u', '29 2. s', '39 4. v', '50 1. t']);
  });

  it('have their own edges', async () => {
    const { pages } = await book(
      `${AREAS}<style>@page{@footnote s{border-top:2px solid;padding-top:3px}}</style><p>a${note('u')}${note('s', 's')}`,
    );
    expect(places(pages[0]!)).to.deep.equal(['35 1. u', '50 s']);
    const [, , border] = pages[0]!.footnotes;
    expect([border!.y / 64, border!.fragment.height / 64]).to.deep.equal([45, 15]);
  });

  it('may be at the start of the page', async () => {
    const { pages } = await book(
      `${AREAS}<style>@page{@footnote s{float:top;margin-bottom:4px}}</style><p>a${note('u')}${note('s', 's')}`,
    );
    expect(places(pages[0]!)).to.deep.equal(['50 1. u', '0 s']);
    expect(linesOf([pages[0]!.root!]).map(({ y }) => y)).to.deep.equal([14]);
  });

  it('take room from the text together', () =>
    expectPages(`${AREAS}${lines(2)}<p>a${note('u')}${note('s', 's')}${lines(3, 3)}`, [
      '1 / 2 / a12 / 3 ~ 1. u / s',
      '4 / 5',
    ]));

  it('break their notes independently', () =>
    expectPages(
      `${AREAS}<style>@page{@footnote s{max-height:10px}}</style><p>a${long(2, 's')}${note('u')}<p>b${note('v')}${lines(2)}`,
      ['a12 / b3 / 1 ~ 2. u / 3. v / s1', '2 ~ s2'],
    ));

  it('share the page with notes that continue', () =>
    expectPages(`${AREAS}<p>a${long(6)}${note('s', 's')}<p>b`, ['a12 ~ 1. 1 / 2 / 3 / 4 / s', 'b ~ 5 / 6']));

  it('follow the text on the last pages', () =>
    expectPages(`${AREAS}<p>a${long(9, 's')}${note('u')}`, [
      'a12 ~ 2. u / s1 / s2 / s3 / s4',
      ' ~ s5 / s6 / s7 / s8 / s9',
    ]));

  it('are the unnamed area on pages without them, which is reported', async () => {
    const { pages, diagnostics } = await book(
      `<style>.s{-pagewright-footnote-area:s}</style><p>a${note('s', 's')}${note('u')}`,
    );
    expect(places(pages[0]!)).to.deep.equal(['40 1. s', '50 2. u']);
    expect(diagnostics).to.deep.equal(['layout/footnote']);
  });

  it('are ignored with a diagnostic if a page box cannot have such a name', async () => {
    const codes = async (rule: string): Promise<readonly string[]> =>
      (await book(`<style>@page{${rule}}</style><p>a`)).diagnostics;
    expect(await codes('@footnote a b{}')).to.deep.equal(['css/invalid-selector']);
    expect(await codes('@footnote "a"{}')).to.deep.equal(['css/invalid-selector']);
    expect(await codes('@top-left a{content:"x"}')).to.deep.equal(['css/invalid-selector']);
    expect(await codes('@footnote /**/ a /**/{}')).to.deep.equal([]);
  });
});
