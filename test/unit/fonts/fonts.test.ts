import { expect } from 'chai';
import { deflateSync } from 'node:zlib';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import type { FontFaceRule } from '../../../engine/css/at-rules/font-face.ts';
import type { FontStyle } from '../../../engine/css/computed-style.ts';
import { Diagnostics } from '../../../engine/diagnostics.ts';
import { createFontContext } from '../../../engine/fonts/font-context.ts';
import { loadFontkit } from '../../../engine/fonts/fontkit-library.ts';
import { subsetFont } from '../../../engine/fonts/subset.ts';
import { readTables } from '../../../engine/fonts/table-directory.ts';
import { NO_GLYPH } from '../../../engine/fonts/truetype-subset.ts';
import { decodeWoff } from '../../../engine/fonts/woff.ts';
import { host } from '../../../engine/platform/host.ts';
import { styleWith } from '../text/helpers.ts';

const COUSINE = host().read('fonts/Cousine-400.ttf')!;

async function contextWith(fontFaces: readonly FontFaceRule[] = []) {
  const diagnostics = new Diagnostics();
  const fonts = await createFontContext({ fontFaces, extraFonts: [], diagnostics, budget: new Budget(DEFAULT_LIMITS) });
  return { fonts, diagnostics };
}

const fontStyle = (change: Partial<FontStyle>): FontStyle => styleWith({ font: change }).font;
const named = (...names: string[]): FontStyle['fontFamily'] => names.map((name) => ({ name, generic: false }));
const generic = (name: string): FontStyle['fontFamily'] => [{ name, generic: true }];

function rule(change: Partial<FontFaceRule>): FontFaceRule {
  return {
    family: 'Test',
    sources: [],
    weight: null,
    stretch: null,
    style: null,
    unicodeRange: [],
    ascentOverride: null,
    descentOverride: null,
    lineGapOverride: null,
    sizeAdjust: 1,
    featureSettings: [],
    variationSettings: [],
    position: null,
    ...change,
  };
}

const dataUrl = (bytes: Uint8Array): string => `data:font/ttf;base64,${Buffer.from(bytes).toString('base64')}`;
const source = (bytes: Uint8Array): FontFaceRule['sources'] => [
  { type: 'url', url: dataUrl(bytes), format: null, tech: [] },
];

