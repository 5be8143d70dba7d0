/**
 * Derives the fields that depend on several longhands: used border widths, background and mask layers, overflow pairs,
 * the monospace font size. Called once per group after its longhands are set.
 */
import type { Mutable } from '../../mutable.ts';
import type {
  BackgroundStyle,
  BorderStyle,
  BoxStyle,
  ComputedStyle,
  FontStyle,
  RareStyle,
  TextStyle,
} from '../computed-style.ts';
import type { Alignment, BackgroundLayer, MaskLayer } from '../computed-values.ts';
import { LEGACY } from '../values/alignment.ts';
import { keywordSize, MONOSPACE_RATIO } from '../values/font.ts';
import { singlePrecision } from '../values/used-font-size.ts';
import { isMonospace } from './font-properties.ts';
import { finishOldFlexbox } from './old-flexbox.ts';

/**
 * Adjusts the font size of monospace text, whose default is 13 px instead of 16. A size from a keyword or the default
 * changes when the family switches between monospace and others. A size given as a length doesn't.
 */
export function finishFontSize(font: Mutable<FontStyle>, parent: FontStyle): void {
  if (font.fontSizeAbsolute) return;
  const monospace = isMonospace(font.fontFamily);
  if (monospace === isMonospace(parent.fontFamily)) return;
  if (font.fontSizeKeyword >= 0) font.fontSize = keywordSize(font.fontSizeKeyword, monospace);
  else {
    const ratio = monospace ? MONOSPACE_RATIO : 1 / MONOSPACE_RATIO;
    font.fontSize = singlePrecision(font.fontSize * ratio, Math.fround(font.fontSize) * ratio);
  }
}

/** Adjusts overflow: `visible` and `clip` become scrollable next to a scrollable axis (css-overflow-3 §3.1). */
function finishOverflow(box: Mutable<BoxStyle>): void {
  const scrollable = (value: BoxStyle['overflowX']): boolean => value !== 'visible' && value !== 'clip';
  const adjusted = (value: BoxStyle['overflowX']): BoxStyle['overflowX'] =>
    value === 'visible' ? 'auto' : value === 'clip' ? 'hidden' : value;
  if (scrollable(box.overflowX) === scrollable(box.overflowY)) return;
  box.overflowX = adjusted(box.overflowX);
  box.overflowY = adjusted(box.overflowY);
}

/**
 * Separates floats and clearance of lines from those of pages (css-page-floats-3 §3.2, §4). Line floats go to inline
 * sides and never snap. Only such floats may go to the page margins.
 */
function finishPageFloat(box: Mutable<BoxStyle>): void {
  const clear = box.computedClear;
  const isOfMargin = box.floatReference === '-pagewright-margin';
  // There are no regions, so their floats become line floats.
  const isOfLine = box.floatReference === 'inline' || box.floatReference === 'region';
  const { computedFloat } = box;
  const snaps = typeof computedFloat === 'object';
  box.float = snaps ? 'none' : computedFloat;
  box.floatSnap = snaps && !isOfLine && !isOfMargin ? computedFloat : null;
  if (!isOfMargin && box.float === 'inside') box.float = 'inline-start';
  else if (!isOfMargin && box.float === 'outside') box.float = 'inline-end';
  if (isOfLine || isOfMargin) {
    if (box.float === 'block-start') box.float = 'inline-start';
    else if (box.float === 'block-end') box.float = 'inline-end';
    else if (box.float === 'snap-block') box.float = 'none';
  }
  box.clearPage =
    clear === 'all'
      ? 'both-block'
      : clear === 'block-start' || clear === 'block-end' || clear === 'both-block'
        ? clear
        : 'none';
  if (clear === 'all' || clear === 'both-block') box.clear = 'both';
  else if (clear === 'block-start') box.clear = 'inline-start';
  else box.clear = clear === 'block-end' ? 'inline-end' : clear;
}

