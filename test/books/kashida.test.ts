/** Arabic lines justified with elongated joins: their position, their length, and that text extraction ignores them. */
import { expect } from 'chai';
import { render } from '../../engine/index.ts';
import type { Fragment, TextFragment } from '../../engine/layout/contract/fragment.ts';
import { extractText } from '../support/pdfium.ts';
import { book } from './pages.ts';

const TATWEEL = '\u0640';

/** Returns a paragraph whose last line is justified too. */
const paragraph = (text: string, css = '', attributes = 'dir=rtl lang=ar'): string =>
  `<p ${attributes} style="font:16px/24px Noto Sans Arabic;text-align:justify;text-align-last:justify;text-justify:-pagewright-kashida;${css}">${text}`;

async function texts(html: string): Promise<TextFragment[]> {
  const { pages } = await book(html);
  const found: TextFragment[] = [];
  const visit = (fragment: Fragment): void => {
    if (fragment.type === 'text') found.push(fragment);
    else fragment.children.forEach(visit);
  };
  for (const { root } of pages) if (root !== null) visit(root.fragment);
  return found;
}

/** Returns the text with a hyphen wherever a join is elongated. */
async function joinsOf(html: string): Promise<string> {
  const shown = (await texts(html)).map(({ run }) => {
    const tatweel = run.face.glyphFor(TATWEEL.charCodeAt(0));
    const longer = new Set(run.clusters.filter((_, g) => run.glyphIds[g] === tatweel));
    let text = '';
    for (let i = run.start; i < run.end; i++) {
      text += run.text[i];
      if (longer.has(i)) text += '-';
    }
    return text;
  });
  return shown.join(' / ');
}

describe('books: kashida', () => {
  it('elongates one join per word: after seen and sad, or before the final letter of a joined group', async () => {
    expect(await joinsOf(paragraph('بسم كتاب'))).to.equal('بس-م كت-اب');
    expect(await joinsOf(paragraph('المكتبة محمد'))).to.equal('المكتب-ة محم-د');
    expect(await joinsOf(paragraph('الصلاة'))).to.equal('الص-لاة');
  });

  it("leaves ligatures and letters that don't join unchanged", async () => {
    expect(await joinsOf(paragraph('لا دار'))).to.equal('لا دار');
    expect(await joinsOf(paragraph('سلام دار'))).to.equal('س-لام دار');
  });

  it('keeps marks on their letters', async () => {
    expect(await joinsOf(paragraph('سُبْحَانَ دار'))).to.equal('س-ُبْحَانَ دار');
  });

  it('fills the line exactly and gives the remainder to spaces', async () => {
    for (const width of [100, 101.5, 117, 160]) {
      const [fragment] = await texts(paragraph('بسم كتاب', `width:${width}px`));
      expect(fragment!.width / 64, `${width}`).to.be.closeTo(width, 0.05);
    }
    const [plain] = await texts(paragraph('بسم كتاب', 'width:max-content'));
    const narrow = plain!.width / 64;
    const [little] = await texts(paragraph('بسم كتاب', `width:${narrow + 2}px`));
    expect(little!.run.glyphIds).to.deep.equal(plain!.run.glyphIds);
    expect(little!.justification).to.be.closeTo(2, 0.05);
    const [much] = await texts(paragraph('بسم كتاب', `width:${narrow + 100}px`));
    expect(much!.justification).to.be.closeTo(100 - 2 * 0.6 * 16, 0.05);
  });

  it("is opt-in, and doesn't affect last lines and other scripts", async () => {
    expect(await joinsOf(paragraph('بسم كتاب', 'text-justify:auto'))).to.equal('بسم كتاب');
    expect(await joinsOf(paragraph('بسم كتاب', 'text-align-last:auto'))).to.equal('بسم كتاب');
    expect(await joinsOf(paragraph('abc def', '', 'dir=ltr'))).to.equal('abc def');
  });

  it('works in text of both directions', async () => {
    const joins = await joinsOf(paragraph('abc بسم 12 كتاب', '', 'dir=ltr'));
    expect(joins).to.include('بس-م').and.include('كت-اب');
  });

  it("doesn't space joined letters apart with inter-character", async () => {
    const [fragment] = await texts(paragraph('بسم دار', 'text-justify:inter-character;width:200px'));
    const { run } = fragment!;
    const plain = (await texts(paragraph('بسم دار', 'text-align-last:start;width:200px')))[0]!.run;
    const advanceOf = ({ clusters, advances, glyphIds, face }: typeof run, at: number): number =>
      clusters.reduce(
        (sum, cluster, g) => sum + (cluster === at && glyphIds[g] !== face.glyphFor(0x640) ? advances[g]! : 0),
        0,
      );
    // All but the space and the letter before it.
    for (const at of [0, 1, 4, 5, 6])
      expect(advanceOf(run, at), run.text[at]).to.be.closeTo(advanceOf(plain, at), 0.01);
  });

  it('is invisible to text extraction', async () => {
    const read = async (css: string): Promise<string> => {
      const { pdf } = await render(
        `<!DOCTYPE html><title>a</title>${paragraph('بسم كتاب محمد', `width:150px;${css}`)}`,
      );
      return (await extractText(pdf)).join(' ').replace(/\s+/g, ' ');
    };
    const text = await read('');
    expect(text).to.include('محمد').and.not.include(TATWEEL);
    expect(text).to.equal(await read('text-justify:auto'));
  });
});
