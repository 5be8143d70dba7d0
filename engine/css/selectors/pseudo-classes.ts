/** The known pseudo-classes and pseudo-elements, and how each behaves on paper. */

/** Valid, but never matching in a static document on paper. */
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

/** Decided by the element's tag and attributes (matches-state.ts). */
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

/** Pseudo-classes with arguments. */
export const FUNCTIONAL_CLASSES: readonly string[] = [
  'is',
  'where',
  'not',
  'has',
  'nth-child',
  'nth-last-child',
  'nth-of-type',
  'nth-last-of-type',
  'lang',
  'dir',
  'host',
  'host-context',
  'has-slotted',
  'state',
];

/** The pseudo-elements that may be written with one colon. */
export const LEGACY_PSEUDO_ELEMENTS: ReadonlySet<string> = new Set(['before', 'after', 'first-line', 'first-letter']);

/** Pseudo-elements that generate or style content. */
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
  '-pagewright-line-number',
  '-webkit-calendar-picker-indicator',
  '-webkit-meter-bar',
  '-webkit-meter-even-less-good-value',
  '-webkit-meter-optimum-value',
  '-webkit-meter-suboptimum-value',
  '-webkit-progress-bar',
  '-webkit-progress-value',
  '-webkit-slider-runnable-track',
  '-webkit-slider-thumb',
]);

/** Valid but without effect on paper. Their rules are ignored without invalidating the selector list. */
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

/** Legacy aliases. */
export const PSEUDO_ELEMENT_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '-webkit-input-placeholder': 'placeholder',
    '-webkit-file-upload-button': 'file-selector-button',
  }),
);

/**
 * HTML attributes whose values selectors compare case-insensitively (HTML standard, "Case-sensitivity of selectors").
 */
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

/** Chromium's own pseudo-elements. Any other `-webkit-` name is valid in a rule and matches nothing. */
export const WEBKIT_PSEUDO_ELEMENTS =
  /^-webkit-(?:calendar-picker-indicator|clear-button|color-swatch(?:-wrapper)?|date-and-time-value|datetime-edit(?:-[a-z-]+)?|details-marker|file-upload-button|inner-spin-button|outer-spin-button|input-placeholder|media-[a-z-]+|meter-[a-z-]+|progress-(?:bar|inner-element|value)|resizer|scrollbar(?:-[a-z-]+)?|search-[a-z-]+|slider-(?:container|runnable-track|thumb)|textfield-decoration-container)$/;