describe('font matching', () => {
  it('maps families to bundled ones, and an unknown list to serif', async () => {
    const { fonts } = await contextWith();
    const family = (fontFamily: FontStyle['fontFamily']): string => fonts.primary(fontStyle({ fontFamily })).family;
    expect(family(named('Helvetica'))).to.equal('Arimo');
    expect(family(named('Nope', 'COURIER NEW'))).to.equal('Cousine');
    expect(family(generic('sans-serif'))).to.equal('Arimo');
    expect(family(generic('monospace'))).to.equal('Noto Sans Mono');
    expect(family(generic('system-ui'))).to.equal('Noto Sans');
    expect(family(named('serif'))).to.equal('Tinos');
    expect(family(named('Verdana'))).to.equal('Tinos');
  });

  it('falls back to sans-serif families first, then to those of the script', async () => {
    const { fonts, diagnostics } = await contextWith();
    const list = fonts.list(fontStyle({ fontFamily: generic('serif') }));
    const family = (text: string): string => fonts.choiceFor(list, text, false).face.family;
    expect(family('\u207b')).to.equal('Noto Sans');
    expect(family('\u2714')).to.equal('DejaVu Sans');
    expect(family('\u0e94')).to.equal('DejaVu Sans');
    // A hair space, a narrow no-break space and a word joiner use the text's own font.
    for (const space of ['\u200a', '\u202f', '\u2060']) expect(family(space)).to.equal('Tinos');
    expect(family('\u0a97')).to.equal('Noto Sans Gujarati');
    expect(family('\u0c24')).to.equal('Noto Sans Telugu');
    expect(family('\u1019')).to.equal('Noto Sans Myanmar');
    expect(family('\u0f56')).to.equal('Noto Serif Tibetan');
    expect(family('\u0708')).to.equal('Noto Sans Syriac');
    expect(family('\u16eb')).to.equal('Noto Sans Runic');
    expect(family('\ua9c1')).to.equal('Noto Sans Javanese');
    expect(family('\u{10a50}')).to.equal('Noto Sans Kharoshthi');
    // The last two are forms for vertical text and small print.
    for (const character of ['日', '本', 'テ', '简', '標', '、', '\ufe11', '\ufe50'])
      expect(family(character)).to.equal('Droid Sans Fallback');
    expect(diagnostics.list()).to.deep.equal([]);
  });

  it('looks up private-use characters in named fonts, not in generic families', async () => {
    const { fonts } = await contextWith();
    // The mathematical font has a glyph there.
    const family = (list: FontStyle['fontFamily'], character: string): string =>
      fonts.choiceFor(fonts.list(fontStyle({ fontFamily: list })), character, false).face.family;
    expect(family(named('STIX Two Math'), '\uE0AD')).to.equal('STIX Two Math');
    const generics = [...generic('serif'), ...generic('math')];
    expect(family(generics, '\uE0AD')).to.equal('Tinos');
    expect(family(generics, '\u2A0C')).to.equal('STIX Two Math');
  });

  it('rounds metrics like browsers', async () => {
    const { fonts } = await contextWith();
    const metrics = (fontSize: number): number[] => {
      const { ascent, descent, lineGap } = fonts.metrics(fontStyle({ fontFamily: named('Times'), fontSize }));
      return [ascent, descent, lineGap];
    };
    expect(metrics(12)).to.deep.equal([11, 3, 1]);
    expect(metrics(11)).to.deep.equal([10, 2, 0]);
    expect(metrics(48)).to.deep.equal([43, 10, 2]);
    expect(metrics(100)).to.deep.equal([89, 22, 4]);
  });

  it('chooses weights by css-fonts-4 §5.2', async () => {
    const sources = source(COUSINE);
    const { fonts } = await contextWith([300, 500, 900].map((weight) => rule({ weight: [weight, weight], sources })));
    const key = (fontWeight: number): string => fonts.primary(fontStyle({ fontFamily: named('Test'), fontWeight })).key;
    expect(key(400)).to.equal('@font-face 2');
    expect(key(350)).to.equal('@font-face 1');
    expect(key(600)).to.equal('@font-face 3');
    expect(key(100)).to.equal('@font-face 1');
  });

  it('respects unicode-range, with the last rule first, and metric overrides', async () => {
    const sources = source(COUSINE);
    const { fonts } = await contextWith([
      rule({ sources }),
      rule({
        sources,
        unicodeRange: [[0x41, 0x41]],
        ascentOverride: 0.5,
        descentOverride: 0.25,
        lineGapOverride: 0,
        sizeAdjust: 2,
      }),
    ]);
    const style = fontStyle({ fontFamily: named('Test'), fontSize: 16 });
    const list = fonts.list(style);
    expect(fonts.choiceFor(list, 'A', false).face.key).to.equal('@font-face 2');
    expect(fonts.choiceFor(list, 'B', false).face.key).to.equal('@font-face 1');
    expect(list.primary.face.key).to.equal('@font-face 1');
  });

  it('uses a metric-compatible face for a local one if no other source works', async () => {
    const local = (name: string): FontFaceRule['sources'][number] => ({ type: 'local', name });
    const { fonts } = await contextWith([
      rule({ family: 'Fallback', sources: [local('Arial')], sizeAdjust: 1.07 }),
      rule({ family: 'Sent', sources: [local('ArialMT'), ...source(COUSINE)] }),
      rule({ family: 'Named', sources: [local('Nowhere'), local('TimesNewRomanPS-BoldMT')] }),
      rule({ family: 'Unknown', sources: [local('Nowhere')] }),
    ]);
    const of = (name: string): string => fonts.primary(fontStyle({ fontFamily: named(name) })).postscriptName;
    expect(of('Fallback')).to.equal('Arimo-Regular');
    expect(of('Sent')).to.equal('Cousine-Regular');
    expect(of('Named')).to.equal('Tinos-Bold');
    expect(of('Unknown')).to.equal('Tinos-Regular');
  });

  it('measures ch and ic in the font that has the character', async () => {
    const { fonts } = await contextWith([
      rule({
        family: 'Letters',
        sources: source(host().read('fonts/Arimo-400.ttf')!),
        unicodeRange: [
          [0x41, 0x5a],
          [0x20, 0x20],
        ],
      }),
      rule({ family: 'Digits', sources: source(COUSINE) }),
    ]);
    const of = (...families: string[]) => fonts.metrics(fontStyle({ fontFamily: named(...families), fontSize: 100 }));
    expect(of('Letters', 'Digits').zeroAdvance).to.be.closeTo(60, 0.1);
    expect(of('Letters').zeroAdvance).to.equal(50);
    expect(of('Letters', 'Digits').icAdvance).to.equal(100);
    expect(of('Digits').zeroHeight).to.equal(of('Digits').ascent + of('Digits').descent);
    expect(of('Letters').zeroHeight).to.equal(100);
  });
});

