/**
 * The part of an SVG file selected by a URL's fragment (svg2 §16.3, linking into SVG): a `view` element or
 * `svgView(...)`.
 */
import type { SvgSource } from './svg-document.ts';
import { decodeUriSafely } from './svg-references.ts';
import type { Rect } from '../rects.ts';
import type { Matrix } from '../display-list.ts';

interface SvgView {
  readonly viewBox: Rect | null;
  readonly aspect: string | null;
}

/** Returns the view named by a fragment without its `#`. The root element provides missing values. */
export function viewOf(source: SvgSource, fragment: string | null): SvgView {
  const { root } = source;
  let viewBox = root.attribute('viewBox');
  let aspect = root.attribute('preserveAspectRatio');
  const name = fragment === null ? '' : decodeUriSafely(fragment);
  if (name.startsWith('svgView(')) {
    const given = viewParameters(name);
    viewBox = given.get('viewBox') ?? viewBox;
    aspect = given.get('preserveAspectRatio') ?? aspect;
  } else if (name !== '') {
    const view = source.byId(name);
    if (view?.tag === 'view') {
      viewBox = view.attribute('viewBox') ?? viewBox;
      aspect = view.attribute('preserveAspectRatio') ?? aspect;
    }
  }
  return { viewBox: parseViewBox(viewBox), aspect };
}

/** Returns the first value of each parameter of `svgView(viewBox(0,0,10,10);preserveAspectRatio(none))`. */
function viewParameters(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of text.slice('svgView('.length).split(';')) {
    const open = part.indexOf('(');
    const close = part.indexOf(')', open);
    const name = part.slice(0, Math.max(0, open)).trim();
    if (close > open && open > 0 && !found.has(name)) found.set(name, part.slice(open + 1, close));
  }
  return found;
}

export function parseViewBox(value: string | null): Rect | null {
  if (value === null) return null;
  const numbers = value
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || numbers[2]! < 0 || numbers[3]! < 0) return null;
  return { x: numbers[0]!, y: numbers[1]!, width: numbers[2]!, height: numbers[3]! };
}

/** Returns a valid `preserveAspectRatio`. Invalid values become the default. */
export function validAspect(aspect: string | null): string {
  const match = /(none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max))(?:\s+(meet|slice))?/.exec(aspect ?? '');
  return match === null ? 'xMidYMid meet' : `${match[1]} ${match[2] ?? 'meet'}`;
}

/**
 * Returns the matrix from viewBox to viewport coordinates. null: the viewBox is empty. With `slice`, the viewBox can
 * extend beyond the viewport.
 */
export function viewBoxMatrix(viewBox: Rect | null, aspect: string | null, viewport: Rect): Matrix | null {
  if (!viewBox) return [1, 0, 0, 1, viewport.x, viewport.y];
  if (viewBox.width === 0 || viewBox.height === 0) return null;
  const scaleX = viewport.width / viewBox.width;
  const scaleY = viewport.height / viewBox.height;
  const match = /(none|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?/.exec(aspect ?? '');
  if (match?.[1] === 'none')
    return [scaleX, 0, 0, scaleY, viewport.x - viewBox.x * scaleX, viewport.y - viewBox.y * scaleY];
  const scale = match?.[4] === 'slice' ? Math.max(scaleX, scaleY) : Math.min(scaleX, scaleY);
  const share = (word: string | undefined): number => (word === 'Min' ? 0 : word === 'Max' ? 1 : 0.5);
  const x = viewport.x + (viewport.width - viewBox.width * scale) * share(match?.[2]);
  const y = viewport.y + (viewport.height - viewBox.height * scale) * share(match?.[3]);
  return [scale, 0, 0, scale, x - viewBox.x * scale, y - viewBox.y * scale];
}
