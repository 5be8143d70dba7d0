/** Parses the properties of anchor positioning (css-anchor-position-1) that aren't lengths. */
import type { AreaAxis, PositionArea, PositionFallback, TryTactic, VisibilityCondition } from '../computed-values.ts';
import { ValueKind } from './component-value.ts';
import { attempt, INVALID, type Parser, type ValueReader } from './value-reader.ts';

export function dashedIdent(reader: ValueReader): string | undefined {
  const value = reader.peek();
  if (value === null || value.kind !== ValueKind.Ident || !value.text.startsWith('--')) return INVALID;
  reader.next();
  return value.text;
}

/** Parses `<dashed-ident>#`. */
export function dashedIdents(reader: ValueReader): readonly string[] | undefined {
  const names: string[] = [];
  do {
    const name = dashedIdent(reader);
    if (name === INVALID) return INVALID;
    names.push(name);
  } while (reader.comma());
  return names;
}

const AREA_KEYWORDS: ReadonlyMap<string, AreaAxis> = areaKeywords();

function areaKeywords(): ReadonlyMap<string, AreaAxis> {
  const found = new Map<string, AreaAxis>();
  const add = (names: readonly string[], axis: AreaAxis['axis'], by: AreaAxis['by'], end: boolean): void => {
    for (const name of names) {
      found.set(name, { axis, by, span: end ? 'end' : 'start' });
      found.set(`span-${name}`, { axis, by, span: end ? 'span-end' : 'span-start' });
    }
  };
  add(['left'], 'x', 'side', false);
  add(['right'], 'x', 'side', true);
  add(['top'], 'y', 'side', false);
  add(['bottom'], 'y', 'side', true);
  for (const side of ['start', 'end'] as const) {
    const end = side === 'end';
    for (const axis of ['x', 'y', 'block', 'inline'] as const) {
      add([`${axis}-${side}`], axis, 'container', end);
      add([`self-${axis}-${side}`, `${axis}-self-${side}`], axis, 'self', end);
    }
    add([side], null, 'container', end);
    add([`self-${side}`], null, 'self', end);
  }
  found.set('center', { axis: null, by: 'container', span: 'center' });
  found.set('span-all', { axis: null, by: 'container', span: 'span-all' });
  return found;
}

/** Returns whether it has the same meaning on every axis. */
const isNeutral = ({ span }: AreaAxis): boolean => span === 'center' || span === 'span-all';

function areaAxis(reader: ValueReader): AreaAxis | undefined {
  const value = reader.peek();
  const axis = value?.kind === ValueKind.Ident ? AREA_KEYWORDS.get(value.lower) : undefined;
  if (axis !== undefined) reader.next();
  return axis;
}

/** Parses `<position-area>` (css-anchor-position-1 §3.1). */
function parseArea(reader: ValueReader): PositionArea | undefined {
  const first = areaAxis(reader);
  if (first === INVALID) return INVALID;
  const second = attempt(reader, areaAxis);
  if (second === INVALID) {
    // A single keyword with an axis spans all of the other axis; one without an axis applies to both.
    return first.axis === null
      ? { first, second: first }
      : { first, second: { ...first, axis: null, span: 'span-all' } };
  }
  const fits =
    isNeutral(first) ||
    isNeutral(second) ||
    (areFromOneSystem(first, second) && first.axis !== second.axis) ||
    (first.axis === null && second.axis === null && first.by === second.by);
  return fits ? { first, second } : INVALID;
}

const areFromOneSystem = (a: AreaAxis, b: AreaAxis): boolean => {
  const isPhysical = (axis: AreaAxis['axis']): boolean => axis === 'x' || axis === 'y';
  if (a.axis === null || b.axis === null) return false;
  return isPhysical(a.axis) === isPhysical(b.axis) && (isPhysical(a.axis) || a.by === b.by);
};

export const parsePositionArea: Parser<PositionArea | null> = (reader) =>
  reader.ident('none') ? null : parseArea(reader);

const TACTICS: ReadonlySet<TryTactic> = new Set(['flip-block', 'flip-inline', 'flip-start'] as const);

function fallback(reader: ValueReader): PositionFallback | undefined {
  const area = attempt(reader, parseArea);
  if (area !== INVALID) return { name: null, tactics: [], area };
  let name: string | null = null;
  const tactics: TryTactic[] = [];
  for (;;) {
    const tactic = reader.keyword(TACTICS);
    if (tactic !== INVALID) {
      if (tactics.includes(tactic)) return INVALID;
      tactics.push(tactic);
      continue;
    }
    const rule: string | undefined = name === null ? dashedIdent(reader) : INVALID;
    if (rule === INVALID) break;
    name = rule;
  }
  return name === null && tactics.length === 0 ? INVALID : { name, tactics, area: null };
}

/** Parses `none | [[<dashed-ident> || <try-tactic>] | <position-area>]#`. */
export function parseFallbacks(reader: ValueReader): readonly PositionFallback[] | undefined {
  if (reader.ident('none')) return [];
  const list: PositionFallback[] = [];
  do {
    const one = fallback(reader);
    if (one === INVALID) return INVALID;
    list.push(one);
  } while (reader.comma());
  return list;
}

/** The singular forms of current drafts, and the plural forms that browsers shipped first. */
const CONDITIONS: ReadonlyMap<string, VisibilityCondition> = new Map([
  ['anchor-valid', 'anchors-valid'],
  ['anchors-valid', 'anchors-valid'],
  ['anchor-visible', 'anchors-visible'],
  ['anchors-visible', 'anchors-visible'],
  ['no-overflow', 'no-overflow'],
]);
const conditionNames: ReadonlySet<string> = new Set(CONDITIONS.keys());

/** Parses `always | [anchor-valid || anchor-visible || no-overflow]`. */
export function parsePositionVisibility(reader: ValueReader): readonly VisibilityCondition[] | undefined {
  if (reader.ident('always')) return [];
  const found: VisibilityCondition[] = [];
  for (;;) {
    const condition = CONDITIONS.get(reader.keyword(conditionNames) ?? '');
    if (condition === undefined) break;
    if (found.includes(condition)) return INVALID;
    found.push(condition);
  }
  return found.length === 0 ? INVALID : found;
}
