import { expect } from 'chai';
import { proof, type ProofCheck, type ProofLimits } from '../../engine/index.ts';
import { host } from '../../engine/platform/host.ts';
import { iccProfile } from '../support/icc.ts';
import { changedFont, fontFaceOf } from '../support/sfnt.ts';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PAGE = '<!doctype html><style>@page{size:100mm;margin:10mm}body{margin:0}p{margin:5mm 0}</style>';

/** Returns the checks that find something, each with its element and line. */
async function problems(html: string, limits: ProofLimits = {}): Promise<string[]> {
  const { findings } = await proof(PAGE + html, {}, limits);
  return findings.map(({ check, element, line }) => `${check} ${element ?? ''} ${line ?? ''}`.trim());
}

const messages = async (html: string, check: ProofCheck, limits: ProofLimits = {}): Promise<string[]> =>
  (await proof(PAGE + html, {}, limits)).findings.filter((one) => one.check === check).map(({ message }) => message);

describe('the proof of a print', () => {
  it('finds nothing in an ordinary document', async () => {
    const html = '<h1>a</h1>\n<p style="border:1px solid">b <span style="background:#036;color:#fff">c</span></p>';
    expect(await problems(html)).to.deep.equal([]);
  });

  it('finds lines that are too thin: borders, rules, drawings and outlines of letters', async () => {
    expect(await problems('\n<p id=a style="border:.1pt solid">a')).to.deep.equal(['hairline #a 2']);
    expect(await problems('\n<hr id=a style="border:0;height:.2px;background:red">')).to.deep.equal(['hairline #a 2']);
    const svg = (width: number): string =>
      `\n<svg id=a width=50 height=50 viewBox="0 0 5 5"><path d="M0 0L5 5" stroke="red" stroke-width="${width}"/></svg>`;
    expect(await problems(svg(0.03))).to.deep.equal(['hairline #a 2']);
    expect(await problems(svg(0.05))).to.deep.equal([]);
    expect(await problems('<p id=a style="-webkit-text-stroke:.1px red">a')).to.deep.equal(['hairline #a 1']);
    expect(await problems('<p style="border:.5pt solid">a', { hairline: 0.6 })).to.have.length(1);
    expect(await problems('<p style="border:.1pt solid transparent">a')).to.deep.equal([]);
  });

  it('finds images whose pixels are too few for their size', async () => {
    const image = `<img id=a src="${PIXEL}" style="width:1px;height:1px">`;
    expect(await messages(image, 'resolution')).to.deep.equal([
      'An image of 1 × 1 pixels has 96 ppi at its size on paper. The limit is 150 ppi.',
    ]);
    expect(await messages(image, 'resolution', { resolution: 96 })).to.deep.equal([]);
    const background = `<p id=a style="height:9px;background:url(${PIXEL})">`;
    expect(await problems(background)).to.deep.equal(['resolution #a 1']);
    // Pixels that are shown as such are meant to be large.
    expect(await problems(`<img src="${PIXEL}" style="width:50px;image-rendering:pixelated">`)).to.deep.equal([]);
  });

  it('finds too much ink, also where inks overprint', async () => {
    const fill = (inks: string, more = ''): string =>
      `<div id=a style="height:20px;background:device-cmyk(${inks});${more}"></div>`;
    expect(await messages(fill('1 1 1 .5'), 'ink-coverage')).to.deep.equal([
      'The inks add up to 350 %. The limit is 300 %.',
    ]);
    expect(await messages(fill('1 1 1 0'), 'ink-coverage')).to.deep.equal([]);
    expect(await messages(fill('1 1 0 0'), 'ink-coverage', { ink: 150 })).to.have.length(1);
    const twice = fill('1 1 0 0') + fill('0 0 1 .9', 'margin-top:-20px;-pagewright-overprint:overprint');
    expect(await messages(twice, 'ink-coverage')).to.deep.equal(['The inks add up to 390 %. The limit is 300 %.']);
  });

  it('finds text in four inks, and RGB black in documents that use inks', async () => {
    expect(await problems('<p id=a style="color:device-cmyk(.1 .1 .1 1)">a')).to.deep.equal(['four-ink-text #a 1']);
    expect(await problems('<p id=a style="color:device-cmyk(0 0 0 1)">a')).to.deep.equal([]);
    const mixed = '<p id=a>a<p id=b style="color:device-cmyk(0 0 0 1)">b';
    expect(await problems(mixed)).to.deep.equal(['four-ink-text #a 1']);
    const outputIntent = { profile: iccProfile('CMYK'), convert: 'relative' } as const;
    expect((await proof(PAGE + mixed, { outputIntent })).findings).to.deep.equal([]);
  });

  it('finds white that overprints', async () => {
    const white = '<p id=a style="color:device-cmyk(0 0 0 0);-pagewright-overprint:overprint">a';
    expect(await problems(white, { skip: ['contrast'] })).to.deep.equal(['overprint #a 1']);
  });

  it('finds areas that end at the edge of the page or in too little bleed', async () => {
    const bar = (left: string): string => `<div id=a style="margin-left:${left};height:20px;background:#036"></div>`;
    expect(await messages(bar('-10mm'), 'bleed')).to.deep.equal([
      'A painted area ends at the edge of the page. The printer needs 3 mm. The page has a bleed of 0 mm.',
    ]);
    expect(await problems(bar('-9mm'))).to.deep.equal([]);
    const withBleed = (bleed: string): string => `<style>@page{bleed:${bleed}}</style>`;
    expect(await messages(`${withBleed('2mm')}${bar('-15mm')}`, 'bleed')).to.deep.equal([
      'A painted area reaches 2 mm beyond the edge of the page. The printer needs 3 mm. The page has a bleed of 2 mm.',
    ]);
    expect(await messages(`${withBleed('3mm')}${bar('-10mm')}`, 'bleed')).to.deep.equal([
      'A painted area ends at the edge of the page. The printer needs 3 mm.',
    ]);
    expect(await messages(`${withBleed('3mm')}${bar('-13mm')}`, 'bleed')).to.deep.equal([]);
    expect(await messages(bar('-10mm').replace('#036', '#fff'), 'bleed')).to.deep.equal([]);
    expect(await messages('<style>@page{background:#eee}</style><p>a', 'bleed')).to.have.length(1);
  });

  it('finds text at the edge of the page', async () => {
    const text = '<div id=a style="position:absolute;left:-8mm">a</div>';
    expect((await messages(text, 'safety'))[0]).to.match(
      /^Text is 2(?:\.1)? mm from the edge of the page, and may be cut off. It needs 3 mm.$/,
    );
    expect(await messages(text, 'safety', { safety: 1 })).to.deep.equal([]);
  });

  it('finds text with too little contrast to its background', async () => {
    expect(await problems('<p id=a style="color:#999">a')).to.deep.equal(['contrast #a 1']);
    expect(await problems('<p style="background:#000"><b id=a style="color:#444">a')).to.deep.equal(['contrast #a 1']);
    expect(await problems('<p id=a style="opacity:.4">a')).to.deep.equal(['contrast #a 1']);
    expect(await problems('<p id=a style="border-radius:5px;background:#036;color:#024">a')).to.deep.equal([
      'contrast #a 1',
    ]);
    // Large text needs less. What pictures and gradients show isn't known.
    expect(await problems('<p style="font-size:18pt;color:#888">a')).to.deep.equal([]);
    expect(await problems('<p style="background:linear-gradient(#000,#fff);color:#888">a')).to.deep.equal([]);
    expect(await problems('<p style="color:transparent">a')).to.deep.equal([]);
    const vertical = '<p id=a style="writing-mode:vertical-rl;background:#000;color:#333">縦書き';
    expect(await problems(vertical, { skip: ['missing-glyph'] })).to.deep.equal(['contrast #a 1']);
  });

  it('finds text that is cut off, glyphs and images that are missing', async () => {
    const clipped = '<div id=a style="overflow:hidden;width:20px;white-space:nowrap">cut off here</div>';
    expect((await problems(clipped)).map((text) => text.split(' ')[0])).to.deep.equal(['clipped-text']);
    expect((await problems('<p>\u{13000}')).map((text) => text.split(' ')[0])).to.deep.equal(['missing-glyph']);
    expect((await problems('<img src="data:image/png;base64,AAAA">')).map((text) => text.split(' ')[0])).to.deep.equal([
      'missing-image',
    ]);
  });

  it('finds fonts that may not be embedded or subset', async () => {
    const cousine = host().read('fonts/Cousine-400.ttf')!;
    const licensed = (flags: number): string =>
      fontFaceOf(
        'x',
        changedFont(cousine, (tables) => tables.get('OS/2')!.writeUInt16BE(flags, 8)),
      );
    const text = '<p style="font-family:x">a';
    expect(await messages(licensed(2) + text, 'font-license')).to.have.length(1);
    expect(await messages(licensed(0x100) + text, 'font-license')).to.have.length(1);
    expect(await messages(licensed(0x200) + text, 'font-license')).to.have.length(1);
    expect(await messages(licensed(8) + text, 'font-license')).to.deep.equal([]);
  });

  it('counts equal problems of an element, and finds elements on rotated pages', async () => {
    const lines = '<p id=a style="color:#999">a<br>b<br>c';
    const { findings } = await proof(PAGE + lines);
    expect(findings.map(({ count, page }) => [count, page])).to.deep.equal([[3, 1]]);
    for (const turned of ['rotate-left', 'rotate-right']) {
      const style = `<style>@page{size:80mm 120mm;page-orientation:${turned};bleed:3mm;marks:crop}</style>`;
      const [found] = (await proof(`${PAGE}${style}<p>b<p id=a style="color:#999;width:20mm">a`)).findings;
      expect(found!.element, turned).to.equal('#a');
      expect(Math.round(found!.place!.x / (96 / 25.4)), turned).to.equal(10);
    }
  });

  it('lists a thousand problems, counts the others, and names the page of each', async () => {
    const many = Array.from({ length: 1030 }, (_, i) => `<p id=p${i} style="color:#999;margin:0;line-height:8mm">a`);
    const { findings, omitted, pages } = await proof(PAGE + many.join(''));
    expect([findings.length, omitted, pages]).to.deep.equal([1000, 30, 103]);
    expect(findings.map(({ page, element }) => `${page} ${element}`)).to.include.members([
      '1 #p9',
      '2 #p10',
      '100 #p999',
    ]);
  });

  it('rejects limits that are not numbers', async () => {
    for (const hairline of [-1, Number.NaN, '1' as unknown as number]) {
      const error = await proof('', {}, { hairline }).then(
        () => null,
        (thrown: { code: string }) => thrown,
      );
      expect(error?.code).to.equal('invalid_options');
    }
  });
});
