/** Presentational hints of the HTML standard by element (§15.3 and later). */
import { url as cssUrl } from '../css-tree.ts';
import { namedColors } from '../css/values/color-names.ts';
import type { Element } from '../document/node.ts';
import { sizingElement } from '../document/picture-sources.ts';
import {
  dimensionText,
  parseDimension,
  parseLegacyColor,
  parseLegacyFontSize,
  parseNonNegativeInteger,
} from './html-attributes.ts';
import type { SetHint } from './presentational-hints.ts';

type HintFunction = (element: Element, set: SetHint) => void;
/** Hints of images, which a `source` may size. */
type ImageHint = (element: Element, set: SetHint, matchesMedia: (queries: string) => boolean) => void;

const lower = (element: Element, name: string): string => element.attribute(name)?.trim().toLowerCase() ?? '';

function color(element: Element, attribute: string, property: string, set: SetHint): void {
  const value = parseLegacyColor(element.attribute(attribute), (name) => namedColors.has(name));
  if (value !== null) set(property, value);
}

function backgroundImage(element: Element, set: SetHint): void {
  const url = element.attribute('background')?.trim() ?? '';
  if (url !== '') set('background-image', cssUrl.encode(url));
}

function dimension(element: Element, attribute: string, property: string, set: SetHint, zeroAllowed = true): void {
  const value = dimensionText(element.attribute(attribute), zeroAllowed);
  if (value !== null) set(property, value);
}

function pixels(element: Element, attribute: string, properties: readonly string[], set: SetHint): void {
  const value = parseNonNegativeInteger(element.attribute(attribute));
  if (value !== null) for (const property of properties) set(property, `${value}px`);
}

const DIVISION_ALIGN: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    left: '-webkit-left',
    right: '-webkit-right',
    center: '-webkit-center',
    middle: '-webkit-center',
    justify: 'justify',
  }),
);
const ALIGN: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    left: 'left',
    right: 'right',
    center: 'center',
    middle: 'center',
    justify: 'justify',
  }),
);

const alignDivision: HintFunction = (element, set) => {
  const value = DIVISION_ALIGN.get(lower(element, 'align'));
  if (value !== undefined) set('text-align', value);
};

/** `align` of a legend (HTML §15.3.11). */
const LEGEND_ALIGN: ReadonlySet<string> = new Set(['left', 'center', 'right']);

const legend: HintFunction = (element, set) => {
  const align = lower(element, 'align');
  if (LEGEND_ALIGN.has(align)) set('justify-self', align);
};

/** `align` of headings, and in Chromium of any other element. */
const alignText: HintFunction = (element, set) => {
  const value = ALIGN.get(lower(element, 'align'));
  if (value !== undefined) set('text-align', value);
};

const CELL_VALIGN: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    top: 'top',
    middle: 'middle',
    center: 'middle',
    bottom: 'bottom',
    baseline: 'baseline',
  }),
);

const verticalAlign: HintFunction = (element, set) => {
  const value = CELL_VALIGN.get(lower(element, 'valign'));
  if (value !== undefined) set('vertical-align', value);
};

/** `align`, `valign`, `bgcolor`, `background` and `height` of table parts. */
const tablePart: HintFunction = (element, set) => {
  alignDivision(element, set);
  verticalAlign(element, set);
  color(element, 'bgcolor', 'background-color', set);
  backgroundImage(element, set);
  if (element.tag === 'tr' || element.tag === 'thead' || element.tag === 'tbody' || element.tag === 'tfoot')
    dimension(element, 'height', 'height', set);
  groupRules(element, set);
};

/** Returns the table that a cell, row or group belongs to, or null. */
export function enclosingTable(element: Element): Element | null {
  for (let e = element.parent; e !== null; e = e.parent) if (e.tag === 'table' && e.isHtml) return e;
  return null;
}

const RULES = new Set(['none', 'groups', 'rows', 'cols', 'all']);
const BLOCK_SIDES = ['block-start', 'block-end'];
const INLINE_SIDES = ['inline-start', 'inline-end'];

function edges(sides: readonly string[], style: string, set: SetHint): void {
  for (const side of sides) {
    set(`border-${side}-width`, '1px');
    set(`border-${side}-style`, style);
  }
}

