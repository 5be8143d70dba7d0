import { expect } from 'chai';
import { layoutDocument } from '../../engine/render.ts';
import { readStructure } from '../support/pdf-structure.ts';
import { boxText, readText, structureFaults } from '../support/structure-rules.ts';
import { own, renderOwn } from './documents.ts';

/** Glyphs of right-to-left text are in the order in which they stand on the line. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

/**
 * Documents that don't show all that is in their boxes, or more: hyphens of lines, choices that are folded away, frames, signs of roots, leaders, text in
 * place of which an alternative is read, and glyphs that are shown twice.
 */
const SHOWS_OTHER_TEXT = new Set(['columns', 'controls', 'frames', 'mathematics', 'notes', 'roles', 'transparency']);

describe('the structure of fixtures', function () {
  this.timeout(60_000);

  for (const [name, html] of own()) {
    it(`${name}: is nested properly, holds no empty elements, and is read in the order of the document`, async () => {
      const structure = readStructure((await renderOwn({ compress: false })).get(name)!);
      expect(structureFaults(structure)).to.deep.equal([]);
      if (RIGHT_TO_LEFT.test(html) || SHOWS_OTHER_TEXT.has(name)) return;
      expect(readText(structure)).to.equal(boxText((await layoutDocument(html)).root));
    });
  }
});
