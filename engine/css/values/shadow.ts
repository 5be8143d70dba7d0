/** Parses `box-shadow`, `text-shadow` and drop-shadow() (css-backgrounds-3 §6.1, css-text-decor-3 §4). */
import { Length } from '../length.ts';
import { Color } from '../color.ts';
import { type Shadow } from '../computed-values.ts';
import { parseColor } from './color.ts';
import { LENGTH, LENGTH_POSITIVE, parseLength } from './numeric.ts';
import { combine, combineList, type Specified } from './specified.ts';
import { attempt, INVALID, type Parser, type ValueReader } from './value-reader.ts';

/** Parses one shadow: `inset? && <color>? && <length>{2,4}`. */
export function parseShadow(reader: ValueReader, box: boolean): Specified<Shadow> | undefined {
  let inset = false;
  let color: Specified<Color> | undefined;
  let lengths: readonly Specified<Length>[] | undefined;
  while (!reader.atEnd) {
    if (box && !inset && reader.ident('inset')) {
      inset = true;
      continue;
    }
    const found = lengths === INVALID ? attempt(reader, (from) => offsets(from, box)) : INVALID;
    if (found !== INVALID) {
      lengths = found;
      continue;
    }
    const paint = color === INVALID ? parseColor(reader) : INVALID;
    if (paint === INVALID) break;
    color = paint;
  }
  if (lengths === INVALID) return INVALID;
  return combine(
    [color ?? Color.CURRENT, combineList(lengths)],
    (paint, [x, y, blur = Length.ZERO, spread = Length.ZERO]): Shadow => {
      return { color: paint, x: x!.px, y: y!.px, blur: blur.px, spread: spread.px, inset };
    },
  );
}

function offsets(reader: ValueReader, box: boolean): readonly Specified<Length>[] | undefined {
  const x = parseLength(reader, LENGTH);
  const y = parseLength(reader, LENGTH);
  if (x === INVALID || y === INVALID) return INVALID;
  const blur = parseLength(reader, LENGTH_POSITIVE);
  if (blur === INVALID) return [x, y];
  const spread = box ? parseLength(reader, LENGTH) : INVALID;
  return spread === INVALID ? [x, y, blur] : [x, y, blur, spread];
}

/** Returns a parser of `none` or a list of shadows, topmost first. */
export function shadowList(box: boolean): Parser<Specified<readonly Shadow[]>> {
  return (reader) => {
    if (reader.ident('none')) return [];
    const shadows: Specified<Shadow>[] = [];
    do {
      const shadow = parseShadow(reader, box);
      if (shadow === INVALID) return INVALID;
      shadows.push(shadow);
    } while (reader.comma());
    return combineList(shadows);
  };
}
