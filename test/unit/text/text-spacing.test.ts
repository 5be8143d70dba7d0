import { expect } from 'chai';
import { IDEOGRAPH_AUTOSPACE, NO_AUTOSPACE } from '../../../engine/css/values/text.ts';
import type { ComputedStyle } from '../../../engine/css/computed-style.ts';
import type { FontChoice } from '../../../engine/fonts/font-list.ts';
import type { ShapingSettings } from '../../../engine/fonts/shaping.ts';
import { GlyphRun, type Segment } from '../../../engine/text/glyph-run.ts';
import type { TextSpacing } from '../../../engine/text/spacing-table.ts';
import { scanText } from '../../../engine/text/text-scan.ts';
import { spaceText } from '../../../engine/text/text-spacing.ts';
import { styleWith } from './helpers.ts';

type Text = ComputedStyle['text'];

/** Returns a run of 16 px wide glyphs, in a font that distinguishes fullwidth from half-width marks. */
function runOf(text: string, start: number, style: Partial<Text>, language = ''): GlyphRun {
  const choice = { face: { hasFeature: () => true } } as unknown as FontChoice;
  const segment: Segment = {
    text,
    choice,
    fontSize: 16,
    level: 0,
    upright: false,
    sideways: false,
    settings: {} as ShapingSettings,
    letterSpacing: 0,
    cursive: false,
    wordSpacing: 0,
    capitals: false,
    combined: null,
  };
  const count = text.length - start;
  return new GlyphRun(segment, styleWith({ text: style, font: { language } }), 0, start, text.length, {
    glyphIds: new Uint32Array(count).fill(1),
    clusters: Uint32Array.from({ length: count }, (_, i) => start + i),
    advances: new Float64Array(count).fill(16),
    xOffsets: null,
    yOffsets: null,
    unsafeToBreak: null,
  });
}

function spaced(text: string, style: Partial<Text>): { run: GlyphRun; spacing: TextSpacing | null } {
  const runs = [runOf(text, 0, style)];
  const spacing = spaceText(text, scanText(text), runs);
  return { run: runs[0]!, spacing };
}

const advances = (text: string, style: Partial<Text>): number[] => Array.from(spaced(text, style).run.advances);

describe('text-autospace', () => {
  it('adds an eighth of an em between ideographs and letters or digits', () => {
    expect(advances('国a国1国', { textAutospace: IDEOGRAPH_AUTOSPACE })).to.deep.equal([16, 18, 18, 18, 18]);
    expect(advances('国a国1国', { textAutospace: { ...NO_AUTOSPACE, alpha: true } })).to.deep.equal([
      16, 18, 18, 16, 16,
    ]);
    expect(advances('国a国1国', { textAutospace: { ...NO_AUTOSPACE, numeric: true } })).to.deep.equal([
      16, 16, 16, 18, 18,
    ]);
    expect(advances('国a国1国', { textAutospace: NO_AUTOSPACE })).to.deep.equal([16, 16, 16, 16, 16]);
  });

  it('skips punctuation, spaces and fullwidth letters, and recognizes letters followed by marks', () => {
    expect(advances('国。a ア\uff21国', { textAutospace: IDEOGRAPH_AUTOSPACE })).to.deep.equal([
      16, 16, 16, 16, 16, 16, 16,
    ]);
    expect(advances('国\u3099a', { textAutospace: IDEOGRAPH_AUTOSPACE })).to.deep.equal([16, 16, 18]);
  });

  it('is added before the character, and dropped at the start of a line', () => {
    const { run, spacing } = spaced('国a', { textAutospace: IDEOGRAPH_AUTOSPACE });
    expect(Array.from(run.xOffsets ?? [])).to.deep.equal([0, 2]);
    expect(spacing?.startShift(1)).to.equal(-2);
  });
});

describe('text-autospace: replace', () => {
  const style = { textAutospace: { ...IDEOGRAPH_AUTOSPACE, replaces: true } };

  it('replaces a single space between an ideograph and a letter', () => {
    expect(advances('国 a 国', style)).to.deep.equal([16, 16, 2, 16, 2]);
    expect(advances('国a', style)).to.deep.equal([16, 18]);
  });

  it('leaves all other spaces unchanged', () => {
    expect(advances('国 国', style)).to.deep.equal([16, 16, 16]);
    expect(advances('国  a', style)).to.deep.equal([16, 16, 16, 16]);
    expect(advances('国 a', { textAutospace: IDEOGRAPH_AUTOSPACE })).to.deep.equal([16, 16, 16]);
  });
});

