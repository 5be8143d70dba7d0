/**
 * Rules for a structure tree that the validators do not check: proper nesting, no empty elements and document order.
 */
import type { Box } from '../../engine/boxes/box.ts';
import { InlineItemKind } from '../../engine/text/inline-content.ts';
import type { StructureElement, StructureItem } from './pdf-structure.ts';

const isElement = (item: StructureItem): item is StructureElement => typeof item !== 'string';
const GROUPS = ['Document', 'Part', 'Art', 'Sect', 'Div', 'Aside', 'BlockQuote'];
const BLOCKS = [...GROUPS.slice(1), 'P', 'L', 'Table', 'TOC', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'Caption'];
const ANYWHERE = ['Figure', 'Form', 'Formula', 'FENote', 'Link', 'Span'];

/** Permitted children by element. Unlisted elements may hold anything that is not bound to a parent. */
const MAY_HOLD: ReadonlyMap<string, readonly string[]> = new Map([
  ...GROUPS.map((group) => [group, [...BLOCKS, ...ANYWHERE]] as const),
  ['L', ['LI', 'L', 'Caption']],
  ['LI', ['Lbl', 'LBody']],
  ['TOC', ['TOCI', 'TOC']],
  ['TOCI', ['Lbl', 'Reference', 'NonStruct', 'P', 'TOC']],
  ['Table', ['Caption', 'THead', 'TBody', 'TFoot', 'TR']],
  ['THead', ['TR']],
  ['TBody', ['TR']],
  ['TFoot', ['TR']],
  ['TR', ['TH', 'TD']],
  ['Ruby', ['RB', 'RT']],
]);
/** Elements that are permitted only in certain parents. */
const BOUND = new Set(['LI', 'LBody', 'TOCI', 'THead', 'TBody', 'TFoot', 'TR', 'TH', 'TD', 'RB', 'RT']);
/** Cells keep their place even if empty. */
const MAY_BE_EMPTY = new Set(['TD', 'TH']);

/** Returns each fault as a sentence. */
export function structureFaults(root: StructureElement): string[] {
  const faults: string[] = [];
  let heading = 0;
  const visit = (element: StructureElement, path: string): void => {
    const { type, kids, dict } = element;
    const here = `${path}/${type}`;
    if (kids.length === 0 && !MAY_BE_EMPTY.has(type)) faults.push(`${here} is empty`);
    const level = /^H(\d)$/.exec(type);
    if (level) {
      if (Number(level[1]) > heading + 1) faults.push(`${here} follows H${heading}`);
      heading = Number(level[1]);
    }
    if (type === 'Figure' && dict.Alt === undefined) faults.push(`${here} has no alternative`);
    if (type === 'Link' && !kids.includes('annotation')) faults.push(`${here} leads nowhere`);
    for (const kid of kids) {
      const held = isElement(kid) ? kid.type : null;
      const may = MAY_HOLD.get(type);
      if (held === null ? may !== undefined && kid !== 'annotation' : may ? !may.includes(held) : BOUND.has(held))
        faults.push(`${here} holds ${held ?? `text: ${String(kid).slice(0, 20)}`}`);
      if (isElement(kid)) visit(kid, here);
    }
    if (type === 'Table') checkRows(element, here, faults);
  };
  visit(root, '');
  return faults;
}

/** Rows must be equally wide, including spans. */
function checkRows(table: StructureElement, path: string, faults: string[]): void {
  const rows = (items: readonly StructureItem[]): StructureElement[] =>
    items
      .filter(isElement)
      .flatMap((item) => (item.type === 'TR' ? [item] : item.type === 'Caption' ? [] : rows(item.kids)));
  const reaching: number[] = [];
  const widths = rows(table.kids).map((row) => {
    let width = reaching.filter((left) => left > 0).length;
    for (let c = 0; c < reaching.length; c++) reaching[c]!--;
    for (const cell of row.kids.filter(isElement)) {
      const { ColSpan = 1, RowSpan = 1 } = cell.attributes;
      width += Number(ColSpan);
      for (let c = 0; c < Number(ColSpan); c++) reaching.push(Number(RowSpan) - 1);
    }
    return width;
  });
  if (new Set(widths).size > 1) faults.push(`${path} has rows of ${[...new Set(widths)].join(' and ')} columns`);
}

/** Returns the text in reading order, without white space and without figures. */
export function readText(element: StructureElement): string {
  if (element.type === 'Figure') return '';
  return element.kids
    .map((kid) => (isElement(kid) ? readText(kid) : kid === 'annotation' || kid === '(picture)' ? '' : kid))
    .join('')
    .replace(/\s+/g, '');
}

/** Returns the text of a box tree in document order, without white space. */
export function boxText(box: Box): string {
  let text = box.marker === null ? '' : boxText(box.marker);
  for (const child of box.children) text += boxText(child);
  for (const item of box.inline?.items ?? []) {
    if (item.box === box && item.kind !== InlineItemKind.Text) continue;
    if (item.kind === InlineItemKind.Text) text += box.inline!.text.slice(item.start, item.end);
    else if (item.kind >= InlineItemKind.Atomic && item.kind !== InlineItemKind.Break) text += boxText(item.box);
  }
  return text.replace(/[\s\u00ad\u200b]+/g, '');
}
