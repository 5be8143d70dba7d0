/** SVG's presentation properties. */
import type { Length } from '../length.ts';
import type { Color } from '../color.ts';
import type { SvgPaint } from '../computed-values.ts';

/** SVG's inherited presentation properties. PERF: a small group, because each mark of a chart has its own instance. */
export interface SvgPaintStyle {
  readonly fill: SvgPaint;
  readonly fillOpacity: number;
  readonly fillRule: 'nonzero' | 'evenodd';
  readonly clipRule: 'nonzero' | 'evenodd';
  readonly stroke: SvgPaint;
  readonly strokeWidth: Length;
  readonly strokeOpacity: number;
  readonly strokeLinecap: 'butt' | 'round' | 'square';
  readonly strokeLinejoin: string;
  readonly strokeMiterlimit: number;
  readonly strokeDasharray: readonly Length[];
  readonly strokeDashoffset: Length;
  readonly textAnchor: string;
  readonly paintOrder: string;
  readonly shapeRendering: string;
  readonly colorInterpolationFilters: string;
  readonly markerStart: string | null;
  readonly markerMid: string | null;
  readonly markerEnd: string | null;
}

/** SVG's non-inherited presentation properties. A small group for the same reason. */
export interface SvgShapeStyle {
  readonly stopColor: Color;
  readonly stopOpacity: number;
  readonly floodColor: Color;
  readonly floodOpacity: number;
  readonly lightingColor: Color;
  readonly vectorEffect: string;
  readonly cx: Length;
  readonly cy: Length;
  readonly r: Length;
  readonly rx: Length;
  readonly ry: Length;
  readonly x: Length;
  readonly y: Length;
  readonly d: string | null;
}
