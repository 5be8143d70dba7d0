import { expect } from 'chai';
import {
  type BoxFragment,
  type Fragment,
  type LineFragment,
  type TextFragment,
} from '../../../engine/layout/contract/fragment.ts';
import { LU_PER_PX } from '../../../engine/units.ts';
import { layout } from '../../support/layout.ts';

interface PlacedLine {
  readonly line: LineFragment;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Returns the lines of a snippet in order, in px from the page's corner, with the characters of their glyphs. */
async function linesOf(html: string): Promise<PlacedLine[][]> {
  const { pages } = await layout(html);
  return pages.map((page) => {
    const lines: PlacedLine[] = [];
    if (page.root) collect(page.root.fragment, page.root.x, page.root.y, lines);
    return lines;
  });
}

function collect(fragment: BoxFragment, x: number, y: number, lines: PlacedLine[]): void {
  const text = fragment.box.inline?.text ?? '';
  fragment.children.forEach((child, i) => {
    const cx = x + fragment.offsets[2 * i]!;
    const cy = y + fragment.offsets[2 * i + 1]!;
    if (child.type === 'line')
      lines.push({ line: child, x: cx / LU_PER_PX, y: cy / LU_PER_PX, text: textOf(child, text) });
    else if (child.type === 'box') collect(child, cx, cy, lines);
  });
}

function textOf(line: LineFragment, text: string): string {
  const pieces: { start: number; text: string }[] = [];
  const walk = (fragment: Fragment): void => {
    if (fragment.type !== 'text') {
      for (const child of fragment.children) walk(child);
    } else if (fragment.run.item >= 0) {
      pieces.push({ start: fragment.run.start, text: text.slice(fragment.run.start, fragment.run.end) });
    } else pieces.push({ start: Infinity, text: '~' });
  };
  walk(line);
  return pieces
    .sort((a, b) => a.start - b.start)
    .map((piece) => piece.text)
    .join('');
}

const texts = (lines: readonly PlacedLine[]): string[] => lines.map((line) => line.text);

/** Courier's letters are all 9.6 px wide at 16 px. */
const MONO = 'font:16px/20px Courier New;';

describe('inline boxes split by a block', () => {
  const SPLIT = 'A<b style="display:block;margin-bottom:10px">b</b>';
  const placed = async (html: string): Promise<(string | number)[][]> =>
    (await linesOf(`<div style="${MONO}">${html}</div><p style="margin:10px 0;${MONO}">C`))[0]!.map(({ text, y }) => [
      text,
      y,
    ]);

  it('create no line for a closing edge of zero size, even if the opening edge has a size', async () => {
    for (const edge of ['margin-left:5px', 'padding-left:5px', 'border-left:5px solid'])
      expect((await placed(`<span style="${edge}">${SPLIT}</span>`)).at(-1), edge).to.deep.equal(['C', 50]);
    const rtl = 'direction:rtl;unicode-bidi:isolate';
    expect((await placed(`<span style="${rtl};padding-right:5px">${SPLIT}</span>`)).at(-1)).to.deep.equal(['C', 50]);
  });

  it('create a line for an end with an edge', async () => {
    for (const edge of ['margin-right:5px', 'padding-right:5px', 'direction:rtl;padding-left:5px'])
      expect((await placed(`<span style="${edge}">${SPLIT}</span>`)).at(-1), edge).to.deep.equal(['C', 80]);
    const first = '<span style="padding-left:5px"><b style="display:block">b</b></span>';
    expect((await placed(first)).find(([text]) => text === 'b')).to.deep.equal(['b', 20]);
  });
});

describe('line breaking', () => {
  it('breaks at spaces and removes them', async () => {
    const [lines] = await linesOf(`<p style="${MONO}margin:0;width:100px">one two three <b>four </b>five`);
    expect(texts(lines!)).to.deep.equal(['one two', 'three four', 'five']);
  });

  it('accepts a line that is one unit too wide, but not more', async () => {
    const width = (lu: number) => `${(Math.ceil(9.601 * 64 * 7) + lu) / 64}px`;
    const [fits] = await linesOf(`<p style="${MONO}margin:0;width:${width(-1)}">one two`);
    const [breaks] = await linesOf(`<p style="${MONO}margin:0;width:${width(-16)}">one two`);
    expect(fits!.length).to.equal(1);
    expect(breaks!.length).to.equal(2);
  });

  it('keeps closing edges on the line and moves opening ones to the next', async () => {
    const [lines] = await linesOf(`<p style="${MONO}margin:0;width:100px">one <b style="padding:0 20px">two</b> six`);
    expect(texts(lines!)).to.deep.equal(['one', 'two', 'six']);
  });

  it('breaks words only as a last resort', async () => {
    const [lines] = await linesOf(`<p style="${MONO}margin:0;width:60px;overflow-wrap:break-word">ab abcdefghij`);
    expect(texts(lines!)).to.deep.equal(['ab', 'abcdef', 'ghij']);
  });

  it("measures a tab by the spaces of its block container, not by its own font's", async () => {
    const [plain, small] = await Promise.all(
      ['<i>\t</i><b>x</b>', '<i style="font-size:4px">\t</i><b>x</b>'].map(
        async (line) => (await layout(`<pre>${line}</pre>`)).dump,
      ),
    );
    const place = (dump: string): string | undefined => /Inline <b>\s+x(\S+)/.exec(dump)?.[1];
    expect(place(small!)).to.be.a('string').and.equal(place(plain!));
  });

  it('rounds tabs up to the next 64th of a pixel, like text', async () => {
    const { dump } = await layout('<pre style="margin:0;font:12px monospace">\t<b>x</b>\n\t\t<b>x</b>');
    const places = [...dump.matchAll(/Inline <b>\s+x(\S+)/g)].map(([, x]) => Number(x));
    const stop = 8 * 7.2 + 0.0005;
    const shown = (px: number): number => Number((Math.ceil(px * 64) / 64).toFixed(2));
    expect(places).to.deep.equal([shown(stop), shown(2 * stop)]);
  });

  it('includes the edges of open inline boxes in the position of a tab', async () => {
    const { dump } = await layout('<pre style="margin:0;font:12px monospace"><i style="padding:0 20px">\t<b>x</b></i>');
    const [padding, tab] = [20, 8 * 7.2 - 20];
    expect(Number(/Inline <b>\s+x(\S+)/.exec(dump)?.[1])).to.be.closeTo(padding + tab, 0.05);
  });

  it('measures tabs from the content edge next to floats', async () => {
    const place = async (float: string): Promise<number> => {
      const { dump } = await layout(`${float}<pre style="margin:0;padding-left:14px;font:12px monospace">a\t<b>x</b>`);
      return Number(/Inline <b>\s+x(\S+)/.exec(dump)?.[1]) + Number(/ line x(\S+)/.exec(dump)?.[1]);
    };
    const alone = await place('');
    expect(await place('<div style="float:left;width:30px;height:9px"></div>')).to.be.closeTo(alone, 0.05);
    const next = await place('<div style="float:left;width:90px;height:9px"></div>');
    expect(next).to.be.closeTo(alone + 8 * 7.2, 0.05);
  });

  it('hangs preserved spaces and aligns tabs to multiples of eight spaces', async () => {
    const [lines] = await linesOf(`<p style="${MONO}margin:0;width:100px;white-space:pre-wrap">one two      six\tx`);
    expect(texts(lines!)).to.deep.equal(['one two      ', 'six\tx']);
  });

  it('shows a soft hyphen only at a line end', async () => {
    const [lines] = await linesOf(`<p style="${MONO}margin:0;width:60px">ab&shy;cdef&shy;ghi`);
    expect(texts(lines!)).to.deep.equal(['ab\u00ad~', 'cdef\u00ad~', 'ghi']);
  });

  it('shortens lines next to floats and moves overlong content below them', async () => {
    const float = '<span style="float:left;width:60px;height:30px"></span>';
    const [lines] = await linesOf(`<p style="${MONO}margin:0;width:120px">${float}one two three-four xxx`);
    expect(lines!.map(({ x, y, text }) => `${x} ${y} ${text}`)).to.deep.equal([
      '60 0 one',
      '60 20 two',
      '0 40 three-four',
      '0 60 xxx',
    ]);
  });

  it('balances short paragraphs on request', async () => {
    const [lines] = await linesOf(`<p style="${MONO}margin:0;width:150px;text-wrap:balance">aaa bbb ccc ddd eee`);
    expect(texts(lines!)).to.deep.equal(['aaa bbb ccc', 'ddd eee']);
  });

  it('balances lines next to floats', async () => {
    const balanced = async (before: string, after: string): Promise<string[]> => {
      const float = '<i style="float:left;width:67px;height:30px"></i>';
      const style = `${MONO}margin:0;width:226px;text-wrap:balance`;
      const [lines] = await linesOf(`<p style="${style}">${before}${float}${after}`);
      return texts(lines!);
    };
    const evened = ['abc de fg', 'hij klm', 'nop qrst uvw xyz!'];
    expect(await balanced('', 'abc de fg hij klm nop qrst uvw xyz!')).to.deep.equal(evened);
    expect(await balanced('abc de ', 'fg hij klm nop qrst uvw xyz!')).to.deep.equal(evened);
  });

  it("doesn't break words to balance lines", async () => {
    const style = `${MONO}margin:0;width:150px;overflow-wrap:break-word;text-wrap:balance`;
    const [lines] = await linesOf(`<p style="${style}">controlling your bu`);
    expect(texts(lines!)).to.deep.equal(['controlling', 'your bu']);
  });

  it('balances the lines that a clamp keeps', async () => {
    const style = `${MONO}margin:0;width:85px;text-wrap:balance;line-clamp:2`;
    const [lines] = await linesOf(`<p style="${style}">1 2 3 4 5 6 7 8 9`);
    expect(texts(lines!)[0]).to.equal('1 2 3 4');
  });
});

describe('lines in the block axis', () => {
  const baseline = async (html: string): Promise<number> => (await linesOf(html))[0]![0]!.line.baseline / LU_PER_PX;

  it('put the larger half of an odd leading below', async () => {
    // Times New Roman at 16 px: 14 above, 3 below.
    expect(await baseline('<p style="margin:0;font:16px/20px Times New Roman">x')).to.equal(15);
    expect(await baseline('<p style="margin:0;font:16px/16px Times New Roman">x')).to.equal(13);
    expect(await baseline('<p style="margin:0;font:16px/8px Times New Roman">x')).to.equal(9);
  });

  it('align to the line box last', async () => {
    const [lines] = await linesOf(
      '<p style="margin:0;font:16px/20px Times New Roman">x<span style="display:inline-block;width:5px;height:50px;vertical-align:top"></span>',
    );
    const { line } = lines![0]!;
    expect([line.height, line.baseline].map((v) => v / LU_PER_PX)).to.deep.equal([50, 15]);
  });

  it('separate isolates that are surrounded only by right-to-left text', async () => {
    const lines = await linesOf(
      `<p>a <bdi>\u05d0. </bdi>\u05d1</p><ol style="list-style: inside hebrew"><li>\u05d1\u05d2</ol>
       <p dir=rtl><bdi>\u05d0\u05d1</bdi>ab</p>`,
    );
    const visual = lines[0]!.map(({ line }) => {
      const found: [number, number][] = [];
      const visit = (children: readonly Fragment[], offsets: ArrayLike<number>, x: number): void =>
        children.forEach((child, i) => {
          if (child.type === 'text') found.push([x + offsets[2 * i]!, child.run.start]);
          else if (child.type === 'box') visit(child.children, child.offsets, x + offsets[2 * i]!);
        });
      visit(line.children, line.offsets, 0);
      return found.toSorted((a, b) => a[0] - b[0]).map(([, start]) => start);
    });
    expect(visual).to.deep.equal([
      [0, 3, 2, 5],
      [0, 1, 3],
      [2, 0],
    ]);
  });

  it('shift sub and super by a fraction of the font size', async () => {
    const [lines] = await linesOf(
      '<p style="margin:0;font:16px/20px Times New Roman">x<sup style="font-size:16px">y</sup>',
    );
    expect(lines![0]!.line.baseline / LU_PER_PX).to.equal(15 + 6.328125);
  });
});

describe('lines in the inline axis', () => {
  const offset = async (style: string, text = 'ab'): Promise<number> =>
    (await linesOf(`<p style="${MONO}margin:0;width:100px;${style}">${text}`))[0]![0]!.x;

  it('are aligned in the remaining space, rounded down', async () => {
    expect(await offset('text-align:right')).to.equal(100 - 19.203125);
    expect(await offset('text-align:center')).to.equal(Math.floor((100 - 19.203125) * 32) / 64);
    expect(await offset('direction:rtl')).to.equal(100 - 19.203125);
    expect(await offset('text-indent:10px')).to.equal(10);
  });

  it('set the hyphen upright if the word is upright', async () => {
    const sideways = async (style: string): Promise<boolean[]> => {
      const [lines] = await linesOf(
        `<p style="${MONO}margin:0;height:36px;writing-mode:vertical-rl;${style}">ab&shy;cd`,
      );
      return lines![0]!.line.children.map((child) => child.type === 'text' && child.run.sideways);
    };
    expect(await sideways('text-orientation:upright')).to.deep.equal([false, false]);
    expect(await sideways('')).to.deep.equal([true, true]);
    expect(await sideways("hyphenate-character:'\u3007'")).to.deep.equal([true, false]);
  });

  it('show hyphens of several characters in the direction of the text and the font that has them', async () => {
    const [lines] = await linesOf(
      `<p dir=rtl lang=ar style="font:16px Tinos;margin:0;width:40px;hyphenate-character:' \u0414\u05d0'">\u05d0\u05d1\u05d2&shy;\u05d3\u05d4\u05d5`,
    );
    const runs = lines![0]!.line.children.flatMap((child) => (child.type === 'text' ? [child.run] : []));
    const hyphen = runs.find(({ text }) => text.startsWith(' '))!;
    expect(hyphen.level).to.equal(1);
    expect([...hyphen.glyphIds]).to.not.contain(0);
  });

  it('of plaintext are aligned by their first strong character, including marks', async () => {
    const [lines] = await linesOf(
      `<style>@page{margin:0} body{margin:0}</style><pre dir=auto style="${MONO}margin:0;width:100px">ab\n&rlm;c\n&rlm;d`,
    );
    expect(lines!.map(({ x }) => x > 50)).to.deep.equal([false, true, true]);
  });

  it('override or detect directions also in anonymous blocks and items', async () => {
    const first = async (style: string, before = '<div></div>'): Promise<PlacedLine> =>
      (await linesOf(`<div style="${MONO}width:100px;${style}">${before}אב`))[0]![0]!;
    const levelOf = ({ line }: PlacedLine): number => (line.children[0] as TextFragment).run.level % 2;
    expect(levelOf(await first('unicode-bidi:bidi-override'))).to.equal(0);
    expect(levelOf(await first('unicode-bidi:bidi-override;display:flex', ''))).to.equal(0);
    expect((await first('unicode-bidi:plaintext')).x).to.be.greaterThan((await first('')).x);
  });

  it('treat match-parent on the root element as if it had no parent', async () => {
    const [lines] = await linesOf('<html dir=rtl style="text-align:match-parent"><p style="width:100px">ab');
    const [plain] = await linesOf('<html dir=rtl><p style="width:100px">ab');
    expect(lines![0]!.x).to.equal(plain![0]!.x);
  });

  it("center header cells also in list items, if alignment isn't specified", async () => {
    const startOf = async (around: string): Promise<number> =>
      (await linesOf(`${around}<table style="width:200px"><th>x`))[0]![0]!.x;
    const plain = await startOf('<div style="margin-left:40px">');
    expect(await startOf('<ul><li style="display:block">')).to.equal(plain);
    expect(await startOf('<ul style="text-align:left"><li style="display:block">')).to.be.lessThan(plain);
  });

  it('are justified exactly, except for last lines', async () => {
    const [lines] = await linesOf(`<p style="${MONO}margin:0;width:200px;text-align:justify">one two three four five`);
    const [first, last] = lines!;
    const run = first!.line.children[0] as TextFragment;
    expect(first!.line.width / LU_PER_PX).to.equal(200);
    expect(run.justification).to.be.greaterThan(0);
    expect((last!.line.children[0] as TextFragment).justification).to.equal(0);
  });
});

describe('lines on pages', () => {
  const paragraph = (lines: number, room: number): string =>
    `<div style="height:${300 - room}px"></div><p style="margin:0">${Array.from({ length: lines }, (_, i) => `l${i}`).join('<br>')}`;
  const counts = async (html: string): Promise<number[]> => (await linesOf(html)).map((lines) => lines.length);

  it('leave enough lines on both sides of a break', async () => {
    expect(await counts(paragraph(4, 65))).to.deep.equal([2, 2]);
    expect(await counts(paragraph(6, 65))).to.deep.equal([3, 3]);
  });

  it('prefer enough lines before the break if both are impossible', async () => {
    expect(await counts(paragraph(3, 45))).to.deep.equal([2, 1]);
  });

  it("move a paragraph whose first lines don't fit", async () => {
    expect(await counts(paragraph(3, 25))).to.deep.equal([0, 3]);
  });
});

describe("lines after spaces in boxes that don't wrap", () => {
  const texts = async (html: string): Promise<string[]> => {
    const style =
      '<style>@page{size:400px 300px}body{font:20px/20px Arimo}div{width:90px}c{white-space:nowrap}</style>';
    return (await linesOf(style + html)).flat().map(({ text }) => text.trim());
  };

  it('continue, regardless of the boxes around both', async () => {
    expect(await texts('<div><c>aaaa bbbb </c><c>cccc dddd</c></div>')).to.deep.equal(['aaaa bbbb cccc dddd']);
    expect(await texts('<div><c>aaaa bbbb </c>cccc dddd</div>')).to.deep.equal(['aaaa bbbb cccc', 'dddd']);
    expect(await texts('<div style="white-space:pre-wrap"><c>aaaa bbbb\n</c><b><c>cccc</c></b></div>')).to.deep.equal([
      'aaaa bbbb cccc',
    ]);
  });

  it('end at collapsed white space of a box that wraps', async () => {
    expect(await texts('<div><c>aaaa bbbb </c> <c>cccc dddd</c></div>')).to.deep.equal(['aaaa bbbb', 'cccc dddd']);
    expect(await texts('<div><c>aaaa bbbb </c> cccc</div>')).to.deep.equal(['aaaa bbbb', 'cccc']);
  });

  it("end if the box with the space wraps, even if its ancestors don't", async () => {
    expect(
      await texts('<div style="white-space:nowrap"><b style="white-space:normal">aaaa </b>bbbb cccc</div>'),
    ).to.deep.equal(['aaaa', 'bbbb cccc']);
  });

  it('let edges after the space that ends a line overflow it', async () => {
    const after = (text: string): string =>
      `<div style="white-space:normal;width:95px">aaaa <b style="padding-right:20px">bbb${text}</div>`;
    expect(await texts(after(' </b>cccc'))).to.deep.equal(['aaaa bbb', 'cccc']);
    expect(await texts(after('</b> cccc'))).to.deep.equal(['aaaa', 'bbb', 'cccc']);
    expect(await texts(after(' </b>'))).to.deep.equal(['aaaa', 'bbb']);
  });

  it('start with an indent for each anonymous item of flex containers and grids', async () => {
    for (const display of ['flex', 'grid']) {
      const { dump } = await layout(
        `<div style="display:${display};text-indent:10px;font:10px/12px monospace">a<div>b</div>c</div>`,
      );
      expect([...dump.matchAll(/line x(\S+)/g)].map((match) => match[1])).to.deep.equal(['10', '10', '10']);
    }
  });
});
