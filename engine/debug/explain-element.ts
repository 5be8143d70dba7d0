/** Explains an element: where its style comes from, and the edges of its boxes. */
import { type Length, LengthKind } from '../css/length.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Rectangle } from '../document-layout.ts';
import type { EdgeWidths, ExplainedBox, ExplainedElement } from '../explained-element.ts';
import { withTypedErrors } from '../error-edge.ts';
import type { BoxFragment, PhysicalRect } from '../layout/contract/fragment.ts';
import type { Sides } from '../layout/contract/geometry.ts';
import { layoutDocument } from '../render.ts';
import type { DocumentGiven, RenderOptions } from '../render-options.ts';
import { pxFromLu } from '../units.ts';
import { describePages } from './describe-layout.ts';
import { computedValues } from './computed-values.ts';
import { matchingElements } from './select.ts';

/**
 * Lays out a document, and explains the first element that a selector matches. Returns null if it matches no element.
 * @throws RenderError like `render`, and `invalid_options` for a selector that doesn't parse.
 */
export function explainElement(
  html: DocumentGiven,
  selector: string,
  options: RenderOptions = {},
): Promise<ExplainedElement | null> {
  return withTypedErrors(options, async (followed) => {
    const laidOut = await layoutDocument(html, followed);
    const { document, styler } = laidOut;
    const [element] = matchingElements(document, selector);
    if (element === undefined) return null;
    const boxes: ExplainedBox[] = [];
    describePages(
      laidOut,
      (one) => one === element,
      (fragment, borderBox, page) => boxes.push(explainBox(fragment, borderBox, page.index + 1, page.scale)),
    );
    return {
      tag: element.tag,
      declarations: styler.explain(element),
      computed: computedValues(styler, element),
      boxes,
    };
  });
}

function explainBox(fragment: BoxFragment, borderBox: Rectangle, page: number, scale: number): ExplainedBox {
  const { border, padding, style, extra } = fragment;
  const onSheet = ({ x, y, width, height }: PhysicalRect): Rectangle => ({
    x: round(borderBox.x + pxFromLu(x) * scale),
    y: round(borderBox.y + pxFromLu(y) * scale),
    width: round(pxFromLu(width) * scale),
    height: round(pxFromLu(height) * scale),
  });
  const tracks = extra?.tracks;
  return {
    page,
    borderBox,
    border: edges(border, scale),
    padding: edges(padding, scale),
    margin: marginsOf(style),
    tracks: tracks === undefined ? null : { columns: tracks.columns.map(onSheet), rows: tracks.rows.map(onSheet) },
  };
}

const round = (px: number): number => Math.round(px * 100) / 100;

function edges({ top, right, bottom, left }: Sides, scale: number): EdgeWidths {
  const [t, r, b, l] = [top, right, bottom, left].map((lu) => round(pxFromLu(lu) * scale));
  return { top: t!, right: r!, bottom: b!, left: l! };
}

function marginsOf({ box }: ComputedStyle): ExplainedBox['margin'] {
  const { marginTop, marginRight, marginBottom, marginLeft } = box;
  return { top: text(marginTop), right: text(marginRight), bottom: text(marginBottom), left: text(marginLeft) };
}

function text({ kind, px, percent, math }: Length): string {
  if (kind !== LengthKind.Length) return 'auto';
  if (math !== null) return 'calc()';
  if (percent === 0) return `${round(px)}px`;
  return px === 0 ? `${round(percent)}%` : `${round(percent)}% + ${round(px)}px`;
}
