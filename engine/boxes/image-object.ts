/**
 * Determines what a replaced box shows of an image: its natural size in CSS px, oriented by the style, or the part
 * selected by a view box.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import { type ImageResource, oriented, resolutionOf } from '../images/image.ts';
import type { ReplacedData, ViewedPart } from './box.ts';

/**
 * `resolution`: image px per CSS px if the style doesn't determine it; 1 leaves it to the style. `sizeOfSizeless`: the
 * width and height of an image with neither, or null.
 */
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

/**
 * Returns `object-view-box` (css-images-5 §4.1) relative to the natural size; null if there is none or it is empty,
 * which is ignored.
 */
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
