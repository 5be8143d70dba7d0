/** Every diagnostic that the engine reports: what it means, and what an author can do. `docs/diagnostics.md` is made of it. */

interface DiagnosticKind {
  /** What was found, and what became of it. */
  readonly means: string;
  readonly help: string;
}

/** Stable: what a program may compare with. */
export type DiagnosticCode =
  | 'content/unknown-target'
  | 'css/counter-style'
  | 'css/font-face'
  | 'css/function'
  | 'css/import'
  | 'css/invalid-selector'
  | 'css/invalid-value'
  | 'css/layer'
  | 'css/namespace'
  | 'css/not-applicable'
  | 'css/page-first'
  | 'css/position-try'
  | 'css/property-rule'
  | 'css/syntax'
  | 'css/unknown-at-rule'
  | 'css/unknown-property'
  | 'css/unsupported'
  | 'document/external-resource'
  | 'document/invalid-url'
  | 'document/missing-resource'
  | 'document/not-loaded'
  | 'document/script'
  | 'font/broken'
  | 'font/missing-family'
  | 'font/missing-glyph'
  | 'html/attachment'
  | 'html/no-shadow-host'
  | 'html/too-deep'
  | 'html/unsupported-frame'
  | 'image/broken'
  | 'image/broken-url'
  | 'image/gain-map-ignored'
  | 'image/unknown-colors'
  | 'image/unknown-format'
  | 'layout/footnote'
  | 'layout/moved-away'
  | 'layout/no-progress'
  | 'layout/unsettled'
  | 'layout/unsupported'
  | 'mathml/unknown-value'
  | 'mathml/unsupported-element'
  | 'page/margins'
  | 'page/outside'
  | 'page/shrunk'
  | 'page/too-high'
  | 'page/too-wide'
  | 'paint/backdrop-filter'
  | 'paint/filter-primitive'
  | 'paint/mask-composite'
  | 'paint/missing-element'
  | 'paint/raster'
  | 'pdf/blend-mode'
  | 'pdf/form-action'
  | 'pdf/form-control'
  | 'pdf/link-scheme'
  | 'pdf/nested-groups'
  | 'pdf/open-page'
  | 'pdf/page-size'
  | 'pdf/untagged-field'
  | 'pdf/untagged-link'
  | 'puppeteer/option'
  | 'request/no-effect'
  | 'request/unknown-field'
  | 'svg/too-deep'
  | 'svg/too-many-elements'
  | 'template/no-value'
  | 'text/no-hyphenation';

