/** Which pseudo-classes and pseudo-elements there are, and what each becomes on paper. */

/** Valid, and false for every element of a static document on paper. */
export const NEVER_MATCHING: ReadonlySet<string> = new Set([
  'hover',
  'active',
  'focus',
  'focus-visible',
  'focus-within',
  'visited',
  'target',
  'target-within',
  'local-link',
  'playing',
  'paused',
  'seeking',
  'buffering',
  'stalled',
  'muted',
  'volume-locked',
  'user-valid',
  'user-invalid',
  'autofill',
  '-webkit-autofill',
  'modal',
  'fullscreen',
  '-webkit-full-screen',
  'picture-in-picture',
  'popover-open',
  'past',
  'future',
  'current',
  'blank',
  'xr-overlay',
  'target-current',
  'target-before',
  'target-after',
  'active-view-transition',
  'interest-source',
  'interest-target',
  'window-inactive',
  '-webkit-drag',
]);

/** Answered by the element's tag and attributes (matches-state.ts). */
export const STATE_CLASSES: ReadonlySet<string> = new Set([
  'checked',
  'indeterminate',
  'default',
  'disabled',
  'enabled',
  'required',
  'optional',
  'read-only',
  'read-write',
  'placeholder-shown',
  'in-range',
  'out-of-range',
  'valid',
  'invalid',
  'open',
  'heading',
  'unchecked',
]);

/** The pseudo-elements that may be written with one colon. */
export const LEGACY_PSEUDO_ELEMENTS: ReadonlySet<string> = new Set(['before', 'after', 'first-line', 'first-letter']);

/** Pseudo-elements that generate or style something here. */
export const PSEUDO_ELEMENTS: ReadonlySet<string> = new Set([
  'before',
  'after',
  'marker',
  'first-line',
  'first-letter',
  'placeholder',
  'footnote-call',
  'footnote-marker',
  'details-content',
  'file-selector-button',
  'picker-icon',
]);

/** Valid, but nothing on paper: their rules are kept out of the way without spoiling the selector list. */
export const INERT_PSEUDO_ELEMENTS: ReadonlySet<string> = new Set([
  'selection',
  'target-text',
  'spelling-error',
  'grammar-error',
  'backdrop',
  'cue',
  'cue-region',
  'highlight',
  'search-text',
  'view-transition',
  'view-transition-group',
  'view-transition-image-pair',
  'view-transition-old',
  'view-transition-new',
  'scroll-marker',
  'scroll-marker-group',
  'scroll-button',
  'column',
  'checkmark',
  'picker',
]);

/** Old names that mean the same. */
export const PSEUDO_ELEMENT_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '-webkit-input-placeholder': 'placeholder',
  }),
);

/** Pseudo-class names that take a selector list, a number pattern and so on are handled by the parser itself. */
export const CASE_INSENSITIVE_ATTRIBUTES: ReadonlySet<string> = new Set([
  'accept',
  'accept-charset',
  'align',
  'alink',
  'axis',
  'bgcolor',
  'charset',
  'checked',
  'clear',
  'codetype',
  'color',
  'compact',
  'declare',
  'defer',
  'dir',
  'direction',
  'disabled',
  'enctype',
  'face',
  'frame',
  'hreflang',
  'http-equiv',
  'lang',
  'language',
  'link',
  'media',
  'method',
  'multiple',
  'nohref',
  'noresize',
  'noshade',
  'nowrap',
  'readonly',
  'rel',
  'rev',
  'rules',
  'scope',
  'scrolling',
  'selected',
  'shape',
  'target',
  'text',
  'type',
  'valign',
  'valuetype',
  'vlink',
]);

/** Chromium's own pseudo-elements: any other `-webkit-` name is valid in a rule and matches nothing. */
export const WEBKIT_PSEUDO_ELEMENTS =
  /^-webkit-(?:calendar-picker-indicator|clear-button|color-swatch(?:-wrapper)?|date-and-time-value|datetime-edit(?:-[a-z-]+)?|details-marker|file-upload-button|inner-spin-button|outer-spin-button|input-placeholder|media-[a-z-]+|meter-[a-z-]+|progress-(?:bar|inner-element|value)|resizer|scrollbar(?:-[a-z-]+)?|search-[a-z-]+|slider-(?:container|runnable-track|thumb)|textfield-decoration-container)$/;