describe('broken fonts', () => {
  const damaged = (change: (bytes: Uint8Array, data: DataView) => void): Uint8Array => {
    const bytes = COUSINE.slice();
    change(bytes, new DataView(bytes.buffer));
    return bytes;
  };

  it('are rejected with a diagnostic, and the next source is tried', async () => {
    const sources = [...source(COUSINE.slice(0, 5000)), { type: 'local' as const, name: 'Arimo Bold' }];
    const { fonts, diagnostics } = await contextWith([rule({ sources })]);
    expect(fonts.primary(fontStyle({ fontFamily: named('Test') })).key).to.equal('arimo-700-normal');
    expect(diagnostics.list().map(({ code }) => code)).to.deep.equal(['font/broken']);
  });

  it('are detected by their directory', () => {
    expect(readTables(COUSINE, 0)).to.be.an.instanceOf(Map);
    expect(readTables(COUSINE, 1)).to.be.a('string');
    expect(readTables(new Uint8Array(3), 0)).to.be.a('string');
    const outside = damaged((_, data) => data.setUint32(12 + 8, 0xfffffff0));
    expect(readTables(outside, 0)).to.match(/outside the file/);
    const many = damaged((_, data) => data.setUint16(4, 0xffff));
    expect(readTables(many, 0)).to.match(/directory/);
  });

  it('in WOFF may not expand beyond their declared size', async () => {
    const fontkit = await loadFontkit();
    const table = deflateSync(new Uint8Array(100_000));
    const woff = new Uint8Array(64 + table.length);
    const data = new DataView(woff.buffer);
    data.setUint32(0, 0x774f4646);
    data.setUint16(12, 1);
    data.setUint32(44 + 4, 64);
    data.setUint32(44 + 8, table.length);
    woff.set(table, 64);
    data.setUint32(44 + 12, 1000);
    expect(decodeWoff(fontkit, woff)).to.match(/decompressed/);
    data.setUint32(44 + 12, 0x7fffffff);
    expect(decodeWoff(fontkit, woff)).to.match(/30 MB/);
  });
});

describe('subsetting', () => {
  it('assigns the requested ids and drops other glyphs', async () => {
    const { fonts } = await contextWith();
    const face = fonts.primary(fontStyle({ fontFamily: named('Times') }));
    const glyph = face.glyphFor(0x41);
    const { bytes: subset, isRenumbered } = subsetFont(face, [0, NO_GLYPH, glyph]);
    expect(isRenumbered).to.equal(true);
    expect(subset.length).to.be.lessThan(5000);
    const tables = readTables(subset, 0);
    if (typeof tables === 'string') throw new Error(tables);
    const advanceAt = new DataView(subset.buffer, subset.byteOffset).getUint16(tables.get('hmtx')!.offset + 2 * 4);
    expect(advanceAt).to.equal(face.advance(glyph));
  });
});

