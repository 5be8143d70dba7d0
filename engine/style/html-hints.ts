/** The HTML standard's presentational hints, element by element (§15.3 and on). */
import { url as cssUrl } from '../css-tree.ts';
import { namedColors } from '../css/values/color-names.ts';
import type { Element } from '../document/node.ts';
import {
  dimensionText,
  parseDimension,
  parseLegacyColor,
  parseLegacyFontSize,
  parseNonNegativeInteger,
} from './html-attributes.ts';
import type { SetHint } from './presentational-hints.ts';

type HintFunction = (element: Element, set: SetHint) => void;

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

const DIVISION_ALIGN: Readonly<Record<string, string>> = {
  left: '-webkit-left',
  right: '-webkit-right',
  center: '-webkit-center',
  middle: '-webkit-center',
  justify: 'justify',
};
const HEADING_ALIGN: Readonly<Record<string, string>> = {
  left: 'left',
  right: 'right',
  center: 'center',
  justify: 'justify',
};

const alignDivision: HintFunction = (element, set) => {
  const value = DIVISION_ALIGN[lower(element, 'align')];
  if (value !== undefined) set('text-align', value);
};

const alignHeading: HintFunction = (element, set) => {
  const value = HEADING_ALIGN[lower(element, 'align')];
  if (value !== undefined) set('text-align', value);
};

const CELL_VALIGN: Readonly<Record<string, string>> = {
  top: 'top',
  middle: 'middle',
  center: 'middle',
  bottom: 'bottom',
  baseline: 'baseline',
};

const verticalAlign: HintFunction = (element, set) => {
  const value = CELL_VALIGN[lower(element, 'valign')];
  if (value !== undefined) set('vertical-align', value);
};

/** `align`, `valign`, `bgcolor`, `background`, `height` of table parts. */
const tablePart: HintFunction = (element, set) => {
  alignDivision(element, set);
  verticalAlign(element, set);
  color(element, 'bgcolor', 'background-color', set);
  backgroundImage(element, set);
  if (element.tag === 'tr' || element.tag === 'thead' || element.tag === 'tbody' || element.tag === 'tfoot')
    dimension(element, 'height', 'height', set);
  sectionRules(element, set);
};

function enclosingTable(element: Element): Element | null {
  for (let e = element.parent; e !== null; e = e.parent) if (e.tag === 'table' && e.isHtml) return e;
  return null;
}

const RULES = new Set(['none', 'groups', 'rows', 'cols', 'all']);

function sectionRules(element: Element, set: SetHint): void {
  const rules = lower(enclosingTable(element) ?? element, 'rules');
  if (!RULES.has(rules)) return;
  const edges = (sides: readonly string[], style: string): void => {
    for (const side of sides) {
      set(`border-${side}-width`, '1px');
      set(`border-${side}-style`, style);
    }
  };
  const isSection = element.tag === 'thead' || element.tag === 'tbody' || element.tag === 'tfoot';
  if (isSection && rules === 'groups') edges(['block-start', 'block-end'], 'solid');
  if (element.tag === 'colgroup' && rules === 'groups') edges(['inline-start', 'inline-end'], 'solid');
  if (element.tag === 'tr' && (rules === 'rows' || rules === 'all')) edges(['block-start', 'block-end'], 'solid');
}

const FRAME_SIDES: Readonly<Record<string, string>> = {
  void: 'hidden hidden hidden hidden',
  above: 'outset hidden hidden hidden',
  below: 'hidden hidden outset hidden',
  hsides: 'outset hidden outset hidden',
  lhs: 'hidden hidden hidden outset',
  rhs: 'hidden outset hidden hidden',
  vsides: 'hidden outset',
  box: 'outset',
  border: 'outset',
};

/** Border width of a table in px: its `border` attribute, 1 when that isn't a number; null without it. */
function tableBorder(table: Element): number | null {
  const border = table.attribute('border');
  return border === null ? null : (parseNonNegativeInteger(border) ?? 1);
}

const table: HintFunction = (element, set) => {
  dimension(element, 'width', 'width', set, false);
  dimension(element, 'height', 'height', set);
  const align = lower(element, 'align');
  if (align === 'left' || align === 'right') set('float', align);
  else if (align === 'center') {
    set('margin-inline-start', 'auto');
    set('margin-inline-end', 'auto');
  }
  pixels(element, 'cellspacing', ['border-spacing'], set);
  pixels(element, 'hspace', ['margin-left', 'margin-right'], set);
  pixels(element, 'vspace', ['margin-top', 'margin-bottom'], set);
  color(element, 'bgcolor', 'background-color', set);
  backgroundImage(element, set);
  color(element, 'bordercolor', 'border-color', set);
  const border = tableBorder(element);
  if (border !== null) {
    set('border-width', `${border}px`);
    set('border-style', 'outset');
  }
  const rules = lower(element, 'rules');
  if (RULES.has(rules)) {
    set('border-collapse', 'collapse');
    if (border === null) set('border-style', 'hidden');
  }
  const frame = FRAME_SIDES[lower(element, 'frame')];
  if (frame !== undefined) {
    if (border === null || border === 0) set('border-width', '1px');
    set('border-style', frame);
  }
};

