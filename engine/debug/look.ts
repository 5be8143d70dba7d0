/** Describes how a box is painted, apart from its position and its text. */
import { Length } from '../css/length.ts';
import { initialStyle } from '../css/properties/registry.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import { pxFromLu } from '../units.ts';
import { colorText } from './color-text.ts';
import { lengthText } from './computed-values.ts';
import { clipPathText, filtersText, maskText } from './effects-text.ts';
import {
  contentText,
  counterStyleText,
  fontText,
  imageText,
  px,
  shadowsText,
  transformText,
  urlText,
  visibleColor,
} from './value-text.ts';

/** A property, its value, and the value that isn't listed: the initial one, or the parent's if it inherits. */
type Row = readonly [name: string, value: string, usual: string];

const listed = (rows: readonly Row[]): Record<string, string> =>
  Object.fromEntries(rows.filter(([, value, usual]) => value !== usual));

/** Returns the painted properties of an element's box that differ from their usual values, by CSS name. */
export function lookOf(fragment: BoxFragment): Record<string, string> {
  const { box } = fragment;
  const source = box.data?.type === 'replaced' ? (box.element?.attribute('src') ?? null) : null;
  return listed([...rowsOf(fragment), ['image', source === null ? '' : urlText(source), '']]);
}

/** Returns the appearance of a pseudo-element's box, with its content and its font. */
export function pseudoLookOf(fragment: BoxFragment): Record<string, string> {
  const { box, style } = fragment;
  return listed([
    ['content', contentText(style.rare.content, style), 'normal'],
    ['font', fontText(style.font), box.parent === null ? '' : fontText(box.parent.style.font)],
    ...rowsOf(fragment),
  ]);
}

function rowsOf({ box, style, border, width }: BoxFragment): Row[] {
  const { text, background, rare } = style;
  const parent = box.parent?.style ?? initialStyle();
  const spacing = (length: Length): string => (length === Length.NORMAL ? 'normal' : (lengthText(length) ?? 'calc()'));
  const images = background.backgroundLayers.map(({ image }) => image).filter((image) => image !== null);
  const { borderTopLeftRadius, borderTopRightRadius, borderBottomRightRadius, borderBottomLeftRadius } = style.border;
  const radii = [borderTopLeftRadius, borderTopRightRadius, borderBottomRightRadius, borderBottomLeftRadius];
  const rounded = radii.map(({ x }) => px(x.resolvePx(pxFromLu(width))));
  const { outlineStyle, outlineWidth, outlineColor } = style.border;
  const outline = outlineStyle === 'none' || outlineWidth === 0;
  return [
    ['color', colorText(text.color), colorText(parent.text.color)],
    ['background-color', visibleColor(background.backgroundColor, style), 'none'],
    ['background-image', images.map((image) => imageText(image, style)).join(', '), ''],
    ...borderRows(style, border),
    ['border-radius', new Set(rounded).size === 1 ? rounded[0]! : rounded.join(' '), '0px'],
    ['outline', outline ? 'none' : `${px(outlineWidth)} ${outlineStyle} ${visibleColor(outlineColor, style)}`, 'none'],
    ['box-shadow', shadowsText(background.boxShadow, style), ''],
    ['text-shadow', shadowsText(text.textShadow, style), shadowsText(parent.text.textShadow, parent)],
    ['text-decoration-line', style.box.textDecorationLine.join(' '), ''],
    ['letter-spacing', spacing(text.letterSpacing), spacing(parent.text.letterSpacing)],
    ['word-spacing', spacing(text.wordSpacing), spacing(parent.text.wordSpacing)],
    ['list-style-type', counterStyleText(text.listStyleType), counterStyleText(parent.text.listStyleType)],
    ['transform', transformText(rare), ''],
    ['opacity', String(rare.opacity), '1'],
    ['filter', filtersText(rare.filter, style), ''],
    ['backdrop-filter', filtersText(rare.backdropFilter, style), ''],
    ['clip-path', clipPathText(rare.clipPath), ''],
    ['mask', maskText(rare.maskLayers, style), ''],
    ['mix-blend-mode', rare.mixBlendMode, 'normal'],
  ];
}

/** Returns one row if all sides are equal. */
function borderRows(style: BoxFragment['style'], border: BoxFragment['border']): Row[] {
  const sides = (['top', 'right', 'bottom', 'left'] as const).map((side): Row => {
    const name = `${side[0]!.toUpperCase()}${side.slice(1)}` as 'Top' | 'Right' | 'Bottom' | 'Left';
    const line = style.border[`border${name}Style`];
    const color = visibleColor(style.border[`border${name}Color`], style);
    const text = border[side] === 0 ? 'none' : `${px(pxFromLu(border[side]))} ${line} ${color}`;
    return [`border-${side}`, text, 'none'];
  });
  return sides.every(([, text]) => text === sides[0]![1]) ? [['border', sides[0]![1], 'none']] : sides;
}
