import { expect } from 'chai';
import type { ComputedStyle } from '../../../engine/css/computed-style.ts';
import { Length } from '../../../engine/css/length.ts';
import { Color } from '../../../engine/css/color.ts';
import { type AppliedDeclaration, buildStyle } from '../../../engine/css/properties/build-style.ts';
import { initialStyle, parseDeclaration } from '../../../engine/css/properties/registry.ts';
import { ComputeContext } from '../../../engine/css/values/compute-context.ts';
import { STANDARD_PARSE } from '../../../engine/css/values/value-reader.ts';

const METRICS = {
  ascent: 14,
  descent: 4,
  lineGap: 2,
  xHeight: 7,
  capHeight: 10,
  zeroAdvance: 8,
  zeroHeight: 17,
  icAdvance: 16,
  averageAdvance: 8,
  boundsWidth: 16,
};
const ENVIRONMENT = { viewport: { width: 800, height: 1000 }, metrics: () => METRICS };

/** Returns the style of an element with these declarations, or null if one is invalid. */
function computed(css: string, parent: ComputedStyle = initialStyle()): ComputedStyle | null {
  const declarations: AppliedDeclaration[] = [];
  for (const declaration of css.split(';')) {
    const colon = declaration.indexOf(':');
    const result = parseDeclaration(declaration.slice(0, colon).trim(), declaration.slice(colon + 1), STANDARD_PARSE);
    if (result.kind !== 'longhands') return null;
    declarations.push(...result.values.map((value) => ({ ...value, layer: 1, origin: 2 })));
  }
  const subject = { parent, isRoot: false, container: null };
  const context = ComputeContext.inheriting(ENVIRONMENT, subject, initialStyle().font);
  return buildStyle(1, declarations, context, new Map(), null);
}

function style(css: string, parent?: ComputedStyle): ComputedStyle {
  const made = computed(css, parent);
  expect(made, css).not.to.equal(null);
  return made as ComputedStyle;
}

/** Returns the px of `text` as a width. */
const px = (text: string): number => style(`width: ${text}`).box.width.px;

/** Returns [r, g, b, a] in 0..255 and 0..1, or null. */
function rgba(text: string): readonly number[] | null {
  const color = computed(`color: ${text}`)?.text.color;
  return color
    ? [Math.round(color.r * 255), Math.round(color.g * 255), Math.round(color.b * 255), Number(color.a.toFixed(3))]
    : null;
}

describe('lengths', () => {
  const cases: readonly [string, number][] = [
    ['1in', 96],
    ['2.54cm', 96],
    ['4q', 96 / 25.4],
    ['3pt', 4],
    ['2em', 32],
    ['2ex', 14],
    ['1ch', 8],
    ['1ic', 16],
    ['1cap', 10],
    ['1lh', 20],
    ['1rem', 16],
    ['10vw', 80],
    ['10dvh', 100],
    ['1vmin', 8],
    ['1cqb', 10],
    ['1E1px', 10],
    ['calc(1px + 2 * (3px + 1em))', 39],
    ['calc(10px / 4)', 2.5],
    ['min(10px, 1em, 3in)', 10],
    ['clamp(none, 20px, 12px)', 12],
    ['round(up, 11px, 5px)', 15],
    ['mod(-7px, 5px)', 3],
    ['calc(1px * sign(1em - 20px) * -1)', 1],
    ['hypot(3px, 4px)', 5],
    ['calc(1px * pow(2, 3) + 1px * sqrt(4))', 10],
    ['calc(1px * sin(90deg) + 1px * tan(45deg))', 2],
    ['calc(180px * (atan2(1px, 1px) / 45deg))', 180],
    ['calc(1px * log(8, 2))', 3],
    ['calc(1px * NaN)', 0],
    ['calc(-5px)', 0],
  ];
  for (const [text, expected] of cases)
    it(`${text} is ${expected}px`, () => expect(px(text)).to.be.closeTo(expected, 1e-6));

  it('keeps percentages', () => {
    const mixed = style('width: calc(50% - 1em + 10%)').box.width;
    expect([mixed.px, mixed.percent, mixed.math]).to.deep.equal([-16, 60, null]);
    const nested = style('width: min(50%, 10em)').box.width;
    expect(nested.hasPercent).to.equal(true);
    expect(nested.resolvePx(200)).to.equal(100);
    expect(nested.resolvePx(2000)).to.equal(160);
    expect(style('margin-left: max(10px - 50%, -20px)').box.marginLeft.resolvePx(100)).to.equal(-20);
  });

  it('rejects values that are not lengths', () => {
    for (const text of [
      '1',
      '1px2',
      '-1px',
      '1foo',
      'calc(1px + 1)',
      'calc(1px+1px)',
      'calc(1px * 1px)',
      'min()',
      '1 px',
      'calc(1deg)',
      '#fff',
      '',
    ]) {
      expect(computed(`width: ${text}`), text).to.equal(null);
    }
  });

  it('limits nesting', () => {
    expect(computed(`width: ${'calc('.repeat(64)}1px`)).not.to.equal(null);
    expect(computed(`width: ${'calc('.repeat(65)}1px`)).to.equal(null);
    expect(computed(`width: ${'('.repeat(100_000)}`)).to.equal(null);
  });
});

