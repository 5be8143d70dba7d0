import { expect } from 'chai';
import { CharacterCodes } from '../../../engine/pdf/character-codes.ts';
import { FontCMaps } from '../../../engine/pdf/font-cmaps.ts';
import { render } from '../../../engine/index.ts';
import { PdfFile } from '../../../engine/pdf/pdf-file.ts';

const METADATA = { title: 'T', language: '', author: '', subject: '', keywords: '', date: null };
const NO_CLAIMS = { profile: null, schemas: [] };

describe('CMaps of fonts', () => {
  /** Returns what is deflated for fonts with these texts. */
  function deflatedFor(texts: [number, string][]): string[] {
    const deflated: string[] = [];
    const file = new PdfFile(METADATA, NO_CLAIMS, (bytes) => {
      deflated.push(Buffer.from(bytes).toString('latin1'));
      return bytes;
    });
    const cmaps = new FontCMaps(file, new CharacterCodes());
    cmaps.tell(texts);
    cmaps.end();
    return deflated;
  }

  it('are deflated once for all files', () => {
    const [cmap] = deflatedFor([[200, '\u2764']]);
    expect(cmap).to.contain('<C8><2764>');
    expect(deflatedFor([[200, '\u2764']])).to.deep.equal([]);
    expect(deflatedFor([[201, '\u2764']])).to.have.length(1);
  });
});

describe('widths of fonts', () => {
  const widthsOf = async (family: string): Promise<string | undefined> => {
    const { pdf } = await render(`<p style="font-family:${family}">Wide, i`, { compress: false });
    return /\/DW [^]*?\]\n/.exec(Buffer.from(pdf).toString('latin1'))?.[0];
  };

  it('are written once if all are equal; a fraction cannot be the default, which is an integer', async () => {
    expect(await widthsOf('Courier New')).to.match(/^\/DW 0\n\/W \[32 105 600\.09766\]\n$/);
    expect(await widthsOf('Arial')).to.match(/^\/DW 0\n\/W \[32 \[277\.83203\] 44 \[277\.83203\] 87 \[/);
  });
});
