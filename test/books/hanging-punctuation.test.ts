/** `hanging-punctuation` (css-text-3 §8.2). */
import { expect } from 'chai';
import type { Fragment } from '../../engine/layout/contract/fragment.ts';
import { book } from './pages.ts';

/** Returns the lines of a 40px wide paragraph with 8px letters, with their start and end x. */
async function lines(html: string, css: string, width = 40): Promise<string[]> {
  const { pages, diagnostics } = await book(
    `<style>p{font:8px/10px "Liberation Mono";font-size:13.33px;width:${width}px;${css}}</style><p>${html}`,
  );
  expect(diagnostics).to.deep.equal([]);
  const found: string[] = [];
  const visit = (fragment: Fragment, x: number): void => {
    if (fragment.type === 'text') return;
    if (fragment.type === 'line') {
      const texts = (f: Fragment): string =>
        f.type === 'text' ? f.run.text.slice(f.run.start, f.run.end) : f.children.map(texts).join('');
      const ends: number[] = [];
      const walk = (f: Fragment, at: number): void => {
        if (f.type === 'text') ends.push(at, at + f.width);
        else f.children.forEach((child, i) => walk(child, at + f.offsets[2 * i]!));
      };
      walk(fragment, x);
      const [from, to] = [Math.min(...ends), Math.max(...ends)].map((lu) => Math.round(lu / 64));
      found.push(`${texts(fragment)} ${from}..${to}`);
      return;
    }
    fragment.children.forEach((child, i) => visit(child, x + fragment.offsets[2 * i]!));
  };
  for (const { root } of pages) if (root !== null) visit(root.fragment, 0);
  return found;
}

describe('books: hanging punctuation', () => {
  it('none: measures everything', async () => {
    expect(await lines('aaaaa, b', '')).to.deep.equal(['aaaaa, 0..48', 'b 0..8']);
    expect(await lines('aa aa, b', '')).to.deep.equal(['aa 0..16', 'aa, b 0..40']);
  });

  it("allow-end: hangs a stop or comma that doesn't fit", async () => {
    expect(await lines('aa aa, b', 'hanging-punctuation:allow-end')).to.deep.equal(['aa aa, 0..48', 'b 0..8']);
    expect(await lines('aa a, bbb', 'hanging-punctuation:allow-end;text-align:right')).to.deep.equal([
      'aa a, 0..40',
      'bbb 16..40',
    ]);
  });

  it('force-end: always hangs it', async () => {
    expect(await lines('aa a, bbb', 'hanging-punctuation:force-end;text-align:right')).to.deep.equal([
      'aa a, 8..48',
      'bbb 16..40',
    ]);
    expect(await lines('a.', 'hanging-punctuation:force-end;text-align:right')).to.deep.equal(['a. 32..48']);
  });

  it('expands spaces of justified lines by the width of hanging characters', async () => {
    expect(await lines('aa a, bbb', 'hanging-punctuation:force-end;text-align:justify')).to.deep.equal([
      'aa a, 0..48',
      'bbb 0..24',
    ]);
  });

  for (const mark of [',', '.', '،', '۔', '、', '。', '，', '．', '｡', '､']) {
    it(`hangs ${mark}`, async () => {
      const [first] = await lines(`aa aa${mark} b`, 'hanging-punctuation:allow-end');
      expect(first).to.contain('aa aa');
    });
  }

  it('hangs no other mark at the end', async () => {
    for (const mark of [';', ':', '!', '?', '-'])
      expect((await lines(`aa aa${mark} b`, 'hanging-punctuation:force-end'))[0]).to.equal('aa 0..16');
  });

  for (const mark of ['“', '‘', '"', "'", '(', '[', '«', '»', '「', '『']) {
    it(`first: hangs ${mark} before the first line`, async () => {
      const [first, second] = await lines(`${mark}aa ${mark}bb`, 'hanging-punctuation:first', 33);
      expect(first).to.match(/ -\d+\.\.16$/);
      expect(second).to.match(/ 0\.\.\d+$/);
    });
  }

  it('first: hangs into the indent', async () => {
    expect((await lines('“aa bb', 'hanging-punctuation:first;text-indent:16px'))[0]).to.equal('“aa 8..32');
  });

  it('first: keeps initial letters whole', async () => {
    const css = 'hanging-punctuation:first}p::first-letter{initial-letter:2;font-family:"Liberation Mono"';
    const starts = (await lines('“Aaaa bb', css)).map((line) => Number(/ (-?\d+)\.\./.exec(line)?.[1]));
    expect(Math.min(...starts)).to.equal(0);
  });

  it('first: hangs nothing else, and nothing after an edge', async () => {
    expect((await lines('-aa bb', 'hanging-punctuation:first'))[0]).to.equal('-aa 0..24');
    expect((await lines('<b style="padding-left:1px">“aa</b> bb', 'hanging-punctuation:first'))[0]).to.match(
      / 1\.\.25$/,
    );
    expect((await lines('<b>“aa</b> bb', 'hanging-punctuation:first'))[0]).to.match(/ -8\.\.40$/);
  });

  it('last: hangs a closing mark after the last line', async () => {
    expect(await lines('aa” aa”', 'hanging-punctuation:last;text-align:right', 33)).to.deep.equal([
      'aa” 9..33',
      'aa” 17..41',
    ]);
    for (const mark of [')', ']', '’', '»', '"'])
      expect((await lines(`aaaa${mark}`, 'hanging-punctuation:last;text-align:right')).at(-1)).to.match(/ 8\.\.48$/);
  });

  it('hangs at the opposite edges in right-to-left text', async () => {
    const [first, second] = await lines('אא אא, ב', 'direction:rtl;hanging-punctuation:allow-end', 50);
    expect(first).to.match(/ -\d\.\.50$/);
    expect(second).to.match(/ 4\d\.\.50$/);
  });

  it('stays inside its inline box, whose end padding prevents hanging', async () => {
    expect(await lines('aa <b>aa,</b> b', 'hanging-punctuation:allow-end')).to.deep.equal(['aa aa, 0..48', 'b 0..8']);
    expect((await lines('aa <b style="padding-right:1px">aa,</b> b', 'hanging-punctuation:allow-end'))[0]).to.equal(
      'aa 0..16',
    );
  });

  it('applies to lines chosen as a whole', async () => {
    expect(await lines('aa aa, bb bb, cc cc', 'hanging-punctuation:allow-end;text-wrap:pretty')).to.deep.equal([
      'aa aa, 0..48',
      'bb bb, 0..48',
      'cc cc 0..40',
    ]);
  });
});

