/** What a replaced box shows of an image: its natural size, turned as the style says, or the part of it that a view box chooses. CSS px. */
import type { ComputedStyle } from '../css/computed-style.ts';
import { type ImageResource, oriented, resolutionOf } from '../images/image.ts';
import type { ReplacedData, ViewedPart } from './box.ts';

/** `resolution`: image px to a CSS px, where that isn't the style's to say (1: it is). `sizeOfSizeless`: the width and height of an image that has neither; null: it has none. */
export function imageObject(
  resource: ImageResource,
  style: ComputedStyle,
  resolution = 1,
  sizeOfSizeless: number | null = null,
): ReplacedData {
  const image = oriented(resource, style.text.imageOrientation);
  const density = resolution === 1 ? resolutionOf(image, style.text.imageResolution) : resolution;
  const width = image.width === null ? null : image.width / density;
  const height = image.height === null ? null : image.height / density;
  const viewed = width === null || height === null ? null : viewedPart(style, width, height);
  if (viewed !== null && width !== null && height !== null) {
    const [w, h] = [width * viewed.width, height * viewed.height];
    return { ...object(image), viewed, intrinsicWidth: w, intrinsicHeight: h, intrinsicRatio: w / h };
  }
  const isSizeless = width === null && height === null;
  return {
    ...object(image),
    intrinsicWidth: isSizeless ? sizeOfSizeless : width,
    intrinsicHeight: isSizeless ? sizeOfSizeless : height,
    intrinsicRatio: image.ratio,
  };
}

function object(image: ImageResource): Pick<ReplacedData, 'type' | 'image' | 'content' | 'viewed'> {
  return { type: 'replaced', image, content: 'image', viewed: null };
}

/** `object-view-box` (css-images-5 §4.1) against the natural size; null: none, or an empty one, which counts for nothing. */
function viewedPart({ rare }: ComputedStyle, width: number, height: number): ViewedPart | null {
  const shape = rare.objectViewBox;
  if (shape === null || shape.type !== 'inset' || !(width > 0) || !(height > 0)) return null;
  const left = shape.left.resolvePx(width);
  const top = shape.top.resolvePx(height);
  const shownWidth = width - left - shape.right.resolvePx(width);
  const shownHeight = height - top - shape.bottom.resolvePx(height);
  if (!(shownWidth > 0) || !(shownHeight > 0)) return null;
  return { x: left / width, y: top / height, width: shownWidth / width, height: shownHeight / height };
}
