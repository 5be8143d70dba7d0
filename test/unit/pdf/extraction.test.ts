import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { extractText } from '../../support/pdfium.ts';
import { structureText } from '../../support/pdfjs.ts';
import { hasPoppler, popplerWords } from '../../support/poppler.ts';
import { BOX_FACE } from '../../support/box-font.ts';

/** Returns what a reader that supports ActualText gets for a paragraph. */
async function read(html: string): Promise<string> {
  const { pdf } = await render(`<p style="font-size:20px">${html}`);
  return (await extractText(pdf)).join('').trim();
}

/** Returns what a reader gets that uses only the fonts' own mappings, line by line. */
async function readByFonts(html: string): Promise<string> {
  const { pdf } = await render(`<p style="font-size:20px">${html}`);
  return (await structureText(pdf)).trim();
}

/** Returns the texts of the ToUnicode maps and the glyphs that are shown: all that other readers know. */
async function unicodeMaps(
  html: string,
): Promise<{ readonly mapped: ReadonlyMap<string, string>; readonly file: string }> {
  const { pdf } = await render(`<p>${html}`, { compress: false });
  const file = Buffer.from(pdf).toString('latin1');
  const mapped = new Map<string, string>();
  for (const [, code, text] of file.matchAll(/^<((?:[0-9A-F]{2}){1,3})><((?:[0-9A-F]{4})*)>$/gm))
    mapped.set(code!, Buffer.from(text!, 'hex').swap16().toString('utf16le'));
  return { mapped, file };
}

