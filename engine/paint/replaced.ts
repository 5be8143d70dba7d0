/**
 * The content of replaced boxes: images fitted into their content box (css-images-3 §5.5), inline SVG and form
 * controls.
 */
import { BoxFlag, type ReplacedData } from '../boxes/box.ts';
import { sharpestAt } from '../boxes/image-candidates.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { type ImageResource, oriented } from '../images/image.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import type { LU } from '../units.ts';
import { paintControl } from './control.ts';
import { edgesOf } from './fragment-boxes.ts';
import type { PaintContext } from './paint-context.ts';
import { applyClip, contentClip } from './overflow-clip.ts';
import { paintMissing, paintOutline, paintTornPicture } from './missing-image.ts';
import { paintResource } from './paint-image.ts';
import type { RoundedRect } from './rounded-rect.ts';
import { paintInlineSvg } from './svg/svg-image.ts';
import type { Rect } from './rects.ts';

export function paintReplaced(context: PaintContext, fragment: BoxFragment, x: LU, y: LU, data: ReplacedData): void {
  const { canvas } = context;
  const { style, box } = fragment;
  if (style.text.visibility !== 'visible') return;
  const edges = edgesOf(fragment, x, y);
  const { content } = edges;
  if (data.content === 'control') return paintControl(context, fragment, edges);
  if (content.width <= 0 || content.height <= 0) return;
  if (data.content === 'svg') {
    if (!box.element) return;
    const clip = contentClip(fragment, x, y);
    canvas.save();
    if (clip !== null) applyClip(canvas, clip);
    paintInlineSvg(context, box.element, content, paintResource);
    canvas.restore();
    return;
  }
  if (data.content === 'frame') {
    if (!box.element) return;
    const clip = contentClip(fragment, x, y);
    canvas.save();
    if (clip !== null) applyClip(canvas, clip);
    context.page.host.paintFrame(context, box.element, content);
    canvas.restore();
    return;
  }
  if (data.content === 'unset') return paintOutline(context, content);
  if (data.content === 'missing')
    return box.has(BoxFlag.Anonymous)
      ? paintTornPicture(context, content)
      : paintMissing(context, content, box.style.text.direction);
  if (data.content !== 'image' || !data.image) return;
  const target = wholeImage(fitObject(fragment, data, content), data);
  const clip = contentClip(fragment, x, y);
  const clipped = clip !== null && (clip.radii !== null || reachesOut(target, clip));
  if (clipped) {
    canvas.save();
    applyClip(canvas, clip);
  }
  paintResource(context, sharpestImage(context, data.image, data, target, style), target, style.text);
  if (clipped) canvas.restore();
}

/** Returns the file of a picture that best suits its painted size. `target`: the rectangle of the entire image. */
function sharpestImage(
  context: PaintContext,
  image: ImageResource,
  { candidates, intrinsicWidth, viewed }: ReplacedData,
  target: Rect,
  style: ComputedStyle,
): ImageResource {
  if (candidates === undefined || intrinsicWidth === null || intrinsicWidth <= 0) return image;
  const url = sharpestAt(candidates, (target.width / intrinsicWidth) * (viewed?.width ?? 1));
  const sharpest = url === image.url ? null : context.images.get(url);
  return sharpest === null ? image : oriented(sharpest, style.text.imageOrientation);
}

function reachesOut(r: Rect, outer: Rect): boolean {
  const slack = 1e-3;
  return (
    r.x < outer.x - slack ||
    r.y < outer.y - slack ||
    r.x + r.width > outer.x + outer.width + slack ||
    r.y + r.height > outer.y + outer.height + slack
  );
}

/** Returns the rectangle of the whole image, placed so that its viewed part fills `r`. */
function wholeImage(r: Rect, { viewed }: ReplacedData): Rect {
  if (viewed === null) return r;
  const width = r.width / viewed.width;
  const height = r.height / viewed.height;
  return { x: r.x - viewed.x * width, y: r.y - viewed.y * height, width, height };
}

/**
 * Returns the natural size, completed with the ratio. If only the ratio is known, the image is contained in the content
 * box (css-images-3 §4.3).
 */
function concreteSize(data: ReplacedData, content: Rect): readonly [number, number] {
  const { intrinsicWidth, intrinsicHeight } = data;
  const ratio = data.intrinsicRatio !== null && data.intrinsicRatio > 0 ? data.intrinsicRatio : null;
  if (intrinsicWidth !== null)
    return [intrinsicWidth, intrinsicHeight ?? (ratio !== null ? intrinsicWidth / ratio : content.height)];
  if (intrinsicHeight !== null) return [ratio !== null ? intrinsicHeight * ratio : content.width, intrinsicHeight];
  if (ratio === null) return [content.width, content.height];
  const width = Math.min(content.width, content.height * ratio);
  return [width, width / ratio];
}

/** Returns the object's rectangle, according to `object-fit` and `object-position`. */
function fitObject(fragment: BoxFragment, data: ReplacedData, content: RoundedRect): Rect {
  const { objectFit, objectPosition } = fragment.style.box;
  if (objectFit === 'fill') {
    const { x, y, width, height } = content;
    return { x: x + objectPosition.x.resolvePx(0), y: y + objectPosition.y.resolvePx(0), width, height };
  }
  const [width, height] = concreteSize(data, content);
  if (width <= 0 || height <= 0) return content;
  const scaleX = content.width / width;
  const scaleY = content.height / height;
  let scale = 1;
  if (objectFit === 'contain') scale = Math.min(scaleX, scaleY);
  else if (objectFit === 'cover') scale = Math.max(scaleX, scaleY);
  else if (objectFit === 'scale-down') scale = Math.min(1, scaleX, scaleY);
  const w = width * scale;
  const h = height * scale;
  const left = content.x + objectPosition.x.resolvePx(content.width - w);
  const top = content.y + objectPosition.y.resolvePx(content.height - h);
  return { x: left, y: top, width: w, height: h };
}
