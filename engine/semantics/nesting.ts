/**
 * The allowed nesting of structure elements (ISO 32000-1 §14.8.4, ISO/TS 32005), and the elements to insert where it is
 * violated.
 */
import type { Role, StructureNode } from './structure.ts';

/** Elements that contain other elements, but no content of their own. */
const GROUPING: ReadonlySet<Role> = new Set([
  'Document',
  'Part',
  'Art',
  'Sect',
  'Div',
  'Aside',
  'BlockQuote',
  'NonStruct',
  'TOC',
  'TOCI',
  'L',
  'LI',
  'Table',
  'THead',
  'TBody',
  'TFoot',
  'TR',
  'Ruby',
]);

/** Elements that are read as part of the surrounding text. */
const INLINE: ReadonlySet<Role> = new Set([
  'Span',
  'Em',
  'Strong',
  'Quote',
  'Code',
  'Reference',
  'Link',
  'Ruby',
  'Figure',
  'Formula',
  'Form',
  'FENote',
  'Annot',
]);

/** Inline elements that also occur among blocks. */
const EITHER: ReadonlySet<Role> = new Set(['Figure', 'Formula', 'Form', 'FENote', 'Annot']);

/** Elements whose content is a single text without blocks. */
const PHRASES: ReadonlySet<Role> = new Set(['P', 'H', 'Lbl', 'Span', 'Em', 'Strong', 'Quote', 'Code', 'Reference']);

/** Returns whether it is read as part of a text. */
export const isInline = (role: Role): boolean => INLINE.has(role) || role === 'RB' || role === 'RT' || role === 'Lbl';

/** Returns whether its content is a single text, in which PDF 2.0 allows no blocks (ISO/TS 32005 §6.2). */
export const isPhrase = (role: Role): boolean => PHRASES.has(role) || role === 'Link';

export const isGrouping = (role: Role): boolean => GROUPING.has(role);

/** The roles that may be in the base or annotation of a ruby (ISO/TS 32005 table 5). Others become spans there. */
const IN_RUBY: ReadonlySet<Role> = new Set(['Span', 'Em', 'Strong', 'Quote', 'Reference', 'Link', 'Form', 'Annot']);

/** Returns a role that is valid in the parent (ISO/TS 32005 table 5). `holdsText`: whether the box has lines. */
export function adaptedRole(role: Role, outer: StructureNode, holdsText: boolean): Role {
  const parent = outer.role;
  if (parent === 'RB' || parent === 'RT') return IN_RUBY.has(role) ? role : 'Span';
  switch (role) {
    case 'Art':
    case 'Aside':
    case 'BlockQuote':
    case 'Part':
      return SECTIONS_NOT_IN[role].has(containerOf(outer)) ? 'Sect' : role;
    case 'H':
      return containerOf(outer) === 'FENote' ? 'P' : role;
    case 'LI':
      return parent === 'L' ? role : block(holdsText);
    case 'Lbl':
    case 'LBody':
      return parent === 'L' || parent === 'LI' || (role === 'Lbl' && parent === 'FENote') ? role : block(holdsText);
    case 'TR':
      return parent === 'Table' || isRowGroup(parent) ? role : 'Div';
    case 'TH':
    case 'TD':
      return parent === 'TR' || parent === 'Table' || isRowGroup(parent) ? role : block(holdsText);
    case 'THead':
    case 'TBody':
    case 'TFoot':
      return parent === 'Table' ? role : 'Div';
    case 'Caption':
      return parent === 'Table' ? role : block(holdsText);
    case 'RB':
    case 'RT':
      return parent === 'Ruby' ? role : 'Span';
    case 'Div':
      return PHRASES.has(parent) ? 'Span' : block(holdsText);
    case 'P':
      return PHRASES.has(parent) ? 'Span' : role;
    default:
      return role;
  }
}

/** Sections that these containers can't hold (ISO/TS 32005 table 5). */
const SECTIONS_NOT_IN: Readonly<Record<'Art' | 'Aside' | 'BlockQuote' | 'Part', ReadonlySet<Role>>> = {
  Art: new Set(['Art']),
  Aside: new Set(['Aside', 'BlockQuote', 'TH', 'TD']),
  BlockQuote: new Set(['TH', 'TD']),
  Part: new Set(['TH', 'TD']),
};

/** Returns the role of the nearest node that isn't a division. Divisions count as part of what is around them. */
function containerOf(node: StructureNode): Role {
  let at = node;
  while ((at.role === 'Div' || at.role === 'NonStruct') && at.parent !== null) at = at.parent;
  return at.role;
}

/** Returns whether tables of contents may be in the parent (ISO/TS 32005 table 5). */
export function mayHoldContents(parent: StructureNode): boolean {
  const container = containerOf(parent);
  return isGrouping(container) && between(container, 'TOC') === null;
}

const block = (holdsText: boolean): Role => (holdsText ? 'P' : 'Div');
export const isRowOrGroup = (role: Role): boolean => role === 'TR' || isRowGroup(role);
export const isRowGroup = (role: Role): boolean => role === 'THead' || role === 'TBody' || role === 'TFoot';

/**
 * Returns the role to insert between a parent and an element of a role, or null. The parent's own content has the role
 * null.
 */
export function between(parent: Role, role: Role | null): Role | null {
  switch (parent) {
    case 'L':
      return role === 'LI' || role === 'L' || role === 'Caption' ? null : 'LI';
    case 'LI':
      return role === 'Lbl' || role === 'LBody' ? null : 'LBody';
    case 'Table':
      return role !== null && (isRowGroup(role) || role === 'TR' || role === 'Caption') ? null : 'TR';
    case 'THead':
    case 'TBody':
    case 'TFoot':
      return role === 'TR' ? null : 'TR';
    case 'TR':
      return role === 'TH' || role === 'TD' ? null : 'TD';
    case 'Ruby':
      return role === 'RB' || role === 'RT' ? null : 'RB';
    default:
      if (!isGrouping(parent)) return null;
      return role === null || (INLINE.has(role) && !EITHER.has(role)) ? 'P' : null;
  }
}
