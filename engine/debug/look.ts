/** Describes how a box is painted, apart from its position and its text. */
import type { Color } from '../css/color.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { ImageValue } from '../css/computed-values.ts';
import type { Element } from '../document/node.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import { usedColor } from '../paint/paint-context.ts';
import { digest } from '../platform/crypto.ts';
import { pxFromLu } from '../units.ts';
import { colorText } from './color-text.ts';

/** Longer URLs are shortened to their start, their length and a hash. */
const MAX_URL = 100;

/**
 * Returns the painted properties of a box that differ from their usual values, by CSS name. `color` appears where it
 * differs from the parent's.
 */
export function lookOf({ box, style, border, width }: BoxFragment, element: Element): Record<string, string> {
  const look: Record<string, string> = {};
  const set = (name: string, value: string, usual: string): void => {
    if (value !== usual) look[name] = value;
  };
  const parent = box.parent?.style.text.color;
  set('color', colorText(style.text.color), parent === undefined ? '#000000' : colorText(parent));
  set('background-color', visibleColor(style.background.backgroundColor, style), 'none');
  const images = style.background.backgroundLayers.map(({ image }) => image).filter((image) => image !== null);
  set('background-image', images.map((image) => imageText(image, style)).join(', '), '');
  const sides = (['top', 'right', 'bottom', 'left'] as const).map((side) => {
    const name = `${side[0]!.toUpperCase()}${side.slice(1)}` as 'Top' | 'Right' | 'Bottom' | 'Left';
    const line = style.border[`border${name}Style`];
    const color = visibleColor(style.border[`border${name}Color`], style);
    const text = border[side] === 0 ? 'none' : `${px(pxFromLu(border[side]))} ${line} ${color}`;
    return [`border-${side}`, text] as const;
  });
  if (sides.every(([, text]) => text === sides[0]![1])) set('border', sides[0]![1], 'none');
  else for (const [name, text] of sides) set(name, text, 'none');
  const { borderTopLeftRadius, borderTopRightRadius, borderBottomRightRadius, borderBottomLeftRadius } = style.border;
  const radii = [borderTopLeftRadius, borderTopRightRadius, borderBottomRightRadius, borderBottomLeftRadius];
  const rounded = radii.map(({ x }) => px(x.resolvePx(pxFromLu(width))));
  set('border-radius', new Set(rounded).size === 1 ? rounded[0]! : rounded.join(' '), '0px');
  const shadows = style.background.boxShadow.map(
    ({ color, x, y, blur, spread, inset }) =>
      `${inset ? 'inset ' : ''}${[x, y, blur, spread].map(px).join(' ')} ${colorText(usedColor(color, style))}`,
  );
  set('box-shadow', shadows.join(', '), '');
  set('text-decoration-line', style.box.textDecorationLine.join(' '), '');
  set('opacity', String(style.rare.opacity), '1');
  const source = element.attribute('src');
  if (box.data?.type === 'replaced' && source !== null) look.image = urlText(source);
  return look;
}

const px = (length: number): string => `${Math.round(length * 100) / 100}px`;

function visibleColor(color: Color, style: ComputedStyle): string {
  const used = usedColor(color, style);
  return used.a === 0 ? 'none' : colorText(used);
}

function imageText(image: ImageValue, style: ComputedStyle): string {
  if (image.type === 'url') return urlText(image.url);
  if (image.type === 'color') return colorText(image.color);
  if (!('stops' in image)) return image.type;
  const colors = image.stops.flatMap(({ color }) => (color === null ? [] : [colorText(usedColor(color, style))]));
  return `${image.type}(${colors.join(', ')})`;
}

function urlText(url: string): string {
  if (url.length <= MAX_URL) return url;
  const hash = Array.from(digest('sha256', new TextEncoder().encode(url)).subarray(0, 6), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return `${url.slice(0, 40)}… (${url.length} characters, ${hash.join('')})`;
}
