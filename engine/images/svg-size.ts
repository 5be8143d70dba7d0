import { absoluteUnitPx } from '../units.ts';
import { isAsciiSpace } from '../document/ascii.ts';

/**
 * The intrinsic size of an SVG image (css-images-3 §5.1, SVG 2 §8.12), read from the root's attributes without parsing
 * the document. `preserveAspectRatio` doesn't matter, because it only places the content within the image's size.
 */
interface SvgSize {
  readonly width: number | null;
  readonly height: number | null;
  readonly ratio: number | null;
}

/** Font-relative units in CSS px, which use the initial font in images. */
const FONT_UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['em', 16],
  ['rem', 16],
  ['ex', 8],
]);

/**
 * Returns a length attribute of an svg element in CSS px, with font-relative units at 16 px. Returns null if it is
 * missing or a percentage.
 */
export function svgLength(value: string | null | undefined): number | null {
  const match = /^\+?((?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)$/i.exec(value?.trim() ?? '');
  if (!match) return null;
  const unit = match[2]!.toLowerCase();
  const px = FONT_UNITS.get(unit) ?? absoluteUnitPx(unit);
  return px === null ? null : Number(match[1]) * px;
}

/** Returns null if the file ends inside the tag of the root, so that nothing of it can be shown. */
export function svgSize(markup: string): SvgSize | null {
  const tag = rootTag(markup);
  if (tag === null) return null;
  const attributes = attributesOf(tag);
  const width = svgLength(attributes.get('width'));
  const height = svgLength(attributes.get('height'));
  const box = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const viewRatio = box.length === 4 && box[2]! > 0 && box[3]! > 0 ? box[2]! / box[3]! : null;
  const ratio = width && height ? width / height : viewRatio;
  return { width, height, ratio };
}

/** Returns the text between the name and the end of the first svg tag, '' without such a tag, or null if it doesn't end. */
function rootTag(markup: string): string | null {
  const name = /<(?:\w+:)?svg\b/gi;
  if (!name.test(markup)) return '';
  const start = name.lastIndex;
  let end = start;
  while (end < markup.length && markup[end] !== '>') {
    const quote = markup[end++];
    if (quote !== '"' && quote !== "'") continue;
    const close = markup.indexOf(quote, end);
    if (close === -1) return null;
    end = close + 1;
  }
  return end < markup.length ? markup.slice(start, end) : null;
}

/** Returns `name="value"` pairs. Attributes without a value or without quotes are skipped. */
function attributesOf(tag: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (let at = tag.indexOf('='); at !== -1; at = tag.indexOf('=', at)) {
    const value = at + 1 + spacesAt(tag, at + 1);
    const quote = tag[value];
    const close = quote === '"' || quote === "'" ? tag.indexOf(quote, value + 1) : -1;
    if (close !== -1) attributes.set(nameBefore(tag, at), tag.slice(value + 1, close));
    at = close === -1 ? at + 1 : close + 1;
  }
  return attributes;
}

function spacesAt(text: string, at: number): number {
  let count = 0;
  while (at + count < text.length && isAsciiSpace(text.charCodeAt(at + count))) count++;
  return count;
}

function nameBefore(text: string, end: number): string {
  let last = end;
  while (last > 0 && isAsciiSpace(text.charCodeAt(last - 1))) last--;
  let first = last;
  while (first > 0 && /[\w:-]/.test(text[first - 1]!)) first--;
  return text.slice(first, last);
}
