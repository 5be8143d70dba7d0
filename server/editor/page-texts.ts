/** The texts at the top and bottom of the first page and of later pages, as rules of the CSS tab. */

/** Texts in which `{page}` and `{pages}` print numbers. An empty text prints nothing. */
export interface PageTexts {
  readonly firstTop: string;
  readonly firstBottom: string;
  readonly laterTop: string;
  readonly laterBottom: string;
}

const NO_TEXTS: PageTexts = { firstTop: '', firstBottom: '', laterTop: '', laterBottom: '' };

export const PAGE_TEXT_NAMES = Object.keys(NO_TEXTS) as (keyof PageTexts)[];

const START = '/* Top and bottom of pages. Options changes these rules. */';
const LINE = String.raw`  @(?:top|bottom)-center \{ content: [^\n]+; \}\n`;
/** The rules that the panel writes. Rules that were edited by hand are the user's own. */
const WRITTEN = new RegExp(
  `${START.replaceAll('*', String.raw`\*`)}\\n(?:@page \\{\\n((?:${LINE})+)\\}\\n?)?(?:@page :first \\{\\n((?:${LINE})+)\\}\\n?)?`,
);

/** Returns the rules that the panel wrote, or an empty string. */
export const pageTextRules = (css: string): string => (WRITTEN.exec(css)?.[0] ?? '').trimEnd();

/** Returns the texts of the rules that the panel wrote. */
export function pageTextsOf(css: string): PageTexts {
  const [, later = '', first = ''] = WRITTEN.exec(css) ?? [];
  const text = (lines: string, side: string): string =>
    textOf(new RegExp(String.raw`@${side}-center \{ content: ([^\n]+); \}`).exec(lines)?.[1] ?? '');
  return {
    firstTop: text(first, 'top'),
    firstBottom: text(first, 'bottom'),
    laterTop: text(later, 'top'),
    laterBottom: text(later, 'bottom'),
  };
}

/** Returns the style sheet with other texts. */
export function withPageTexts(css: string, texts: PageTexts): string {
  const rules = rulesFor(texts);
  const written = WRITTEN.exec(css);
  if (written === null) return rules === '' ? css : `${css.trimEnd()}\n${rules}`.trimStart();
  return css.slice(0, written.index) + rules + css.slice(written.index + written[0].length);
}

/** Rules for all pages come first, so that `:first` also removes what the first page doesn't show. */
function rulesFor({ firstTop, firstBottom, laterTop, laterBottom }: PageTexts): string {
  const later = line('top', laterTop, '') + line('bottom', laterBottom, '');
  const first = line('top', firstTop, laterTop) + line('bottom', firstBottom, laterBottom);
  if (first === '') return '';
  return `${START}\n${later === '' ? '' : `@page {\n${later}}\n`}@page :first {\n${first}}\n`;
}

/** `other`: the text that the rules for all pages print in the same place. */
function line(side: 'top' | 'bottom', text: string, other: string): string {
  if (text === '' && other === '') return '';
  return `  @${side}-center { content: ${text === '' ? 'none' : contentOf(text)}; }\n`;
}

/** Returns a text as the value of `content`: `"Page " counter(page)` for `Page {page}`. */
const contentOf = (text: string): string =>
  text
    .split(/(\{pages?\})/)
    .filter((part) => part !== '')
    .map((part) => (/^\{pages?\}$/.test(part) ? `counter(${part.slice(1, -1)})` : cssString(part)))
    .join(' ');

const cssString = (text: string): string => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;

/** Returns the text of a value that `contentOf` wrote. */
const textOf = (content: string): string =>
  [...content.matchAll(/"((?:[^"\\]|\\.)*)"|counter\((pages?)\)/g)]
    .map(([, string, counter]) => (string === undefined ? `{${counter}}` : string.replace(/\\(.)/g, '$1')))
    .join('');
