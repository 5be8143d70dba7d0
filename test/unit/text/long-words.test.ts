import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { layoutDocument } from '../../../engine/render.ts';
import { linesOf } from '../../books/pages.ts';

const WORD = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzgebungsverfahren';

describe('hyphenation', () => {
  it('breaks words of any length', async () => {
    for (const word of [WORD, WORD.replace('ü', 'ue').replace('ü', 'ue')]) {
      const html = `<html lang=de><p style="hyphens: auto; width: 200px; font: 16px Arial">${word}`;
      const { pages } = await layoutDocument(html);
      expect(linesOf([pages[0]!.root!]).length).to.be.greaterThan(2);
    }
  });

  it("takes time in proportion to the word's length", async () => {
    const html = `<html lang=de><p style="hyphens: auto; width: 200px">${WORD.repeat(2000)}`;
    expect((await render(html, { limits: { deadlineMs: 20_000 } })).pages).to.be.greaterThan(1);
  });
});