describe('colors', () => {
  const cases: readonly [string, readonly number[]][] = [
    ['rebeccapurple', [102, 51, 153, 1]],
    ['#1234', [17, 34, 51, 0.267]],
    ['rgb(100%, 50%, 0%)', [255, 128, 0, 1]],
    ['rgb(1 2 3 / 50%)', [1, 2, 3, 0.502]],
    ['rgba(300, -5, 0, 2)', [255, 0, 0, 1]],
    ['hsl(120deg 100% 25%)', [0, 128, 0, 1]],
    ['hwb(0.5turn 20% 20%)', [51, 204, 204, 1]],
    ['lab(50% 0 0)', [119, 119, 119, 1]],
    ['lch(54.29% 106.83 40.85)', [255, 0, 0, 1]],
    ['oklab(51.975% -0.1403 0.10768)', [0, 128, 0, 1]],
    ['oklch(0.62796 0.25768 29.234)', [255, 0, 0, 1]],
    ['color(srgb 1 0.5 0 / 0.5)', [255, 128, 0, 0.5]],
    ['color(xyz 0.07719 0.15438 0.02573)', [0, 128, 0, 1]],
    ['color-mix(in srgb, red, blue)', [128, 0, 128, 1]],
    ['color-mix(in srgb, red 20%, blue 20%)', [128, 0, 128, 0.4]],
    ['color-mix(in hsl longer hue, red, lime)', [0, 0, 255, 1]],
    ['rgb(from #102030 b g r / 0.5)', [48, 32, 16, 0.5]],
    ['hsl(from red calc(h + 120) s l)', [0, 255, 0, 1]],
    ['light-dark(red, blue)', [255, 0, 0, 1]],
    ['CanvasText', [0, 0, 0, 1]],
  ];
  for (const [text, expected] of cases) it(`${text}`, () => expect(rgba(text)).to.deep.equal(expected));

  it('rejects values that are not colors', () => {
    const bad = [
      'reds',
      '#12',
      '#12345',
      'rgb(1,2)',
      'rgb(1 2 3, 4)',
      'rgb(1%, 2, 3)',
      'hsl(1, 2, 3)',
      'lab(1, 2, 3)',
      'color(foo 1 2 3)',
    ];
    for (const text of bad) expect(rgba(text), text).to.equal(null);
  });

  it('keeps currentcolor, but resolves it in mixtures and in the color property', () => {
    const parent = style('color: #0000ff');
    expect(style('background-color: currentcolor').background.backgroundColor).to.equal(Color.CURRENT);
    expect(style('color: currentcolor', parent).text.color.b).to.equal(1);
    expect(
      style('color: red; background-color: color-mix(in srgb, currentcolor, lime)').background.backgroundColor.r,
    ).to.equal(0.5);
    expect(style('color-scheme: dark; background-color: light-dark(red, lime)').background.backgroundColor.g).to.equal(
      1,
    );
  });
});

