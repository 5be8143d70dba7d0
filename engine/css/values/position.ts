/** Parses `<position>` (css-values-4 §9) and transform origins. */
import { Length } from '../length.ts';
import { type Position } from '../computed-values.ts';
import { ValueKind } from './component-value.ts';
import { LENGTH_PERCENTAGE, parseLength } from './numeric.ts';
import { combine, type Specified } from './specified.ts';
import { INVALID, type ValueReader } from './value-reader.ts';

const CENTER = Length.percent(50);
export const END = Length.percent(100);
export const START = Length.percent(0);

type SpecifiedLength = Specified<Length>;

interface Part {
  readonly keyword: string | null;
  readonly offset: SpecifiedLength | null;
}

const KEYWORDS: ReadonlySet<string> = new Set([
  'left',
  'right',
  'top',
  'bottom',
  'center',
  'x-start',
  'x-end',
  'y-start',
  'y-end',
]);
const isHorizontal = (keyword: string | null): boolean =>
  keyword === 'left' || keyword === 'right' || (keyword?.startsWith('x-') ?? false);
const isVertical = (keyword: string | null): boolean =>
  keyword === 'top' || keyword === 'bottom' || (keyword?.startsWith('y-') ?? false);

/** Returns 100% minus a length. */
export function fromEnd(length: SpecifiedLength): SpecifiedLength {
  return combine([length], (offset) => {
    const math = offset.math;
    if (math !== null) return new Length(offset.kind, 0, 0, { evaluate: (basis) => basis - math.evaluate(basis) });
    return new Length(offset.kind, -offset.px, 100 - offset.percent);
  });
}

function lengthOfPart(part: Part): SpecifiedLength {
  switch (part.keyword) {
    case null:
      return part.offset ?? CENTER;
    case 'center':
      return CENTER;
    case 'right':
    case 'bottom':
    case 'x-end':
    case 'y-end':
      return part.offset === null ? END : fromEnd(part.offset);
    default:
      return part.offset ?? START;
  }
}

/** The horizontal and vertical component, as specified values. */
export interface SpecifiedPosition {
  readonly x: SpecifiedLength;
  readonly y: SpecifiedLength;
}

const at = (x: Part, y: Part): SpecifiedPosition => ({ x: lengthOfPart(x), y: lengthOfPart(y) });
const CENTER_PART: Part = { keyword: 'center', offset: null };

/** Parses one, two or four components; with `backgroundSyntax` also three (css-backgrounds-3 §2.6). */
export function parsePositionParts(reader: ValueReader, backgroundSyntax: boolean): SpecifiedPosition | undefined {
  const items: Part[] = [];
  while (items.length < 4) {
    const value = reader.peek();
    if (value !== null && value.kind === ValueKind.Ident) {
      const keyword = reader.keyword(KEYWORDS);
      if (keyword === INVALID) break;
      items.push({ keyword, offset: null });
      continue;
    }
    const offset = parseLength(reader, LENGTH_PERCENTAGE);
    if (offset === INVALID) break;
    items.push({ keyword: null, offset });
  }
  if (items.length === 0) return INVALID;
  if (items.length <= 2) return shortPosition(items);
  return items.length === 3 && !backgroundSyntax ? INVALID : longPosition(items);
}

function shortPosition(items: readonly Part[]): SpecifiedPosition | undefined {
  const [first, second = CENTER_PART] = items;
  if (items.length === 1 && isVertical(first!.keyword)) return at(CENTER_PART, first!);
  if (isVertical(first!.keyword) || isHorizontal(second.keyword)) {
    // Keywords may come in reverse order, but not together with a length.
    if (
      first!.keyword === null ||
      second.keyword === null ||
      isHorizontal(first!.keyword) ||
      isVertical(second.keyword)
    )
      return INVALID;
    return at(second, first!);
  }
  return at(first!, second);
}

/** Parses keywords with offsets: `right 10px bottom 20px`, `center bottom 20px`. */
function longPosition(items: readonly Part[]): SpecifiedPosition | undefined {
  const parts: Part[] = [];
  for (let i = 0; i < items.length; i++) {
    const { keyword } = items[i]!;
    if (keyword === null) return INVALID;
    const following = items[i + 1];
    const hasOffset = following !== undefined && following.keyword === null;
    if (hasOffset && keyword === 'center') return INVALID;
    parts.push(hasOffset ? { keyword, offset: following.offset } : items[i]!);
    if (hasOffset) i++;
  }
  if (parts.length !== 2) return INVALID;
  const [first, second] = parts;
  if (isVertical(first!.keyword) || isHorizontal(second!.keyword)) {
    return isHorizontal(first!.keyword) || isVertical(second!.keyword) ? INVALID : at(second!, first!);
  }
  return at(first!, second!);
}

export function parsePosition(reader: ValueReader, backgroundSyntax = false): Specified<Position> | undefined {
  const position = parsePositionParts(reader, backgroundSyntax);
  return position === INVALID ? INVALID : combine([position.x, position.y], (x, y): Position => ({ x, y }));
}

/** Parses one axis: `background-position-x`, `right 10px`. */
export function parseAxisPosition(reader: ValueReader, axis: 'x' | 'y'): SpecifiedLength | undefined {
  const keyword = reader.keyword(KEYWORDS);
  if (keyword === INVALID) return parseLength(reader, LENGTH_PERCENTAGE);
  if (keyword === 'center') return CENTER;
  if (axis === 'x' ? !isHorizontal(keyword) : !isVertical(keyword)) return INVALID;
  return lengthOfPart({ keyword, offset: parseLength(reader, LENGTH_PERCENTAGE) ?? null });
}
