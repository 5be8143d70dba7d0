/** Which part of an SVG file a URL's fragment asks for (svg2 §16.3, linking into SVG): a `view` element, or `svgView(...)`. */
import type { Rect } from '../rounded-rect.ts';
import type { SvgSource } from './svg-document.ts';
import { decodeUriSafely } from './svg-references.ts';
import { parseViewBox } from './view-box.ts';

export interface SvgView {
  readonly viewBox: Rect | null;
  readonly aspect: string | null;
}

/** The view that a fragment (without its `#`) names; what it doesn't say, the root element does. */
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

/** `svgView(viewBox(0,0,10,10);preserveAspectRatio(none))`: the first value of each parameter. */
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
