/**
 * Flow-relative longhands (css-logical-1). Writing mode and direction choose the physical longhand that each maps to.
 */
import type { TextStyle } from '../computed-style.ts';
import type { Definition, LogicalMapping } from './definition.ts';

const SPEC = 'css-logical-1';
type Edge = 'start' | 'end';
const AXES = ['block', 'inline'] as const;
const EDGES = ['start', 'end'] as const;

/** Defines a flow-relative longhand with the grammar of the physical ones. */
function logical(
  name: string,
  mapping: LogicalMapping,
  physical: ReadonlyMap<string, Definition>,
  aliases: readonly string[],
): Definition {
  const model = physical.get(mapping.physical[0]!);
  if (model === undefined) throw new Error(`assertion failed: ${name} maps to an unknown property`);
  return { ...model, name, aliases, logical: mapping, spec: SPEC };
}

export const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** Returns the names of the four physical sides in a pattern such as `border-*-width`. */
export const sidesOf = (pattern: string): readonly string[] => SIDES.map((side) => pattern.replace('*', side));

/** Legacy names: `-webkit-margin-start` is `margin-inline-start`, `-webkit-margin-before` is `margin-block-start`. */
const LEGACY_EDGES = {
  'inline-start': 'start',
  'inline-end': 'end',
  'block-start': 'before',
  'block-end': 'after',
} as const;

const SIDE_PATTERNS: readonly {
  readonly logical: string;
  readonly physical: readonly string[];
  readonly legacy: boolean;
}[] = [
  { logical: 'margin-*', physical: sidesOf('margin-*'), legacy: true },
  { logical: 'padding-*', physical: sidesOf('padding-*'), legacy: true },
  { logical: 'inset-*', physical: SIDES, legacy: false },
  { logical: 'border-*-width', physical: sidesOf('border-*-width'), legacy: true },
  { logical: 'border-*-style', physical: sidesOf('border-*-style'), legacy: true },
  { logical: 'border-*-color', physical: sidesOf('border-*-color'), legacy: true },
];

const SIZE_PATTERNS: readonly {
  readonly logical: string;
  readonly physical: readonly [string, string];
  readonly legacy: boolean;
}[] = [
  { logical: '*-size', physical: ['width', 'height'], legacy: true },
  { logical: 'min-*-size', physical: ['min-width', 'min-height'], legacy: true },
  { logical: 'max-*-size', physical: ['max-width', 'max-height'], legacy: true },
  {
    logical: 'contain-intrinsic-*-size',
    physical: ['contain-intrinsic-width', 'contain-intrinsic-height'],
    legacy: false,
  },
  { logical: 'overflow-*', physical: ['overflow-x', 'overflow-y'], legacy: false },
];

const CORNERS = ['top-left', 'top-right', 'bottom-right', 'bottom-left'];
const CORNER_PATTERNS = ['border-*-radius', 'corner-*-shape'];

export function logicalProperties(physical: ReadonlyMap<string, Definition>): readonly Definition[] {
  const definitions: Definition[] = [];
  for (const pattern of SIDE_PATTERNS) {
    for (const axis of AXES) {
      for (const edge of EDGES) {
        const mapping: LogicalMapping = { physical: pattern.physical, kind: 'side', axis, edge, inlineEdge: edge };
        const legacy = pattern.legacy
          ? [`-webkit-${pattern.logical.replace('*', LEGACY_EDGES[`${axis}-${edge}`])}`]
          : [];
        definitions.push(logical(pattern.logical.replace('*', `${axis}-${edge}`), mapping, physical, legacy));
      }
    }
  }
  for (const pattern of SIZE_PATTERNS) {
    for (const axis of AXES) {
      const mapping: LogicalMapping = {
        physical: pattern.physical,
        kind: 'size',
        axis,
        edge: 'start',
        inlineEdge: 'start',
      };
      const legacy = pattern.legacy
        ? [`-webkit-${pattern.logical.replace('*-size', `logical-${axis === 'inline' ? 'width' : 'height'}`)}`]
        : [];
      definitions.push(logical(pattern.logical.replace('*', axis), mapping, physical, legacy));
    }
  }
  for (const edge of EDGES) {
    for (const inlineEdge of EDGES) {
      for (const pattern of CORNER_PATTERNS) {
        const names = CORNERS.map((corner) => pattern.replace('*', corner));
        const mapping: LogicalMapping = { physical: names, kind: 'corner', axis: 'block', edge, inlineEdge };
        definitions.push(logical(pattern.replace('*', `${edge}-${inlineEdge}`), mapping, physical, []));
      }
    }
  }
  return definitions;
}

/** Returns the index of a flow-relative side in top, right, bottom, left (css-writing-modes-4 §6.4). */
export function physicalSide(
  axis: 'inline' | 'block',
  edge: Edge,
  writingMode: TextStyle['writingMode'],
  direction: TextStyle['direction'],
): number {
  const horizontal = writingMode === 'horizontal-tb';
  if (axis === 'block') {
    if (horizontal) return edge === 'start' ? 0 : 2;
    const startsRight = writingMode === 'vertical-rl' || writingMode === 'sideways-rl';
    return (edge === 'start') === startsRight ? 1 : 3;
  }
  // Lines run upwards in sideways-lr.
  const forward = (edge === 'start') === ((direction === 'ltr') !== (writingMode === 'sideways-lr'));
  if (horizontal) return forward ? 3 : 1;
  return forward ? 0 : 2;
}

/** Returns the name of the physical longhand that a flow-relative one maps to. */
export function physicalName(
  mapping: LogicalMapping,
  writingMode: TextStyle['writingMode'],
  direction: TextStyle['direction'],
): string {
  const { physical, axis, edge, inlineEdge } = mapping;
  if (mapping.kind === 'size') return physical[(axis === 'inline') === (writingMode === 'horizontal-tb') ? 0 : 1]!;
  const side = physicalSide(axis, edge, writingMode, direction);
  if (mapping.kind === 'side') return physical[side]!;
  const other = physicalSide('inline', inlineEdge, writingMode, direction);
  const top = side === 0 || other === 0;
  const left = side === 3 || other === 3;
  return physical[top ? (left ? 0 : 1) : left ? 3 : 2]!;
}
