/** The driver: which rounds occur and how many pages each lays out. The tests count work and never time it. */
import { expect } from 'chai';
import { dumpPages } from '../../../engine/debug/dump-fragments.ts';
import { MAX_ROUNDS } from '../../../engine/pages/settle.ts';
import { settled } from '../../support/rounds.ts';

/** Returns `count` lines, fifteen to a page. */
const lines = (count: number): string => Array.from({ length: count }, (_, i) => `<div>line ${i}</div>`).join('');

/** Returns the pages that each round filled, such as `1-3`, or `2` for a page that was laid out again. */
function rounds(events: readonly string[]): string[] {
  const found: string[] = [];
  let last = 0;
  for (const event of events) {
    const page = Number(/^lay out (\d+)$/.exec(event)?.[1] ?? 0);
    if (page === 0) last = Infinity;
    else {
      if (page !== last + 1) found.push(`${page}`);
      else found[found.length - 1] = `${found[found.length - 1]!.split('-')[0]}-${page}`;
      last = page;
    }
  }
  return found;
}

const made = (events: readonly string[]): string[] => events.filter((event) => event === 'styles' || event === 'boxes');

describe('settling', () => {
  it('takes one round if nothing is found late', async () => {
    const { events } = await settled(lines(40));
    expect(rounds(events)).to.deep.equal(['1-3']);
    expect(made(events)).to.deep.equal(['styles']);
  });

  describe('page references', () => {
    const REFERENCE = '<style>a::after{content:target-counter(attr(href),page)}</style>';

    it('lay out only the pages whose text changes, reusing the existing boxes', async () => {
      const { events } = await settled(`${REFERENCE}<a href="#x">see </a>${lines(200)}<p id=x>x`);
      expect(rounds(events)).to.deep.equal(['1-14', '1']);
      expect(made(events)).to.deep.equal(['styles']);
    });

    it('restart at the previous page if it had tried the content and found it too tall', async () => {
      const { events } = await settled(`${REFERENCE}${lines(100)}<a href="#x">see </a>${lines(100)}<p id=x>x`);
      expect(rounds(events)).to.deep.equal(['1-14', '6-7']);
    });

    it('reuse pages under different numbers', async () => {
      // Fifty-five lines of wider numbers need more room than the first three pages had.
      const entries = Array.from({ length: 44 }, () => `<a href="#x">see </a>`).join('<br>');
      const { events, pages } = await settled(
        `<style>a{display:block;width:64px}a::after{content:' p. ' target-counter(attr(href),page)}</style>${entries}<section style="break-before:page">${lines(1500)}<p id=x>x</section>`,
      );
      const [first, second] = rounds(events);
      expect(Number(first!.split('-')[1])).to.be.lessThan(pages.length);
      expect(second).to.match(/^1-\d$/);
    });

    it('lay out a table that contains them again', async () => {
      const rows = Array.from({ length: 60 }, (_, i) => `<tr><td>${i}<td>${i === 50 ? '<a href="#x"></a>' : ''}`).join(
        '',
      );
      const { events } = await settled(`${REFERENCE}${lines(45)}<table>${rows}</table>${lines(90)}<p id=x>x`);
      const [first, second] = rounds(events);
      expect(first).to.match(/^1-1\d$/);
      expect(second).to.match(/^3-[789]$/);
    });

    it('rebuild boxes if text appears where there was no box', async () => {
      const { events, pages } = await settled(
        `<style>h1{string-set:name content();font:inherit;margin:0}div::before{content:string(name)}</style><div></div><h1>Title</h1>`,
      );
      expect(made(events)).to.deep.equal(['styles', 'boxes']);
      expect(JSON.stringify(pages[0]!.root?.fragment.height)).to.equal(String(40 * 64));
    });

    it('stop with a diagnostic if they cannot settle', async () => {
      // On page 1 the text is so long that only page 2 has room; on page 2 it is short enough for page 1.
      const { events, diagnostics } = await settled(
        `<style>@counter-style tall{system:cyclic;symbols:'${'wide '.repeat(11)}' 'a'}
        b::before{content:counter(page,tall)}b{display:block;width:40px;break-inside:avoid}</style><div style="height:220px"></div><b></b>`,
      );
      expect(diagnostics).to.deep.equal(['layout/unsettled']);
      expect(rounds(events)).to.have.length(MAX_ROUNDS);
    });

    it('cost time linear in their number', async () => {
      const contents = async (count: number): Promise<number> => {
        const entries = Array.from({ length: count }, (_, i) => `<div><a href="#c${i}">${i} </a></div>`).join('');
        const chapters = Array.from({ length: count }, (_, i) => `<p id=c${i}>x`).join('');
        const { events, pages } = await settled(`${REFERENCE}${entries}${chapters}`);
        return events.filter((event) => event.startsWith('lay out')).length / pages.length;
      };
      expect(await contents(300)).to.be.lessThan(2.2);
      expect(await contents(1200)).to.be.lessThan(2.2);
    });
  });

  describe('scale to fit', () => {
    const wide = (width: number): string => `<div style="width:${width}px">wide</div>`;

    it('is detected at the first page that is too wide', async () => {
      const { events, pages } = await settled(`${lines(5)}${wide(500)}${lines(300)}`);
      expect(rounds(events)[0]).to.equal('1');
      expect(rounds(events)).to.have.length(2);
      expect(pages[0]!.scale).to.equal(400 / 500);
    });

    it('follows the widest page', async () => {
      const { pages } = await settled(`${wide(500)}${lines(60)}${wide(550)}${lines(60)}`);
      expect(pages.map(({ scale }) => scale)).to.deep.equal(pages.map(() => 400 / 550));
    });

    it('counts every pixel that the page area touches, as far as the sheet goes', async () => {
      const { pages } = await settled(`<style>@page{size:402.4px 300px;margin:0 1px}</style>${wide(500)}`);
      expect(pages[0]!.scale).to.equal(401 / 500);
      const whole = await settled(`<style>@page{size:400.4px 300px}</style>${wide(500)}`);
      expect(whole.pages[0]!.scale).to.be.closeTo(400.4 / 500, 1e-4);
    });

    it('ignores content that grows with the page', async () => {
      const { pages } = await settled(`${wide(440)}${lines(60)}<div style="margin-right:-40px">x</div>${lines(60)}`);
      expect(pages[0]!.scale).to.equal(400 / 440);
    });

    it('ignores overflow on body or the root, which belongs to the page', async () => {
      for (const style of ['body{overflow-x:hidden}', 'html{overflow:hidden}', 'body{overflow-x:clip}']) {
        const { pages } = await settled(`<style>${style}</style>${wide(500)}`);
        expect(pages[0]!.scale, style).to.equal(400 / 500);
      }
      const { pages } = await settled(`<style>html,body{overflow-x:hidden}</style>${wide(500)}`);
      expect(pages[0]!.scale).to.equal(1);
    });

    it('reuses styles, boxes and results unless they depend on the page area', async () => {
      const stepsOf = async (html: string): Promise<string[]> => {
        const { events } = await settled(`${wide(500)}${html}`);
        return events.filter((event) => /^(styles|boxes|scale)$/.test(event));
      };
      for (const html of [lines(40), '<table><td style="width:50%">a<td>b</table>', '<p style="zoom:2">a'])
        expect(await stepsOf(html), html).to.deep.equal(['styles', 'scale']);
      for (const html of [
        '<p style="width:50vw">a',
        '<p style="--half:50vw;width:var(--half)">a',
        '<p style="writing-mode:vertical-rl">a',
        '<p style="position:absolute;right:0">a',
        '<img sizes="50vw" srcset="a.png 100w">',
      ])
        expect(await stepsOf(html), html).to.deep.equal(['styles', 'styles']);
    });

    it('gives the same pages whether or not styles, boxes and results are reused', async () => {
      for (const html of [
        lines(40),
        '<table><td style="width:50%">a<td><p style="width:max-content">b c</table>',
        '<ul><li>a<li style="float:right">b</ul><p style="height:50%">c<p style="columns:2">d e f',
        `<style>@page :nth(2){margin-left:10vw;@top-left{content:"a";width:20vw}}</style>${lines(20)}`,
        '<div style="position:relative"><p style="position:absolute;right:0;width:50%">a</div>',
        '<div style="display:grid;grid-template-columns:1fr auto">a<p>b</div><img alt="picture">',
      ]) {
        const dumpOf = async (unit: string): Promise<string> => {
          const { pages } = await settled(`<div style="min-width:0${unit}">${wide(500)}${html}</div>`);
          return dumpPages(pages);
        };
        expect(await dumpOf('px'), html).to.equal(await dumpOf('vw'));
      }
    });

    it('is limited', async () => {
      const { pages } = await settled(wide(5000));
      expect(pages[0]!.scale).to.equal(1 / 1.5);
    });

    it('is determined by the first fifty pages, after which a wider page shrinks alone', async () => {
      const { pages, events } = await settled(`${lines(15 * 60)}${wide(500)}${lines(15)}`);
      expect(pages.filter(({ scale }) => scale !== 1).map(({ index, scale }) => [index, scale])).to.deep.equal([
        [60, 0.8],
      ]);
      expect(made(events)).to.deep.equal(['styles']);
    });
  });

  it('styles again once container sizes are known', async () => {
    const { events } = await settled(
      `<style>section{container-type:inline-size}@container (width < 300px){div{height:80px}}</style>
      <div style="display:flex"><p style="flex:1">a</p><section style="flex:1">${lines(20)}</section></div>`,
    );
    expect(made(events)).to.deep.equal(['styles', 'styles']);
  });

  it('finds independent facts in the same round', async () => {
    const { events } = await settled(
      `<style>@page :last{margin-left:10px}section{container-type:inline-size}@container (width < 300px){b{color:red}}a::before{content:counter(pages)}</style>
      <div style="display:flex"><p style="flex:1">a</p><section style="flex:1"><b>b</b></section></div><a></a>${lines(20)}`,
    );
    expect(rounds(events)).to.deep.equal(['1-2', '1-2']);
    expect(made(events)).to.deep.equal(['styles', 'styles']);
  });
});

