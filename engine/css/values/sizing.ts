/** Sizes, margins, insets: length-percentages with keywords (css-sizing-3 §3.1). */
import { Length, LengthKind } from '../computed-values.ts';
import { LENGTH_PERCENTAGE, LENGTH_PERCENTAGE_POSITIVE, type LengthRange, parseLength } from './numeric.ts';
import { combine, type Specified } from './specified.ts';
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

/** A parser of a length that also takes keywords. */
export function lengthOr(keywords: Readonly<Record<string, Length>>, range: LengthRange): Parser<Specified<Length>> {
  const map = new Map(Object.entries(keywords));
  const names: ReadonlySet<string> = new Set(map.keys());
  return (reader) => {
    const name = reader.keyword(names);
    return name === INVALID ? parseLength(reader, range) : map.get(name);
  };
}

const sizeKeywords = (keyword: Readonly<Record<string, Length>>): Parser<Specified<Length>> => {
  const plain = lengthOr({ ...SIZING, ...keyword }, LENGTH_PERCENTAGE_POSITIVE);
  return (reader) => fitContent(reader) ?? plain(reader);
};

/** `fit-content(<length-percentage>)` */
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
export const parseMargin = lengthOr({ auto: Length.AUTO }, LENGTH_PERCENTAGE);
export const parsePadding = lengthOr({}, LENGTH_PERCENTAGE_POSITIVE);
