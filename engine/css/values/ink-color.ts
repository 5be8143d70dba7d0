/** Parses colors given as amounts of ink: `device-cmyk()` (css-color-5 §10), and `separation()` for named inks. */
import { InkColor, type Inks } from '../color.ts';
import type { Triple } from './color-space.ts';
import { ColorValue } from './color-value.ts';
import { type ComponentValue, ValueKind } from './component-value.ts';
import { channelNumber } from './numeric.ts';
import { INVALID, type ValueReader } from './value-reader.ts';

/** Exceeds the length of any name in an ink book. */
const MAX_NAME = 100;

/** A color of inks. Mixed with others it is its sRGB appearance. */
export class InkValue extends ColorValue {
  readonly ink: InkColor;

  constructor(look: Triple, alpha: number, inks: Inks) {
    super('srgb', look, alpha);
    this.ink = new InkColor(look[0], look[1], look[2], alpha, inks);
  }
}

/** Parses `device-cmyk( <cmyk-component>{4} [ / <alpha-value> ]? )`, or comma-separated numbers. */
export function deviceCmyk(reader: ValueReader): InkValue | undefined {
  const commas = reader.peekAt(1)?.kind === ValueKind.Comma;
  const amounts: number[] = [];
  for (let i = 0; i < 4; i++) {
    if (commas && i > 0 && !reader.comma()) return INVALID;
    const value = reader.next();
    if (value === null || (commas && value.kind === ValueKind.Percentage)) return INVALID;
    const amount = amountOf(value, !commas);
    if (amount === INVALID) return INVALID;
    amounts.push(amount);
  }
  const alpha = alphaOf(reader, commas);
  if (alpha === INVALID || !reader.atEnd) return INVALID;
  const [c, m, y, k] = amounts;
  const process = [c!, m!, y!, k!] as const;
  return new InkValue(naiveSrgb(process), alpha, { type: 'process', process });
}

/**
 * Parses `separation( <string> <tint> <color> [ / <alpha-value> ]? )`: a tint (0 to 1, or a percentage) of a named ink.
 * The color is the ink at full strength.
 */
export function separation(
  reader: ValueReader,
  colorOf: (reader: ValueReader) => ColorValue | undefined,
): InkValue | undefined {
  const name = reader.string();
  if (name === INVALID || name === '' || name.length > MAX_NAME) return INVALID;
  const amount = reader.next();
  const tint = amount === null ? INVALID : amountOf(amount, false);
  const full = tint === INVALID ? INVALID : colorOf(reader);
  const alpha = full === INVALID ? INVALID : alphaOf(reader, false);
  if (tint === INVALID || full === INVALID || alpha === INVALID || !reader.atEnd) return INVALID;
  const process = full instanceof InkValue && full.ink.inks.type === 'process' ? full.ink.inks.process : null;
  const [r, g, b] = full.components;
  const look = (part: number): number => 1 - tint * (1 - part);
  return new InkValue([look(r), look(g), look(b)], alpha, { type: 'spot', name, tint, full: process ?? [r, g, b] });
}

function amountOf(value: ComponentValue, allowsNone: boolean): number | undefined {
  if (value.kind === ValueKind.Ident) return allowsNone && value.lower === 'none' ? 0 : INVALID;
  const amount = channelNumber(value, 1, null);
  return amount === INVALID ? INVALID : Math.min(1, Math.max(0, amount || 0));
}

function alphaOf(reader: ValueReader, commas: boolean): number | undefined {
  if (reader.atEnd) return 1;
  if (commas ? !reader.comma() : !reader.slash()) return INVALID;
  const value = reader.next();
  return value === null ? INVALID : amountOf(value, true);
}

/** Approximates the appearance of process inks without a profile (css-color-5 §10.2). */
const naiveSrgb = ([c, m, y, k]: readonly [number, number, number, number]): Triple => [
  1 - Math.min(1, c * (1 - k) + k),
  1 - Math.min(1, m * (1 - k) + k),
  1 - Math.min(1, y * (1 - k) + k),
];
