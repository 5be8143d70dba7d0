/**
 * Applies `zoom` (css-viewport-1): the used lengths of an element and its descendants are scaled. Computed values stay
 * unscaled, and so does everything inherited from them or relative to them. A style is therefore computed without zoom
 * and then scaled group by group.
 */
import { Length, type MathNode, type SizeCalculation } from '../length.ts';
import { Color } from '../color.ts';
import { type FilterFunction, RuleList, type Shadow, type TransformFunction } from '../computed-values.ts';
import { AnchoredLength } from '../values/anchored-length.ts';
import { snapLineWidth } from '../values/border.ts';
import type { GroupName, StyleGroups } from './definition.ts';

type Enlarge = (value: never, factor: number) => unknown;

/** Fields whose plain numbers are CSS px. Numbers in other fields are factors, counts and the like. */
const PIXEL_FIELDS: ReadonlyMap<string, Enlarge> = new Map<string, Enlarge>([
  ...['Top', 'Right', 'Bottom', 'Left'].flatMap((side): [string, Enlarge][] => [
    [`border${side}Width`, lineWidth],
    [`computedBorder${side}Width`, lineWidth],
  ]),
  ['outlineWidth', lineWidth],
  ['computedOutlineWidth', lineWidth],
  ['outlineOffset', times],
  ['columnRuleWidth', ruleWidths],
  ['rowRuleWidth', ruleWidths],
  ['fontSize', times],
  ['webkitTextStrokeWidth', times],
  [
    'borderSpacing',
    ({ inline, block }: { inline: number; block: number }, factor) => ({
      inline: inline * factor,
      block: block * factor,
    }),
  ],
  ['textShadow', shadows],
  ['boxShadow', shadows],
  ['perspective', (px: number | null, factor) => px && px * factor],
  ['translate', withDepth],
  ['transformOrigin', withDepth],
  ['transform', (list: readonly TransformFunction[], factor) => list.map((item) => transformFunction(item, factor))],
  ['filter', filters],
  ['backdropFilter', filters],
]);

/** Scaled style groups. Each group is scaled once per factor, so that equal groups stay the same object. */
export class ZoomedGroups {
  private readonly byFactor = new Map<number, WeakMap<object, object>>();

  /** Returns `group` with its lengths multiplied by `factor`. */
  of<G extends GroupName>(group: StyleGroups[G], factor: number): StyleGroups[G] {
    let known = this.byFactor.get(factor);
    if (known === undefined) {
      // Documents use few factors. With very many, groups lose sharing but memory stays bounded.
      if (this.byFactor.size >= MAX_FACTORS) this.byFactor.clear();
      this.byFactor.set(factor, (known = new WeakMap()));
    }
    let zoomed = known.get(group) as StyleGroups[G] | undefined;
    if (zoomed === undefined) known.set(group, (zoomed = enlarged(group, factor)));
    return zoomed;
  }
}

const MAX_FACTORS = 100;

function enlarged<T extends object>(group: T, factor: number): T {
  // Copies each group once per factor.
  const result = { ...group } as unknown as Record<string, unknown>;
  for (const field of Object.keys(result)) {
    const enlarge = PIXEL_FIELDS.get(field);
    const value = result[field];
    result[field] = enlarge === undefined ? enlargeLengths(value, factor) : enlarge(value as never, factor);
  }
  return result as unknown as T;
}

/** Returns a value with all Lengths and natural image sizes in it scaled; the same object if it contains none. */
function enlargeLengths(value: unknown, factor: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Color) return value;
  if (value instanceof Length) return enlargeLength(value, factor);
  if (Array.isArray(value)) {
    const list = value.map((item) => enlargeLengths(item, factor));
    return list.some((item, i) => item !== value[i]) ? list : value;
  }
  return enlargeObject(value as Record<string, unknown>, factor);
}

/** Values with lengths in them are plain objects. */
function enlargeObject(value: Record<string, unknown>, factor: number): unknown {
  const changes: Record<string, unknown> = {};
  if (value.type === 'url' && typeof value.resolution === 'number') {
    changes.resolution = value.resolution / factor;
    if (value.alternatives !== undefined) changes.alternatives = enlargeLengths(value.alternatives, factor);
  } else if (value.type === 'path' && typeof value.scale === 'number') changes.scale = value.scale * factor;
  else
    for (const key of Object.keys(value)) {
      // The stops of a conic gradient are angles.
      if (key === 'stops' && value.type === 'conic-gradient') continue;
      const item = enlargeLengths(value[key], factor);
      if (item !== value[key]) changes[key] = item;
    }
  if (Object.keys(changes).length === 0) return value;
  return { ...value, ...changes };
}

function enlargeLength(length: Length, factor: number): Length {
  if (length instanceof AnchoredLength) return length.enlarged(factor);
  const { px, math, calculation } = length;
  if (px === 0 && math === null && calculation === null) return length;
  return new Length(
    length.kind,
    px * factor,
    length.percent,
    math && enlargeMath(math, factor),
    length.hasArgument,
    calculation && enlargeCalculation(calculation, factor),
  );
}

/** Percentages refer to lengths that are already scaled. */
const enlargeMath = (math: MathNode, factor: number): MathNode => ({
  evaluate: (basis) => math.evaluate(basis / factor) * factor,
});

const enlargeCalculation = (calculation: SizeCalculation, factor: number): SizeCalculation => ({
  evaluate: (size, basis) => calculation.evaluate(size / factor, basis / factor) * factor,
});

function times(px: number, factor: number): number {
  return px * factor;
}

function lineWidth(px: number, factor: number): number {
  return snapLineWidth(px * factor);
}

function ruleWidths(list: RuleList<number>, factor: number): RuleList<number> {
  const all = (widths: readonly number[]): number[] => widths.map((px) => lineWidth(px, factor));
  return new RuleList(all(list.leading), all(list.auto), all(list.trailing));
}

function shadows(list: readonly Shadow[], factor: number): readonly Shadow[] {
  return list.map((shadow) => enlargeShadow(shadow, factor));
}

function enlargeShadow({ color, x, y, blur, spread, inset }: Shadow, factor: number): Shadow {
  return { color, x: x * factor, y: y * factor, blur: blur * factor, spread: spread * factor, inset };
}

/** Scales two lengths and a distance along the z axis. */
function withDepth(value: { x: Length; y: Length; z: number } | null, factor: number): typeof value {
  if (value === null) return null;
  return { x: enlargeLength(value.x, factor), y: enlargeLength(value.y, factor), z: value.z * factor };
}

function transformFunction(item: TransformFunction, factor: number): TransformFunction {
  switch (item.type) {
    case 'translate':
      return { type: 'translate', ...withDepth(item, factor)! };
    case 'matrix': {
      const [a, b, c, d, e, f] = item.matrix;
      return { type: 'matrix', matrix: [a, b, c, d, e * factor, f * factor] };
    }
    case 'matrix3d':
      return { type: 'matrix3d', matrix: item.matrix.map((n, i) => (i >= 12 && i < 15 ? n * factor : n)) };
    case 'perspective':
      return { type: 'perspective', px: item.px * factor };
    default:
      return item;
  }
}

function filters(list: readonly FilterFunction[], factor: number): readonly FilterFunction[] {
  return list.map((item) => {
    if (item.type === 'blur') return { type: 'blur', px: item.px * factor };
    if (item.type === 'drop-shadow') return { type: 'drop-shadow', shadow: enlargeShadow(item.shadow, factor) };
    return item;
  });
}