describe('text-autospace: punctuation', () => {
  const french = (text: string): number[] => {
    const run = runOf(text, 0, { textAutospace: { ...NO_AUTOSPACE, punctuation: true } }, 'fr-CA');
    const runs = [run];
    spaceText(text, scanText(text), runs);
    return Array.from(runs[0]!.advances, (advance) => Math.round((advance - 16) * 100) / 100);
  };

  it('adds French spacing before marks', () => {
    expect(french('a;b')).to.deep.equal([0, 2.67, 0]);
    expect(french('a : b')).to.deep.equal([0, 0, 0, 0, 0]);
    expect(french('a: b')).to.deep.equal([0, 4, 0, 0]);
    expect(french('a?!')).to.deep.equal([0, 2.67, 0]);
    expect(french('7:30')).to.deep.equal([0, 0, 0, 0]);
  });

  it('adds French spacing inside quotation marks', () => {
    expect(french('«a»')).to.deep.equal([0, 4, 4]);
    expect(french('« a »')).to.deep.equal([0, 0, 0, 0, 0]);
  });

  it('has no effect in other languages', () => {
    expect(advances('«a;»', { textAutospace: { ...NO_AUTOSPACE, punctuation: true } })).to.deep.equal([16, 16, 16, 16]);
  });
});

describe('text-spacing-trim', () => {
  const half = { textSpacingTrim: 'normal' } as const;

  it('sets marks half-width next to others with a blank half', () => {
    expect(advances('（（国）」', half)).to.deep.equal([16, 8, 16, 8, 16]);
    expect(advances('国。「国', half)).to.deep.equal([16, 16, 8, 16]);
    expect(advances('」・「\u3000（', half)).to.deep.equal([8, 16, 8, 16, 8]);
    expect(advances('（（国）」', { textSpacingTrim: 'space-all' })).to.deep.equal([16, 16, 16, 16, 16]);
    expect(advances('（国）', { textSpacingTrim: 'trim-all' })).to.deep.equal([8, 16, 8]);
  });

  it('sets opening marks at the start of a line as requested', () => {
    const startOf = (text: string, value: Text['textSpacingTrim'], at: number): number => {
      const { run, spacing } = spaced(text, { textSpacingTrim: value });
      return run.advances[at]! + (spacing?.startShift(at) ?? 0);
    };
    expect(startOf('（国', 'normal', 0)).to.equal(16);
    expect(startOf('国））（', 'normal', 3)).to.equal(16);
    expect(startOf('国））（', 'trim-start', 3)).to.equal(8);
    expect(startOf('（国', 'trim-start', 0)).to.equal(8);
    expect(startOf('（国', 'space-first', 0)).to.equal(16);
    expect(startOf('国（国', 'space-first', 1)).to.equal(8);
    expect(startOf('国\n（国', 'space-first', 2)).to.equal(16);
  });

  it('halves closing marks at the end of a line, if necessary or always', () => {
    const endOf = (value: Text['textSpacingTrim']): [number?, number?] => {
      const { spacing } = spaced('国）', { textSpacingTrim: value });
      return [spacing?.ends[1], spacing?.alwaysEnds[1]];
    };
    expect(endOf('normal')).to.deep.equal([8, 0]);
    expect(endOf('trim-both')).to.deep.equal([8, 1]);
    expect(endOf('space-all')).to.deep.equal([undefined, undefined]);
  });

  /** Returns the advances of a text whose font has no half-width marks, and draws all marks between two abscissas. */
  function drawn(text: string, x0: number, x1: number, upright = false, asked = true): number[] {
    const run = runOf(text, 0, { textSpacingTrim: asked ? 'trim-all' : 'normal' });
    const inkBox = (): object => (upright ? { x0: 0, x1: 1000, y0: -x1, y1: -x0 } : { x0, x1, y0: 0, y1: 1000 });
    Object.assign(run.face, { hasFeature: () => false, inkBox, metrics: { unitsPerEm: 1000 } });
    Object.assign(run.segment, { upright });
    const runs = [run];
    spaceText(text, scanText(text), runs);
    return Array.from(runs[0]!.advances);
  }

  it('halves marks whose ink leaves half of their em blank, in fonts without half-width marks', () => {
    expect(drawn('（国', 520, 950)).to.deep.equal([8, 16]);
    expect(drawn('（国', 490, 950)).to.deep.equal([8, 16]);
    expect(drawn('国）', 50, 480)).to.deep.equal([16, 8]);
    expect(drawn('（国', 520, 950, true)).to.deep.equal([8, 16]);
    expect(drawn('国）', 50, 480, true)).to.deep.equal([16, 8]);
  });

  it('trims only in fonts with half-width marks by default', () => {
    expect(drawn('（（', 520, 950, false, false)).to.deep.equal([16, 16]);
    expect(drawn('（（', 520, 950)).to.deep.equal([8, 8]);
  });

  it('leaves marks in the middle of their em, and those wider or narrower than one em', () => {
    expect(drawn('（国）', 300, 700)).to.deep.equal([16, 16, 16]);
    expect(drawn('国）', 520, 950)).to.deep.equal([16, 16]);
    const run = runOf('（', 0, { textSpacingTrim: 'trim-all' });
    Object.assign(run.face, { hasFeature: () => false });
    run.advances.fill(8);
    expect(spaceText('（', scanText('（'), [run])).to.equal(null);
  });
});
