/**
 * Determines the meaning of elements by the HTML accessibility mappings (html-aam-1.0 §3.5) and ARIA roles
 * (wai-aria-1.2 §5.4).
 */
import type { Element } from '../document/node.ts';
import { Namespace } from '../document/node.ts';
import type { Role } from './structure.ts';

/** `hidden`: the element and its contents are only visual. null: the element itself has no meaning. */
export type Meaning = Role | 'hidden' | null;

const HTML_ROLES: ReadonlyMap<string, Role> = new Map(
  Object.entries<Role>({
    h1: 'H',
    h2: 'H',
    h3: 'H',
    h4: 'H',
    h5: 'H',
    h6: 'H',
    p: 'P',
    pre: 'P',
    legend: 'P',
    summary: 'P',
    ul: 'L',
    ol: 'L',
    menu: 'L',
    dl: 'L',
    li: 'LI',
    dt: 'Lbl',
    dd: 'LBody',
    table: 'Table',
    thead: 'THead',
    tbody: 'TBody',
    tfoot: 'TFoot',
    tr: 'TR',
    td: 'TD',
    th: 'TH',
    caption: 'Caption',
    figcaption: 'Caption',
    img: 'Figure',
    image: 'Figure',
    blockquote: 'BlockQuote',
    q: 'Quote',
    code: 'Code',
    samp: 'Code',
    kbd: 'Code',
    em: 'Em',
    strong: 'Strong',
    sub: 'Span',
    sup: 'Span',
    abbr: 'Span',
    article: 'Art',
    section: 'Sect',
    nav: 'Sect',
    aside: 'Aside',
    main: 'Sect',
    search: 'Sect',
    dialog: 'Sect',
    address: 'Div',
    header: 'Div',
    footer: 'Div',
    hgroup: 'Div',
    figure: 'Div',
    details: 'Div',
    fieldset: 'Div',
    form: 'Div',
    div: 'Div',
    center: 'Div',
    input: 'Form',
    select: 'Form',
    textarea: 'Form',
    button: 'Form',
    progress: 'Form',
    meter: 'Form',
    hr: 'Div',
  }),
);

/** Roles of ARIA and dpub-aria-1.1. */
const ARIA_ROLES: ReadonlyMap<string, Role> = new Map(
  Object.entries<Role>({
    article: 'Art',
    blockquote: 'BlockQuote',
    button: 'Form',
    caption: 'Caption',
    cell: 'TD',
    checkbox: 'Form',
    code: 'Code',
    columnheader: 'TH',
    combobox: 'Form',
    complementary: 'Aside',
    contentinfo: 'Div',
    banner: 'Div',
    emphasis: 'Em',
    figure: 'Div',
    form: 'Div',
    graphics: 'Figure',
    'graphics-document': 'Figure',
    'graphics-symbol': 'Figure',
    grid: 'Table',
    gridcell: 'TD',
    group: 'Div',
    heading: 'H',
    img: 'Figure',
    image: 'Figure',
    list: 'L',
    listbox: 'Form',
    listitem: 'LI',
    main: 'Sect',
    math: 'Formula',
    navigation: 'Sect',
    note: 'Aside',
    paragraph: 'P',
    radio: 'Form',
    region: 'Sect',
    row: 'TR',
    rowgroup: 'TBody',
    rowheader: 'TH',
    search: 'Sect',
    searchbox: 'Form',
    strong: 'Strong',
    subscript: 'Span',
    superscript: 'Span',
    table: 'Table',
    textbox: 'Form',
    treegrid: 'Table',
    'doc-abstract': 'Sect',
    'doc-acknowledgments': 'Sect',
    'doc-afterword': 'Sect',
    'doc-appendix': 'Sect',
    'doc-bibliography': 'Sect',
    'doc-chapter': 'Sect',
    'doc-conclusion': 'Sect',
    'doc-endnotes': 'Sect',
    'doc-epigraph': 'BlockQuote',
    'doc-footnote': 'FENote',
    'doc-foreword': 'Sect',
    'doc-glossary': 'Sect',
    'doc-index': 'Sect',
    'doc-introduction': 'Sect',
    'doc-part': 'Part',
    'doc-preface': 'Sect',
    'doc-prologue': 'Sect',
    'doc-pullquote': 'Aside',
    'doc-tip': 'Aside',
    'doc-toc': 'Sect',
  }),
);

