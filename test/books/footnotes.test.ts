/** Footnotes on pages (css-gcpm-3 §2): the area, overflow, policies, and calls from every layout mode. */
import { expect } from 'chai';
import type { Page, PlacedFragment } from '../../engine/pages/page.ts';
import { book, expectPages, lines, linesOf, pageText } from './pages.ts';

const note = (text: string): string => `<i class=n>${text}</i>`;
/** Returns a note with `count` lines. */
const long = (count: number): string => note(Array.from({ length: count }, (_, i) => `n${i + 1}`).join('<br>'));

describe('books: footnotes', () => {
  describe('that fit', () => {
    it('are placed at the bottom of the page of their call', () =>
      expectPages(`${lines(3)}<p>a${note('x')}${lines(3, 4)}`, ['1 / 2 / 3 / a1 / 4 ~ 1. x', '5 / 6']));

    it('fill the page: the text ends where the notes begin', () =>
      expectPages(`${lines(4)}<p>a${note('x')}<p>b${note('y')}${lines(2, 5)}`, [
        '1 / 2 / 3 / 4 / a1 ~ 1. x',
        'b2 / 5 / 6 ~ 2. y',
      ]));

    it('keep the order of their calls', () =>
      expectPages(`<p>a${note('x')} b${note('y')}<p>c${note('z')}`, ['a1 b2 / c3 ~ 1. x / 2. y / 3. z']));

    it('collapse the margins between them', () =>
      expectPages(`<style>.n{margin:5px 0}</style>${lines(3)}<p>a${note('x')}${note('y')}<p>b`, [
        '1 / 2 / 3',
        'a12 / b ~ 1. x / 2. y',
      ]));
  });

  describe('without room for all of them', () => {
    it('continue on the next page without repeating their marker or call', () =>
      expectPages(`${lines(2)}<p>a${long(5)}${lines(3, 3)}`, ['1 / 2 / a1 ~ 1. n1 / n2 / n3', '3 / 4 / 5 ~ n4 / n5']));

    it('may be longer than a page', () =>
      expectPages(`<p>a${long(12)}<p>b`, [
        'a1 / b ~ 1. n1 / n2 / n3 / n4',
        ' ~ n5 / n6 / n7 / n8 / n9 / n10',
        ' ~ n11 / n12',
      ]));

    it('move with the line of their call if not even one of their lines fits', () =>
      expectPages(`${lines(5)}<p>a${note('x')}`, ['1 / 2 / 3 / 4 / 5', 'a1 ~ 1. x']));

    it('precede those of the next page', () =>
      expectPages(`${lines(3)}<p>a${long(3)}<p>b${note('y')}`, ['1 / 2 / 3 / a1 ~ 1. n1 / n2', 'b2 ~ n3 / 2. y']));

    it('wait if the area is full, while later calls keep their lines', () =>
      expectPages(
        `<style>@page{@footnote{max-height:20px}}</style><p>a${note('x')}<p>b${note('y')}<p>c${note('z')}<p>d`,
        ['a1 / b2 / c3 / d ~ 1. x / 2. y', ' ~ 3. z'],
      ));

    it('wait one by one if moving their lines would leave the page mostly empty', () => {
      const text = (notes: string): string =>
        `<style>p+p{break-before:avoid;orphans:2;widows:2}</style><p>1<br>2<br>3<p>a${notes}<br>b<br>c<br>d`;
      return Promise.all([
        expectPages(text(`${note('x')}${note('y')}${note('z')}`), [
          '1 / 2 / 3 / a123 / b ~ 1. x',
          'c / d ~ 2. y / 3. z',
        ]),
        expectPages(text(long(3)), ['1 / 2 / 3 / a1 / b ~ 1. n1', 'c / d ~ n2 / n3']),
      ]);
    });

    it('wait together if the page would otherwise be mostly empty', () =>
      expectPages(`<p>1<div style="break-inside:avoid">${lines(4, 2)}<p>a${note('x')}</div><p>b`, [
        '1 / 2 / 3 / 4 / 5 / a1',
        'b ~ 1. x',
      ]));

    it('stay with their lines if their policy requires it, even on a mostly empty page', () =>
      expectPages(
        `<style>.n{footnote-policy:line}</style><p>1<div style="break-inside:avoid">${lines(4, 2)}<p>a${note('x')}</div>`,
        ['1', '2 / 3 / 4 / 5 / a1 ~ 1. x'],
      ));

    it('get separate pages at the end', () =>
      expectPages(`<style>@page{@footnote{max-height:10px}}</style><p>a${long(3)}`, ['a1 ~ 1. n1', ' ~ n2 / n3']));
  });

  describe('in columns of their area', () => {
    const two = '<style>@page{@footnote{columns:2;column-gap:10px}}</style>';
    /** Returns the corner and text of each line in the area. */
    const areaOf = async (html: string): Promise<string[]> => {
      const { pages, diagnostics } = await book(two + html);
      expect(diagnostics).to.deep.equal([]);
      return pages.flatMap(({ footnotes }, i) =>
        footnotes
          .slice(1)
          .map(
            (placed) =>
              `${i + 1}: ${placed.x / 64},${placed.y / 64} ${pageText({ ...pages[0]!, root: null, positioned: [placed], footnotes: [], marginBoxes: [] })}`,
          ),
      );
    };

    it('are placed side by side', async () => {
      expect(await areaOf(`<p>a${note('x')} b${note('y')}`)).to.deep.equal(['1: 0,50 1. x', '1: 85,50 2. y']);
      expect(await areaOf(`<p>a${note('x')} b${note('y')} c${note('z')}`)).to.deep.equal([
        '1: 0,40 1. x',
        '1: 0,50 2. y',
        '1: 85,40 3. z',
      ]);
    });

    it('are broken so that their columns have equal heights', async () => {
      expect(await areaOf(`<p>a${long(4)}`)).to.deep.equal(['1: 0,40 1. n1 / n2', '1: 85,40 n3 / n4']);
    });

    it('leave more room for the text', () =>
      expectPages(`${two}${lines(2)}<p>a${note('x')} b${note('y')} c${note('z')} d${note('w')}<p>4<p>5`, [
        '1 / 2 / a1 b2 c3 d4 / 4 ~ 1. x / 3. z / 2. y / 4. w',
        '5',
      ]));

    it('continue on the next page', async () => {
      expect(await areaOf(`<p>a${long(12)}`)).to.deep.equal([
        '1: 0,20 1. n1 / n2 / n3 / n4',
        '1: 85,20 n5 / n6 / n7 / n8',
        '2: 0,40 n9 / n10',
        '2: 85,40 n11 / n12',
      ]);
    });

    it('have rules between them', async () => {
      const css = '<style>@page{@footnote{columns:3;column-gap:10px;column-rule:2px solid;padding:3px}}</style>';
      const { pages, diagnostics } = await book(`${css}<p>a${note('x')} b${note('y')}`);
      expect(diagnostics).to.deep.equal([]);
      const rules = pages[0]!.footnotes[0]!.fragment.extra?.gapRules ?? [];
      const width = (160 - 6 - 20) / 3;
      expect(rules.map(({ x, y, length }) => [x, y, length].map((lu) => Math.round(lu / 64)))).to.deep.equal([
        [Math.round(3 + width + 5), 3, 10],
      ]);
    });

    it('may contain calls', () => expectPages(`${two}<p>a${note(`x${note('y')}`)}`, ['a1 ~ 1. x2 / 2. y']));
  });

  describe('footnote-policy', () => {
    it('line: moves the line with the note', () =>
      expectPages(`<style>.n{footnote-policy:line}</style>${lines(3)}<p>a<br>b${long(3)}<p>c`, [
        '1 / 2 / 3 / a',
        'b1 / c ~ 1. n1 / n2 / n3',
      ]));

    it('block: moves the paragraph with the note', () =>
      expectPages(`<style>.n{footnote-policy:block}</style>${lines(3)}<p>a<br>b${long(3)}<p>c`, [
        '1 / 2 / 3',
        'a / b1 / c ~ 1. n1 / n2 / n3',
      ]));

    it('auto: breaks the note', () =>
      expectPages(`${lines(3)}<p>a<br>b${long(3)}<p>c`, ['1 / 2 / 3 / a / b1 ~ 1. n1', 'c ~ n2 / n3']));

    it('has no effect if the line begins the page', () =>
      expectPages(`<style>.n{footnote-policy:line}</style><p>a${long(7)}`, [
        'a1 ~ 1. n1 / n2 / n3 / n4',
        ' ~ n5 / n6 / n7',
      ]));

    it('auto: moves the line with an unbreakable note', () =>
      expectPages(`<style>.n{break-inside:avoid}</style>${lines(3)}<p>4${long(3)}<p>5`, [
        '1 / 2 / 3',
        '41 / 5 ~ 1. n1 / n2 / n3',
      ]));

    it('respects widows', () =>
      expectPages(`<style>.n{footnote-policy:line}p{widows:2}</style>${lines(3)}<p>a<br>b<br>c${long(2)}`, [
        '1 / 2 / 3 / a',
        'b / c1 ~ 1. n1 / n2',
      ]));
  });

  describe('the area', () => {
    it('has margins, borders and padding', async () => {
      const { pages } = await book(
        `<style>@page{@footnote{margin-top:3px;border-top:2px solid;padding-top:5px}}</style><p>a${note('x')}`,
      );
      const [area, body] = pages[0]!.footnotes;
      expect([area!.y, area!.fragment.height, body!.y].map((lu) => lu / 64)).to.deep.equal([43, 17, 50]);
    });

    it('includes its edges when it takes room', () =>
      expectPages(`<style>@page{@footnote{border-top:2px solid}}</style>${lines(4)}<p>a${note('x')}`, [
        '1 / 2 / 3 / 4',
        'a1 ~ 1. x',
      ]));

    it('is no taller than max-height', () =>
      expectPages(`<style>@page{@footnote{max-height:25px}}</style><p>a${long(4)}${lines(6)}`, [
        'a1 / 1 / 2 / 3 ~ 1. n1 / n2',
        '4 / 5 / 6 ~ n3 / n4',
      ]));

    it('is no lower than min-height', () =>
      expectPages(`<style>@page{@footnote{min-height:30px}}</style><p>a${note('x')}${lines(5)}`, [
        'a1 / 1 / 2 ~ 1. x',
        '3 / 4 / 5',
      ]));

    it('has the specified width, and margins that share the rest', async () => {
      const { pages } = await book(`<style>@page{@footnote{width:60px}}</style><p>a${note('xx yy zz xx yy zz')}`);
      const [{ x, text } = { x: -1, text: '' }] = linesOf(pages[0]!.footnotes);
      expect([x, text]).to.deep.equal([0, '1. xx yy zz xx yy']);
      const start = async (css: string): Promise<number> =>
        linesOf((await book(`<style>@page{@footnote{${css}}}</style><p>a${note('x')}`)).pages[0]!.footnotes)[0]!.x;
      expect(await start('width:60px;margin-left:auto')).to.equal(100);
      expect(await start('width:60px;margin:0 auto')).to.equal(50);
      expect(await start('max-width:50%;margin:0 10px 0 auto')).to.equal(70);
      expect(await start('width:60px;padding-left:5px;border-left:1px solid;box-sizing:border-box')).to.equal(6);
    });

    it("reports that it can't float to an inline side or be positioned", async () => {
      const codes = async (css: string): Promise<readonly string[]> =>
        (await book(`<style>@page{@footnote{${css}}}</style><p>a${note('x')}`)).diagnostics;
      expect(await codes('float:left')).to.deep.equal(['layout/unsupported']);
      expect(await codes('float:inline-end')).to.deep.equal(['layout/unsupported']);
      expect(await codes('position:absolute')).to.deep.equal(['layout/unsupported']);
      expect(await codes('float:bottom')).to.deep.equal([]);
    });

    it('is placed at the start of the page before the floats there if it floats to the top', async () => {
      const css = '<style>@page{@footnote{float:top;padding-bottom:4px}}</style>';
      const top = '<b style="float:top;float-reference:page">F</b>';
      const { pages } = await book(`${css}<p>a${note('x')}<p>b${top}<p>c`);
      const [page] = pages;
      const ys = (placed: readonly PlacedFragment[]): string[] => linesOf(placed).map(({ y, text }) => `${y} ${text}`);
      expect(ys(page!.footnotes)).to.deep.equal(['0 1. x']);
      expect(ys(page!.floats)).to.deep.equal(['14 F']);
      expect(ys([page!.root!])).to.deep.equal(['24 a1', '34 b', '44 c']);
    });

    it('is omitted without notes', async () => {
      const { pages } = await book('<style>@page{@footnote{border:1px solid;min-height:20px}}</style><p>a');
      expect(pages[0]!.footnotes).to.deep.equal([]);
    });

    it('follows the rules of its page', () =>
      expectPages(
        `<style>@page:first{@footnote{max-height:10px}}</style><p>a${long(4)}<p style="break-before:page">b`,
        ['a1 ~ 1. n1', 'b ~ n2 / n3 / n4'],
      ));
  });

  describe('footnote-display', () => {
    const inline = '<style>.n{footnote-display:inline}</style>';

    /** Returns the positions of note lines in px: `x y text`. */
    const placesOf = ({ footnotes }: Page): string[] =>
      footnotes.flatMap(({ fragment, x, y }) =>
        fragment.children.map((line, i) => {
          const left = line.type === 'line' ? line.offsets[0]! : 0;
          return `${(x + fragment.offsets[2 * i]! + left) / 64} ${(y + fragment.offsets[2 * i + 1]!) / 64}`;
        }),
      );

    it('inline: places notes side by side', async () => {
      const { pages } = await book(`${inline}<p>a${note('x')}${note('y')}`);
      const [x, y] = placesOf(pages[0]!);
      expect(x).to.equal('0 50');
      expect(y).to.match(/^\d\d\.?\d* 50$/);
    });

    it('inline: continues each note where the previous one ends', () =>
      expectPages(`${inline}<p>a${note('long '.repeat(12))}${note('more '.repeat(9))}`, [
        'a12 ~ 1. long long long long long long long long / long long long long / 2. more more more / more more more more more more',
      ]));

    it("inline: moves a word below the last line if it doesn't fit next to it", () =>
      expectPages(`${inline}<p>a${note('long '.repeat(6))}${note('incomprehensibilities')}`, [
        'a12 ~ 1. long long long long long long / 2. / incomprehensibilities',
      ]));

    it('inline: separates notes by their margins', async () => {
      const [near, far] = await Promise.all(
        ['0', '0 5px 0 7px'].map(async (margin) => {
          const { pages } = await book(`${inline}<style>.n{margin:${margin}}</style><p>a${note('x')}${note('y')}`);
          return placesOf(pages[0]!).map((place) => Number.parseFloat(place));
        }),
      );
      expect([far![0]! - near![0]!, far![1]! - near![1]!]).to.deep.equal([7, 19]);
    });

    it('inline: continues on the next page', async () => {
      const { pages } = await book(`${inline}<p>a${note('long '.repeat(40))}${note('y')}`);
      expect(pages.length).to.equal(2);
      expect(pageText(pages[1]!)).to.match(/^ ~ long.*long \/ 2\. y$/);
      const [, ...rest] = placesOf(pages[1]!)
        .map((place) => place.split(' ')[1])
        .reverse();
      expect(rest[0]).to.equal(placesOf(pages[1]!).at(-1)?.split(' ')[1]);
    });

    it('inline: supports right-to-left text', async () => {
      const { pages } = await book(`<html dir=rtl>${inline}<p>a${note('x')}${note('y')}`);
      const [x, y] = placesOf(pages[0]!).map((place) => Number.parseFloat(place));
      expect(y).to.be.lessThan(x!);
    });

    it('compact: makes blocks of long notes', async () => {
      const { pages } = await book(
        `<style>.n{footnote-display:compact}</style><p>a${note('x')}${note('long '.repeat(12))}${note('y')}`,
      );
      const [x, wide, y] = pages[0]!.footnotes;
      expect(wide!.y).to.be.greaterThan(x!.y);
      expect(y!.y).to.be.greaterThan(wide!.y);
    });
  });

  describe('calls and markers', () => {
    it('can be replaced with `content`', () =>
      expectPages(
        `<style>.n::footnote-call{content:none}.n::footnote-marker{content:'* '}</style><p>a${note('x')}<p>b`,
        ['a / b ~ * x'],
      ));

    it('can be hidden', () =>
      expectPages(`<style>.n::footnote-call,.n::footnote-marker{display:none}</style><p>a${note('x')}<p>b`, [
        'a / b ~ x',
      ]));

    it('may contain strings and attributes', () =>
      expectPages(`<style>.n::footnote-call{content:'[' attr(title) ']'}</style><p>a<i class=n title=T>x</i>`, [
        'a[T] ~ 1. x',
      ]));
  });

  describe('are called from', () => {
    it('table cells', () =>
      expectPages(`<table style="border-spacing:0"><tr><td>a${note('x')}<td>b${note('y')}</table><p>c`, [
        'a1 / b2 / c ~ 1. x / 2. y',
      ]));

    it('repeated headers, only once', () =>
      expectPages(
        `<table style="border-spacing:0"><thead><tr><td>h${note('x')}<tbody>${'<tr><td>r'.repeat(7)}</table>`,
        ['h1 / r / r / r / r ~ 1. x', 'h1 / r / r / r'],
      ));

    it('cells that span rows, in the row where they continue', () =>
      expectPages(
        `${lines(4)}<table style="border-spacing:0"><tr><td rowspan=2>a<br>b<br>c${note('x')}<td>d<tr><td>e</table>`,
        ['1 / 2 / 3 / 4 / a / d / b', 'c1 / e ~ 1. x'],
      ));

    it('columns', () =>
      expectPages(`<div style="columns:2;column-gap:0;column-fill:auto"><p>a${note('x')}${lines(11)}</div>`, [
        'a1 / 5 / 1 / 6 / 2 / 7 / 3 / 8 / 4 / 9 ~ 1. x',
        '10 / 11',
      ]));

    it('the second column', () =>
      expectPages(
        `<div style="columns:2;column-gap:0;column-fill:auto">${lines(8)}<p>a${note('x')}${lines(3, 9)}</div>`,
        ['1 / 6 / 2 / 7 / 3 / 8 / 4 / a1 / 5 / 9 ~ 1. x', '10 / 11'],
      ));

    it('balanced columns that fill their page', () => {
      const text = Array.from({ length: 12 }, (_, i) => `<p>${i + 1}${i % 4 === 3 ? note(`x${i + 1}`) : ''}`).join('');
      // Twelve lines would fill the page. The notes of each four take a line from every column.
      return expectPages(`<div style="columns:2;column-gap:0">${text}</div>`, [
        '1 / 5 / 2 / 6 / 3 / 7 / 41 / 82 ~ 1. x4 / 2. x8',
        '9 / 11 / 10 / 123 ~ 3. x12',
      ]);
    });

    it('page floats, on the same page', () => {
      const figure = `<div style="float:top;float-reference:page;height:20px">f${note('x')}</div>`;
      return expectPages(`<p>1${figure}${lines(5, 2)}`, ['1 / 2 / 3 ~ 1. x', '4 / 5 / 6']);
    });

    it('page floats of later pages', () => {
      const figure = `<div style="float:top;float-reference:page;float-defer:1;height:20px">f${note('x')}</div>`;
      return expectPages(`<p>1${figure}${lines(8, 2)}`, ['1 / 2 / 3 / 4 / 5 / 6', '7 / 8 / 9 ~ 1. x']);
    });

    it('page floats, numbered with those of their page', () => {
      const figure = `<div style="float:top;float-reference:page;height:10px">f${note('x')}</div>`;
      return expectPages(
        `<style>@page{counter-reset:footnote}</style><p>1${note('w')}${lines(3, 2)}<p style="break-before:page">5${note('y')}${figure}`,
        ['11 / 2 / 3 / 4 ~ 1. w', '51 ~ 1. y / 2. x'],
      );
    });

    it('column floats', () => {
      const figure = `<div style="float:top;float-reference:column;height:10px">f${note('x')}</div>`;
      return expectPages(`<div style="columns:2;column-gap:0;column-fill:auto;height:30px"><p>1${figure}<p>2</div>`, [
        'f1 / 1 / 2 ~ 1. x',
      ]);
    });

    it('margin notes', () =>
      expectPages(`<p>1<span style="float:left;float-reference:-pagewright-margin">m${note('x')}</span><p>2`, [
        '1 / 2 ~ 1. x',
      ]));

    it('floats', () => expectPages(`<div style="float:left">a${note('x')}</div><p>b<p>c`, ['a1 / b / c ~ 1. x']));

    it('flex items', () =>
      expectPages(`<div style="display:flex"><p>a${note('x')}<p>b${note('y')}</div>`, ['a1 / b2 ~ 1. x / 2. y']));

    it('grid items', () =>
      expectPages(`<div style="display:grid"><p>a${note('x')}<p>b${note('y')}</div>`, ['a1 / b2 ~ 1. x / 2. y']));

    it('list items', () =>
      expectPages(`<ul style="list-style:none"><li>a${note('x')}<li>b${note('y')}</ul>`, ['a1 / b2 ~ 1. x / 2. y']));

    it('inline-blocks', () => expectPages(`<p>a<b style="display:inline-block">b${note('x')}</b>`, ['ab1 ~ 1. x']));

    it('inline-blocks in other inline boxes', () =>
      expectPages(`<p>a<b>b<i style="display:inline-block">c${note('x')}</i></b>`, ['abc1 ~ 1. x']));

    it('ruby annotations', () =>
      expectPages(`<p><ruby>a<rt>b<b>c${note('x')}</b></rt></ruby><p>d${note('y')}`, ['abc1 / d2 ~ 1. x / 2. y']));

    it('ruby bases', () => expectPages(`<p><ruby>a${note('x')}<rt>b</rt></ruby>`, ['a1b ~ 1. x']));

    it('positioned boxes', () =>
      expectPages(`<div style="position:absolute;top:20px">a${note('x')}</div><p>b`, ['b / a1 ~ 1. x']));

    it('other notes', () => expectPages(`<p>a${note(`x${note('y')}`)}<p>b`, ['a1 / b ~ 1. x2 / 2. y']));

    it('positions between blocks', () => expectPages(`<p>a</p>${note('x')}<p>b</p>`, ['a / 1 / b ~ 1. x']));
  });

  describe("are reported where they can't be placed", () => {
    const running = '<style>@page{@top-left{content:element(h)}}.h{position:running(h)}</style>';

    it('in fixed boxes', () =>
      expectPages(
        `<p>a<p style="position:fixed;top:0;left:90px">b${note('x')}</p>${lines(7)}`,
        ['a / b1 / 1 / 2 / 3 / 4 / 5', '6 / b1 / 7'],
        ['layout/footnote'],
      ));

    it('in running elements', () =>
      expectPages(`${running}<p class=h>b${note('x')}</p><p>a`, ['a [top-left: b1]'], ['layout/footnote']));

    it('page floats in running elements', () =>
      expectPages(
        `${running}<p class=h>b<b style="float:top;float-reference:page">x</b></p><p>a`,
        ['a [top-left: b]'],
        ['layout/footnote'],
      ));
  });

  it('keep their positioned boxes', () =>
    expectPages(`<p>a${note('x<b style="position:absolute;right:0">y</b>')}`, ['a1 ~ 1. x / y']));

  it('are placed at the block end of vertical pages', async () => {
    const { pages } = await book(`<style>html{writing-mode:vertical-rl}</style><p>a${note('x')}`);
    expect(pages[0]!.footnotes[0]!.x).to.equal(0);
    expect(pages[0]!.root!.x + pages[0]!.root!.fragment.width).to.equal(160 * 64);
  });

  it('need a bounded number of layouts per page', async () => {
    const { pages } = await book(Array.from({ length: 300 }, (_, i) => `<p>p${i}${note(`x${i}`)}`).join(''));
    expect(pages.length).to.equal(100);
  });

  describe('with the column as their reference', () => {
    const HEAD = '<style>.c{columns:2;column-gap:10px;column-fill:auto}.n{float-reference:column}</style><div class=c>';
    for (const [clause, html, pages] of [
      ['are at the foot of the column', `<p>a${note('x')}${lines(7)}`, ['a1 / 5 / 1 / 6 / 2 / 7 / 3 / 4 / 1. x']],
      [
        'are also placed in the second column',
        `${lines(5)}<p>a${note('x')}${lines(4, 6)}`,
        ['1 / a1 / 2 / 6 / 3 / 7 / 4 / 8 / 5 / 9 / 1. x'],
      ],
      [
        'keep their line on the same page or column',
        `${lines(11)}<p>a${note('x')}`,
        ['1 / 7 / 2 / 8 / 3 / 9 / 4 / 10 / 5 / 11 / 6', 'a1 / 1. x'],
      ],
      [
        'are in order',
        `<p>a${note('x')}<p>b${note('y')}${lines(7)}`,
        ['a1 / 3 / b2 / 4 / 1 / 5 / 2 / 6 / 1. x / 7 / 2. y'],
      ],
      [
        'are below floats to the end of the column',
        `<p>a${note('x')}<b style="float:bottom;float-reference:column">F</b>${lines(4)}`,
        ['a1 / 4 / 1 / 2 / 3 / F / 1. x'],
      ],
      ['belong to the page outside columns', `a</div><p>b${note('x')}`, ['a / b1 ~ 1. x']],
      [
        'move to the foot of a page if they are too large for a column',
        `<p>a${note('x<br>'.repeat(7))}${lines(12)}`,
        ['a1 / 6 / 1 / 7 / 2 / 8 / 3 / 9 / 4 / 10 / 5 / 11', '12', ' ~ 1. x / x / x / x / x / x', ' ~ x'],
      ],
    ] as const)
      it(clause, () => expectPages(HEAD + html, pages));
  });
});