describe('computed values', () => {
  it('keeps border widths in layout units, and drops those without a style', () => {
    const made = style('border: 0.3px solid; border-left-width: 2.9px; border-right-style: none');
    const { borderTopWidth, borderLeftWidth, borderRightWidth } = made.border;
    expect([borderTopWidth, borderLeftWidth, borderRightWidth]).to.deep.equal([19 / 64, 185 / 64, 0]);
    expect(style('border: 0.001px solid').border.borderTopWidth).to.equal(1 / 64);
    expect(style('border-top-style: solid').border.borderTopWidth).to.equal(3);
    expect(style('border-width: 5px').border.borderTopWidth).to.equal(0);
  });

  it('sizes fonts like browsers', () => {
    const size = (css: string, parent?: ComputedStyle): number => style(css, parent).font.fontSize;
    const sized = style('font-size: 16px');
    expect(size('font-family: monospace')).to.equal(13);
    expect(size('font-family: monospace', sized)).to.equal(16);
    expect(size('font-family: monospace; font-size: x-large')).to.equal(20);
    expect(size('font-family: monospace; font-size: 1em')).to.equal(13);
    expect(size('font-family: monospace, monospace')).to.equal(16);
    expect(size('font-family: serif', style('font-family: monospace'))).to.equal(16);
    expect(size('font-size: smaller')).to.be.closeTo(13.333, 0.001);
    expect(size('font-size: 50%', sized)).to.equal(8);
    expect(style('font-size: 2em; line-height: 1.5em').font.lineHeight).to.deep.equal(Length.px(48));
    expect(style('font-weight: bolder', style('font-weight: 600')).font.fontWeight).to.equal(900);
  });

  it('maps flow-relative properties', () => {
    expect(style('margin-inline-start: 1px').box.marginLeft.px).to.equal(1);
    expect(style('direction: rtl; margin-inline-start: 1px').box.marginRight.px).to.equal(1);
    expect(style('writing-mode: vertical-rl; padding-block-start: 1px').box.paddingRight.px).to.equal(1);
    expect(style('writing-mode: sideways-lr; inset-inline-start: 1px').box.bottom.px).to.equal(1);
    expect(style('writing-mode: vertical-lr; inline-size: 9px').box.height.px).to.equal(9);
    expect(style('direction: rtl; border-start-start-radius: 4px').border.borderTopRightRadius.x.px).to.equal(4);
    // The later declaration wins, whichever kind it is.
    expect(style('margin-left: 1px; margin-inline-start: 2px').box.marginLeft.px).to.equal(2);
    expect(style('margin-inline-start: 2px; margin-left: 1px').box.marginLeft.px).to.equal(1);
  });

  it('inherits, and shares unchanged groups', () => {
    const parent = style('color: red; margin-top: 5px; border-top-width: 7px');
    const child = style('margin-top: inherit; border-top: inherit', parent);
    expect(child.box.marginTop.px).to.equal(5);
    expect(child.border.computedBorderTopWidth).to.equal(7);
    expect(child.text).to.equal(parent.text);
    expect(child.rare).to.equal(initialStyle().rare);
    expect(style('color: unset', parent).text).to.equal(parent.text);
    expect(style('all: initial', parent).text.color).to.equal(Color.BLACK);
  });

  it('repeats shorter lists of background layers', () => {
    const { backgroundLayers } = style(
      'background: url(a) 1px 2px / cover, url(b) no-repeat red; background-origin: content-box',
    ).background;
    expect(backgroundLayers).to.have.length(2);
    expect(backgroundLayers[0]!.size).to.equal('cover');
    expect(backgroundLayers[1]!.repeatX).to.equal('no-repeat');
    expect(backgroundLayers[1]!.origin).to.equal('content-box');
  });

  it('pairs overflow axes', () => {
    const { box } = style('overflow: visible hidden');
    expect([box.overflowX, box.overflowY]).to.deep.equal(['auto', 'hidden']);
    expect(style('overflow: clip visible').box.overflowX).to.equal('clip');
  });
});

describe('shorthands', () => {
  const invalid = [
    'margin: 1px 2px 3px 4px 5px',
    'border: 1px 2px',
    'background: red, blue',
    'background: red blue',
    'font: 12px',
    'font: bold bold 12px serif',
    'flex: 1 2 3 4',
    'grid-area: 1 / 2 / 3 / 4 / 5',
    'grid-template-areas: "a b a"',
    'text-decoration: underline underline',
    'list-style: none none none',
    'transform: rotate(45)',
    'background-image: linear-gradient(10px, red)',
    'grid-template-columns: repeat(auto-fill, 1fr)',
    'columns: auto auto auto',
  ];
  for (const css of invalid) it(`rejects ${css}`, () => expect(computed(css)).to.equal(null));

  const valid = [
    'background: linear-gradient(to right in oklch longer hue, red 10% 20%, 30%, blue) center / 10px auto no-repeat padding-box text',
    'background-image: repeating-conic-gradient(from 20deg at left 10px top 20%, red 0 10deg, blue 0 0.1turn)',
    'background-image: -webkit-linear-gradient(top, red, blue), -webkit-gradient(linear, left top, left bottom, from(red), to(blue))',
    'background-image: image-set("a.png" 1x, url(b.png) 2x type("image/png"))',
    'grid: [a] "x y" 10px [b] "x z" minmax(1px, auto) / 1fr 2fr',
    'grid: auto-flow dense 1fr / repeat(auto-fit, minmax(100px, 1fr))',
    'clip-path: inset(1px 2px round 3px / 4px) content-box',
    'clip-path: polygon(evenodd, 0 0, 100% 0, calc(50% + 1px) 100%)',
    'filter: blur(2px) drop-shadow(1px 1px 2px red) hue-rotate(0.5turn)',
    'font: italic small-caps 700 condensed 12px/normal "A", b c, serif',
    'mask: url(m.svg) center / contain no-repeat alpha exclude, none',
    'content: "a" counter(x, upper-roman) counters(y, ".") attr(title) leader(dotted) / "alt"',
    'string-set: title content(text), chapter "Chapter " counter(chapter)',
    'position: running(header)',
    'place-content: last baseline',
    'border-image: url(x) 10% 20 fill / 1px auto / 2 round stretch',
    'text-emphasis: open sesame red',
    'quotes: "«" "»" "‹" "›"',
    'counter-reset: reversed(x) 5 y',
  ];
  for (const css of valid) it(`accepts ${css}`, () => expect(computed(css)).not.to.equal(null));
});
