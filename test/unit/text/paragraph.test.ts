import { expect } from 'chai';
import { Length } from '../../../engine/css/length.ts';
import { GlyphRun } from '../../../engine/text/glyph-run.ts';
import type { Paragraph, ShapedRun } from '../../../engine/text/paragraph.ts';
import { ARIAL, blockWith, contentOf, services, type StyleChanges, TIMES } from './helpers.ts';

const { text: engine } = await services();

function paragraphOf(markup: string, style: StyleChanges, inline: Record<string, StyleChanges> = {}): Paragraph {
  const block = blockWith(style);
  return engine.paragraph(contentOf(markup, block, inline), block, false);
}

const serif = (px: number): StyleChanges => ({ font: { fontFamily: TIMES, fontSize: px } });
const sans = (px: number): StyleChanges => ({ font: { fontFamily: ARIAL, fontSize: px } });

function glyphRun(run: ShapedRun | undefined): GlyphRun {
  expect(run).to.be.instanceOf(GlyphRun);
  return run as GlyphRun;
}

const whole = (paragraph: Paragraph): number =>
  paragraph.runs.reduce((sum, run) => sum + glyphRun(run).width(run.start, run.end), 0);
const round = (px: number): number => Math.round(px * 1000) / 1000;
const total = (run: ShapedRun): number => Array.from(run.advances).reduce((sum, advance) => sum + advance, 0);

describe('shaping', () => {
  it('has the advances of the fonts that the bundled ones replace', () => {
    expect(round(whole(paragraphOf('Hamburg', serif(13))))).to.equal(48.864);
    expect(round(whole(paragraphOf('AV', serif(16))))).to.equal(21.047);
    expect(round(whole(paragraphOf('fi', serif(16))))).to.equal(9.773);
    expect(round(whole(paragraphOf('11 ·', sans(2048))))).to.equal(1139 * 2 + 569 * 2);
  });

  it('kerns across inline boxes, but not across their edges', () => {
    const plain = paragraphOf('<b>A</b><b>V</b>', serif(16), { b: {} });
    expect(round(whole(plain))).to.equal(21.047);
    const spaced = paragraphOf('<b>A</b><b>V</b>', serif(16), { b: { box: { paddingLeft: Length.px(1) } } });
    expect(round(whole(spaced))).to.equal(23.109);
  });

  it('adds letter-spacing after each character and word-spacing to spaces', () => {
    const style: StyleChanges = {
      font: serif(16).font,
      text: { letterSpacing: Length.px(1.3), wordSpacing: Length.px(2.7) },
    };
    const { runs } = paragraphOf('i i', style);
    expect(Array.from(runs[0]!.advances, round)).to.deep.equal([5.745, 8, 5.745]);
  });

  it('falls back by cluster, keeping words in one run', () => {
    const { runs } = paragraphOf('ab שלום e\u0301 ✓', serif(16));
    expect(runs.map((run) => run.face.family)).to.deep.equal(['Tinos', 'DejaVu Sans', 'Tinos', 'Tinos', 'DejaVu Sans']);
    expect(runs[1]!.level).to.equal(1);
    expect(Array.from(runs[1]!.clusters)).to.deep.equal([6, 5, 4, 3]);
  });

  it('makes small capitals from capitals at whole px sizes', () => {
    const { runs } = paragraphOf('Ab', { font: { fontFamily: TIMES, fontSize: 15, fontVariantCaps: 'small-caps' } });
    expect(runs.map((run) => run.fontSize)).to.deep.equal([15, 11]);
    expect(Array.from(runs[1]!.glyphIds)).to.deep.equal([runs[1]!.face.glyphFor(0x42)]);
  });

  it('synthesizes styles that fallback faces lack', () => {
    const { runs } = paragraphOf('אב', { font: { fontFamily: ARIAL, fontSize: 16, fontWeight: 700 } });
    expect(runs[0]!.syntheticBold).to.equal(true);
    expect(
      paragraphOf('ab', { font: { fontFamily: ARIAL, fontSize: 16, fontWeight: 700 } }).runs[0]!.syntheticBold,
    ).to.equal(false);
  });
});

