/**
 * Parses `<image>` (css-images-4 §2): url(), image-set(), cross-fade(), filter() and image(). Gradients are in
 * gradient.ts.
 */
import type { TextStyle } from '../computed-style.ts';
import { Color } from '../color.ts';
import {
  type CrossFade,
  type FilteredImage,
  type ImageValue,
  type SolidImage,
  type UrlImage,
} from '../computed-values.ts';
import { parseColor } from './color.ts';
import { ValueKind } from './component-value.ts';
import { parseFilter } from './filter.ts';
import { isGradient, parseGradient } from './gradient.ts';
import { parseAngle, parsePercentage, parseResolution, parseNumberOrPercentage } from './numeric.ts';
import { combine, combineList, type Specified } from './specified.ts';
import { parseUrl, urlFrom } from './url.ts';
import { INVALID, type ValueReader } from './value-reader.ts';

const urlImage = (url: string, resolution = 1): UrlImage => ({ type: 'url', url, resolution });

export function parseImage(reader: ValueReader): Specified<ImageValue> | undefined {
  const value = reader.peek();
  if (value === null) return INVALID;
  const url = urlFrom(value);
  if (url !== INVALID) {
    reader.position++;
    return urlImage(url);
  }
  if (value.kind !== ValueKind.Function) return INVALID;
  const image = functionImage(value.text, reader.inside(value));
  if (image !== INVALID) reader.position++;
  return image;
}

function functionImage(name: string, inside: ValueReader): Specified<ImageValue> | undefined {
  if (isGradient(name)) return parseGradient(name, inside);
  switch (name) {
    case 'image-set':
    case '-webkit-image-set':
      return imageSet(inside);
    case 'cross-fade':
      return crossFade(inside);
    case '-webkit-cross-fade':
      return legacyCrossFade(inside);
    case 'filter':
      return filteredImage(inside);
    case 'image':
      return solidImage(inside);
    default:
      return INVALID;
  }
}

const NOTHING: SolidImage = { type: 'color', color: Color.TRANSPARENT };

const SUPPORTED_TYPES = /^image\/(?:png|apng|jpe?g|gif|webp|avif|jxl|svg\+xml)$/i;

interface SetOption {
  readonly image: Specified<ImageValue>;
  readonly resolution: number;
}

/**
 * Parses `image-set()` (css-images-4 §2.5). Picks the lowest resolution of at least 1dppx, otherwise the highest.
 * Painting may replace it by a file that suits print better.
 */
function imageSet(reader: ValueReader): Specified<ImageValue> | undefined {
  const parts = reader.commaSeparated();
  if (parts === null) return INVALID;
  let best: SetOption | null = null;
  const options: SetOption[] = [];
  for (const part of parts) {
    const option = setOption(part);
    if (option === INVALID) return INVALID;
    if (option === null) continue;
    options.push(option);
    const better =
      best === null ||
      (best.resolution < 1
        ? option.resolution > best.resolution
        : option.resolution >= 1 && option.resolution < best.resolution);
    if (better) best = option;
  }
  // No option is usable: an invalid image, which paints nothing.
  if (best === null) return NOTHING;
  const { image, resolution } = best;
  if (resolution <= 0) return NOTHING;
  const others = options.filter((option) => option !== best && option.resolution > 0);
  return combine([image, combineList(others.map((option) => option.image))], (value, list) => {
    if (value.type !== 'url') return value;
    const chosen = urlImage(value.url, resolution);
    const alternatives = list.flatMap((other, i) =>
      other.type === 'url' ? [urlImage(other.url, others[i]!.resolution)] : [],
    );
    return alternatives.length === 0 ? chosen : { ...chosen, alternatives };
  });
}

/** Parses one option. Returns null when its type isn't supported. */
function setOption(reader: ValueReader): SetOption | null | undefined {
  const text = reader.string();
  const image = text === INVALID ? parseImage(reader) : urlImage(text);
  if (image === INVALID) return INVALID;
  let resolution: number | undefined;
  let type: string | undefined;
  while (!reader.atEnd) {
    const typeArgument = type === INVALID ? reader.function('type') : null;
    if (typeArgument !== null) {
      type = typeArgument.string();
      if (type === INVALID) return INVALID;
      continue;
    }
    const found = resolution === INVALID ? parseResolution(reader) : INVALID;
    if (found === INVALID || (found < 0 && reader.peekAt(-1)?.kind === ValueKind.Dimension)) return INVALID;
    resolution = Math.max(0, found);
  }
  return type !== INVALID && !SUPPORTED_TYPES.test(type) ? null : { image, resolution: resolution ?? 1 };
}

