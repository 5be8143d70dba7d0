/** The catalog of diagnostics: what each code means and how to fix it. `docs/diagnostics.md` is generated from it. */

interface DiagnosticKind {
  /** What was found, and what Pagewright did instead. */
  readonly meaning: string;
  /** Markdown that begins with HTML, CSS or options that cause it. */
  readonly example: string;
  readonly fix: string;
}

/** The stable identifier of a diagnostic. Compare this, not the message. */
export type DiagnosticCode =
  | 'content/not-shown'
  | 'content/sum'
  | 'content/unknown-target'
  | 'css/counter-style'
  | 'css/font-face'
  | 'css/function'
  | 'css/import'
  | 'css/invalid-selector'
  | 'css/invalid-value'
  | 'css/layer'
  | 'css/media-query'
  | 'css/namespace'
  | 'css/not-applicable'
  | 'css/page-first'
  | 'css/position-try'
  | 'css/property-rule'
  | 'css/syntax'
  | 'css/unknown-at-rule'
  | 'css/unknown-property'
  | 'css/unsupported'
  | 'document/dead-link'
  | 'document/external-resource'
  | 'document/invalid-url'
  | 'document/missing-resource'
  | 'document/not-loaded'
  | 'document/relative-link'
  | 'document/script'
  | 'font/broken'
  | 'font/missing-family'
  | 'font/missing-glyph'
  | 'html/attachment'
  | 'html/file-name'
  | 'html/foreign-markup'
  | 'html/generated-list'
  | 'html/no-shadow-host'
  | 'html/not-well-formed'
  | 'html/renamed-id'
  | 'html/too-deep'
  | 'html/unsupported-frame'
  | 'image/broken'
  | 'image/broken-url'
  | 'image/gain-map-ignored'
  | 'image/unescaped-hash'
  | 'image/unknown-colors'
  | 'image/unknown-format'
  | 'invoice/field'
  | 'invoice/mismatch'
  | 'layout/clipped-text'
  | 'layout/covered-text'
  | 'layout/flow'
  | 'layout/footnote'
  | 'layout/moved-away'
  | 'layout/header-not-repeated'
  | 'layout/ignored-break'
  | 'layout/no-progress'
  | 'layout/unsettled'
  | 'layout/unsupported'
  | 'mathml/unknown-value'
  | 'mathml/unsupported-element'
  | 'page/blank'
  | 'page/limit'
  | 'page/margins'
  | 'page/outside'
  | 'page/shrunk'
  | 'page/too-tall'
  | 'page/too-wide'
  | 'paint/backdrop-filter'
  | 'paint/filter-primitive'
  | 'paint/mask-composite'
  | 'paint/missing-element'
  | 'paint/nested-filter'
  | 'paint/raster'
  | 'pdf/blend-mode'
  | 'pdf/flattened-inks'
  | 'pdf/form-action'
  | 'pdf/form-control'
  | 'pdf/link-scheme'
  | 'pdf/nested-groups'
  | 'pdf/open-page'
  | 'pdf/page-size'
  | 'pdf/unconverted-colors'
  | 'pdf/untagged-comment'
  | 'pdf/untagged-field'
  | 'pdf/untagged-link'
  | 'puppeteer/option'
  | 'redact/attachment'
  | 'redact/no-match'
  | 'redact/remaining'
  | 'request/no-effect'
  | 'request/not-kept'
  | 'request/unknown-field'
  | 'svg/too-deep'
  | 'svg/too-many-elements'
  | 'template/empty-class'
  | 'template/no-value'
  | 'template/not-filled'
  | 'template/replaced-margin-box'
  | 'text/no-hyphenation';