describe('paragraph', () => {
  it('measures and cuts runs', () => {
    const paragraph = paragraphOf('Waving AVA', serif(16));
    const [run] = paragraph.runs;
    const cut = glyphRun(run).slice(7, 10);
    expect(cut.start).to.equal(7);
    expect(Array.from(cut.clusters)).to.deep.equal([7, 8, 9]);
    expect(round(total(cut))).to.equal(round(glyphRun(run).width(7, 10)));
  });

  it('shapes again if a cut separates a kerned pair', () => {
    const paragraph = paragraphOf('AV', serif(16));
    const [run] = paragraph.runs;
    expect(round(glyphRun(run).width(0, 1))).to.equal(9.492);
    expect(round(total(glyphRun(run).slice(0, 1)))).to.equal(11.555);
  });

  it('cuts right-to-left runs from the other end', () => {
    const paragraph = paragraphOf('שלום', { font: serif(16).font, text: { direction: 'rtl' } });
    const [run] = paragraph.runs;
    expect(paragraph.baseLevel).to.equal(1);
    const cut = glyphRun(run).slice(1, 3);
    expect(Array.from(cut.clusters)).to.deep.equal([2, 1]);
    expect(round(total(cut))).to.equal(round(glyphRun(run).width(1, 3)));
  });

  it('joins Arabic letters across elements', () => {
    const joined = paragraphOf('<b>ب</b><b>ب</b>', serif(16), { b: { text: { color: blockWith().style.text.color } } });
    const apart = paragraphOf('ب ب', serif(16));
    expect(joined.runs[0]!.glyphIds[0]).to.not.equal(apart.runs[0]!.glyphIds[0]);
  });

  it('joins no Arabic letters across the edges of bidi isolates', () => {
    const glyphs = (markup: string, unicodeBidi: 'isolate' | 'normal'): number[] =>
      paragraphOf(markup, serif(16), { i: { box: { unicodeBidi } } }).runs.flatMap(({ glyphIds }) => [...glyphIds]);
    const [alone] = glyphs('ب', 'normal');
    expect(glyphs('ب<i>ب</i>ب', 'isolate')).to.deep.equal([alone, alone, alone]);
    expect(glyphs('ب<i>ب</i>ب', 'normal')).to.not.include(alone);
  });

  it('divides a ligature evenly', () => {
    const paragraph = paragraphOf('ffi', {
      font: { fontFamily: [{ name: 'DejaVu Sans', generic: false }], fontSize: 16 },
    });
    const [run] = paragraph.runs;
    expect(run!.glyphIds).to.have.length(1);
    expect(round(glyphRun(run).width(0, 1) * 3)).to.equal(round(total(run!)));
  });

  it('keeps ligatures whole across inline boxes, in the box where they begin, unless a line may break there', () => {
    const sans16 = { font: { fontFamily: [{ name: 'DejaVu Sans', generic: false }], fontSize: 16 } };
    const plain = paragraphOf('officer', sans16);
    const parted = paragraphOf('of<b>f</b>icer', sans16, { b: {} });
    expect(parted.runs.map(({ start, end, textEnd }) => [start, end, textEnd])).to.deep.equal([
      [0, 2, 4],
      [2, 3, 3],
      [3, 7, 7],
    ]);
    expect(parted.runs.map(({ glyphIds }) => glyphIds.length)).to.deep.equal([2, 0, 3]);
    expect(round(whole(parted))).to.equal(round(whole(plain)));
    expect(Array.from(glyphRun(parted.runs[0]).slice(1, 2).clusters)).to.deep.equal([1]);
    const breaking = paragraphOf('of<b>f</b>icer', { ...sans16, text: { overflowWrap: 'anywhere' } }, { b: {} });
    expect(breaking.runs.map(({ glyphIds }) => glyphIds.length)).to.deep.equal([2, 1, 4]);
  });

  it('sets brackets upright in vertical text if their font has forms for it', () => {
    const vertical: StyleChanges = { ...serif(16), text: { writingMode: 'vertical-rl' } };
    const sideways = (): boolean[] => paragraphOf('「あ', vertical).runs.map((run) => run.sideways);
    expect(sideways()).to.deep.equal([true, false]);
    const face = paragraphOf('「', vertical).runs[0]!.face as unknown as { hasFeature?: (table: string) => boolean };
    face.hasFeature = () => true;
    expect(sideways()).to.deep.equal([false]);
    delete face.hasFeature;
  });

  it('isolates inline boxes', () => {
    const inline: Record<string, StyleChanges> = { i: { box: { unicodeBidi: 'isolate' }, text: { direction: 'rtl' } } };
    const paragraph = paragraphOf('a <i>1</i> b', serif(16), inline);
    expect(Array.from(paragraph.levels!)).to.deep.equal([0, 0, 2, 0, 0]);
    const override = paragraphOf('<o>ab</o>', serif(16), {
      o: { box: { unicodeBidi: 'bidi-override' }, text: { direction: 'rtl' } },
    });
    expect(Array.from(override.levels!)).to.deep.equal([1, 1]);
  });

  it('supports empty text', () => {
    const paragraph = paragraphOf('', serif(16));
    expect(paragraph.runs).to.deep.equal([]);
    expect(Array.from(paragraph.breaks)).to.deep.equal([0]);
  });
});
