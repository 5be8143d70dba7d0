/** Which structure elements may stand in which (ISO 32000-1 §14.8.4), and what is put between those that may not. */
import type { Role } from './structure.ts';

/** Elements that hold other elements, but no content of their own. */
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

/** Elements that are read as one text with what stands around them. */
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
]);

/** Inline elements that stand among blocks as well as in text. */
const EITHER: ReadonlySet<Role> = new Set(['Figure', 'Formula', 'Form', 'FENote']);

/** Elements whose content is one text, in which there are no blocks. */
const PHRASES: ReadonlySet<Role> = new Set(['P', 'H', 'Lbl', 'Span', 'Em', 'Strong', 'Quote', 'Code', 'Reference']);

/** Is it read as a part of a text? */
export const isInline = (role: Role): boolean => INLINE.has(role) || role === 'RB' || role === 'RT' || role === 'Lbl';

/** Is its content one text, in which PDF 2.0 allows no blocks (ISO/TS 32005 §6.2)? */
export const isPhrase = (role: Role): boolean => PHRASES.has(role) || role === 'Link';

export const isGrouping = (role: Role): boolean => GROUPING.has(role);

/** What an element becomes whose role makes no sense in its parent. `holdsText`: its box has lines. */
export function adaptedRole(role: Role, parent: Role, holdsText: boolean): Role {
  switch (role) {
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

const block = (holdsText: boolean): Role => (holdsText ? 'P' : 'Div');
export const isRowOrGroup = (role: Role): boolean => role === 'TR' || isRowGroup(role);
const isRowGroup = (role: Role): boolean => role === 'THead' || role === 'TBody' || role === 'TFoot';

/** What must stand between a parent and an element of a role; null: nothing. Content of the parent's own has the role null. */
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