/** `rules=groups`: lines between row groups and column groups. */
function groupRules(element: Element, set: SetHint): void {
  if (element.tag === 'tr' || element.tag === 'col' || element.tag === 'td' || element.tag === 'th') return;
  if (lower(enclosingTable(element) ?? element, 'rules') !== 'groups') return;
  edges(element.tag === 'colgroup' ? INLINE_SIDES : BLOCK_SIDES, 'solid', set);
}

const FRAME_SIDES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    void: 'hidden',
    above: 'solid hidden hidden',
    below: 'hidden hidden solid',
    hsides: 'solid hidden',
    lhs: 'hidden hidden hidden solid',
    rhs: 'hidden solid hidden hidden',
    vsides: 'hidden solid',
    box: 'solid',
    border: 'solid',
  }),
);

/** Returns a table's border width in px: its `border` attribute, 1 if that isn't a number, 0 without it. */
function tableBorder(table: Element): number {
  const border = table.attribute('border');
  return border === null ? 0 : (parseNonNegativeInteger(border) ?? 1);
}

const hasBorderColor = (table: Element): boolean => (table.attribute('bordercolor') ?? '') !== '';

/** DEVIATION, as in Chromium: a border with a given color is solid, and `frame` draws solid lines. */
const table: HintFunction = (element, set) => {
  dimension(element, 'width', 'width', set, false);
  dimension(element, 'height', 'height', set);
  verticalAlign(element, set);
  const align = lower(element, 'align');
  if (align === 'left' || align === 'right') set('float', align);
  else if (align === 'center') {
    set('margin-inline-start', 'auto');
    set('margin-inline-end', 'auto');
  }
  pixels(element, 'cellspacing', ['border-spacing'], set);
  color(element, 'bgcolor', 'background-color', set);
  backgroundImage(element, set);
  color(element, 'bordercolor', 'border-color', set);
  if (element.attribute('border') !== null) set('border-width', `${tableBorder(element)}px`);
  const ruled = RULES.has(lower(element, 'rules'));
  if (ruled) set('border-collapse', 'collapse');
  const frame = FRAME_SIDES.get(lower(element, 'frame'));
  if (frame !== undefined) {
    if (tableBorder(element) === 0) set('border-width', '1px');
    set('border-style', frame);
  } else if (tableBorder(element) > 0) set('border-style', hasBorderColor(element) ? 'solid' : 'outset');
  else if (ruled) set('border-style', 'hidden');
};

const cell: HintFunction = (element, set) => {
  tablePart(element, set);
  dimension(element, 'width', 'width', set, false);
  dimension(element, 'height', 'height', set, false);
  if (element.attribute('nowrap') !== null) set('white-space', 'nowrap');
  const outer = enclosingTable(element);
  if (outer === null) return;
  const padding = outer.attribute('cellpadding') ?? '';
  if (padding !== '') set('padding', `${parseNonNegativeInteger(padding) ?? 0}px`);
  cellBorders(outer, set);
};

function cellBorders(table: Element, set: SetHint): void {
  switch (lower(table, 'rules')) {
    case 'none':
    case 'groups':
      return;
    case 'all':
      edges([...BLOCK_SIDES, ...INLINE_SIDES], 'solid', set);
      break;
    case 'cols':
      edges(INLINE_SIDES, 'solid', set);
      break;
    case 'rows':
      edges(BLOCK_SIDES, 'solid', set);
      break;
    default:
      if (tableBorder(table) === 0) return;
      edges([...BLOCK_SIDES, ...INLINE_SIDES], hasBorderColor(table) ? 'solid' : 'inset', set);
  }
  if (hasBorderColor(table)) set('border-color', 'inherit');
}

const column: HintFunction = (element, set) => {
  dimension(element, 'width', 'width', set);
  tablePart(element, set);
};

const caption: HintFunction = (element, set) => {
  const align = lower(element, 'align');
  if (align === 'bottom' || align === 'top') set('caption-side', align);
};

const image: ImageHint = (element, set, matchesMedia) => {
  const sizing = sizingElement(element, matchesMedia);
  dimension(sizing, 'width', 'width', set);
  dimension(sizing, 'height', 'height', set);
  mappedRatio(sizing, set);
  embedded(element, set);
};

