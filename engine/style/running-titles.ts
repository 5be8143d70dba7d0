/**
 * Generates the style sheets for the `header`, `footer` and `margin` options. Headers and footers appear in the page
 * margins, and some of their classes work as in Chromium.
 */
import type { InsertedElement } from '../document/inserted-elements.ts';
import type { ResolvedOptions } from '../options.ts';

const HEADER = 'pagewright-header';
const FOOTER = 'pagewright-footer';

/** Returns the elements that the options insert into a document. */
export function runningTitles({ header, footer }: Pick<ResolvedOptions, 'header' | 'footer'>): InsertedElement[] {
  const elements: InsertedElement[] = [];
  if (header !== undefined) elements.push({ tag: HEADER, html: header });
  if (footer !== undefined) elements.push({ tag: FOOTER, html: footer });
  return elements;
}

/** The values that classes of a header or footer insert. */
export interface TitleFacts {
  readonly title: string;
  readonly url: string;
  readonly date: string;
}

/** Returns the default page margins as a rule, so that other rules can override it. */
export const defaultMarginSheet = ({ top, right, bottom, left }: ResolvedOptions['margin']): string =>
  `@page { margin: ${[top, right, bottom, left].map((side) => `${side}px`).join(' ')} }\n`;

/** Header and footer margin boxes need no default margins. */
export const NO_MARGINS = '@page { margin: 0 }\n';

/** Returns the sheet that moves headers and footers from the flow into the margins of every page; '' for none. */
export function runningTitlesSheet(titles: readonly InsertedElement[], { title, url, date }: TitleFacts): string {
  const texts: Record<string, string> = {
    pageNumber: 'counter(page)',
    totalPages: 'counter(pages)',
    title: cssString(title),
    url: cssString(url),
    date: cssString(date),
  };
  const rules = titles.map(({ tag }) => {
    const side = tag === HEADER ? 'top' : 'bottom';
    const classes = Object.entries(texts).map(([name, text]) => `${tag} .${name}::before { content: ${text} }`);
    return [
      `${tag} { display: block; position: running(${tag}) }`,
      ...classes,
      `@page { @${side}-center { content: element(${tag}) !important; width: 100% !important }`,
      `@${side}-left { content: none !important } @${side}-right { content: none !important } }`,
    ].join('\n');
  });
  return rules.join('\n');
}

/** Returns a text as a CSS string, with all characters escaped except plain ones. */
const cssString = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} .,:/_-]/gu, (character) => `\\${character.codePointAt(0)!.toString(16)} `)}"`;