export const DIAGNOSTIC_KINDS: Readonly<Record<DiagnosticCode, DiagnosticKind>> = {
  'content/not-shown': {
    meaning:
      '`position: running()` takes an element out of the text, but no page margin of the document shows it with `element()`. Its content is missing.',
    example: '`<header style="position: running(heading)">Report</header>`',
    fix: 'Show it: `@page { @top-center { content: element(heading) } }`. Check that both names are the same.',
  },
  'content/sum': {
    meaning: 'An element with `-pagewright-sum` contains no readable amount. It adds nothing to the sum.',
    example: '`<b style="-pagewright-sum: total">1.234,50 €</b>` in a document without `lang="de"`',
    fix: 'Set `lang` to the language in which the amount is written, or sum an attribute: `-pagewright-sum: total attr(data-amount)`.',
  },
  'content/unknown-target': {
    meaning:
      'The target of `target-counter()`, `target-counters()` or `target-text()` does not exist. The function produces no text.',
    example: '`a::after { content: target-counter(url(#chapter-9), page) }`',
    fix: 'Check the id for typos. Targets must be in the same document.',
  },
  'css/counter-style': {
    meaning: 'An `@counter-style` rule has an invalid or missing descriptor. The descriptor or the rule is ignored.',
    example: '`@counter-style box { system: cyclic }`',
    fix: 'Add `symbols` or `additive-symbols`, which every system except the predefined ones needs.',
  },
  'css/font-face': {
    meaning: 'An `@font-face` rule has an invalid or missing descriptor. The descriptor or the rule is ignored.',
    example: '`@font-face { src: url(House.woff2) }`',
    fix: 'Add `font-family` and `src`.',
  },
  'css/function': {
    meaning:
      'The prelude of an `@function` rule is invalid. The rule is ignored, and declarations that call it are invalid.',
    example: '`@function double(--x) { result: calc(2 * var(--x)) }`',
    fix: 'Write `@function --name(--parameter <type>: default) returns <type>`. Types and defaults are optional.',
  },
  'css/import': {
    meaning: 'An `@import` is misplaced or nested too deeply. It is ignored.',
    example: '`p { color: red } @import "late.css";`',
    fix: 'Move imports to the start of the style sheet. Only `@charset` and `@layer` statements may precede them.',
  },
  'css/invalid-selector': {
    meaning: 'A selector is invalid or unknown. Its rule is ignored, as in browsers.',
    example: '`p:frist-child { color: red }`',
    fix: 'Correct the selector. One invalid selector invalidates the whole list. Use `:is()` or `:where()` for selectors that may be unknown.',
  },
  'css/invalid-value': {
    meaning: 'The property does not accept this value. The declaration is ignored.',
    example: '`width: 20`',
    fix: 'Check for a missing unit or a misspelled keyword. If browsers accept the value, an earlier declaration of the same property acts as a fallback.',
  },
  'css/layer': {
    meaning: 'The name of a cascade layer is invalid. The rule is ignored.',
    example: '`@layer 1st;`',
    fix: 'Use identifiers joined by periods, such as `theme.base`.',
  },
  'css/media-query': {
    meaning: 'A media query is invalid, or names an unknown media type. It matches nothing, so its rules are ignored.',
    example: '`@media pritn { p { color: red } }`',
    fix: 'Check the media type (`print`, `screen` or `all`), the names of features, and parentheses: `@media print and (min-width: 10cm)`.',
  },
  'css/namespace': {
    meaning: 'An `@namespace` rule is invalid or misplaced. It is ignored.',
    example: '`p { color: red } @namespace url(http://www.w3.org/1999/xhtml);`',
    fix: 'Put it after imports and before all other rules.',
  },
  'css/not-applicable': {
    meaning:
      'The property does not apply to this pseudo-element. Or it has no effect on elements: `initial-letter`, and text in `content`. The declaration is ignored.',
    example: '`p::first-line { margin: 1em }`',
    fix: 'Set the property on the element, or on a nested element. Set text with `::before` or `::after`.',
  },
  'css/page-first': {
    meaning:
      '`@page name:first` matches only the first page of the document, as specified. A page group with this name starts later and is not affected.',
    example: '`@page chapter:first { margin-top: 60mm }`',
    fix: 'Write `name:nth(1)` to match the first page of each group.',
  },
  'css/position-try': {
    meaning: 'The name of an `@position-try` rule does not start with two hyphens. The rule is ignored.',
    example: '`@position-try below { top: anchor(bottom) }`',
    fix: 'Name it `--below`, also in `position-try-fallbacks`.',
  },
  'css/property-rule': {
    meaning:
      'An `@property` rule lacks a required descriptor, or its initial value does not match its syntax. The rule is ignored.',
    example: '`@property --gap { syntax: "<length>"; inherits: false }`',
    fix: 'Add `syntax` and `inherits`, and `initial-value` unless the syntax is `*`.',
  },
  'css/syntax': {
    meaning: 'Part of a style sheet cannot be parsed. Parsing resumes at the next declaration or rule.',
    example: '`p { color: red; } }`',
    fix: 'Check for an unclosed brace, bracket or string before this position.',
  },
  'css/unknown-at-rule': {
    meaning: 'An at-rule is unknown or not allowed here. It is ignored with its content.',
    example: '`@include button;`',
    fix: 'Compile preprocessor syntax such as `@include` or `@apply` before rendering.',
  },
  'css/unknown-property': {
    meaning: 'The property is unknown. The declaration is ignored.',
    example: '`colr: red`',
    fix: 'Check the spelling. Replace vendor prefixes with standard names. [CSS properties](css-properties.md) lists all supported properties.',
  },
  'css/unsupported': {
    meaning: 'The property or value is known but has no effect, either on paper or in Pagewright.',
    example: '`scroll-behavior: smooth`',
    fix: '[CSS properties](css-properties.md) gives the reason. You can keep properties for motion and interaction. `cursor` is accepted without a diagnostic, because nearly every web style sheet sets it.',
  },
  'document/dead-link': {
    meaning: 'A link leads to an id that the document does not have, or its URL is invalid. The text is not a link.',
    example: '`<a href="#chapter-9">Chapter 9</a>`',
    fix: 'Check the id for typos.',
  },
  'document/external-resource': {
    meaning:
      'An `http(s)` reference was skipped because of `externalResources: "ignore"`. By default, the document is refused instead.',
    example: '`<img src="https://cdn.example/logo.png">`',
    fix: 'Inline the resource as a `data:` URI, or provide the file and refer to it by a relative URL.',
  },
  'document/invalid-url': {
    meaning: 'A reference is not a valid URL. Nothing is loaded.',
    example: '`<img src="http://[">`',
    fix: 'Check for spaces and unescaped characters.',
  },
  'document/missing-resource': {
    meaning: 'A file next to the document was not found or cannot be read. It is skipped.',
    example: '`<img src="lgoo.png">`',
    fix: "Check the path. Files must be in the document's folder or below (`--root` selects a wider folder), or come from the option `loadResource`.",
  },
  'document/not-loaded': {
    meaning:
      'A reference uses a scheme that is never opened (`file:`, `ftp:`, `blob:`), or is relative without a base URL.',
    example: '`<img src="logo.png">` without `loadResource`',
    fix: 'Pass `loadResource` and `baseUrl`, or inline the resource.',
  },
  'document/relative-link': {
    meaning:
      'A relative link is kept as it is written, because the document has no address. Readers resolve it against the location of the PDF.',
    example: '`<a href="annex.pdf">Annex</a>`',
    fix: 'Set the option `baseUrl`, or `<base href>`, if the link leads to the web.',
  },
  'document/script': {
    meaning: 'The document contains scripts. They are not run.',
    example: '`<script>draw()</script>`',
    fix: 'Create the content on the server or at build time.',
  },
  'font/broken': {
    meaning: 'A font file is missing, broken or in an unsupported format. The next source or family is used.',
    example: '`@font-face { font-family: House; src: url(data:font/woff2;base64,AAAA) }`',
    fix: 'Use a valid TrueType, OpenType, WOFF or WOFF2 file.',
  },
  'font/missing-family': {
    meaning:
      'The first family of a `font-family` list was not found, and another family replaces it. This is an info if a later family of the list exists, and a warning otherwise.',
    example: '`font-family: "House Sans"`',
    fix: 'Load the font with `@font-face` or the option `fonts` (`--font`), or use a [bundled family](fonts.md).',
  },
  'font/missing-glyph': {
    meaning: 'No font contains a character. The page shows a box.',
    example: '`<p>&#x12000;</p>`',
    fix: 'Load a font that contains it with `@font-face` or the option `fonts` (`--font`). The [font packages](packages.md) cover further scripts and symbols.',
  },
  'html/attachment': {
    meaning: 'A `<link rel=attachment>` or `<a rel=attachment>` has no file to attach.',
    example: '`<link rel="attachment" href="https://a.example/data.csv">`',
    fix: 'Use a `data:` URI or a file next to the document.',
  },
  'html/file-name': {
    meaning: 'The document is a file name or a URL instead of HTML. The PDF shows that text.',
    example: "`render('invoice.html')`",
    fix: "Read the file first: `render(await readFile('invoice.html'), filesBeside('invoice.html'))`.",
  },
  'html/foreign-markup': {
    meaning: 'An element or placeholder of mPDF, TCPDF, xhtml2pdf or dompdf has no effect.',
    example: '`<pagebreak>`',
    fix: 'Use the replacement that the message names.',
  },
  'html/generated-list': {
    meaning:
      'A list that Pagewright should fill stays empty, or one of its entries has no link: a selector is invalid or matches nothing.',
    example: '`<nav data-contents="h7"></nav>`',
    fix: 'Check the selector in `data-contents` or `data-endnotes`, and the terms of an index.',
  },
  'html/no-shadow-host': {
    meaning:
      'The element cannot have a shadow tree. Its `<template shadowrootmode>` is treated as an ordinary template.',
    example: '`<ul><template shadowrootmode="open"></template></ul>`',
    fix: 'Use a custom element, or `div`, `section`, `p` or another element that allows a shadow tree.',
  },
  'html/not-well-formed': {
    meaning: 'An XHTML document is not well-formed XML. It was read as HTML instead.',
    example: '`<?xml version="1.0"?><html><p>No end tag</html>`',
    fix: 'Correct the tag at this position, or remove the XML declaration from files that are HTML.',
  },
  'html/renamed-id': {
    meaning:
      'Several files form one document, and an id occurs in more than one. Links still lead to the right element.',
    example: '`<h1 id="intro">Introduction</h1>` in two files of one document',
    fix: 'If style sheets select this id, use a class or a unique id.',
  },
  'html/too-deep': {
    meaning: 'Elements are nested too deeply. Deeper elements become siblings.',
    example: '600 nested `<div>`',
    fix: 'Reduce nesting, or raise `limits.maxDepth`.',
  },
  'html/unsupported-frame': {
    meaning: 'Frames are nested too deeply. The innermost ones are empty.',
    example: '`<iframe srcdoc="...">`, nested six times',
    fix: 'Move the content of the innermost frames into the surrounding document.',
  },
  'image/broken': {
    meaning: 'An image cannot be decoded, or a PDF has no such page. Its alternative text or an outline is shown.',
    example: '`<img src="data:image/png;base64,iVBORw0KGgo=">`',
    fix: 'Open the image in an editor and save it again. Remove the password of a PDF (`qpdf --decrypt`).',
  },
  'image/broken-url': {
    meaning: 'The `data:` URI of an image cannot be decoded.',
    example: '`<img src="data:image/png;base64">`',
    fix: 'Check for truncation and for characters that are not base64.',
  },
  'image/unescaped-hash': {
    meaning:
      'A `data:` URL of an SVG image contains an unescaped `#`, which starts the fragment of a URL. Pagewright reads the image up to its closing tag; browsers show nothing.',
    example:
      '`<img src=\'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><circle r="9" fill="#c0f"/></svg>\'>`',
    fix: 'Write `%23` instead of `#`.',
  },
  'image/gain-map-ignored': {
    meaning: 'A JPEG contains a gain map for HDR displays. The image is shown without it.',
    example: '`<img src="photo.jpg">` with an HDR photo from a phone',
    fix: 'Nothing to do: paper has no HDR. To remove the message, save the image without its gain map.',
  },
  'image/unknown-colors': {
    meaning:
      'A PNG or AVIF image uses color primaries or a transfer function that are not supported, such as HDR. It is shown as sRGB.',
    example: '`<img src="hdr.png">` with a `cICP` chunk for HDR',
    fix: 'Save it in sRGB, Display P3 or SDR BT.2020, or with an ICC profile.',
  },
  'image/unknown-format': {
    meaning: 'The image format is not supported.',
    example: '`<img src="data:image/x-photoshop;base64,OEJQUw==">`',
    fix: 'Use PNG, JPEG, JPEG 2000, JBIG2, GIF, WebP, AVIF, JPEG XL, TIFF, BMP, ICO or SVG.',
  },
  'invoice/field': {
    meaning:
      'An element with `data-invoice` has an unknown field name, shows no text, or shows a value that cannot be read. The field is left out of the invoice.',
    example: '`<p data-invoice="issueDate">4/17/26</p>` with the option `facturx`',
    fix: 'Use the [field names](e-invoices.md). Write dates as `<time datetime="2026-04-17">`, and set `lang` to the language of amounts.',
  },
  'invoice/mismatch': {
    meaning:
      'A field that the page shows differs from the same field of the electronic invoice, or from the value that its other fields give.',
    example: '`<p data-invoice="grandTotal">1.00</p>` with an XML whose grand total is another amount',
    fix: 'Correct the value. The page and the XML must be the same invoice.',
  },
  'layout/clipped-text': {
    meaning:
      'Text is laid out but not visible: `overflow` or the viewport of an SVG cuts it off, a form control is too small, it is outside the sheet, a page break slices it, or a header or footer is taller than its margin. Text that is hidden on purpose is not reported.',
    example: '`<div style="height: 1em; overflow: auto">One<br>two</div>`',
    fix: 'Let the box grow in print styles: `@media print { height: auto; overflow: visible }`, or set the option `overflow: "expand"`.',
  },
  'layout/covered-text': {
    meaning:
      'A fixed box, which every page repeats, covers text of the page. Usually there is space for it on the first page only. Boxes that are transparent or rotated, as watermarks are, and those with a negative `z-index` are not reported.',
    example: '`<header style="position: fixed; top: 0; background: white">Report</header><p style="margin: 0">Covered`',
    fix: 'Put repeated content into the page margins: use margin boxes of `@page`, `position: running()`, or the options `header` and `footer`.',
  },
  'layout/flow': {
    meaning:
      "A named flow doesn't fit in its regions, or has none. What is left overflows the last region, or is missing if that region has `region-fragment: break`.",
    example: '`<p style="flow-into: story">Once upon a time</p>` without a region',
    fix: 'Add regions, or let the last one grow: `height: auto`. A flow without regions needs a box with `flow-from`.',
  },
  'layout/footnote': {
    meaning:
      'A footnote, page float or margin note was omitted, because its page was already finished when its call was found: in a fixed box or a running element. Or the page has no footnote area of the name that a note asks for, so the note is in the usual area.',
    example: '`<p>Text<span style="float: footnote; -pagewright-footnote-area: sources">Note</span></p>`',
    fix: 'Move the call into the text, or add `@footnote NAME { }` to `@page`.',
  },
  'layout/moved-away': {
    meaning:
      'Relative positioning, a transform or negative margins move a box by more than a hundred pages, or back to pages that are already written. The box is not shown.',
    example: '`<p style="position: relative; top: 9999999px">Text</p>`',
    fix: 'Reduce the offset. To hide content, use `display: none` or `visibility: hidden`.',
  },
  'layout/header-not-repeated': {
    meaning:
      'The header or footer of a table that continues on another page takes more than a quarter of the page. It is not repeated.',
    example: '`thead th { height: 80mm }`',
    fix: 'Make it shorter, for example by splitting long or rotated headings.',
  },
  'layout/ignored-break': {
    meaning:
      'A float, a positioned box, inline content, or something inside an `inline-block` or another box that stays on one page forces a page break, or names a page. Breaks apply only to blocks, table rows, and flex and grid items that may be divided between pages, so there is no break.',
    example: '`<p>One<br style="break-after: page">Two</p>`',
    fix: 'Set `break-before`, `break-after` or `page` on a block around or next to the element.',
  },
  'layout/no-progress': {
    meaning:
      'A page could not take any content, so layout stopped to avoid an endless document. The rest is omitted. This is a bug in Pagewright.',
    example: 'No document is known to cause it.',
    fix: 'Please report the document.',
  },
  'layout/unsettled': {
    meaning:
      'Page numbers, container sizes or the scale did not converge: they still changed in the last round of layout. Values may be off by one.',
    example: 'A page number whose text takes more lines on one page than on the next',
    fix: 'Give elements that contain page numbers a fixed width.',
  },
  'layout/unsupported': {
    meaning: 'Layout does not support a combination of features. The message describes the replacement.',
    example: '`<div style="columns: 2">Text<p style="page: wide">Table</p></div>`',
    fix: 'Follow the message.',
  },
  'mathml/unknown-value': {
    meaning: 'A MathML attribute has an unknown value. It is ignored.',
    example: '`<math><mi mathvariant="gothic">x</mi></math>`',
    fix: 'Use a MathML 3 value: `normal`, `bold`, `italic`, `double-struck`, `script`, `fraktur`, `monospace` and so on.',
  },
  'mathml/unsupported-element': {
    meaning:
      'The element is not in MathML Core and has no replacement, or is in the document of an `iframe`. Its children are laid out in a row.',
    example: '`<math><mglyph src="x.png" alt="x"></mglyph></math>`',
    fix: 'Use an HTML image in `<mtext>`.',
  },
  'page/blank': {
    meaning:
      'The last page shows nothing but its margin boxes and fixed boxes. Browsers print such pages, too. The position is that of the box that continues there.',
    example: '`<body style="min-height: 100vh; margin: 0; padding: 20px">Text</body>`',
    fix: 'Make the box fit: include the padding with `box-sizing: border-box`, remove margins at its start and end, or don’t set a height for the page, which needs none.',
  },
  'page/limit': {
    meaning:
      'The property `-pagewright-pages` limits the number of pages. The message states what was reduced to reach the limit. It is a warning if the reductions that the property permits are not enough: then nothing is reduced, and the document has more pages.',
    example: '`html { -pagewright-pages: 1 gaps 40% leading 10% }`',
    fix: 'Permit larger reductions or more pages, or shorten the text.',
  },
  'page/margins': {
    meaning: 'The page margins leave no room for content. They are ignored, as in browsers.',
    example: '`@page { margin: 20cm }`',
    fix: 'Check the unit in `@page { margin }` or in the option `margin`.',
  },
  'page/outside': {
    meaning:
      'A fixed box is outside the sheet, so no page shows it. A fixed box with text is also omitted if it is outside the page area and mostly beyond the sheet, such as a menu that slides in from the side.',
    example: '`<header style="position: fixed; top: -40mm">Acme</header>`',
    fix: 'Insets are relative to the page area: with a page margin of 20mm, `top: -20mm` is the edge of the sheet. For headers and footers, margin boxes (`@page { @top-left { content: ... } }`), running elements (`position: running()`) and the options `header` and `footer` are alternatives.',
  },
  'page/shrunk': {
    meaning:
      'Content is wider than the page area. A table, or a formula that has no place to break, is scaled down alone, so that other text keeps its size. For other content, all pages are scaled down, as in browsers. A page whose sheet would still cut off text is scaled down further, to two thirds at most. The position is that of the widest element. The diagnostic is a warning if a table or formula shrinks to less than half its size.',
    example: '`<div style="width: 800px">Text</div>`',
    fix: 'Use `max-width: 100%` for images, `overflow-wrap: anywhere` for long words, and `table-layout: fixed` for tables.',
  },
  'page/too-tall': {
    meaning: 'A page float with an image or a margin note extends beyond the end of the sheet. The rest is cut off.',
    example: '`<img style="float: top; float-reference: page; height: 400mm" src="tower.jpg">`',
    fix: 'Set a `max-height`. Page floats with text continue on the next page.',
  },
  'page/too-wide': {
    meaning:
      'Content is wider than the page area. Pages were scaled down, to two thirds at most, but the edge of the sheet still cuts content off. The message names the element and how far it extends beyond the sheet.',
    example: '`<div style="width: 3000px">Text</div>`',
    fix: 'See `page/shrunk`, or use larger pages.',
  },
  'paint/backdrop-filter': {
    meaning: 'Too many backdrop filters overlap. Some are ignored.',
    example: '`backdrop-filter: invert(1)` on 40 boxes that overlap',
    fix: 'Reduce the number of overlapping filters.',
  },
  'paint/filter-primitive': {
    meaning: 'A filter primitive is unknown or lacks its input. It passes its input through.',
    example: '`<svg><filter id="f"><feSparkle/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`',
    fix: 'The message names the primitive. Fix or remove it.',
  },
  'paint/mask-composite': {
    meaning: 'Too many mask layers use `mask-composite: exclude`. The remaining layers are added instead.',
    example: '`mask-composite: exclude` on six mask layers',
    fix: 'Combine the masks in one SVG image.',
  },
  'paint/missing-element': {
    meaning:
      'A `url(#id)` or `href` refers to an element that does not exist or has the wrong type. The clip, mask, filter, paint or copy is omitted.',
    example: '`p { clip-path: url(#misspelled) }`',
    fix: 'Check the id, and include the SVG with the definition in this document.',
  },
  'paint/nested-filter': {
    meaning:
      'Filters and perspectives that need pixels are nested too deeply. The inner filters are ignored, and the inner perspectives are drawn flat.',
    example: '`filter: blur(1px)` on boxes that are nested 20 times',
    fix: 'Nest fewer filters and perspectives. The message contains the limit.',
  },
  'paint/raster': {
    meaning: 'Content that must be rasterized, such as a filter, cannot be drawn. It is omitted, or drawn unfiltered.',
    example: '`<div style="filter: blur(1px)"><img src="plan.pdf"></div>`',
    fix: 'In browsers, make sure that `files` provides the resvg module. Apply no filter to pages of PDFs.',
  },
  'pdf/blend-mode': {
    meaning: 'PDF does not support the blend mode. Normal blending is used.',
    example: '`mix-blend-mode: plus-lighter`',
    fix: 'Use another blend mode.',
  },
  'pdf/flattened-inks': {
    meaning:
      'The profile forbids transparency, so a region became a picture. Its `device-cmyk()` and `separation()` colors are RGB there.',
    example: '`opacity: 0.5` over a gradient of `device-cmyk()` colors, with `profile: "pdf/x-3"`',
    fix: 'Place transparent content on a single color, or make it opaque.',
  },
  'pdf/form-action': {
    meaning: 'A button has no action, because PDF/A forbids actions.',
    example: '`<form><button type="reset">Clear</button></form>` with `forms: true` and `profile: "pdf/a-2b"`',
    fix: 'Render without `profile` if the form must be submitted or reset.',
  },
  'pdf/form-control': {
    meaning: 'A form control cannot be filled in. It is only drawn.',
    example: '`<input type="range">` with `forms: true`',
    fix: 'The message gives the reason.',
  },
  'pdf/link-scheme': {
    meaning: 'A link does not use http, https, mailto or tel. It is removed.',
    example: '`<a href="javascript:open()">Open</a>`',
    fix: 'Use one of these schemes, or link into the document (`#id`).',
  },
  'pdf/nested-groups': {
    meaning:
      'Opacity, blending or mask groups are nested deeper than PDF viewers support. Inner groups are flattened: their children are painted individually.',
    example: '`opacity: 0.9` on boxes that are nested 200 times',
    fix: 'Set the opacity once, on an outer element.',
  },
  'pdf/open-page': {
    meaning: 'The option `viewer.page` names a page that does not exist.',
    example: '`viewer: { page: 9 }` for a document of one page',
    fix: 'Pages count from 1.',
  },
  'pdf/page-size': {
    meaning: 'A page is larger or smaller than PDF allows. Its size is clamped.',
    example: '`@page { size: 1mm }`',
    fix: 'Use sides from 3 pt to 144,000 pt.',
  },
  'pdf/unconverted-colors': {
    meaning:
      'The output intent converts colors to inks, but an image keeps its own: a JPEG 2000 image, a page of another PDF, or a JPEG that cannot be decoded.',
    example: '`<img src="plan.pdf">` with `outputIntent: { profile, convert: "relative" }`',
    fix: 'Convert the image itself to the inks of the printing condition, or save it as PNG.',
  },
  'pdf/untagged-comment': {
    meaning:
      'A commented text is not read aloud, for example in a page margin. PDF/UA forbids such comments, so the comment is removed.',
    example: '`<p aria-hidden="true"><mark data-comment="Check this">4.2</mark></p>` with `profile: "pdf/ua-1"`',
    fix: 'Move the comment to text in the document.',
  },
  'pdf/untagged-field': {
    meaning:
      'A form control is not read aloud, because it is in a page margin or hidden from assistive technology. PDF/UA forbids such fields, so it cannot be filled in.',
    example: '`<p aria-hidden="true"><input aria-label="Name"></p>` with `forms: true` and `profile: "pdf/ua-1"`',
    fix: 'Move the control into the document.',
  },
  'pdf/untagged-link': {
    meaning: 'A link is not read aloud, for example in a page margin. PDF/UA forbids such links, so it is removed.',
    example: '`<p aria-hidden="true"><a href="https://a.example">Site</a></p>` with `profile: "pdf/ua-1"`',
    fix: 'Repeat the link in the document.',
  },
  'puppeteer/option': {
    meaning: 'An option of `page.pdf()` has no effect.',
    example: '`pdf(html, { tagged: false })`',
    fix: 'Remove the option.',
  },
  'redact/attachment': {
    meaning: 'A redacted copy leaves out an attachment, because it may contain the redacted text.',
    example: '`<link rel="attachment" href="data:text/plain,Ada">` with `redact: { selector: ".name" }`',
    fix: 'Attach a redacted file with `pagewright/pdf` if the copy needs one.',
  },
  'redact/no-match': {
    meaning: 'The selector of `redact` matches no element. Nothing is redacted.',
    example: '`redact: { selector: ".nmae" }`',
    fix: 'Check the selector before you publish the file.',
  },
  'redact/remaining': {
    meaning: 'Words that were redacted occur elsewhere, where the selector does not match. They are still in the file.',
    example: '`<p><b class="name">Lindqvist</b> and Lindqvist</p>` with `redact: { selector: ".name" }`',
    fix: 'Extend the selector to the element at this position, or remove the words.',
  },
  'request/no-effect': {
    meaning: 'A form field sent to the service has no effect without a browser.',
    example: '`waitDelay=2s`',
    fix: 'Remove the field.',
  },
  'request/not-kept': {
    meaning: 'A step could not keep part of a PDF, such as a signature.',
    example: '`{"merge": {"after": ["signed.pdf"]}}`',
    fix: 'Change the order of the steps, or use a file without that part.',
  },
  'request/unknown-field': {
    meaning: 'A request to the service contains an unknown field. It is ignored.',
    example: '`{"html": "...", "pageSize": "A4"}`',
    fix: 'Put library options into `options`.',
  },
  'svg/too-deep': {
    meaning:
      'References between the elements of an SVG are nested too deeply: `use`, patterns, masks and clip paths. Deeper ones are omitted.',
    example: 'A `use` of a group that contains a `use`, and so on, 30 times',
    fix: 'Copy the content of the innermost references to where it is used.',
  },
  'svg/too-many-elements': {
    meaning: 'An SVG draws too many elements, including copies made by `use`. The rest is omitted.',
    example: 'Five nested `<g>`, each with ten `<use>` of the next',
    fix: 'Simplify the SVG, or use a bitmap.',
  },
  'template/empty-class': {
    meaning: 'A class in a header or footer template prints nothing because an option is missing.',
    example: '`header: \'<span class="date"></span>\'` without `date`',
    fix: 'Set the option that the message names: `date` or `baseUrl`.',
  },
  'template/no-value': {
    meaning: 'A template uses a value that the data does not contain. Nothing is inserted.',
    example: '`{{ customer.nmae }}`',
    fix: 'Add the value to the data, or mark it as optional with `{% if %}` or `| default: ""`.',
  },
  'template/not-filled': {
    meaning:
      'The text contains tags of a template language. They are printed as they are, because the document was given without data.',
    example: '`<p>Invoice {{ number }}`',
    fix: 'Pass the data: `--data` or `pagewright batch` on the command line, `values` over HTTP, Data in the editor. With the library, render the template first. Put tags that readers should see into `<code>`.',
  },
  'template/replaced-margin-box': {
    meaning:
      'The document has a margin box at an edge of the page where a header or footer template is shown. Only the template is shown.',
    example: '`@page { @bottom-right { content: counter(page) } }` with the option `footer`',
    fix: 'Use either the template or the margin box.',
  },
  'text/no-hyphenation': {
    meaning: '`hyphens: auto` has no effect, because the language is not set or has no hyphenation patterns.',
    example: '`<p style="hyphens: auto">Text</p>` in a document without `lang`',
    fix: 'Set `lang`. Soft hyphens (`&shy;`) work in every language.',
  },
};
