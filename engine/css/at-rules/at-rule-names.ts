/**
 * The at-rules of CSS, except those that must precede them: `@charset`, `@import` and `@namespace`. Unknown at-rules
 * are treated as absent.
 */
export const KNOWN_AT_RULES = new Set([
  'media',
  'supports',
  'container',
  'scope',
  'font-face',
  'page',
  'counter-style',
  'property',
  'font-palette-values',
  'font-feature-values',
  'starting-style',
  'keyframes',
  '-webkit-keyframes',
  'view-transition',
  'position-try',
  'function',
  'layer',
]);
