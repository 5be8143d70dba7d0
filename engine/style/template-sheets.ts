/** The style sheets behind the options `header`, `footer` and `margin`: where templates are shown, and what their classes print. */
import type { ResolvedOptions } from '../options.ts';

/** The page margin that a template is shown in. */
export type TemplateName = 'header' | 'footer';

/** The running element by which margin boxes show a template. */
export const runningName = (name: TemplateName): string => `pagewright-${name}`;

/** Named strings that follow the document's outline: its last entries of the first two levels. */
export const SECTION = 'pagewright-section';
export const SUBSECTION = 'pagewright-subsection';

/** What the classes of a template print. */
export interface TemplateFacts {
  readonly title: string;
  readonly url: string;
  readonly date: string;
}

/** Page margins as a rule in the weakest layer, so that any rule of the document overrides them, each side by itself. */
export const marginSheet = ({ top, right, bottom, left }: ResolvedOptions['margin']): string =>
  `@layer { @page { margin: ${[top, right, bottom, left].map((side) => `${side}px`).join(' ')} } }\n`;

/** Margin boxes that only templates ask for don't bring the default margins along. */
export const NO_MARGINS = '@page { margin: 0 }\n';

/**
 * Shows templates in the margins of every page. A page hides one with `--pagewright-header: none` in its `@page` rule: custom properties are
 * inherited by margin boxes.
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

/** The weakest rules of a template: the margin is its own, and some classes print what they do in Chromium and in wkhtmltopdf. */
export function templateSheet({ title, url, date }: TemplateFacts): string {
  const texts: readonly (readonly [selector: string, content: string])[] = [
    ['.pageNumber', 'counter(page)'],
    ['.totalPages', 'counter(pages)'],
    ['.title', cssString(title)],
    ['.url', cssString(url)],
    ['.date', cssString(date)],
    // wkhtmltopdf's names are words that authors use for classes of their own, so they only fill elements without content.
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

/** A text as a CSS string: whatever isn't plain is escaped by its code point. */
const cssString = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} .,:/_-]/gu, (character) => `\\${character.codePointAt(0)!.toString(16)} `)}"`;
