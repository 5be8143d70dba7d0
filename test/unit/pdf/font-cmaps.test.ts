import { expect } from 'chai';
import { CharacterCodes } from '../../../engine/pdf/character-codes.ts';
import { FontCMaps } from '../../../engine/pdf/font-cmaps.ts';
import { PdfFile } from '../../../engine/pdf/pdf-file.ts';

const METADATA = { title: 'T', language: '', author: '', subject: '', keywords: '', date: null };
const NO_CLAIMS = { profile: null, schemas: [] };

describe('CMaps of fonts', () => {
  /** What is deflated for fonts with these texts. */
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

  it('are deflated once, whichever file they are for', () => {
    const [cmap] = deflatedFor([[200, '\u2764']]);
    expect(cmap).to.contain('<C8><2764>');
    expect(deflatedFor([[200, '\u2764']])).to.deep.equal([]);
    expect(deflatedFor([[201, '\u2764']])).to.have.length(1);
  });
});