describe('text that can be read back', () => {
  for (const [name, text] of [
    ['reads Tamil', 'தமிழ் மொழி கொண்டு'],
    ['reads Bengali, whose marks are moved back', 'টিউটোরিয়াল বাংলা'],
    ['reads Thai', 'ภาษาไทย ที่นี่ สำหรับผู้เริ่มต้น'],
    ['reads Khmer', 'ភាសាខ្មែរ'],
    ['reads decomposed Latin and ligatures', 'e\u0301le\u0300ve office'],
    ['reads a character that no font has', 'x한y'],
    ['reads characters without ink', 'a\u200cb c\u200dd e\u00adf g\u200bh i\u2060j'],
    ['reads a direction mark', 'C#\u200e, d'],
  ] as const)
    it(name, async () =>
      // Soft hyphens at which no line breaks are left out: readers would take words apart.
      expect(await read(`${text} <b>end</b>`)).to.equal(`${text.replace('\u00ad', '')} end`),
    );

  it('reads ligatures across inline boxes', async () => {
    const style = 'font-family:DejaVu Sans';
    expect(await read(`<span style="${style}">of<b style="font-weight:400">f</b>icer</span>`)).to.equal('officer');
    expect(await read(`<span style="${style}">f<u>i</u> end</span>`)).to.equal('fi end');
  });

  it('reads small capitals', async () => {
    expect(await read('<span style="font-variant: small-caps">The Pool</span>')).to.equal('The Pool');
  });

  it('reads letter-spaced words as one word', async () => {
    const html = 'A <b style="letter-spacing: .3em">wide W\u00f6rd</b> here';
    expect(await read(html)).to.equal('A wide W\u00f6rd here');
    expect(await readByFonts(html)).to.equal('A wide W\u00f6rd here');
    // The letters include their spacing, so nothing is moved except at the space character.
    const { pdf } = await render(`<p>${html}`, { compress: false });
    expect(Buffer.from(pdf).toString('latin1')).to.match(/\[\([^()]{5}\)-[\d.]+\([^()]{4}\)\]TJ/);
  });

  it('reads letter-spaced text, small capitals and hyphens in fonts with CFF outlines', async () => {
    const html = `<style>${BOX_FACE} p, div { font-family: Boxes }</style>ab <b style="letter-spacing:.5em">ab AB</b> fi
      <b style="font-variant:small-caps">ab</b> AB<div style="width:40px">ab&shy;abab</div>`;
    expect(await readByFonts(html)).to.match(/^ab ab AB fi ab AB\s+ab-\nabab$/);
  });

  it('reads words in a script that the font lacks, with the spaces in the font of the words', async () => {
    const text = 'אחת שתיים שלוש ארבע';
    const html = `<span dir=rtl lang=he style="font-family:Tinos">${text}</span>`;
    expect(await readByFonts(html)).to.equal(text);
    const { file } = await unicodeMaps(html);
    expect(file.match(/\/F\d+ 16 Tf/g)).to.have.length(1);
    expect(file.match(/\/MCID/g)).to.have.length(1);
    // Text in the opposite direction is a piece of its own.
    expect(await readByFonts('<span dir=rtl style="font-family:DejaVu Sans">אחת שתיים PDF שלוש ארבע</span>')).to.equal(
      'אחת שתיים PDF שלוש ארבע',
    );
    // Spaces between words of different fonts are kept.
    expect(await readByFonts('<span style="font-family:Tinos">日本 and 京都</span>')).to.equal('日本 and 京都');
  });

  it('keeps the non-joiner of right-to-left words', async () => {
    expect(await read('می\u200cخواهم')).to.equal('می\u200cخواهم');
  });

  it('maps brackets of right-to-left text to what they show, and names the source character in ActualText', async () => {
    const { file } = await unicodeMaps('<span dir=rtl>(אב]</span>');
    const brackets = [...file.matchAll(/\/ActualText <FEFF([0-9A-F]{4})>/g)].map(([, code]) => code);
    expect(brackets).to.have.members(['0028', '005D']);
  });

  it('gives every glyph of a cluster a text', async () => {
    const { mapped } = await unicodeMaps('மொழி हिन्दी ที่ টিউটোরিয়াল مُحَمَّد');
    const texts = [...mapped.values()].join('');
    for (const character of 'மொாहिनदीที่টউحم'.normalize('NFD')) expect(texts).to.include(character);
    expect([...mapped.values()].every((text) => text.length > 0)).to.equal(true);
  });

  it('is kept separate in groups, also by readers that identify marked content only by page and number', async () => {
    const group = (text: string): string => `<div style="opacity:.5"><p>${text}</div>`;
    expect((await readByFonts(`One${group('two')}<p>three${group('four')}`)).split(/\s+/)).to.deep.equal([
      'One',
      'two',
      'three',
      'four',
    ]);
  });

  it('has one soft hyphen at the end of a line that breaks there, and none elsewhere', async () => {
    // PDFium turns a soft hyphen at the end of a line into U+FFFE.
    const latin = await read('<span style="display:block;width:110px">Since un&shy;usu&shy;al</span>');
    expect(latin).to.equal('Since unusu\ufffeal');
    const hebrew = await read('<span dir=rtl style="display:block;width:60px">שלום&shy;עולם</span>');
    expect(hebrew.replaceAll('\r', '')).to.equal('שלום\u00ad\nעולם');
  });

  it('has no text for .notdef', async () => {
    const { mapped, file } = await unicodeMaps('x한y');
    expect(mapped.has('000000')).to.equal(false);
    expect(file).to.include('/ActualText <FEFFD55C>');
  });

  it('contains visible text only: no clipped glyphs and nothing outside the page', async () => {
    const readOf = async (html: string): Promise<string> => {
      const style =
        '<style>@page{size:400px;margin:50px}body{margin:0;font:16px/20px Arimo}div{white-space:nowrap}</style>';
      return (await extractText((await render(style + html)).pdf)).join('').trim();
    };
    const clipped = 'width:60px;overflow:hidden';
    expect(await readOf(`<div style="${clipped}">partly hidden text`)).to.equal('partly hid');
    expect(await readOf(`<div dir=rtl style="${clipped}">partly hidden text`)).to.equal('dden text');
    expect(await readOf(`<div style="${clipped};height:30px">a<br>b<br>c`)).to.match(/^a\s+b$/);
    expect(await readOf(`<div dir=rtl style="${clipped}">שלום עולם טוב`)).to.equal('שלום עול');
    expect(await readOf('x<div style="position:fixed;left:-95px">menu</div>')).to.equal('x');
    expect(await readOf('x<div style="position:absolute;left:-80px;top:0">menu</div>')).to.equal('nu x');
    expect(await readOf('<div style="width:100px;margin-top:-50px;transform:rotate(90deg)">turned</div>')).to.equal(
      'd',
    );
  });

  for (const [name, style] of [
    ['left of', 'position: absolute; left: -9999px'],
    ['left of, by a large indent,', 'display: inline-block; overflow: hidden; text-indent: -999px'],
    ['above', 'position: absolute; top: -9999px'],
    ['beside, by a transform,', 'position: absolute; transform: translateX(-9999px)'],
    ['above, in vertical lines,', 'position: absolute; top: -9999px; writing-mode: vertical-rl'],
  ] as const)
    it(`has hidden text ${name} the sheet, also for readers that drop what is outside`, async function () {
      if (!hasPoppler) this.skip();
      const html = `<p>shown <span style="${style}">for <b>screen</b> readers</span> text`;
      const words = popplerWords((await render(html)).pdf);
      expect(words).to.have.members(['shown', 'for', 'screen', 'readers', 'text']);
      if (!style.includes('vertical')) expect(words.join(' ')).to.include('for screen readers');
    });

  it('scales hidden text that is longer than the sheet', async function () {
    if (!hasPoppler) this.skip();
    const html = `<style>@page{size:200px}</style><p><span style="position:absolute;left:-9999px;white-space:nowrap">${'word '.repeat(50)}`;
    expect(popplerWords((await render(html)).pdf)).to.have.length(50);
  });

  it('shows a blurred shadow as an image of bounded size, not as text', async () => {
    const { file } = await unicodeMaps('<b style="text-shadow: 1px 2px 6px #369">Download</b>');
    expect(file.match(/\]TJ/g)).to.have.length(1);
    expect(file).to.include('/Subtype /Image');
    const line = `<p style="text-shadow:0 0 20px #000">${'shadow '.repeat(400)}</p>`;
    expect((await render(line)).pdf.length).to.be.lessThan(400_000);
  });

  describe('in readers without ActualText', () => {
    for (const [name, text] of [
      ['keeps Devanagari half forms, reordered vowels and reph', 'कम्प्यूटर र्किं संस्थान राजस्थान'],
      ['keeps raised Thai marks in their word', 'ที่นี่ สำหรับผู้เริ่มต้น'],
      ['keeps Tamil vowels on both sides of their consonant', 'மொழி கொண்டு'],
      ['keeps Bengali', 'টিউটোরিয়াল বাংলা'],
      ['keeps decomposed Latin', 'e\u0301le\u0300ve'],
    ] as const)
      it(name, async () => {
        // Canonically equivalent.
        expect((await readByFonts(`${text} end`)).normalize('NFD')).to.equal(`${text} end`.normalize('NFD'));
      });

    it('has small capitals as the letters of the source', async () => {
      expect(await readByFonts('<span style="font-variant: small-caps">The Pool</span> POOL')).to.equal(
        'The Pool POOL',
      );
    });

    it('excludes shadows and keeps the spaces around them', async () => {
      const shadow = 'by <b style="text-shadow: 1px 0 red, -1px 0 red">Dave Light</b> and';
      expect(await readByFonts(shadow)).to.equal('by Dave Light and');
    });

    it('has a hyphen at the end of hyphenated lines, or a soft hyphen in readers that support ActualText', async () => {
      const word = '<span style="display:block;width:80px">Since un&shy;usual</span>';
      expect((await readByFonts(word)).replaceAll(/\s+/g, ' ')).to.equal('Since un- usual');
      expect((await unicodeMaps(word)).file).to.include('/ActualText <FEFF00AD>');
    });
  });
});