/** Maps `width` and `height` to an aspect ratio, which applies until the image's own is known (HTML §15.4.3). */
function mappedRatio(element: Element, set: SetHint): void {
  const width = parseDimension(element.attribute('width'));
  const height = parseDimension(element.attribute('height'));
  if (width === null || height === null || width.percent || height.percent || width.value === 0 || height.value === 0)
    return;
  set('aspect-ratio', `auto ${width.value} / ${height.value}`);
}

const IMAGE_ALIGN: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    top: 'top',
    texttop: 'text-top',
    middle: '-webkit-baseline-middle',
    absmiddle: 'middle',
    abscenter: 'middle',
    center: '-webkit-baseline-middle',
    bottom: 'baseline',
    baseline: 'baseline',
    absbottom: 'bottom',
  }),
);

function alignEmbedded(element: Element, set: SetHint): void {
  const align = lower(element, 'align');
  if (align === 'left' || align === 'right') set('float', align);
  else {
    const value = IMAGE_ALIGN.get(align);
    if (value !== undefined) set('vertical-align', value);
  }
}

/** `hspace` and `vspace`. */
function space(element: Element, set: SetHint): void {
  const along = (attribute: string, properties: readonly string[]): void => {
    const value = dimensionText(element.attribute(attribute));
    if (value !== null) for (const property of properties) set(property, value);
  };
  along('hspace', ['margin-left', 'margin-right']);
  along('vspace', ['margin-top', 'margin-bottom']);
}

/** `align`, `hspace`, `vspace` and `border` of embedded content. */
const embedded: HintFunction = (element, set) => {
  alignEmbedded(element, set);
  space(element, set);
  const border = parseNonNegativeInteger(element.attribute('border'));
  if (border !== null && border > 0 && (element.tag === 'img' || element.tag === 'object' || element.tag === 'input')) {
    set('border-width', `${border}px`);
    set('border-style', 'solid');
  }
};

const sized: HintFunction = (element, set) => {
  dimension(element, 'width', 'width', set);
  dimension(element, 'height', 'height', set);
  embedded(element, set);
};

const iframe: HintFunction = (element, set) => {
  dimension(element, 'width', 'width', set);
  dimension(element, 'height', 'height', set);
  alignEmbedded(element, set);
  const frameBorder = element.attribute('frameborder');
  if (frameBorder !== null && !(parseNonNegativeInteger(frameBorder) ?? 0)) set('border-width', '0');
};

const video: HintFunction = (element, set) => {
  dimension(element, 'width', 'width', set);
  dimension(element, 'height', 'height', set);
  mappedRatio(element, set);
};

const canvas: HintFunction = (element, set) => mappedRatio(element, set);

const input: ImageHint = (element, set, matchesMedia) => {
  if (lower(element, 'type') === 'image') image(element, set, matchesMedia);
  else if (lower(element, 'type') !== 'hidden') embedded(element, set);
};

const font: HintFunction = (element, set) => {
  color(element, 'color', 'color', set);
  const face = element.attribute('face');
  if (face !== null && face !== '') set('font-family', face);
  const size = parseLegacyFontSize(element.attribute('size'));
  if (size !== null) set('font-size', size);
};

const body: HintFunction = (element, set) => {
  color(element, 'bgcolor', 'background-color', set);
  color(element, 'text', 'color', set);
  backgroundImage(element, set);
  const first = (...names: string[]): string | null =>
    names.find((name) => parseNonNegativeInteger(element.attribute(name)) !== null) ?? null;
  const margin = (side: string, attribute: string | null): void => {
    if (attribute !== null) pixels(element, attribute, [`margin-${side}`], set);
  };
  margin('top', first('marginheight', 'topmargin'));
  margin('bottom', first('marginheight', 'bottommargin'));
  margin('left', first('marginwidth', 'leftmargin'));
  margin('right', first('marginwidth', 'rightmargin'));
};

/** The `link` attribute of the body colors unvisited links. */
const anchor: HintFunction = (element, set) => {
  if (element.attribute('href') === null) return;
  for (let e = element.parent; e !== null; e = e.parent) if (e.tag === 'body') return color(e, 'link', 'color', set);
};

