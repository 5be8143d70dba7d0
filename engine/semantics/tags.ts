/** The meanings that style sheets give to elements and generated content (`-pagewright-tag`). */
import type { Box } from '../boxes/box.ts';
import type { TagName } from '../css/computed-values.ts';
import type { Meaning } from './roles.ts';

const MEANINGS: Readonly<Record<TagName, Meaning>> = {
  none: null,
  artifact: 'hidden',
  part: 'Part',
  art: 'Art',
  sect: 'Sect',
  div: 'Div',
  aside: 'Aside',
  blockquote: 'BlockQuote',
  caption: 'Caption',
  toc: 'TOC',
  toci: 'TOCI',
  p: 'P',
  h: 'H',
  h1: 'H',
  h2: 'H',
  h3: 'H',
  h4: 'H',
  h5: 'H',
  h6: 'H',
  l: 'L',
  li: 'LI',
  lbl: 'Lbl',
  lbody: 'LBody',
  table: 'Table',
  thead: 'THead',
  tbody: 'TBody',
  tfoot: 'TFoot',
  tr: 'TR',
  th: 'TH',
  td: 'TD',
  span: 'Span',
  em: 'Em',
  strong: 'Strong',
  quote: 'Quote',
  code: 'Code',
  note: 'FENote',
  reference: 'Reference',
  figure: 'Figure',
  formula: 'Formula',
};

/** A meaning from a style sheet, with the level if it is a heading that has one. */
export interface Tag {
  readonly meaning: Meaning;
  readonly level: number | null;
}

/** Returns the tag that the style of a box sets, or null. */
export function tagOf({ style }: Box): Tag | null {
  const name = style.rare.pagewrightTag;
  if (name === null) return null;
  const level = /^h[1-6]$/.test(name) ? Number(name[1]) : null;
  return { meaning: MEANINGS[name], level };
}
