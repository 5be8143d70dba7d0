/**
 * The part of an SVG file selected by a URL's fragment (svg2 §16.3, linking into SVG): a `view` element or
 * `svgView(...)`.
 */
import type { SvgSource } from './svg-document.ts';
import { decodeUriSafely } from './svg-references.ts';
import { parseViewBox } from './view-box.ts';
import type { Rect } from '../rects.ts';

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
