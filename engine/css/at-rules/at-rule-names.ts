/** The at-rules that CSS defines, but for @charset, @import and @namespace, which stand before them. One that isn't known counts as not being there. */
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
  'layer',
]);
