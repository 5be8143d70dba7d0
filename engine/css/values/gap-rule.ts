/** Parses gap decorations (css-gaps-1): lists with `repeat()`, and insets. */
import { type Color } from '../color.ts';
import { type GapInset, type LineStyle, RuleList } from '../computed-values.ts';
import { parseLineStyle, parseLineWidth } from './border.ts';
import { parseColor } from './color.ts';
import { LENGTH_PERCENTAGE, parseInteger, parseLength } from './numeric.ts';
import { combine, combineList, type Specified } from './specified.ts';
import { INVALID, type Parser, type ValueReader } from './value-reader.ts';

/** Maximum number of values in an expanded list. The list repeats if there are more gaps. */
const MAX_VALUES = 10_000;

/** A parsed list with integer repeaters expanded. */
interface ReadList<V> {
  readonly leading: V[];
  readonly auto: V[];
  readonly trailing: V[];
}

/** Parses `<item-or-repeat>#` with at most one `repeat(auto, ...)` (§3.4). */
function readList<V>(reader: ValueReader, item: Parser<V>): ReadList<V> | undefined {
  const list: ReadList<V> = { leading: [], auto: [], trailing: [] };
  for (const part of reader.commaSeparated() ?? []) {
    const { leading, auto, trailing } = list;
    const target = auto.length === 0 ? leading : trailing;
    const repeater = part.function('repeat');
    const valid =
      repeater !== null
        ? readRepeater(repeater, item, target, auto.length === 0 ? auto : null)
        : readItems([part], item, 1, target);
    if (!valid || !part.atEnd) return INVALID;
  }
  return list.leading.length + list.auto.length === 0 ? INVALID : list;
}

/** Appends the arguments of `repeat()` to the list of its kind. `auto` is null once the list has an auto repeater. */
function readRepeater<V>(reader: ValueReader, item: Parser<V>, target: V[], auto: V[] | null): boolean {
  const isAuto = reader.ident('auto');
  const times = isAuto ? 1 : parseInteger(reader, 1);
  if (typeof times !== 'number' || !reader.comma()) return false;
  const into = isAuto ? auto : target;
  return into !== null && readItems(reader.commaSeparated() ?? [], item, times, into);
}

function readItems<V>(parts: readonly ValueReader[], item: Parser<V>, times: number, into: V[]): boolean {
  const values: V[] = [];
  for (const part of parts) {
    const value = item(part);
    if (value === INVALID || !part.atEnd) return false;
    values.push(value);
  }
  if (values.length === 0) return false;
  const most = Math.min(MAX_VALUES, into.length + times * values.length);
  for (let i = 0; into.length < most; i++) into.push(values[i % values.length]!);
  return true;
}

/** Builds the list of one longhand from the parsed values. */
function ruleList<V, T>(
  { leading, auto, trailing }: ReadList<V>,
  part: (value: V) => Specified<T>,
): Specified<RuleList<T>> {
  const list = (values: readonly V[]): Specified<readonly T[]> => combineList(values.map(part));
  return combine(
    [list(leading), list(auto), list(trailing)],
    (first, repeated, last) => new RuleList(first, repeated, last),
  );
}

const listOf =
  <T>(item: Parser<Specified<T>>): Parser<Specified<RuleList<T>>> =>
  (reader) => {
    const list = readList(reader, item);
    return list === INVALID ? INVALID : ruleList(list, (value) => value);
  };

export const parseRuleWidths = listOf<number>(parseLineWidth);
export const parseRuleStyles = listOf<LineStyle>(parseLineStyle);
export const parseRuleColors = listOf<Color>(parseColor);

/** A `<gap-rule>`; omitted parts are INVALID. */
interface GapRuleValue {
  width: Specified<number> | undefined;
  style: Specified<LineStyle> | undefined;
  color: Specified<Color> | undefined;
}

/** Parses `<line-width> || <line-style> || <color>`. */
function parseGapRule(reader: ValueReader): GapRuleValue | undefined {
  const rule: GapRuleValue = { width: INVALID, style: INVALID, color: INVALID };
  const from = reader.position;
  while (!reader.atEnd) {
    const at = reader.position;
    // After a failed parse the reader's position is unspecified.
    if (rule.width === INVALID && (rule.width = parseLineWidth(reader)) !== INVALID) continue;
    reader.position = at;
    if (rule.style === INVALID && (rule.style = parseLineStyle(reader)) !== INVALID) continue;
    reader.position = at;
    if (rule.color === INVALID && (rule.color = parseColor(reader)) !== INVALID) continue;
    return INVALID;
  }
  return reader.position === from ? INVALID : rule;
}

/**
 * Parses `column-rule` and `row-rule` into lists of widths, styles and colors. `initial` supplies the values that a
 * rule omits.
 */
export function parseGapRules(
  reader: ValueReader,
  initial: { readonly width: number; readonly style: LineStyle; readonly color: Color },
): readonly [Specified<RuleList<number>>, Specified<RuleList<LineStyle>>, Specified<RuleList<Color>>] | undefined {
  const list = readList(reader, parseGapRule);
  if (list === INVALID) return INVALID;
  return [
    ruleList(list, ({ width }) => width ?? initial.width),
    ruleList(list, ({ style }) => style ?? initial.style),
    ruleList(list, ({ color }) => color ?? initial.color),
  ];
}

/** Parses `<inset-value>`. */
export function parseGapInset(reader: ValueReader): Specified<GapInset> | undefined {
  return reader.ident('overlap-join') ? 'overlap-join' : parseLength(reader, LENGTH_PERCENTAGE);
}
