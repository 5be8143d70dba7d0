/**
 * Generates the style sheets for the options `header`, `footer` and `margin`: the margins in which templates are shown,
 * and the values that their classes print.
 */
import type { ResolvedOptions } from '../options.ts';

/** The page margin in which a template is shown. */
export type TemplateName = 'header' | 'footer';

/** Returns the name of the running element with which margin boxes show a template. */
export const runningName = (name: TemplateName): string => `pagewright-${name}`;

/** Named strings with the latest outline entries of the first two levels. */
export const SECTION = 'pagewright-section';
export const SUBSECTION = 'pagewright-subsection';

/** The values that a template's classes print. */
export interface TemplateFacts {
  readonly title: string;
  readonly url: string;
  readonly date: string;
}

/** Returns the page margins as a rule, so that other rules can override single sides. */
export const marginSheet = ({ top, right, bottom, left }: ResolvedOptions['margin']): string =>
  `@layer { @page { margin: ${[top, right, bottom, left].map((side) => `${side}px`).join(' ')} } }\n`;

/** Margin boxes that exist only for templates don't add default margins. */
export const NO_MARGINS = '@page { margin: 0 }\n';

/**
 * Returns the sheet that shows templates in the margins of every page. `--pagewright-header: none` in an `@page` rule
 * hides one, because margin boxes inherit custom properties.
 */
export function templatePageSheet(names: readonly TemplateName[]): string {
  const rules = names.map((name) => {
    const side = name === 'header' ? 'top' : 'bottom';
    const content = `var(--${runningName(name)}, element(${runningName(name)}))`;
    return (
      `@page { @${side}-center { content: ${content} !important; width: 100% !important } ` +
      `@${side}-left { content: none !important } @${side}-right { content: none !important } }`
    );
  });
  return rules.join('\n');
}

/**
 * Returns a template's rules of lowest precedence: no body margin, and classes that print values as in Chromium and
 * wkhtmltopdf.
 */
export function templateSheet({ title, url, date }: TemplateFacts): string {
  const texts: readonly (readonly [selector: string, content: string])[] = [
    ['.pageNumber', 'counter(page)'],
    ['.totalPages', 'counter(pages)'],
    ['.title', cssString(title)],
    ['.url', cssString(url)],
    ['.date', cssString(date)],
    // wkhtmltopdf's class names are common words that authors use too, so they only fill empty elements.
    ['.page:empty', 'counter(page)'],
    ['.frompage:empty', '"1"'],
    ['.topage:empty', 'counter(pages)'],
    ['.webpage:empty', cssString(url)],
    ['.doctitle:empty', cssString(title)],
    ['.section:empty', `string(${SECTION}, last)`],
    ['.subsection:empty', `string(${SUBSECTION}, last)`],
  ];
  const classes = texts.map(([selector, content]) => `${selector}::before { content: ${content} }`);
  return ['body { margin: 0 }', ...classes].join('\n');
}

/** Returns a text as a CSS string, with all characters escaped except plain ones. */
const cssString = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} .,:/_-]/gu, (character) => `\\${character.codePointAt(0)!.toString(16)} `)}"`;
