/**
 * Controls whose parts authors can style, by the part names of browsers: bars of `progress` and `meter`, and sliders.
 * As in browsers, the parts have boxes only if `appearance` is `none`, or a rule sets a background or border.
 */
import { type ComputedStyle, isVertical } from '../css/computed-style.ts';
import { Length, LengthKind } from '../css/length.ts';
import type { Element } from '../document/node.ts';
import { BoxFlag, BoxKind } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { appendItem, controlBox, controlData, gaugeOf, shareOfProgress, shareOfRange } from './control-parts.ts';
import { BLOCK_FLOW, kindOf } from './display.ts';
import { createElementBox, placeFlags, replaceContents, usedDisplay } from './element-box.ts';
import { LooseBox } from './loose-box.ts';

/** Natural sizes of the natively drawn controls in px. */
const PROGRESS = [160, 16] as const;
const METER = [80, 16] as const;
const RANGE = [129, 16] as const;
/** The size of the natively drawn thumb in px. */
const THUMB = 16;

export function hasOwnBackground({ background }: ComputedStyle): boolean {
  return background.backgroundColor.a > 0 || background.backgroundLayers.some(({ image }) => image !== null);
}

/** Returns whether a rule sets a background, border or rounded corners. */
function hasOwnLook(style: ComputedStyle): boolean {
  if (hasOwnBackground(style)) return true;
  const { border } = style;
  const { borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth } = border;
  return borderTopWidth + borderRightWidth + borderBottomWidth + borderLeftWidth > 0 || isRound(border);
}

const isRound = ({ borderTopLeftRadius, borderBottomRightRadius }: ComputedStyle['border']): boolean =>
  [borderTopLeftRadius, borderBottomRightRadius].some(({ x }) => x.px > 0 || x.percent > 0);

/** Appends a part of a control as a box. Returns null if it isn't displayed. */
function appendPart(
  context: BuildContext,
  into: LooseBox,
  element: Element,
  pseudo: string,
  change: (style: ComputedStyle) => ComputedStyle,
): LooseBox | null {
  const own = context.styler.pseudoStyle(element, pseudo);
  if (own === null || own.box.display.outside === 'none') return null;
  const style = change(own);
  const display = usedDisplay(style, into);
  const kind = kindOf(display, style);
  const part = new LooseBox(kind, style, element, pseudo, placeFlags(kind, display, style, into));
  into.append(part);
  return part;
}

const same = (style: ComputedStyle): ComputedStyle => style;

/** Generates the box of a `progress` or `meter`. */
export function generateBar(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): void {
  context.applyCounters(element, style, null);
  const isProgress = element.tag === 'progress';
  const box = createElementBox(context, element, style, into);
  if (style.rare.appearance !== 'none' && !hasOwnLook(style)) {
    const [width, height] = isProgress ? PROGRESS : METER;
    replaceContents(box, controlData(width, height), style.zoom);
    return;
  }
  const isInline = box.kind === BoxKind.Inline;
  box.kind = BoxKind.Block;
  if (isInline && !box.isOutOfFlowOrFloat) box.flags |= BoxFlag.AtomicInline;
  box.flags |= BoxFlag.NewFormattingContext | BoxFlag.Monolithic;
  const bar = appendPart(context, box, element, isProgress ? '-webkit-progress-bar' : '-webkit-meter-bar', same);
  const gauge = isProgress ? null : gaugeOf(element);
  const filled = gauge?.share ?? shareOfProgress(element);
  if (bar === null || filled === null) return;
  const value = gauge === null ? '-webkit-progress-value' : METER_VALUES[gauge.distance];
  // The length of the value bar is its share of the track, even if a rule sets a width.
  const isUpright = isVertical(style);
  const length = Length.percent(100 * filled);
  appendPart(context, bar, element, value, (own) =>
    context.styler.derivedStyle(own, { box: { ...own.box, ...(isUpright ? { height: length } : { width: length }) } }),
  );
}

const METER_VALUES = [
  '-webkit-meter-optimum-value',
  '-webkit-meter-suboptimum-value',
  '-webkit-meter-even-less-good-value',
] as const;

/** Generates the box of a slider. */
export function generateSlider(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): void {
  context.applyCounters(element, style, null);
  const isNative = style.rare.appearance !== 'none';
  const track = context.styler.pseudoStyle(element, '-webkit-slider-runnable-track');
  if (isNative && (track === null || !hasOwnLook(track))) {
    replaceContents(createElementBox(context, element, style, into), controlData(...RANGE), style.zoom);
    return;
  }
  // It is as high as its track, but at least as high as a natively drawn slider, whose natural width it has.
  const { height } = style.box;
  const own = context.styler.derivedStyle(style, {
    box: { ...style.box, height: height.isAuto && isNative ? Length.px(RANGE[1] * style.zoom) : height },
  });
  const box = controlBox(context, element, own, into, BoxFlag.Compressible);
  const room = appendItem(context, box, {
    width: Length.px(RANGE[0] * style.zoom),
    minWidth: Length.ZERO,
    flexGrow: 1,
  });
  room.kind = BoxKind.Flex;
  // Its border box is on the baseline, regardless of its track: the first item is as high as the box and reaches its
  // edge.
  const below = style.border.borderBottomWidth + style.box.paddingBottom.px;
  appendItem(context, room, { width: Length.ZERO, marginBottom: Length.px(-below) });
  const way = appendPart(context, room, element, '-webkit-slider-runnable-track', same);
  if (way === null) return;
  const at = shareOfRange(element);
  const thumb = appendPart(context, way, element, '-webkit-slider-thumb', (part) => {
    const isDrawn = isNative || part.rare.appearance !== 'none';
    const { border, background } = isDrawn ? context.styler.anonymousStyle(part, BLOCK_FLOW) : part;
    return context.styler.derivedStyle(part, { box: thumbBox(part, at, isDrawn), border, background });
  });
  if (thumb === null || (!isNative && thumb.style.rare.appearance === 'none')) return;
  replaceContents(thumb, controlData(THUMB, THUMB), style.zoom);
}

/** Returns the position of a thumb along its track, and the size of a natively drawn one. */
function thumbBox({ box, border, text, zoom }: ComputedStyle, at: number, isDrawn: boolean): ComputedStyle['box'] {
  const size = isDrawn ? Length.px(THUMB * zoom) : box.width;
  const edges = border.borderLeftWidth + border.borderRightWidth + box.paddingLeft.px + box.paddingRight.px;
  const isOuter = isDrawn || box.boxSizing === 'border-box';
  const outer = size.isLength ? size.px + (isOuter ? 0 : edges) : edges;
  // The thumb moves within the track's length minus its own.
  const offset = new Length(LengthKind.Length, -at * outer, 100 * at);
  const place = text.direction === 'rtl' ? { right: offset } : { left: offset };
  const { ZERO } = Length;
  const drawn = {
    width: size,
    height: size,
    paddingTop: ZERO,
    paddingRight: ZERO,
    paddingBottom: ZERO,
    paddingLeft: ZERO,
  };
  return { ...box, position: 'relative', ...place, ...(isDrawn ? drawn : {}) };
}
