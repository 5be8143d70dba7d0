import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { SystemFonts, systemFontFolders } from '../../server/commands/system-fonts.ts';
import { boxFontWith } from '../support/box-font.ts';
import { Workplace } from '../support/command.ts';

const BOXES = boxFontWith(0xe123);
const SANS = readFileSync(new URL('../../assets/fonts/DejaVuSans.ttf', import.meta.url));

/** Returns a collection of two fonts. */
function collectionOf(...fonts: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(12 + 4 * fonts.length);
  head.write('ttcf');
  head.writeUInt32BE(0x00010000, 4);
  head.writeUInt32BE(fonts.length, 8);
  let at = head.length;
  const moved = fonts.map((font, i) => {
    const copy = Buffer.from(font);
    head.writeUInt32BE(at, 12 + 4 * i);
    for (let t = 0; t < copy.readUInt16BE(4); t++) copy.writeUInt32BE(copy.readUInt32BE(20 + 16 * t) + at, 20 + 16 * t);
    at += font.length;
    return copy;
  });
  return Buffer.concat([head, ...moved]);
}

describe('pagewright render --system-fonts', function () {
  this.timeout(60_000);
  let place: Workplace;
  let env: Record<string, string>;
  before(() => {
    place = new Workplace();
    place.write({
      'data/fonts/a/both.ttc': collectionOf(SANS, BOXES),
      'data/fonts/broken.ttf': SANS.subarray(0, 400),
      'data/fonts/empty.otf': '',
      'family.html': '<p style="font-family:\'Boxes\'">Aa',
      'character.html': '<p>\ue123<b>\ue123</b>a',
    });
    env = { HOME: place.folder, XDG_DATA_HOME: place.path('data'), XDG_DATA_DIRS: '/nowhere' };
  });
  after(() => place.remove());

  const rendered = async (name: string, ...options: readonly string[]): Promise<{ said: string; fonts: string[] }> => {
    const { stderr } = await place.run(['render', name, '-o', 'a.pdf', '--no-compress', ...options], '', { env });
    const pdf = readFileSync(place.path('a.pdf'), 'latin1');
    return {
      said: stderr,
      fonts: [
        ...new Set(
          (pdf.match(/\/BaseFont \/[A-Z]+\+\S+/g) ?? []).map((one) => one.replace(/^.*\+|-Pagewright-H$/g, '')),
        ),
      ],
    };
  };

  it('finds a family that a document names in a collection', async () => {
    const { said, fonts } = await rendered('family.html', '--system-fonts');
    expect(said).to.equal('a.pdf: 1 page\n');
    expect(fonts).to.deep.equal(['Font']);
  });

  it('uses system fonts for characters that no other font has, each font once', async () => {
    const { said, fonts } = await rendered('character.html', '--system-fonts');
    expect(said).to.equal('a.pdf: 1 page\n');
    expect(fonts.sort()).to.deep.equal(['Font', 'Tinos-Regular']);
  });

  it('is required to use them', async () => {
    expect((await rendered('family.html')).said).to.include('Font family not found: "Boxes"');
  });

  it('ignores the case of names, and finds nothing for unknown ones', () => {
    const fonts = new SystemFonts([place.path('data/fonts'), place.path('nowhere')]);
    expect(fonts.find({ family: 'DEJAVU sans' }).map(({ index }) => index)).to.deep.equal([0]);
    expect(fonts.find({ family: 'constructor' })).to.deep.equal([]);
    expect(fonts.find({ face: 'dejavusans' })).to.have.length(1);
    expect(fonts.find({ face: 'Boxes Bold' })).to.deep.equal([]);
    expect(fonts.find({ character: '\u{10ffff}' })).to.deep.equal([]);
  });

  it('knows the folders of each operating system', () => {
    expect(systemFontFolders('linux', {}, '/home/a')).to.deep.equal([
      '/home/a/.fonts',
      '/home/a/.local/share/fonts',
      '/usr/local/share/fonts',
      '/usr/share/fonts',
    ]);
    expect(systemFontFolders('darwin', {}, '/Users/a')[0]).to.equal('/Users/a/Library/Fonts');
    expect(systemFontFolders('win32', { WINDIR: 'D:/W' }, 'D:/a')).to.have.length(2);
  });
});
