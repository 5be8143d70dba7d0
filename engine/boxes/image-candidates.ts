/** Chooses among the files that an `img` offers (HTML §4.8.4.3): `srcset`, `sizes` and the sources of a `picture`. */
import type { UrlImage } from '../css/computed-values.ts';
import type { Element } from '../document/node.ts';
import { usableSources } from '../document/picture-sources.ts';
import { parseSrcset } from '../document/srcset.ts';
import type { ImageResource, ImageStore } from '../images/image.ts';
import type { Styler } from '../style/styler.ts';

/** One of several files with the same picture. */
export interface ImageCandidate {
  readonly url: string;
  /** Image pixels per CSS px of natural size. */
  readonly density: number;
}

/** An image that can be shown, and all candidates it was chosen from. */
interface ChosenImage {
  readonly image: ImageResource;
  readonly density: number;
  /** null without alternatives. */
  readonly candidates: readonly ImageCandidate[] | null;
}

/** The density that print needs: 300 dots per inch. */
const PRINT_DENSITY = 300 / 96;

/** Returns the candidate image of an `img` that suits print best at its natural size; null if none can be shown. */
export function chooseImage(element: Element, styler: Styler, images: ImageStore): ChosenImage | null {
  for (const source of usableSources(element, (queries) => styler.matchesMedia(queries))) {
    const chosen = sharpest(candidatesOf(source, null, styler), images);
    if (chosen !== null) return chosen;
  }
  return sharpest(candidatesOf(element, element.attribute('src'), styler), images);
}

function candidatesOf(element: Element, src: string | null, styler: Styler): ImageCandidate[] {
  const srcset = element.attribute('srcset');
  const candidates: ImageCandidate[] = [];
  let size: number | null = null;
  let hasWidths = false;
  for (const { url, descriptor } of srcset === null ? [] : parseSrcset(srcset)) {
    const match = DESCRIPTOR.exec(descriptor);
    if (match === null) continue;
    const value = match[1] === undefined ? 1 : Number(match[1]);
    const isWidth = match[2] === 'w';
    if (!(value > 0)) continue;
    hasWidths ||= isWidth;
    if (isWidth) size ??= Math.max(1, styler.sourceSize(element.attribute('sizes') ?? ''));
    candidates.push({ url, density: isWidth ? value / size! : value });
  }
  // `src` is the candidate of density 1 unless the set has its own (HTML §4.8.4.3.8).
  if (src !== null && src !== '' && !hasWidths && !candidates.some(({ density }) => density === 1))
    candidates.push({ url: src, density: 1 });
  if (src !== null && src !== '' && candidates.length === 0) candidates.push({ url: src, density: 1 });
  return candidates;
}

/** Matches a density, a width, or a width with the height that older drafts allowed. */
const DESCRIPTOR = /^(?:((?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)(x|w)(?:\s+\d+h)?)?$/i;

/** Returns the first candidate by suitability that can be shown. */
function sharpest(candidates: readonly ImageCandidate[], images: ImageStore): ChosenImage | null {
  if (candidates.length > 1) candidates = [...candidates].sort((a, b) => unsuitability(a, 1) - unsuitability(b, 1));
  for (const { url, density } of candidates) {
    const image = images.get(url);
    if (image !== null) return { image, density, candidates: candidates.length > 1 ? candidates : null };
  }
  return null;
}

/** The tolerance for natural sizes of the same picture, as a fraction, because files have whole pixels. */
const SAME_SIZE = 0.02;

/**
 * Returns the files of an `image-set()` that show the same picture, judging by their sizes: an image of a different
 * natural size would change the layout. Returns null without alternatives.
 */
export function candidatesOfSet(
  { url, resolution, alternatives }: UrlImage,
  images: ImageStore,
): ImageCandidate[] | null {
  const chosen = alternatives === undefined ? null : images.get(url);
  if (chosen === null) return null;
  const isAlike = (a: number | null, b: number | null, density: number): boolean =>
    a === null || b === null ? a === b : Math.abs((b * resolution) / (a * density) - 1) < SAME_SIZE;
  const alike = alternatives!.filter(({ url: other, resolution: density }) => {
    const image = images.get(other);
    return (
      image !== null && isAlike(chosen.width, image.width, density) && isAlike(chosen.height, image.height, density)
    );
  });
  return alike.length === 0
    ? null
    : [{ url, density: resolution }, ...alike.map((other) => ({ url: other.url, density: other.resolution }))];
}

/** Returns the URL of the candidate nearest to 300 dpi when the image is painted at `scale` times its natural size. */
export function sharpestAt(candidates: readonly ImageCandidate[], scale: number): string {
  let best = candidates[0]!;
  for (const candidate of candidates)
    if (unsuitability(candidate, scale) < unsuitability(best, scale)) best = candidate;
  return best.url;
}

/** Returns how far a density is from that of print, as a ratio: half and twice the pixels are equally far. */
const unsuitability = ({ density }: ImageCandidate, scale: number): number =>
  Math.abs(Math.log(density / scale / PRINT_DENSITY));
