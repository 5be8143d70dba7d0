/** Writes computed values as CSS text, for people and for comparisons. */
import type { Color } from '../css/color.ts';
import type { ComputedStyle, FontStyle, RareStyle } from '../css/computed-style.ts';
import type { ContentItem, CounterStyleRef, ImageValue, Shadow, TransformFunction } from '../css/computed-values.ts';
import type { Length } from '../css/length.ts';
import { usedColor } from '../paint/paint-context.ts';
import { digest } from '../platform/crypto.ts';
import { colorText } from './color-text.ts';
import { lengthText } from './computed-values.ts';

/** Longer URLs are shortened to their start, their length and a hash. */
const MAX_URL = 100;

export const round = (value: number): number => Math.round(value * 100) / 100;
export const px = (length: number): string => `${round(length)}px`;

/** Returns the first bytes of the SHA-256 of a text, in hexadecimal. */
export const hashText = (text: string): string =>
  Array.from(digest('sha256', new TextEncoder().encode(text)).subarray(0, 6), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Returns the requested font: `bold 16px Arial`. */
export function fontText({ fontStyle, fontWeight, fontSize, fontFamily }: FontStyle): string {
  const words = [
    fontStyle.type === 'normal' ? '' : fontStyle.type,
    fontWeight === 400 ? '' : fontWeight === 700 ? 'bold' : String(fontWeight),
    px(fontSize),
    fontFamily[0]?.name ?? '',
  ];
  return words.filter((word) => word !== '').join(' ');
}

/** Returns `none` for a transparent color. */
export function visibleColor(color: Color, style: ComputedStyle): string {
  const used = usedColor(color, style);
  return used.a === 0 ? 'none' : colorText(used);
}

export const shadowsText = (shadows: readonly Shadow[], style: ComputedStyle): string =>
  shadows
    .map(({ color, x, y, blur, spread, inset }) => {
      const lengths = spread === 0 ? [x, y, blur] : [x, y, blur, spread];
      return `${inset ? 'inset ' : ''}${lengths.map(px).join(' ')} ${colorText(usedColor(color, style))}`;
    })
    .join(', ');

export function imageText(image: ImageValue, style: ComputedStyle): string {
  if (image.type === 'url') return urlText(image.url);
  if (image.type === 'color') return colorText(image.color);
  if (!('stops' in image)) return image.type;
  const colors = image.stops.flatMap(({ color }) => (color === null ? [] : [colorText(usedColor(color, style))]));
  return `${image.type}(${colors.join(', ')})`;
}

export const urlText = (url: string): string =>
  url.length <= MAX_URL ? url : `${url.slice(0, 40)}… (${url.length} characters, ${hashText(url)})`;

export function counterStyleText(style: CounterStyleRef | null): string {
  if (style === null) return 'none';
  if (style.type === 'name') return style.name;
  return style.type === 'string' ? JSON.stringify(style.value) : `symbols(${style.symbols.join(' ')})`;
}

/** Returns the value of `content`. Functions appear without their arguments, except for names of counters. */
export function contentText(content: RareStyle['content'], style: ComputedStyle): string {
  if (typeof content === 'string') return content;
  const text = (item: ContentItem): string => {
    if (item.type === 'string') return JSON.stringify(item.value);
    if (item.type === 'image') return imageText(item.image, style);
    return 'name' in item ? `${item.type}(${item.name})` : item.type;
  };
  return content.items.map(text).join(' ');
}

/** Returns the individual transform properties and `transform` as a list of functions, outermost first. */
export function transformText({ translate, rotate, scale, transform }: RareStyle): string {
  const functions: TransformFunction[] = [
    ...(translate === null ? [] : [{ type: 'translate' as const, ...translate }]),
    ...(rotate === null ? [] : [{ type: 'rotate3d' as const, ...rotate }]),
    ...(scale === null ? [] : [{ type: 'scale3d' as const, ...scale }]),
    ...transform,
  ];
  return functions.map(functionText).join(' ');
}

function functionText(f: TransformFunction): string {
  const list = (values: readonly number[]): string => values.map(round).join(', ');
  const length = (value: Length): string => lengthText(value) ?? 'calc()';
  switch (f.type) {
    case 'translate':
      return `translate(${length(f.x)}, ${length(f.y)}${f.z === 0 ? '' : `, ${px(f.z)}`})`;
    case 'rotate3d':
      return f.x === 0 && f.y === 0
        ? `rotate(${round(f.degrees * f.z)}deg)`
        : `rotate3d(${list([f.x, f.y, f.z])}, ${round(f.degrees)}deg)`;
    case 'scale3d':
      return `scale(${list(f.z === 1 ? [f.x, f.y] : [f.x, f.y, f.z])})`;
    case 'perspective':
      return `perspective(${px(f.px)})`;
    default:
      return `${f.type}(${list(f.matrix)})`;
  }
}
