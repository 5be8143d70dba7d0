/** The search index of the site: each section of each guide is an entry. */
import MiniSearch from 'minisearch';
import { type Guide, anchorNames } from './guide.ts';
import { siteName } from './pages.ts';
import { SEARCH_OPTIONS } from './client/search-options.ts';

/** Long generated lists are found by their headings only. */
const MOST_TEXT = 6000;

/** Returns the script with the index. A script, unlike a file to fetch, also loads from a folder on disk. */
export function searchScript(all: readonly Guide[]): string {
  const index = new MiniSearch(SEARCH_OPTIONS);
  for (const guide of all) {
    const nameOf = anchorNames();
    nameOf(guide.title);
    for (const { heading, text } of sectionsOf(guide)) {
      const anchor = heading === null ? '' : `#${nameOf(heading)}`;
      const plain = plainText(text);
      index.add({
        id: siteName(guide.path) + anchor,
        page: guide.title,
        file: guide.path.replace(/^.*\//, '').replace(/\.md$/, '').replaceAll('-', ' '),
        title: plainText(heading ?? guide.title),
        text: plain,
        start: beginning(plain),
      });
    }
  }
  return `pagewrightSearch(${JSON.stringify(JSON.stringify(index))});\n`;
}

/** Returns the sections of a guide: the text before the first heading of level 2, then one for each such heading. */
function sectionsOf({ markdown }: Guide): { heading: string | null; text: string }[] {
  const withoutSamples = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '');
  const [first, ...rest] = withoutSamples.split(/^#{2,3} /m);
  const sections = rest.map((text) => {
    const [heading, ...lines] = text.split('\n');
    return { heading: heading!, text: lines.join('\n') };
  });
  return [{ heading: null, text: first!.replace(/^# .*/, '') }, ...sections];
}

/** Length of the excerpts in search results, in characters. */
const EXCERPT = 110;

/** Returns the beginning of a text, which ends after a word. */
const beginning = (text: string): string =>
  text.length <= EXCERPT ? text : `${text.slice(0, text.lastIndexOf(' ', EXCERPT))} …`;

/** Removes the marks and comments of Markdown. */
const plainText = (markdown: string): string =>
  markdown
    .slice(0, MOST_TEXT)
    .replaceAll(/<!--.*?-->/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/[`*[\]|#]|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
