/** One example per CSS property for the reference. A test checks that each is accepted. */
import { allLonghands, allShorthands } from '../../engine/css/properties/registry.ts';

/** Examples by name. They take precedence over those of FAMILIES. */
const EXAMPLES = `
-pagewright-break-room: 4em
-pagewright-change-bar: 2pt outside
-pagewright-comment: 'Check: ' attr(title)
-pagewright-comment-author: attr(data-author)
-pagewright-comment-style: highlight
-pagewright-page-label: 'A-' counter(page)
-pagewright-tag: h2
-pagewright-fit: shrink 70%
-pagewright-footnote-area: sources
-pagewright-hyphenate-capitals: none
-pagewright-layer: 'Draft' print
-pagewright-line-numbers: 5 outside
-pagewright-optical-margin: auto
-pagewright-overprint: overprint
-pagewright-page-range: "–"
-pagewright-pages: 1 gaps 40% leading 10%
-pagewright-repeat: only
-pagewright-sum: total
-pagewright-vertical-fill: blocks 10%
-webkit-box-align: center
-webkit-box-direction: reverse
-webkit-box-flex: 1
-webkit-box-ordinal-group: 2
-webkit-box-orient: vertical
-webkit-box-pack: center
-webkit-column-break-after: always
-webkit-column-break-before: always
-webkit-column-break-inside: avoid
-webkit-line-clamp: 3
-webkit-text-fill-color: #036
-webkit-text-security: disc
-webkit-text-stroke: 1px #036
-webkit-text-stroke-color: #036
-webkit-text-stroke-width: 1px
accent-color: #036
align-content: center
align-items: center
align-self: end
alignment-baseline: middle
all: unset
anchor-name: --figure
anchor-scope: all
appearance: none
aspect-ratio: 16 / 9
backdrop-filter: blur(4px)
backface-visibility: hidden
background: #eee url(paper.png) no-repeat
background-attachment: fixed
background-blend-mode: multiply
background-clip: padding-box
background-color: #eee
background-image: linear-gradient(white, silver)
background-origin: content-box
background-position: right 1cm top
background-position-x: right
background-position-y: bottom
background-repeat: no-repeat
background-size: cover
baseline-source: first
block-ellipsis: auto
block-step: 6mm
block-step-align: start
block-step-insert: padding-box
block-step-round: down
block-step-size: 6mm
bookmark-label: content(text)
bookmark-level: 1
bookmark-state: closed
bookmark-target: attr(href)
border-collapse: collapse
border-image: url(frame.png) 30
border-image-outset: 2mm
border-image-repeat: round
border-image-slice: 30
border-image-source: url(frame.png)
border-image-width: 2mm
border-shape: circle(40%)
border-spacing: 2mm
box-decoration-break: clone
box-shadow: 1px 1px 2px gray
box-sizing: border-box
break-after: avoid
break-before: page
break-inside: avoid
caption-side: bottom
clear: both
clip: rect(0, 2cm, 2cm, 0)
clip-path: circle(40%)
clip-rule: evenodd
color: #036
color-interpolation-filters: sRGB
color-scheme: dark
column-count: 2
column-fill: auto
column-height: 10cm
column-rule: 1px solid gray
column-span: all
column-width: 6cm
column-wrap: wrap
columns: 2
contain: layout
container: sidebar / inline-size
container-name: sidebar
container-type: inline-size
content: "Page " counter(page)
content-visibility: hidden
continue: discard
counter-increment: figure
counter-reset: figure
counter-set: page 1
cursor: pointer
d: path("M 0 0 L 10 10")
direction: rtl
display: flex
dominant-baseline: central
empty-cells: hide
fill: #036
fill-rule: evenodd
field-sizing: content
filter: grayscale(1)
flex: 1 0 4cm
flex-basis: 4cm
flex-direction: column
flex-flow: row wrap
flex-grow: 1
flex-shrink: 0
flex-wrap: wrap
float: footnote
float-defer: 1
float-offset: 1cm
float-reference: page
flood-color: #036
flow-from: story
flow-into: story
flow-tolerance: 1em
font: bold 10pt/1.4 "Noto Serif", serif
font-family: "Noto Serif", serif
font-feature-settings: "ss01"
font-kerning: none
font-language-override: "TRK"
font-optical-sizing: none
font-palette: dark
font-size: 10pt
font-size-adjust: 0.5
font-stretch: condensed
font-style: italic
font-synthesis: none
font-synthesis-position: none
font-synthesis-small-caps: none
font-synthesis-style: none
font-synthesis-weight: none
font-variant: small-caps
font-variant-alternates: historical-forms
font-variant-caps: small-caps
font-variant-east-asian: jis78
font-variant-emoji: text
font-variant-ligatures: no-common-ligatures
font-variant-numeric: tabular-nums
font-variant-position: sub
font-variation-settings: "wght" 650
font-weight: bold
footnote-display: inline
footnote-policy: line
gap: 5mm
grid: "head head" 2cm "main side" auto / 2fr 1fr
grid-area: main
grid-auto-columns: 3cm
grid-auto-flow: column
grid-auto-rows: 2cm
grid-column: 1 / span 2
grid-column-end: 3
grid-column-start: 1
grid-lanes-direction: row
grid-row: 1 / 3
grid-row-end: 3
grid-row-start: 1
grid-template: "head head" 2cm "main side" auto / 2fr 1fr
grid-template-areas: "head head" "main side"
grid-template-columns: 2fr 1fr
grid-template-rows: 2cm auto
hanging-punctuation: first last
hyphenate-character: "-"
hyphenate-limit-chars: 6 3 2
hyphenate-limit-last: page
hyphenate-limit-lines: 2
hyphenate-limit-zone: 5mm
hyphens: auto
image-orientation: none
image-rendering: pixelated
image-resolution: 300dpi
initial-letter: 3
initial-letter-align: hanging
initial-letter-wrap: first
isolation: isolate
justify-content: space-between
justify-items: center
justify-self: end
letter-spacing: 0.05em
lighting-color: #fed
line-break: strict
line-clamp: 3
line-fit-edge: cap alphabetic
line-grid: create
line-height: 1.4
line-height-step: 6mm
line-snap: baseline
list-style: square inside
list-style-image: url(dot.svg)
list-style-position: inside
list-style-type: lower-alpha
margin-break: keep
margin-trim: block
marker: url(#arrow)
mask: url(mask.svg)
mask-border: url(frame.png) 30
mask-border-mode: luminance
mask-border-outset: 2mm
mask-border-repeat: round
mask-border-slice: 30
mask-border-source: url(frame.png)
mask-border-width: 2mm
mask-clip: content-box
mask-composite: intersect
mask-image: url(mask.svg)
mask-mode: luminance
mask-origin: content-box
mask-position: center
mask-repeat: no-repeat
mask-size: cover
mask-type: alpha
math-depth: 1
math-shift: compact
math-style: compact
max-lines: 3
mix-blend-mode: multiply
object-fit: cover
object-position: left top
object-view-box: inset(10%)
offset: path("M 0 0 L 100 0") 50%
offset-anchor: center
offset-distance: 50%
offset-path: path("M 0 0 L 100 0")
offset-position: center
offset-rotate: 0deg
opacity: 0.5
order: 1
orphans: 3
outline: 1px solid red
outline-color: red
outline-offset: 2px
outline-style: solid
outline-width: 1px
overflow: hidden
overflow-clip-margin: 2mm
overflow-wrap: anywhere
page: chapter
page-break-after: avoid
page-break-before: always
page-break-inside: avoid
paint-order: stroke
perspective: 10cm
perspective-origin: left top
place-content: center
place-items: center
place-self: center
position: absolute
position-anchor: --figure
position-area: top right
position-try: flip-block
position-try-fallbacks: flip-block
position-try-order: most-height
position-visibility: always
print-color-adjust: exact
quotes: "\\201c" "\\201d"
region-fragment: break
resize: both
rotate: 45deg
row-rule: 1px solid gray
rule: 1px solid gray
ruby-align: center
ruby-merge: merge
ruby-overhang: none
ruby-position: under
scale: 1.5
shape-image-threshold: 0.5
shape-inside: auto
shape-margin: 3mm
shape-outside: circle(50%)
shape-padding: 2mm
shape-rendering: crispEdges
stop-color: #036
string-set: chapter content()
stroke: #036
stroke-dasharray: 4 2
stroke-dashoffset: 2
stroke-linecap: round
stroke-linejoin: round
stroke-miterlimit: 10
stroke-width: 2
tab-size: 4
table-layout: fixed
text-align: justify
text-align-last: center
text-anchor: middle
text-autospace: no-autospace
text-box: trim-both cap alphabetic
text-box-edge: cap alphabetic
text-box-trim: trim-both
text-combine-upright: all
text-decoration: underline wavy red
text-decoration-color: red
text-decoration-line: underline
text-decoration-skip-ink: none
text-decoration-style: wavy
text-decoration-thickness: 2px
text-emphasis: filled red
text-emphasis-color: red
text-emphasis-position: under right
text-emphasis-style: dot
text-indent: 1em
text-justify: inter-character
text-orientation: upright
text-overflow: ellipsis
text-rendering: geometricPrecision
text-shadow: 1px 1px 2px gray
text-spacing: none
text-spacing-trim: trim-start
text-transform: uppercase
text-underline-offset: 2px
text-underline-position: under
text-wrap: balance
text-wrap-mode: nowrap
text-wrap-style: pretty
transform: rotate(5deg)
transform-box: fill-box
transform-origin: left top
transform-style: preserve-3d
translate: 1cm 5mm
unicode-bidi: isolate
vector-effect: non-scaling-stroke
vertical-align: top
visibility: hidden
white-space: pre-wrap
white-space-collapse: preserve
widows: 3
will-change: transform
word-break: keep-all
word-space-transform: space
word-spacing: 0.1em
wrap-flow: both
wrap-through: none
writing-mode: vertical-rl
z-index: 1
zoom: 1.5
`;

