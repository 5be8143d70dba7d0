import { expect } from 'chai';
import { render } from '../../engine/index.ts';
import { layoutDocument } from '../../engine/render.ts';
import { readStructure } from '../support/pdf-structure.ts';
import { boxText, readText, structureFaults } from '../support/structure-rules.ts';
import { own } from './documents.ts';

/** Glyphs of right-to-left text are in the order in which they stand on the line. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

describe('the structure of fixtures', function () {
  this.timeout(60_000);

  for (const [name, html] of own()) {
    it(`${name}: is nested properly, holds no empty elements, and is read in the order of the document`, async () => {
      const { pdf } = await render(html, { compress: false });
      const structure = readStructure(pdf);
      expect(structureFaults(structure)).to.deep.equal([]);
      if (RIGHT_TO_LEFT.test(html)) return;
      expect(readText(structure)).to.equal(boxText((await layoutDocument(html)).root));
    });
  }
});