/** Roles that remove an element's own role, but not those of its contents (wai-aria-1.2 §7.1). */
const PRESENTATIONAL = new Set(['presentation', 'none']);
/** Returns the first known role in the `role` attribute, or null. */
function ariaRole(element: Element): string | null {
  const attribute = element.attribute('role');
  if (attribute === null) return null;
  for (const word of attribute.toLowerCase().split(/[\t\n\f\r ]+/))
    if (ARIA_ROLES.has(word) || PRESENTATIONAL.has(word) || word === 'separator') return word;
  return null;
}

/** Returns whether an element is a subscript or superscript; null if neither. */
export function textPositionOf(element: Element): 'Sub' | 'Sup' | null {
  const role = ariaRole(element) ?? (element.isHtml ? element.tag : '');
  if (role === 'sub' || role === 'subscript') return 'Sub';
  return role === 'sup' || role === 'superscript' ? 'Sup' : null;
}

/** Returns the meaning of an element, including links and layout tables. */
export function meaningOf(element: Element): Meaning {
  if (element.attribute('aria-hidden') === 'true') return 'hidden';
  const role = ariaRole(element);
  if (element.namespace === Namespace.Svg) {
    if (element.tag !== 'svg') return null;
    return role !== null && PRESENTATIONAL.has(role) ? 'hidden' : 'Figure';
  }
  if (element.namespace === Namespace.MathMl) return element.tag === 'math' ? 'Formula' : null;
  if (!element.isHtml) return null;
  if (element.tag === 'hr' || role === 'separator') return 'hidden';
  if (role !== null && PRESENTATIONAL.has(role)) return element.tag === 'img' ? 'hidden' : null;
  const isLink = (element.tag === 'a' || element.tag === 'area') && element.attribute('href') !== null;
  if (isLink) return 'Link';
  // Rows of a table that is only layout aren't rows. nesting.ts adapts their roles.
  if (role === null && element.tag === 'table' && isLayoutTable(element)) return null;
  // Groups of terms and definitions (HTML §4.4.9).
  if (role === null && element.tag === 'div' && element.parent?.tag === 'dl') return 'LI';
  return (role === null ? undefined : ARIA_ROLES.get(role)) ?? HTML_ROLES.get(element.tag) ?? null;
}

/** Returns the level of a heading: `aria-level`, the number in the tag, or 2 (wai-aria-1.2, `heading`). */
export function headingLevel(element: Element): number {
  const given = Number(element.attribute('aria-level') ?? NaN);
  if (Number.isInteger(given) && given > 0) return Math.min(given, MAX_LEVEL);
  return /^h[1-6]$/.test(element.tag) ? Number(element.tag[1]) : 2;
}

const MAX_LEVEL = 99;

/** Parts that mark a table as a data table. */
const DATA_PARTS = new Set(['caption', 'thead', 'tfoot', 'th']);

/**
 * Returns whether a table is only layout: no sign of a data table, and a single row or column. Browsers use a similar
 * heuristic.
 */
function isLayoutTable(table: Element): boolean {
  if (table.attribute('summary') !== null || table.attribute('aria-label') !== null) return false;
  let rows = 0;
  let columns = 0;
  const stack: Element[] = [table];
  for (let parent = stack.pop(); parent !== undefined; parent = stack.pop()) {
    let cells = 0;
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      if (DATA_PARTS.has(child.tag)) return false;
      if (child.tag === 'td') cells++;
      else if (child.tag === 'tr' || child.tag === 'tbody') stack.push(child);
    }
    if (parent.tag === 'tr') rows++;
    columns = Math.max(columns, cells);
    if (rows > 1 && columns > 1) return false;
  }
  return true;
}

/** Returns the kind of a control that is only drawn (ISO 32000-1 table 348). */
export function controlKind(element: Element): { readonly control: string; readonly isChecked: boolean } {
  const isChecked = element.attribute('checked') !== null || element.attribute('aria-checked') === 'true';
  const type = (element.attribute('type') ?? '').toLowerCase();
  const role = ariaRole(element);
  if (role === 'checkbox' || (element.tag === 'input' && type === 'checkbox')) return { control: 'cb', isChecked };
  if (role === 'radio' || (element.tag === 'input' && type === 'radio')) return { control: 'rb', isChecked };
  if (role === 'listbox' || role === 'combobox' || element.tag === 'select') return { control: 'lb', isChecked: false };
  const isButton = element.tag === 'button' || type === 'submit' || type === 'reset' || type === 'button';
  return { control: role === 'button' || isButton ? 'pb' : 'tv', isChecked: false };
}