export function finishBox(box: Mutable<BoxStyle>, parent: ComputedStyle): void {
  finishOverflow(box);
  finishPageFloat(box);
  if (box.page === '') box.page = parent.box.page;
  if (box.justifyItems.keyword === 'legacy') box.justifyItems = legacyAlignment(parent);
  // Line clamping (css-overflow-4 §5.2).
  const clamps = box.continue === 'collapse' || box.continue === 'discard';
  box.lineClamp = clamps ? (box.maxLines ?? 'auto') : null;
  finishOldFlexbox(box, parent);
}

/**
 * Whether children whose box properties are all initial differ from the initial style: they take the parent's page, the
 * side that `legacy` gives items (css-align-3 §6.2), and the layout of old flexboxes.
 */
export const affectsChildBoxes = (parent: ComputedStyle): boolean =>
  parent.box.page !== '' || parent.box.oldFlexbox || legacyAlignment(parent) !== LEGACY;

/** Returns the computed `justify-items: legacy` in a parent: the side that the parent gives, if any. */
const legacyAlignment = ({ box: { justifyItems } }: ComputedStyle): Alignment =>
  justifyItems.legacy ? justifyItems : LEGACY;

/** Separates the string at which cells align from the keyword that aligns lines (css-text-4 §7.1). */
export function finishText(text: Mutable<TextStyle>): void {
  const { computedTextAlign: align } = text;
  const isString = typeof align === 'object';
  text.textAlign = isString ? align.keyword : align;
  text.textAlignCharacter = isString ? align.character : null;
}

const shown = (style: string): boolean => style !== 'none' && style !== 'hidden';

export function finishBorder(border: Mutable<BorderStyle>): void {
  border.borderTopWidth = shown(border.borderTopStyle) ? border.computedBorderTopWidth : 0;
  border.borderRightWidth = shown(border.borderRightStyle) ? border.computedBorderRightWidth : 0;
  border.borderBottomWidth = shown(border.borderBottomStyle) ? border.computedBorderBottomWidth : 0;
  border.borderLeftWidth = shown(border.borderLeftStyle) ? border.computedBorderLeftWidth : 0;
  border.outlineWidth = border.outlineStyle === 'none' ? 0 : border.computedOutlineWidth;
}

/** Returns an element of a list that repeats to the length of another (css-backgrounds-3 §2.1). */
const cycle = <T>(list: readonly T[], index: number): T => list[index % list.length]!;

export function finishBackground(background: Mutable<BackgroundStyle>): void {
  const layers: BackgroundLayer[] = [];
  for (let i = 0; i < background.backgroundImage.length; i++) {
    const repeat = cycle(background.backgroundRepeat, i);
    layers.push({
      image: background.backgroundImage[i]!,
      position: { x: cycle(background.backgroundPositionX, i), y: cycle(background.backgroundPositionY, i) },
      size: cycle(background.backgroundSize, i),
      repeatX: repeat.x,
      repeatY: repeat.y,
      attachment: cycle(background.backgroundAttachment, i),
      origin: cycle(background.backgroundOrigin, i),
      clip: cycle(background.backgroundClip, i),
      blend: cycle(background.backgroundBlendMode, i),
    });
  }
  background.backgroundLayers = layers;
}

/** Builds the mask layers. The list is empty if no layer has an image. */
export function finishRare(rare: Mutable<RareStyle>): void {
  const none = rare.maskImage.every((image) => image === null);
  if (none && rare.maskLayers.length === 0) return;
  const layers: MaskLayer[] = [];
  for (let i = 0; !none && i < rare.maskImage.length; i++) {
    const repeat = cycle(rare.maskRepeat, i);
    layers.push({
      image: rare.maskImage[i]!,
      position: cycle(rare.maskPosition, i),
      size: cycle(rare.maskSize, i),
      repeatX: repeat.x,
      repeatY: repeat.y,
      origin: cycle(rare.maskOrigin, i),
      clip: cycle(rare.maskClip, i),
      mode: cycle(rare.maskMode, i),
      composite: cycle(rare.maskComposite, i),
    });
  }
  rare.maskLayers = layers;
}