describe('faces', () => {
  it('provide outlines with their boxes, and color layers', async () => {
    const { fonts } = await contextWith();
    const times = fonts.primary(fontStyle({ fontFamily: named('Times') }));
    expect(times.outline(times.glyphFor(0x49))).to.match(/^M438 80L610 53.*Z$/);
    expect(times.inkBox(times.glyphFor(0x49))).to.deep.equal({ x0: 74, y0: 0, x1: 610, y1: 1341 });
    expect(times.inkBox(times.glyphFor(0x20))).to.equal(null);
    const emoji = fonts.choiceFor(fonts.list(fontStyle({ fontFamily: named('Times') })), '😀', true).face;
    const layers = emoji.colorLayers(emoji.glyphFor(0x1f600))!;
    expect(layers.length).to.be.greaterThan(1);
    expect(layers[0]!.color).to.have.length(4);
    expect(times.colorLayers(36)).to.equal(null);
  });

  it('replace the Liberation fonts with hand-written instructions and both hyphens', async () => {
    const { fonts } = await contextWith();
    for (const name of ['Arial', 'Times', 'Courier']) {
      for (const fontWeight of [400, 700]) {
        const face = fonts.primary(fontStyle({ fontFamily: named(name), fontWeight }));
        const tables = readTables(face.bytes, 0);
        if (typeof tables === 'string') throw new Error(tables);
        expect([...tables.keys()], face.key).to.include.members(['cvt ', 'fpgm', 'prep']);
        const names = Buffer.from(face.bytes).swap16().toString('utf16le');
        expect(names, face.key).not.to.contain('ttfautohint');
        const hyphen = face.outline(face.glyphFor(0x2d));
        expect([0x2010, 0x2011].map((character) => face.outline(face.glyphFor(character)))).to.deep.equal([
          hyphen,
          hyphen,
        ]);
      }
    }
  });

  it('are those of Linux systems for Noto Sans and Noto Serif', async () => {
    const { fonts } = await contextWith();
    const advance = (family: string, fontWeight: number, character: number): number => {
      const face = fonts.primary(fontStyle({ fontFamily: named(family), fontWeight }));
      const tables = readTables(face.bytes, 0);
      if (typeof tables === 'string') throw new Error(tables);
      expect([...tables.keys()], face.key).to.include('fpgm');
      return face.advance(face.glyphFor(character));
    };
    expect(advance('Noto Sans', 400, 0x3b1)).to.equal(615);
    expect(advance('Noto Sans', 700, 0x61)).to.equal(604);
    expect(advance('Noto Serif', 700, 0x61)).to.equal(599);
  });

  it('report characters that no font has', async () => {
    const { fonts, diagnostics } = await contextWith();
    fonts.choiceFor(fonts.list(fontStyle({ fontFamily: named('Times') })), '\u{13000}', false);
    expect(diagnostics.list()[0]!.code).to.equal('font/missing-glyph');
    expect(diagnostics.list()[0]!.message).to.contain('U+13000');
    fonts.choiceFor(fonts.list(fontStyle({ fontFamily: named('Times') })), '한', false);
    expect(diagnostics.list()[1]!.message).to.contain('@pagewright/fonts-hangul');
  });

  it('show the missing-glyph box of the fonts that they replace', async () => {
    const { fonts } = await contextWith();
    const times = fonts.primary(fontStyle({ fontFamily: named('Times') }));
    expect(times.advance(0)).to.equal(748);
    expect(times.outline(0)).to.match(/^M68 0L68 1376L612 1376L612 0/);
    expect(fonts.primary(fontStyle({ fontFamily: named('Courier') })).advance(0)).to.equal(1229);
  });
});
