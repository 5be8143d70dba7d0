/** The meanings that style sheets give to elements and generated content (`-pagewright-tag`). */
import type { Box } from '../boxes/box.ts';
import type { Meaning } from './roles.ts';
import type { Role } from './structure.ts';

/** A meaning from a style sheet, with the level if it is a heading that has one. */
export interface Tag {
  readonly meaning: Meaning;
  readonly level: number | null;
}

/** The keywords that aren't the names of roles in lower case. */
const OTHERS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['none', null],
  ['artifact', 'hidden'],
  ['note', 'FENote'],
]);

const ROLES: ReadonlyMap<string, Role> = new Map(
  (
    [
      'Part',
      'Art',
      'Sect',
      'Div',
      'Aside',
      'BlockQuote',
      'Caption',
      'TOC',
      'TOCI',
      'P',
      'H',
      'L',
      'LI',
      'Lbl',
      'LBody',
      'Table',
      'THead',
      'TBody',
      'TFoot',
      'TR',
      'TH',
      'TD',
      'Span',
      'Em',
      'Strong',
      'Quote',
      'Code',
      'Reference',
      'Figure',
      'Formula',
    ] satisfies Role[]
  ).map((role) => [role.toLowerCase(), role]),
);

/** Returns the tag that the style of a box sets, or null. */
export function tagOf({ style }: Box): Tag | null {
  const name = style.rare.pagewrightTag;
  if (name === null) return null;
  const level = /^h[1-6]$/.test(name) ? Number(name[1]) : null;
  const meaning = level === null ? (OTHERS.get(name) ?? ROLES.get(name) ?? null) : 'H';
  return { meaning, level };
}