const cell: HintFunction = (element, set) => {
  tablePart(element, set);
  dimension(element, 'width', 'width', set, false);
  dimension(element, 'height', 'height', set, false);
  if (element.attribute('nowrap') !== null) set('white-space', 'nowrap');
  const outer = enclosingTable(element);
  if (outer === null) return;
  pixels(outer, 'cellpadding', ['padding-top', 'padding-right', 'padding-bottom', 'padding-left'], set);
  const rules = lower(outer, 'rules');
  const border = tableBorder(outer);
  if (rules === 'cols' || rules === 'all') {
    for (const side of rules === 'cols'
      ? ['inline-start', 'inline-end']
      : ['block-start', 'block-end', 'inline-start', 'inline-end']) {
      set(`border-${side}-width`, '1px');
      set(`border-${side}-style`, 'solid');
    }
  } else if (rules === 'none' || rules === 'groups' || rules === 'rows') {
    set('border-style', 'none');
  } else if (border !== null && border > 0) {
    set('border-width', '1px');
    set('border-style', 'inset');
    color(outer, 'bordercolor', 'border-color', set);
  }
};

const column: HintFunction = (element, set) => {
  dimension(element, 'width', 'width', set);
  tablePart(element, set);
};

const caption: HintFunction = (element, set) => {
  const align = lower(element, 'align');
  if (align === 'bottom') set('caption-side', 'bottom');
  else alignDivision(element, set);
};

const image: HintFunction = (element, set) => {
  dimension(element, 'width', 'width', set);
  dimension(element, 'height', 'height', set);
  mappedRatio(element, set);
  embedded(element, set);
};

/** HTML §15.4.3: `width` and `height` give an aspect ratio until the image's own is known. */
function mappedRatio(element: Element, set: SetHint): void {
  const width = parseDimension(element.attribute('width'));
  const height = parseDimension(element.attribute('height'));
  if (width === null || height === null || width.percent || height.percent || width.value === 0 || height.value === 0)
    return;
  set('aspect-ratio', `auto ${width.value} / ${height.value}`);
}

const IMAGE_ALIGN: Readonly<Record<string, string>> = {
  top: 'top',
  texttop: 'text-top',
  middle: 'middle',
  absmiddle: 'middle',
  abscenter: 'middle',
  center: 'middle',
  bottom: 'baseline',
  baseline: 'baseline',
  absbottom: 'bottom',
};

/** `align`, `hspace`, `vspace`, `border` of embedded content. */
const embedded: HintFunction = (element, set) => {
  const align = lower(element, 'align');
  if (align === 'left' || align === 'right') set('float', align);
  else if (IMAGE_ALIGN[align] !== undefined) set('vertical-align', IMAGE_ALIGN[align]);
  const space = (attribute: string, properties: readonly string[]): void => {
    const value = dimensionText(element.attribute(attribute));
    if (value !== null) for (const property of properties) set(property, value);
  };
  space('hspace', ['margin-left', 'margin-right']);
  space('vspace', ['margin-top', 'margin-bottom']);
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
  sized(element, set);
  const frameBorder = element.attribute('frameborder');
  if (frameBorder !== null && (parseNonNegativeInteger(frameBorder) === 0 || frameBorder.trim().toLowerCase() === 'no'))
    set('border-width', '0');
};

const video: HintFunction = (element, set) => {
  sized(element, set);
  mappedRatio(element, set);
};

const canvas: HintFunction = (element, set) => mappedRatio(element, set);

const input: HintFunction = (element, set) => {
  if (lower(element, 'type') === 'image') image(element, set);
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

/** `link` of the body colours unvisited links. */
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
  const hasColor = element.attribute('color') !== null;
  const flat = hasColor || element.attribute('noshade') !== null;
  if (flat) set('border-style', 'solid');
  color(element, 'color', 'color', set);
  if (flat) color(element, 'color', 'border-color', set);
  const size = parseNonNegativeInteger(element.attribute('size'));
  if (size !== null && size > 0) {
    if (flat) set('border-width', `${size / 2}px`);
    else if (size === 1) set('border-bottom-width', '0');
    else set('height', `${size - 2}px`);
  }
  dimension(element, 'width', 'width', set);
};

const LIST_TYPES: Readonly<Record<string, string>> = {
  '1': 'decimal',
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
};
const BULLETS = new Set(['none', 'disc', 'circle', 'square']);

const list: HintFunction = (element, set) => {
  const type = element.attribute('type')?.trim() ?? '';
  if (LIST_TYPES[type] !== undefined && element.tag !== 'ul') set('list-style-type', LIST_TYPES[type]);
  else if (BULLETS.has(type.toLowerCase()) && element.tag !== 'ol') set('list-style-type', type.toLowerCase());
};

const CLEAR: Readonly<Record<string, string>> = { left: 'left', right: 'right', all: 'both', both: 'both' };

const lineBreak: HintFunction = (element, set) => {
  const value = CLEAR[lower(element, 'clear')];
  if (value !== undefined) set('clear', value);
};

const pre: HintFunction = (element, set) => {
  if (element.attribute('wrap') !== null) set('white-space', 'pre-wrap');
};

const textarea: HintFunction = (element, set) => {
  if (lower(element, 'wrap') === 'off') set('white-space', 'pre');
};

const marquee: HintFunction = (element, set) => {
  dimension(element, 'width', 'width', set);
  dimension(element, 'height', 'height', set);
  color(element, 'bgcolor', 'background-color', set);
};

const HINTS = new Map<string, HintFunction>([
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
  ['applet', sized],
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
  ['div', alignDivision],
  ['p', alignHeading],
  ['h1', alignHeading],
  ['h2', alignHeading],
  ['h3', alignHeading],
  ['h4', alignHeading],
  ['h5', alignHeading],
  ['h6', alignHeading],
  ['legend', alignHeading],
]);

export function htmlHints(element: Element, set: SetHint): void {
  HINTS.get(element.tag)?.(element, set);
}
