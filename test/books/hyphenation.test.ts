/** Automatic hyphenation (css-text-3 §5.4, css-text-4 §6.3). */
import { expectPages } from './pages.ts';

const paragraph = (text: string, width: number, css = '', lang = 'en'): string =>
  `<p lang="${lang}" style="hyphens:auto;width:${width}px;${css}">${text}`;

describe('books: hyphenation', () => {
  it('breaks words by the patterns of their language', async () => {
    await expectPages(paragraph('hyphenation', 30), ['hyphen / ation']);
    await expectPages(paragraph('Silbentrennung', 40, '', 'de'), ['Silbentren / nung']);
    await expectPages(paragraph('programmation', 40, '', 'fr-CA'), ['program / mation']);
  });

  it('supports language variants', async () => {
    await expectPages(paragraph('photography', 25, '', 'en-GB'), ['photo / graphy']);
  });

  it("uses the element's language, even inside a paragraph", () =>
    expectPages(paragraph('<i lang=de style="font-style:normal">Silbentrennung</i>', 40), ['Silbentren / nung']));

  it("doesn't hyphenate without a language, without patterns, or with hyphens: manual", async () => {
    await expectPages('<p style="hyphens:auto;width:30px">hyphenation', ['hyphenation'], ['text/no-hyphenation']);
    await expectPages(paragraph('hyphenation', 30, '', 'xx'), ['hyphenation'], ['text/no-hyphenation']);
    await expectPages(paragraph('hyphenation', 30, 'hyphens:manual'), ['hyphenation']);
  });

  it("doesn't hyphenate capitalised words if that is disabled", async () => {
    const names = '-pagewright-hyphenate-capitals:none';
    await expectPages(paragraph('Hyphenation', 36), ['Hyphen / ation']);
    await expectPages(paragraph('Hyphenation', 30, names), ['Hyphenation']);
    await expectPages(paragraph('hyphenation', 30, names), ['hyphen / ation']);
    await expectPages(paragraph('ÜBERSETZUNG', 30, names, 'de'), ['ÜBERSETZUNG']);
  });

  it("doesn't hyphenate addresses but hyphenates words before a full stop", async () => {
    await expectPages(paragraph('jane@hyphenation.example', 30), ['jane@hyphenation.example']);
    await expectPages(paragraph('example.com/hyphenation', 45), ['example.com/hyphenation']);
    await expectPages(paragraph('snake_hyphenation', 60), ['snake_hyphenation']);
    await expectPages(paragraph('hyphenation.', 30), ['hyphen / ation.']);
  });

  it('prefers soft hyphens', () => expectPages(paragraph('hyphenati&shy;on', 36), ['hyphenati\u00ad / on']));

  it('respects hyphenate-limit-chars', async () => {
    await expectPages(paragraph('hyphenation', 30, 'hyphenate-limit-chars:12'), ['hyphenation']);
    await expectPages(paragraph('hyphenation', 30, 'hyphenate-limit-chars:5 2 6'), ['hy / phenation']);
    await expectPages(paragraph('hyphenation', 30, 'hyphenate-limit-chars:5 7 2'), ['hyphenation']);
  });

  it('ends lines with the hyphenate-character', () =>
    expectPages(paragraph('hyphenation', 34, "hyphenate-character:'='"), ['hyphen / ation']));

  it('hyphenates at most hyphenate-limit-lines consecutive lines', async () => {
    const text = 'hyphenation';
    await expectPages(paragraph(text, 22), ['hy / phen / ation']);
    await expectPages(paragraph(text, 22, 'hyphenate-limit-lines:2'), ['hy / phen / ation']);
    await expectPages(paragraph('a hyphenation', 50, 'hyphenate-limit-lines:0'), ['a / hyphenation']);
  });

  it('leaves the zone empty instead of hyphenating', async () => {
    await expectPages(paragraph('a hyphenation', 50, 'hyphenate-limit-zone:0'), ['a hyphen / ation']);
    await expectPages(paragraph('a hyphenation', 50, 'hyphenate-limit-zone:100%'), ['a / hyphenation']);
  });

  it('narrows table columns', () =>
    expectPages('<table lang=en style="hyphens:auto;width:1px;border-spacing:0"><tr><td>hyphenation</table>', [
      'hy / phen / ation',
    ]));
});
