import { expect } from 'chai';
import type { Box } from '../../../engine/boxes/box.ts';
import { nothingKnown } from '../../../engine/pages/known.ts';
import { openDocument, prepareDocument } from '../../../engine/prepare.ts';
import type { Paragraph } from '../../../engine/text/paragraph.ts';

/** Returns the paragraphs of all block containers with inline content, in document order. */
async function paragraphsOf(html: string): Promise<Paragraph[]> {
  const opened = await openDocument(`<!doctype html>${html}`, {});
  const { tree } = await prepareDocument(opened, nothingKnown(1), null);
  const found: Paragraph[] = [];
  const visit = (box: Box): void => {
    if (box.inline !== null) found.push(opened.text.paragraph(box.inline, box, false));
    box.children.forEach(visit);
  };
  visit(tree.root);
  return found;
}

async function areShared(html: string): Promise<boolean> {
  const [first, second, ...others] = await paragraphsOf(html);
  expect(others, html).to.deep.equal([]);
  expect(first!.text, html).to.equal(second!.text);
  return first === second;
}

describe('repeated texts', () => {
  it('share a paragraph if their boxes have the same styles', async () => {
    for (const html of [
      '<p>one<p>one',
      '<table><tr><td><b>one</b> two<td><b>one</b> two</table>',
      '<p>a<i>b</i><p>a<i>b</i>',
    ])
      expect(await areShared(html), html).to.equal(true);
  });

  it('have their own paragraphs if styles or ranges differ', async () => {
    for (const html of [
      '<p>one<p style="color:red">one',
      '<p>one<p lang=tr>one',
      '<p><b>one</b><p><i>one</i>',
      '<p>a<b>bc</b><p>ab<b>c</b>',
      '<p>one<h1>one</h1>',
      '<p>one<p dir=rtl>one',
    ])
      expect(await areShared(html), html).to.equal(false);
  });

  it('have their own paragraphs if they are long, contain images, or lack glyphs that must be reported', async () => {
    for (const text of ['word '.repeat(20), 'a<img alt=b>', '\u{f0000}'])
      expect(await areShared(`<p>${text}<p>${text}`), text).to.equal(false);
  });
});