describe('books: stops in vertical text', () => {
  /** Returns the text of each run of the first line, and the offset of its glyphs as a fraction of the font size. */
  async function moved(text: string): Promise<string[]> {
    const { pages } = await book(`<html lang=ja style="writing-mode:vertical-rl;font:10px sans-serif"><p>${text}`);
    const found: string[] = [];
    const visit = (fragment: Fragment): void => {
      if (fragment.type !== 'text') return fragment.children.forEach(visit);
      const { clusters, xOffsets, text: all } = fragment.run;
      clusters.forEach((at, i) => found.push(`${all[at]}${((xOffsets?.[i] ?? 0) / 10).toFixed(2)}`));
    };
    if (pages[0]!.root !== null) visit(pages[0]!.root.fragment);
    return found;
  }

  it('are placed at the top right of their cell if the font has no vertical form', async () => {
    const [kana, comma] = await moved('あ、');
    expect(Number(comma!.slice(1)) - Number(kana!.slice(1))).to.be.greaterThan(0.3);
  });

  it("don't affect the previous character", async () => {
    const { pages } = await book('<html lang=ja style="writing-mode:vertical-rl;font:10px sans-serif"><p>月、強。');
    const tops: number[] = [];
    const visit = (fragment: Fragment): void => {
      if (fragment.type !== 'text') return fragment.children.forEach(visit);
      const { face, glyphIds, clusters, yOffsets, text } = fragment.run;
      glyphIds.forEach((glyph, i) => {
        if (!'、。'.includes(text[clusters[i]!]!)) return;
        tops.push((yOffsets?.[i] ?? 0) + (face.inkBox(glyph)!.y1 * 10) / face.metrics.unitsPerEm);
      });
    };
    if (pages[0]!.root !== null) visit(pages[0]!.root.fragment);
    // Upwards from the start of their own cell.
    expect(tops.map((top) => top.toFixed(1))).to.deep.equal(['-1.2', '-1.2']);
  });

  it('use the glyphs of their own characters', async () => {
    const { pages } = await book('<html lang=ja style="writing-mode:vertical-rl;font:10px sans-serif"><p>、');
    let glyph = -1;
    let expected = -2;
    const visit = (fragment: Fragment): void => {
      if (fragment.type !== 'text') return fragment.children.forEach(visit);
      glyph = fragment.run.glyphIds[0]!;
      expected = fragment.run.face.glyphFor(0x3001);
    };
    if (pages[0]!.root !== null) visit(pages[0]!.root.fragment);
    expect(glyph).to.equal(expected);
  });
});

describe('books: optical margins', () => {
  const optical = '-pagewright-optical-margin:auto';

  it('move marks at line ends outwards by a fraction of their width', async () => {
    expect(await lines('aa. b', `${optical};text-align:right`, 24)).to.deep.equal(['aa. 6..24', 'b 16..24']);
    expect(await lines('a. aa', optical)).to.deep.equal(['a. aa 0..40']);
    expect(await lines('aaaaa. b', optical, 43)).to.deep.equal(['aaaaa. 0..42', 'b 0..8']);
  });

  it('move marks at line starts outwards', async () => {
    expect(await lines('"aa" aaa', optical)).to.deep.equal(['"aa" 0..24', 'aaa 0..24']);
  });

  it('move inserted hyphens outwards', async () => {
    const hyphens = `hyphens:auto;text-align:right`;
    expect(await lines('<span lang=en>hyphenation</span>', `${hyphens}`, 56)).to.deep.equal([
      'hyphen‐ 0..56',
      'ation 16..56',
    ]);
    expect(await lines('<span lang=en>hyphenation</span>', `${hyphens};${optical}`, 52)).to.deep.equal([
      'hyphen‐ 1..52',
      'ation 12..52',
    ]);
  });

  it('expand spaces of justified lines by the width of hanging characters', async () => {
    expect(await lines('aa a. bbb', `${optical};text-align:justify`, 40)).to.deep.equal(['aa a. 0..40', 'bbb 0..24']);
  });

  it('have no effect in right-to-left text', async () => {
    expect(await lines('<bdo dir=rtl>aa.</bdo>', optical)).to.deep.equal(['aa. 0..24']);
  });
});
