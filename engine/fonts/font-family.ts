/** Matches a style to the faces of a family (css-fonts-4 §5.2, "font style matching"). */
import type { FontStyle } from '../css/computed-style.ts';
import type { AxisSetting } from './harfbuzz.ts';
import type { FontFace } from './font-face.ts';
import type { TableMetrics } from './brought-font.ts';

/** `ascent-override`, `descent-override` and `line-gap-override` as fractions of the font size; null is `normal`. */
export interface MetricOverrides {
  readonly ascent: number | null;
  readonly descent: number | null;
  readonly lineGap: number | null;
}

/** A face of a family with the properties that matching needs. */
export interface FamilyFace {
  readonly weight: readonly [number, number];
  /** In per cent. */
  readonly stretch: readonly [number, number];
  readonly slope: { readonly type: 'normal' | 'italic' | 'oblique'; readonly degrees: readonly [number, number] };
  /** Inclusive ranges; null: everything the font covers. */
  readonly unicodeRange: readonly (readonly [number, number])[] | null;
  readonly overrides: MetricOverrides | null;
  readonly sizeAdjust: number;
  readonly featureSettings: readonly AxisSetting[];
  readonly variationSettings: readonly AxisSetting[];
  /** The table metrics, for variations of the face; null if the face has no axes. */
  readonly variableMetrics: () => TableMetrics | null;
  /** Loads the font at its default settings; null if none of its sources works. */
  readonly load: () => FontFace | null;
}

export interface FontFamily {
  /** In order of definition. */
  readonly faces: readonly FamilyFace[];
}

/** The style properties that select a face within a family. */
type FaceRequest = Pick<FontStyle, 'fontWeight' | 'fontStretch' | 'fontStyle'>;

/** The weight from which a style counts as bold. */
export const BOLD_THRESHOLD = 600;
/** The angle in degrees from which `oblique` requests a slanted face. */
export const OBLIQUE_THRESHOLD = 14;

/**
 * Returns the distance of `[from, to]` from `wanted`. All values on the preferred side rank before those on the other.
 */
function distance([from, to]: readonly [number, number], wanted: number, preferSmaller: boolean): number {
  if (wanted >= from && wanted <= to) return 0;
  const smaller = to < wanted;
  const gap = smaller ? wanted - to : from - wanted;
  return smaller === preferSmaller ? gap : gap + OTHER_SIDE;
}

const OTHER_SIDE = 10_000;

/** §5.2 step 4.1: narrower first at or below normal, wider first above. */
const stretchDistance = (face: FamilyFace, wanted: number): number => distance(face.stretch, wanted, wanted <= 100);

/**
 * §5.2 step 4.3: between 400 and 500, heavier weights up to 500 come first. Below 400 lighter weights come first, above
 * 500 heavier ones.
 */
function weightDistance(face: FamilyFace, wanted: number): number {
  const [from, to] = face.weight;
  if (wanted >= from && wanted <= to) return 0;
  if (wanted < 400) return distance(face.weight, wanted, true);
  if (wanted > 500) return distance(face.weight, wanted, false);
  if (from > wanted && from <= 500) return from - wanted;
  return 1000 + distance(face.weight, wanted, true);
}

/**
 * §5.2 step 4.2: italic prefers italic, then oblique, then normal; normal prefers normal, then oblique, then italic.
 */
function slopeDistance(face: FamilyFace, style: FontStyle['fontStyle']): number {
  const { type } = face.slope;
  if (style.type === 'italic') return type === 'italic' ? 0 : type === 'oblique' ? OTHER_SIDE : 2 * OTHER_SIDE;
  const wanted = style.type === 'normal' ? 0 : style.degrees;
  if (Math.abs(wanted) < OBLIQUE_THRESHOLD) {
    if (type === 'normal') return wanted === 0 ? 0 : 1;
    return type === 'oblique' ? distance(face.slope.degrees, wanted, true) : 2 * OTHER_SIDE;
  }
  if (type === 'oblique') return distance(face.slope.degrees, wanted, wanted < 0);
  return type === 'italic' ? 2 * OTHER_SIDE : 3 * OTHER_SIDE;
}

/**
 * Returns the family's faces for a style. It is one face, or several that differ only in their unicode-range, last
 * defined first (css-fonts-4 §5.2, "composite face").
 */
export function matchFaces(family: FontFamily, style: FaceRequest): FamilyFace[] {
  let best: FamilyFace[] = [];
  let bestKey: readonly number[] = [];
  for (const face of family.faces) {
    const key = [
      stretchDistance(face, style.fontStretch),
      slopeDistance(face, style.fontStyle),
      weightDistance(face, style.fontWeight),
    ];
    const order = best.length === 0 ? -1 : compare(key, bestKey);
    if (order < 0) {
      best = [face];
      bestKey = key;
    } else if (order === 0) {
      best.unshift(face);
    }
  }
  return best;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}
