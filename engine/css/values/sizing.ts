/** Parses sizes, margins and insets: length-percentages with keywords (css-sizing-3 §3.1). */
import { Length, LengthKind } from '../length.ts';
import { parseLengthSum, sizeCalculation } from './math.ts';
import { type MathExpression, replaceSize, SIZE } from './math-expression.ts';
import {
  LENGTH_PERCENTAGE,
  LENGTH_PERCENTAGE_POSITIVE,
  type LengthRange,
  parseLength,
  positiveLength,
} from './numeric.ts';
import { combine, pending, type Specified } from './specified.ts';
import { INVALID, type Parser, type ValueReader } from './value-reader.ts';

const SIZING: Readonly<Record<string, Length>> = {
  'min-content': Length.MIN_CONTENT,
  '-webkit-min-content': Length.MIN_CONTENT,
  'max-content': Length.MAX_CONTENT,
  '-webkit-max-content': Length.MAX_CONTENT,
  intrinsic: Length.MAX_CONTENT,
  'min-intrinsic': Length.MIN_CONTENT,
  'fit-content': Length.FIT_CONTENT,
  '-webkit-fit-content': Length.FIT_CONTENT,
  stretch: Length.STRETCH,
  '-webkit-fill-available': Length.STRETCH,
};

/** Returns a parser of a length that also accepts keywords. */
export function lengthOr(keywords: Readonly<Record<string, Length>>, range: LengthRange): Parser<Specified<Length>> {
  const map = new Map(Object.entries(keywords));
  const names: ReadonlySet<string> = new Set(map.keys());
  return (reader) => {
    const name = reader.keyword(names);
    return name === INVALID ? parseLength(reader, range) : map.get(name);
  };
}

const sizeKeywords = (keyword: Readonly<Record<string, Length>>): Parser<Specified<Length>> => {
  const otherwise = keyword.none ?? Length.AUTO;
  const range = { ...LENGTH_PERCENTAGE_POSITIVE, anchors: { functions: 'size', otherwise } } as const;
  const plain = lengthOr({ ...SIZING, ...keyword }, range);
  const bases = new Map(Object.entries({ ...SIZING, ...keyword }).filter(([name]) => name !== 'none'));
  return (reader) => fitContent(reader) ?? calcSize(reader, bases) ?? plain(reader);
};

/** A parsed calc-size(). `basis` is a keyword, or null for a calculation without one. */
interface SizedCalculation {
  readonly basis: Length | null;
  readonly expression: MathExpression;
}

/** Parses `calc-size(<basis>, <calc-sum>)` (css-values-5 §9.2). */
function calcSize(reader: ValueReader, bases: ReadonlyMap<string, Length>): Specified<Length> | undefined {
  const { position } = reader;
  const parsed = sizedCalculation(reader, bases, 0);
  if (parsed === null) {
    reader.position = position;
    return INVALID;
  }
  const { basis, expression } = parsed;
  if (basis === null) return positiveLength(expression);
  return pending((context) => new Length(basis.kind, 0, 0, null, false, sizeCalculation(expression, context)));
}

/** Maximum nesting depth of calc-size(). */
const MAX_NESTING = 16;

function sizedCalculation(
  reader: ValueReader,
  bases: ReadonlyMap<string, Length>,
  depth: number,
): SizedCalculation | null {
  const inside = reader.function('calc-size');
  if (inside === null || depth > MAX_NESTING) return null;
  if (inside.ident('any')) {
    const expression = inside.comma() ? parseLengthSum(inside, false) : null;
    return expression === null || !inside.atEnd ? null : { basis: null, expression };
  }
  const keyword = inside.keyword(new Set(bases.keys()));
  const nested = keyword === INVALID ? sizedCalculation(inside, bases, depth + 1) : null;
  const sum = keyword === INVALID && nested === null ? parseLengthSum(inside, false) : SIZE;
  const calculation = sum !== null && inside.comma() ? parseLengthSum(inside, true) : null;
  if (sum === null || calculation === null || !inside.atEnd) return null;
  if (keyword !== INVALID) return { basis: bases.get(keyword) ?? null, expression: calculation };
  return {
    basis: nested?.basis ?? null,
    expression: replaceSize(calculation, nested === null ? sum : nested.expression),
  };
}

/** Parses `fit-content(<length-percentage>)`. */
function fitContent(reader: ValueReader): Specified<Length> | undefined {
  const position = reader.position;
  const inside = reader.function('fit-content');
  if (inside === null) return INVALID;
  const limit = parseLength(inside, LENGTH_PERCENTAGE_POSITIVE);
  if (limit === INVALID || !inside.atEnd) {
    reader.position = position;
    return INVALID;
  }
  return combine([limit], (length) => new Length(LengthKind.FitContent, length.px, length.percent, length.math, true));
}

export const parseSize = sizeKeywords({ auto: Length.AUTO });
export const parseMaxSize = sizeKeywords({ none: Length.NONE });
export const parseFlexBasis = sizeKeywords({ auto: Length.AUTO, content: Length.CONTENT });
export const parseMargin = lengthOr(
  { auto: Length.AUTO },
  { ...LENGTH_PERCENTAGE, anchors: { functions: 'size', otherwise: Length.ZERO } },
);
export const parseInset = lengthOr(
  { auto: Length.AUTO },
  { ...LENGTH_PERCENTAGE, anchors: { functions: 'all', otherwise: Length.AUTO } },
);
export const parsePadding = lengthOr({}, LENGTH_PERCENTAGE_POSITIVE);