describe('pages on their way to the sink', () => {
  const order = (events: readonly string[]): string[] => events.filter((event) => !/^(styles|boxes)$/.test(event));

  it('are written while others are laid out, once nothing can change them', async () => {
    const { events } = await settled(lines(15 * 52));
    const at = events.indexOf('page 1');
    expect(events.slice(at - 1, at + 3)).to.deep.equal(['lay out 50', 'page 1', 'page 2', 'page 3']);
    expect(order(events).slice(-4)).to.deep.equal(['lay out 51', 'page 51', 'lay out 52', 'page 52']);
  });

  it('are written without margin boxes that show the page count', async () => {
    const { events, pages } = await settled(
      `<style>@page{margin-top:20px;@top-left{content:counter(page) '/' counter(pages)}}</style>${lines(14 * 52)}`,
    );
    expect(events).to.include('page 1 without margins');
    expect(events.slice(-2)).to.deep.equal(['margins of 51', 'margins of 52']);
    expect(pages[3]!.marginBoxes).to.have.length(1);
  });

  it('are written with margin boxes whose values are all known', async () => {
    const { events } = await settled(
      `<style>h1{string-set:name content()}@page{@top-left{content:string(name) counter(page)}}</style><h1>x</h1>${lines(15 * 52)}`,
    );
    expect(events.filter((event) => event.includes('margins'))).to.deep.equal([]);
  });

  it('wait for fixed boxes, containers and references', async () => {
    for (const open of [
      '<div style="position:fixed">x</div>',
      '<style>a::before{content:counter(page)}</style><a></a>',
      '<style>section{container-type:inline-size}@container (width > 1px){b{color:red}}</style><section><b>x</b></section>',
    ]) {
      const { events } = await settled(`${open}${lines(15 * 52)}`);
      expect(events.indexOf('page 1'), open).to.be.greaterThan(events.indexOf('lay out 52'));
    }
  });

  it('wait for the end of a box that is painted as a whole', async () => {
    const box = `<div style="background:linear-gradient(red,blue)">${lines(15 * 55)}</div>`;
    const { events } = await settled(`${box}${lines(15 * 5)}`);
    const at = events.indexOf('page 1');
    expect(events.slice(at - 1, at + 2)).to.deep.equal(['lay out 55', 'page 1', 'page 2']);
    const known = `<div style="background:linear-gradient(red,blue);height:${20 * 15 * 55}px"></div>`;
    const { events: early } = await settled(`${known}${lines(15 * 5)}`);
    expect(early.indexOf('page 1')).to.equal(early.indexOf('lay out 50') + 1);
  });
});