export const DIAGNOSTIC_KINDS: Readonly<Record<DiagnosticCode, DiagnosticKind>> = {
  'content/unknown-target': {
    means:
      "`target-counter()`, `target-counters()` or `target-text()` names an element that the document doesn't have; it gives nothing.",
    help: 'Look for a misspelt id, or one that stands in another file.',
  },
  'css/counter-style': {
    means:
      'An `@counter-style` rule has a descriptor that is wrong or missing; the rule, or the descriptor, is ignored.',
    help: 'Every system but the predefined ones needs `symbols` (or `additive-symbols`).',
  },
  'css/font-face': {
    means: 'A descriptor of `@font-face` is wrong or missing; it, or the rule, is ignored.',
    help: 'A rule needs `font-family` and `src`.',
  },
  'css/function': {
    means: "The head of an `@function` rule isn't understood; the rule is ignored, and what calls it is invalid.",
    help: '`@function --name(--parameter <type>: default) returns <type>`, types and defaults as you like.',
  },
  'css/import': {
    means: 'An `@import` stands where none is allowed, or nests too deep; it is ignored.',
    help: 'Imports come first in a style sheet, behind `@charset` and `@layer` statements at most.',
  },
  'css/invalid-selector': {
    means: "A selector can't be read; its rule is ignored, as in browsers.",
    help: 'One unknown selector in a list drops the whole rule; `:is()` and `:where()` forgive.',
  },
  'css/invalid-value': {
    means: "A property doesn't have this value; the declaration is ignored.",
    help: 'Look for a missing unit or a misspelt keyword. Where a browser knows the value, an earlier declaration of the property is the fallback.',
  },
  'css/layer': {
    means: 'A name of a cascade layer is wrong; the rule is ignored.',
    help: 'Names are identifiers joined by dots.',
  },
  'css/namespace': {
    means: 'An `@namespace` rule is wrong or comes too late; it is ignored.',
    help: 'It stands behind imports and before everything else.',
  },
  'css/not-applicable': {
    means: "The pseudo-element doesn't take the property; the declaration is ignored.",
    help: 'Set it on the element, or on a box of its own inside.',
  },
  'css/page-first': {
    means:
      '`@page name:first` is about the first page of the document alone, as the specification has it; a page group begins that it leaves as it is.',
    help: 'Write `name:nth(1)` for the first page of each group.',
  },
  'css/position-try': {
    means: 'An `@position-try` rule has no name that begins with two hyphens.',
    help: 'Name it `--like-this`, and in `position-try-fallbacks` likewise.',
  },
  'css/property-rule': {
    means: "An `@property` rule lacks what it needs, or its initial value isn't of its syntax; it is ignored.",
    help: '`syntax` and `inherits` are required, `initial-value` too unless the syntax is `*`.',
  },
  'css/syntax': {
    means: "A piece of a style sheet can't be parsed; it is skipped to where parsing can go on.",
    help: 'Look for an unclosed brace, bracket or string just before the position.',
  },
  'css/unknown-at-rule': {
    means: "An at-rule isn't known, or stands where it means nothing; it is ignored with what is in it.",
    help: 'What is left of a preprocessor (`@include`, `@apply`) has to be compiled first.',
  },
  'css/unknown-property': {
    means: 'There is no such property; the declaration is ignored.',
    help: "Properties of one browser's own have mostly a standard name. `docs/css-properties.md` lists those that are laid out.",
  },
  'css/unsupported': {
    means: 'The property or value is known, and has no effect on paper or none yet.',
    help: '`docs/css-properties.md` says which, and why. Properties of motion and interaction can stay as they are.',
  },
  'document/external-resource': {
    means: 'A reference to http(s) was left out (`external: "ignore"`). Otherwise the document is refused.',
    help: 'Embed it as a `data:` URI, or put the file beside the document.',
  },
  'document/invalid-url': {
    means: "A reference isn't a URL; nothing is loaded for it.",
    help: 'Look for blanks and unescaped characters.',
  },
  'document/missing-resource': {
    means: "A file beside the document isn't there or may not be read; it is left out.",
    help: "Files are found below the document's folder (`--root` widens it), or by the option `resources`.",
  },
  'document/not-loaded': {
    means:
      'A reference leads to what is never opened here (`file:`, `ftp:`, `blob:`, or a relative URL without a place to start from).',
    help: 'Pass `resources` and `baseUrl`, or embed it.',
  },
  'document/script': {
    means: 'Scripts are not run.',
    help: 'Render what the script would have made, on the server or in a build.',
  },
  'font/broken': {
    means: "A font can't be used: it can't be found or read. The next source or family is taken.",
    help: 'TrueType, OpenType, WOFF and WOFF2 are read.',
  },
  'font/missing-family': {
    means:
      'The font family that a `font-family` names first is not there, and another stands in: as a note where the list names one that is, as a warning where it names none.',
    help: 'Bring it along by `@font-face`, or by the option `fonts` (`--font` on the command line), or name one of the [bundled families](fonts.md).',
  },
  'font/missing-glyph': {
    means: 'No font has a character; a box stands in its place.',
    help: "Add a font that has it by `@font-face`, or by the option `fonts` (`--font` on the command line). The [packages of fonts](packages.md) have scripts and symbols that the library hasn't.",
  },
  'html/attachment': {
    means: 'A `<link rel=attachment>` or `<a rel=attachment>` has nothing to attach.',
    help: 'Its `href` is a `data:` URI or a file beside the document.',
  },
  'html/no-shadow-host': {
    means: "An element can't have a shadow tree; its `<template shadowrootmode>` is left a template.",
    help: 'Custom elements and `div`, `section`, `p` and the like can.',
  },
  'html/too-deep': {
    means: 'Elements nested too deep were flattened: what is below is there, without its own boxes.',
    help: 'The limit is `limits.maxDepth`.',
  },
  'html/unsupported-frame': {
    means: 'Frames stand in frames deeper than they are shown.',
    help: 'Put the content of the innermost ones into the document around them.',
  },
  'image/broken': {
    means: "An image can't be decoded; its alternative text, or an outline of its place, is shown.",
    help: 'Open it in an image editor and save it again.',
  },
  'image/broken-url': {
    means: "The `data:` URI of an image can't be read.",
    help: "Look for a cut end, or for characters that base64 doesn't have.",
  },
  'image/gain-map-ignored': {
    means: 'A JPEG image has a gain map for displays of a high dynamic range; the image is shown without it.',
    help: 'Nothing needs to be done, as paper has one range; saving the image without its gain map ends the message.',
  },
  'image/unknown-colors': {
    means:
      'A PNG or AVIF image names primaries or a transfer of its colours that are not read, as those of high dynamic range; it is shown as if it were sRGB.',
    help: 'Save it in sRGB, Display P3 or BT.2020 of standard range, or with an ICC profile.',
  },
  'image/unknown-format': {
    means: "An image is of a format that isn't read.",
    help: 'PNG, JPEG, GIF, WebP, AVIF, TIFF, BMP, ICO and SVG are.',
  },
  'layout/footnote': {
    means:
      'A footnote, page float or margin note was left out, because the page that it belongs to is finished when its call is found: in a positioned box, a fixed one, or a running element.',
    help: 'Move the call into the text.',
  },
  'layout/moved-away': {
    means:
      'A box is moved, by relative positioning, a transform or negative margins, over a hundred pages or more, or back to pages that have been written; it is not shown there.',
    help: 'Move it less far. What should not be seen at all is hidden with `display: none` or `visibility: hidden`.',
  },
  'layout/no-progress': {
    means:
      "A page took nothing in, so that the document would never end; what was to come is left out. This is a mistake of Pagewright's.",
    help: 'Please report the document.',
  },
  'layout/unsettled': {
    means:
      'Page numbers, container sizes or scale still changed what they follow from in the last round; what is shown may be off by one.',
    help: 'Give what holds the number a width of its own.',
  },
  'layout/unsupported': {
    means: "Something isn't laid out as written; the message says what is done instead.",
    help: 'The message names it.',
  },
  'mathml/unknown-value': {
    means: 'An attribute of MathML has a value without a meaning; it is ignored.',
    help: "`mathvariant` has MathML 3's values: `normal`, `bold`, `italic`, `double-struck`, `script`, `fraktur`, `monospace` and so on.",
  },
  'mathml/unsupported-element': {
    means: 'An element of MathML is laid out as a row.',
    help: 'MathML Core is laid out; export to it.',
  },
  'page/margins': {
    means: 'The margins of a page leave no room between them, so that it has none: browsers do the same.',
    help: 'Look for a wrong unit, in `@page { margin }` or in the option `margin`.',
  },
  'page/outside': {
    means:
      "A fixed box stands in the margins of its pages, outside of the area that contents are seen in; it isn't shown.",
    help: 'Headers and footers in the margins are margin boxes (`@page { @top-left { content: ... } }`), running elements (`position: running()`), or the options `header` and `footer`.',
  },
  'page/shrunk': {
    means: "Something is wider than the page's area; everything is drawn smaller, so that it fits, as browsers print.",
    help: 'The position is that of the widest. `max-width: 100%` for images, `overflow-wrap: anywhere` for long words and `table-layout: fixed` for tables help.',
  },
  'page/too-high': {
    means:
      "A picture that floats to the page is higher than the page's area, or a note in the margin reaches beyond the page; what is beyond is cut off.",
    help: 'Give it a `max-height`. Text that floats to the page goes on from one page to the next.',
  },
  'page/too-wide': {
    means:
      "Something is so wide that it doesn't fit at two thirds of its size, to which pages shrink at most; what is beyond is cut off.",
    help: 'As for `page/shrunk`; or a larger page.',
  },
  'paint/backdrop-filter': {
    means: 'Of backdrop filters that are seen through one another the farthest is left out.',
    help: 'Let fewer of them overlap.',
  },
  'paint/filter-primitive': {
    means: "A primitive of a filter isn't known or lacks its input; it passes on what it gets.",
    help: 'The message names it.',
  },
  'paint/mask-composite': {
    means: 'Too many mask layers exclude each other; the rest are added.',
    help: 'Put the masks together in one SVG image.',
  },
  'paint/missing-element': {
    means:
      'A `url(#id)` or `href` names no element, or one of another kind; what it would clip, mask, filter, paint or show is drawn without it.',
    help: 'Look for a misspelt id, or for an SVG with the definitions that is not in this document.',
  },
  'paint/raster': {
    means: "A group that has to be a picture (a filter, a projection) can't be drawn so; it is left out.",
    help: 'In browsers and at the edge the raster module has to be given to the host.',
  },
  'pdf/blend-mode': {
    means: "PDF doesn't have a blend mode; the group is painted as normal.",
    help: '`plus-lighter` is the one that is missing.',
  },
  'pdf/form-action': {
    means: 'A button does nothing: files for archives have no actions.',
    help: 'Leave `profile` out where forms are to be sent or reset.',
  },
  'pdf/form-control': {
    means: "A control can't be filled in; its picture is there.",
    help: 'The message says which.',
  },
  'pdf/link-scheme': {
    means: 'A link to anything but http, https, mailto and tel was left out.',
    help: 'Links into the document (`#id`) work as well.',
  },
  'pdf/nested-groups': {
    means:
      'Groups of opacity, blending or masks nest deeper than readers bear; the inner ones are painted thing by thing.',
    help: 'Set the opacity once, further out.',
  },
  'pdf/open-page': {
    means: "The file was to open at a page that it doesn't have.",
    help: 'Pages count from 1.',
  },
  'pdf/page-size': {
    means: 'A page is larger or smaller than PDF readers show; it is made as large as they do.',
    help: 'Sides are 3 to 14,400 pt.',
  },
  'pdf/untagged-field': {
    means:
      "A control that isn't read out (in page margins, hidden from assistive technology) can't be filled in under PDF/UA.",
    help: 'Move it into the document.',
  },
  'pdf/untagged-link': {
    means: "A link that isn't read out, as in page margins, was left out under PDF/UA.",
    help: 'Have the link in the document as well.',
  },
  'puppeteer/option': {
    means:
      'An option of `page.pdf()` means nothing here, or a class of a header or footer shows nothing for want of an option.',
    help: 'Leave it out, or give the option that the message names.',
  },
  'request/no-effect': {
    means: 'A field of a form sent to the service means nothing without a browser.',
    help: 'Leave it out.',
  },
  'request/unknown-field': {
    means: 'A request to the service has a field that there is not.',
    help: 'Options of the library stand inside `options`.',
  },
  'svg/too-deep': {
    means: 'An SVG nests too deep; what is below was left out.',
    help: 'Flatten its groups.',
  },
  'svg/too-many-elements': {
    means: 'An SVG draws more elements (with copies by `use`) than an image may; the rest was left out.',
    help: 'Simplify it, or use a bitmap.',
  },
  'template/no-value': {
    means: 'A template asks for what the data have not got; nothing stands there.',
    help: 'Add it to the data, or ask with `{% if %}` or `| default: ""`.',
  },
  'text/no-hyphenation': {
    means: '`hyphens: auto` has no effect, because no language is said or there are no patterns for it.',
    help: 'Say the language with `lang`; soft hyphens (`&shy;`) work in every one.',
  },
};