/** Parses `cross-fade()` (css-images-4 §2.6). */
function crossFade(reader: ValueReader): Specified<CrossFade> | undefined {
  const parts = reader.commaSeparated();
  if (parts === null) return INVALID;
  const images: Specified<ImageValue>[] = [];
  const shares: (number | null)[] = [];
  for (const part of parts) {
    const before = parsePercentage(part, 0, 100);
    const image = imageOrColor(part);
    if (image === INVALID) return INVALID;
    shares.push(before ?? parsePercentage(part, 0, 100) ?? null);
    if (!part.atEnd) return INVALID;
    images.push(image);
  }
  const known = shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);
  const open = shares.filter((share) => share === null).length;
  const rest = open === 0 ? 0 : Math.max(0, 100 - known) / open;
  return combine([combineList(images)], (list) => ({
    type: 'cross-fade' as const,
    layers: list.map((image, i) => ({ image, share: (shares[i] ?? rest) / 100 })),
  }));
}

/** Parses `filter( [ <image> | <string> ], <filter-value-list> )` (filter-effects-1 §10). */
function filteredImage(reader: ValueReader): Specified<FilteredImage> | undefined {
  const text = reader.string();
  const image = text === INVALID ? parseImage(reader) : urlImage(text);
  if (image === INVALID || !reader.comma()) return INVALID;
  const filters = parseFilter(reader);
  if (filters === INVALID) return INVALID;
  return combine([image, filters], (value, list) => ({ type: 'filter' as const, image: value, filters: list }));
}

function imageOrColor(reader: ValueReader): Specified<ImageValue> | undefined {
  const color = parseColor(reader);
  return color === INVALID
    ? parseImage(reader)
    : combine([color], (paint): SolidImage => ({ type: 'color', color: paint }));
}

/** Parses `-webkit-cross-fade(from, to, share)`. */
function legacyCrossFade(reader: ValueReader): Specified<CrossFade> | undefined {
  const from = parseImage(reader);
  if (from === INVALID || !reader.comma()) return INVALID;
  const to = parseImage(reader);
  if (to === INVALID || !reader.comma()) return INVALID;
  const share = parseNumberOrPercentage(reader);
  if (typeof share !== 'number' || !reader.atEnd) return INVALID;
  const second = Math.min(1, Math.max(0, share));
  return combine([from, to], (a, b) => ({
    type: 'cross-fade' as const,
    layers: [
      { image: a, share: 1 - second },
      { image: b, share: second },
    ],
  }));
}

/** Parses `image(<color>)`. If there is a source, the color is only its fallback. */
function solidImage(reader: ValueReader): Specified<ImageValue> | undefined {
  if (!reader.ident('ltr')) reader.ident('rtl');
  const text = reader.string() ?? parseUrl(reader);
  if (text !== INVALID) return urlImage(text);
  const color = parseColor(reader);
  if (color === INVALID || !reader.atEnd) return INVALID;
  return combine([color], (paint): SolidImage => ({ type: 'color', color: paint }));
}

/** Parses `[from-image || <resolution>] && snap?` (css-images-4 §5.2). `snap` is ignored: paper has no pixels. */
export function parseImageResolution(reader: ValueReader): TextStyle['imageResolution'] | undefined {
  let fromImage = false;
  let snap = false;
  let dppx: number | undefined;
  while (!reader.atEnd) {
    if (!fromImage && reader.ident('from-image')) fromImage = true;
    else if (!snap && reader.ident('snap')) snap = true;
    else if (dppx === undefined && (dppx = parseResolution(reader)) !== INVALID && dppx > 0) continue;
    else return INVALID;
  }
  return fromImage || dppx !== undefined ? { fromImage, dppx: dppx ?? 1 } : INVALID;
}

/**
 * Parses `image-orientation` (css-images-3 §6.1): `from-image`, `none` or `<angle> || flip`. Angles are rounded to
 * quarter turns, halves away from zero.
 */
export function parseImageOrientation(reader: ValueReader): string | undefined {
  if (reader.ident('from-image')) return 'from-image';
  if (reader.ident('none')) return 'none';
  let flip = reader.ident('flip');
  const degrees = reader.atEnd ? INVALID : parseAngle(reader);
  if (degrees === INVALID && !flip) return INVALID;
  flip ||= reader.ident('flip');
  const quarters = Math.sign(degrees ?? 0) * Math.round(Math.abs(degrees ?? 0) / 90);
  return `${(((quarters % 4) + 4) % 4) * 90}deg${flip ? ' flip' : ''}`;
}
