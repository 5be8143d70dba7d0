import { expect } from 'chai';
import { layoutDocument } from '../../engine/render.ts';
import { readStructure } from '../support/pdf-structure.ts';
import { boxText, readText, structureFaults } from '../support/structure-rules.ts';
import { own, renderOwn } from './documents.ts';

/** Glyphs of right-to-left text are in visual order. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

/**
 * Documents whose shown text differs from that of their boxes: hyphens, collapsed options, frames, radical signs,
 * leaders, alternatives that replace text, artifacts, and glyphs that are shown twice.
 */
const SHOWS_OTHER_TEXT = new Set([
  'annotations',
  'book',
  'columns',
  'controls',
  'frames',
  'mathematics',
  'notes',
  'roles',
  'transparency',
]);

describe('the structure of documents', function () {
  this.timeout(60_000);

  for (const [name, html] of own()) {
    it(`is properly nested in ${name}, has no empty elements, and is in document order`, async () => {
      const structure = readStructure((await renderOwn({ compress: false })).get(name)!);
      expect(structureFaults(structure)).to.deep.equal([]);
      if (RIGHT_TO_LEFT.test(html) || SHOWS_OTHER_TEXT.has(name)) return;
      expect(readText(structure)).to.equal(boxText((await layoutDocument(html)).root));
    });
  }
});