const rule: HintFunction = (element, set) => {
  const align = lower(element, 'align');
  if (align === 'left' || align === 'right' || align === 'center') {
    set('margin-left', align === 'left' ? '0' : 'auto');
    set('margin-right', align === 'right' ? '0' : 'auto');
  }
  // DEVIATION, as in Chromium: a flat rule is a filled box with a border of one px, rather than consisting of borders
  // only.
  const shade = parseLegacyColor(element.attribute('color'), (name) => namedColors.has(name));
  const flat = shade ?? (element.attribute('noshade') !== null ? 'gray' : null);
  if (flat !== null) {
    set('border-style', 'solid');
    set('border-color', flat);
    set('background-color', flat);
  }
  const size = parseNonNegativeInteger(element.attribute('size'));
  if (size !== null && size <= 1) set('border-bottom-width', '0');
  else if (size !== null) set('height', `${size - 2}px`);
  dimension(element, 'width', 'width', set);
};

const LIST_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '1': 'decimal',
    a: 'lower-alpha',
    A: 'upper-alpha',
    i: 'lower-roman',
    I: 'upper-roman',
  }),
);
const BULLETS = new Set(['none', 'disc', 'circle', 'square']);

const list: HintFunction = (element, set) => {
  const type = element.attribute('type')?.trim() ?? '';
  const numbering = element.tag === 'ul' ? undefined : LIST_TYPES.get(type);
  if (numbering !== undefined) set('list-style-type', numbering);
  else if (BULLETS.has(type.toLowerCase()) && element.tag !== 'ol') set('list-style-type', type.toLowerCase());
};

const CLEAR: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ left: 'left', right: 'right', all: 'both', both: 'both' }),
);

const lineBreak: HintFunction = (element, set) => {
  const value = CLEAR.get(lower(element, 'clear'));
  if (value !== undefined) set('clear', value);
};

const pre: HintFunction = (element, set) => {
  if (element.attribute('wrap') !== null) set('white-space', 'pre-wrap');
};

const textarea: HintFunction = (element, set) => {
  if (lower(element, 'wrap') === 'off') set('white-space', 'pre');
};

const marquee: HintFunction = (element, set) => {
  space(element, set);
  dimension(element, 'width', 'width', set);
  dimension(element, 'height', 'height', set);
  color(element, 'bgcolor', 'background-color', set);
};

const HINTS = new Map<string, ImageHint>([
  ['table', table],
  ['td', cell],
  ['th', cell],
  ['tr', tablePart],
  ['thead', tablePart],
  ['tbody', tablePart],
  ['tfoot', tablePart],
  ['col', column],
  ['colgroup', column],
  ['caption', caption],
  ['img', image],
  ['object', sized],
  ['embed', sized],
  ['iframe', iframe],
  ['video', video],
  ['canvas', canvas],
  ['input', input],
  ['font', font],
  ['body', body],
  ['a', anchor],
  ['hr', rule],
  ['ol', list],
  ['ul', list],
  ['li', list],
  ['br', lineBreak],
  ['pre', pre],
  ['textarea', textarea],
  ['marquee', marquee],
  ['legend', legend],
  ['div', alignDivision],
  ['p', alignDivision],
]);

/** Elements that may get hints from enclosing elements. */
const INSIDE = new Set(['td', 'th', 'thead', 'tbody', 'tfoot', 'colgroup', 'body', 'li', 'a']);

/**
 * Returns whether an element may have hints: it has attributes other than `class`, or enclosing elements provide hints.
 */
export function mayHaveHints({ tag, attributes }: Element): boolean {
  if (attributes.length > 1 || INSIDE.has(tag)) return true;
  // A `source` may size an image.
  return attributes.length === 1 && (attributes[0]!.name !== 'class' || tag === 'img');
}

/** Returns whether all hints of an element follow from the table around it: a cell without attributes but `class`. */
export function isBareCell({ tag, attributes }: Element): boolean {
  return (
    (tag === 'td' || tag === 'th') &&
    (attributes.length === 0 || (attributes.length === 1 && attributes[0]!.name === 'class'))
  );
}

export function htmlHints(element: Element, set: SetHint, matchesMedia: (queries: string) => boolean): void {
  (HINTS.get(element.tag) ?? alignText)(element, set, matchesMedia);
}
