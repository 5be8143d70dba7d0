/** The `source` elements that a `picture` offers to its `img` (HTML §4.8.4.3.5). */
import type { Element } from './node.ts';

const SUPPORTED_TYPES =
  /^image\/(?:a?png|jpe?g|pjpeg|gif|webp|avif|jxl|(?:x-(?:ms-)?)?bmp|tiff|x-icon|vnd\.microsoft\.icon|svg\+xml)$/i;

/** Returns the sources before an `img` whose type is supported and whose media query matches. */
export function usableSources(image: Element, matchesMedia: (queries: string) => boolean): Element[] {
  const sources: Element[] = [];
  const picture = image.parent;
  if (!picture || picture.tag !== 'picture') return sources;
  for (const child of picture.children) {
    if (child === image) break;
    if (child.type !== 'element' || child.tag !== 'source') continue;
    const type = child.attribute('type')?.split(';', 1)[0]!.trim() ?? '';
    if ((type === '' || SUPPORTED_TYPES.test(type)) && matchesMedia(child.attribute('media') ?? ''))
      sources.push(child);
  }
  return sources;
}

/** Returns the element whose `width` and `height` attributes size an `img`: the chosen source, or the image itself. */
export function sizingElement(image: Element, matchesMedia: (queries: string) => boolean): Element {
  const source = usableSources(image, matchesMedia).find((one) => (one.attribute('srcset') ?? '') !== '');
  const isSized = source !== undefined && (source.attribute('width') ?? source.attribute('height')) !== null;
  return isSized ? source : image;
}
