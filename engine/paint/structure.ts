/** The structure tree's elements (ISO 32000-1 §14.8.4), one for each box whose HTML element has a role; the others belong to their parent's. */
import type { Box } from '../boxes/box.ts';
import type { Element } from '../document/node.ts';

/** What a structure element is. */
export interface StructureNode {
  /** The box that it is made for: its identity. */
  readonly index: number;
  /** Box index of the parent element; -1: directly below the document. */
  readonly parent: number;
  /** `P`, `H1`, `Table`, `Figure`, ... */
  readonly role: string;
  readonly alternate: string | null;
  /** Only where it differs from the parent's; null: inherited. */
  readonly language: string | null;
  /** Of a header cell: what it heads. */
  readonly scope: 'Row' | 'Column' | null;
}

const ROLES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    h1: 'H1',
    h2: 'H2',
    h3: 'H3',
    h4: 'H4',
    h5: 'H5',
    h6: 'H6',
    p: 'P',
    pre: 'P',
    address: 'P',
    dt: 'P',
    dd: 'P',
    legend: 'P',
    summary: 'P',
    ul: 'L',
    ol: 'L',
    menu: 'L',
    dl: 'L',
    li: 'LI',
    table: 'Table',
    thead: 'THead',
    tbody: 'TBody',
    tfoot: 'TFoot',
    tr: 'TR',
    td: 'TD',
    th: 'TH',
    caption: 'Caption',
    figcaption: 'Caption',
    figure: 'Div',
    img: 'Figure',
    svg: 'Figure',
    blockquote: 'BlockQuote',
    q: 'Quote',
    code: 'Code',
    article: 'Art',
    section: 'Sect',
    nav: 'Sect',
    aside: 'Sect',
    main: 'Sect',
    header: 'Div',
    footer: 'Div',
    div: 'Div',
  }),
);

/** Looks up the structure element that the content of a box belongs to. */
export function structureOf(root: Box): (index: number) => StructureNode | null {
  const nodes: (StructureNode | null)[] = [];
  const stack: Box[] = [root];
  while (stack.length > 0) {
    const box = stack.pop() as Box;
    nodes[box.index] = nodeOf(box, box.parent ? (nodes[box.parent.index] ?? null) : null);
    if (box.marker) stack.push(box.marker);
    for (const child of box.children) stack.push(child);
    // Inline boxes have parents of their own, which come first among the items.
    const line = box.inline?.firstLine?.box ?? null;
    if (line !== null) nodes[line.index] = nodes[box.index];
    if (box.inline)
      for (let i = box.inline.items.length - 1; i >= 0; i--)
        if (box.inline.items[i].box !== box) stack.push(box.inline.items[i].box);
  }
  return (index) => nodes[index] ?? null;
}

function nodeOf(box: Box, around: StructureNode | null): StructureNode | null {
  const { element } = box;
  if (element === null || box.pseudo !== null || (around !== null && isPartOf(box, element))) return around;
  const role = element.tag === 'a' && element.attribute('href') !== null ? 'Link' : ROLES.get(element.tag);
  if (role === undefined) return around;
  const language = element.attribute('lang');
  return {
    index: box.index,
    parent: around === null ? -1 : around.index,
    role,
    alternate: role === 'Figure' ? (element.attribute('alt') ?? element.attribute('aria-label')) : null,
    language: language === '' ? null : language,
    scope: element.tag === 'th' ? (element.attribute('scope') === 'row' ? 'Row' : 'Column') : null,
  };
}

/** A further box of an element that has one already: a table inside its wrapper, an anonymous box. */
function isPartOf(box: Box, element: Element): boolean {
  for (let b = box.parent; b !== null && b.element === element; b = b.parent) if (b.pseudo === null) return true;
  return false;
}