/** Examples of properties that differ only in the side, axis or corner. The first match counts. */
const FAMILIES: readonly (readonly [name: RegExp, value: string])[] = [
  [/^margin/, '10mm'],
  [/^padding/, '5mm'],
  [/^(?:inset|top$|right$|bottom$|left$)/, '1cm'],
  [/^corner-.*shape$/, 'bevel'],
  [/radius$/, '2mm'],
  [/^corner/, '2mm bevel'],
  [/^(?:column|row)?-?rule-.*inset/, '2mm'],
  [/^(?:column|row)?-?rule-.*break$/, 'none'],
  [/rule-visibility/, 'between'],
  [/^rule-overlap$/, 'column-over-row'],
  [/-color$/, 'gray'],
  [/-style$/, 'dashed'],
  [/^border.*-width$|rule-width$/, '1pt'],
  [/^border/, '1pt solid gray'],
  [/^contain-intrinsic/, '5cm'],
  [/^overflow/, 'hidden'],
  [/^(?:min-|max-)?(?:width|height|inline-size|block-size)$/, '8cm'],
  [/^marker-/, 'url(#arrow)'],
  [/-opacity$/, '0.5'],
  [/-gap$/, '5mm'],
  [/^(?:cx|cy|r|rx|ry|x|y)$/, '10'],
];

const byName = new Map(
  EXAMPLES.trim()
    .split('\n')
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
);

/** Returns the value in a property's example, or null if the property has no example. */
export const exampleOf = (name: string): string | null =>
  byName.get(name) ?? FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? null;

/** Returns the examples whose property doesn't exist. */
export function needlessExamples(): readonly string[] {
  const known = new Set([...allLonghands, ...allShorthands].map(({ name }) => name));
  return [...byName.keys()].filter((name) => !known.has(name));
}
