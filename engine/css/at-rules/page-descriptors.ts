/** Parses the `@page` descriptors of the sheet (css-page-3 §7). */
import { PAGE_SIZES } from '../../page-size.ts';
import type { ComputeContext } from '../values/compute-context.ts';
import { LENGTH, LENGTH_POSITIVE, parseLength } from '../values/numeric.ts';
import type { Length } from '../length.ts';
import { resolveSpecified, type Specified } from '../values/specified.ts';
import { attempt, readValue, type ValueReader } from '../values/value-reader.ts';

/** A size in CSS px; null where not given. A width alone: the page is as high as its content. */
export interface PageSize {
  readonly width: number | null;
  readonly height: number | null;
  readonly orientation: 'portrait' | 'landscape' | null;
}

/**
 * Returns whether the text is a valid value of the descriptor. An invalid value drops the declaration, so an earlier one
 * still applies.
 */
export function isPageDescriptor(name: string, text: string): boolean {
  switch (name) {
    case 'size':
      return readPageSize(text, () => 1) !== null;
    case 'page-orientation':
      return parsePageOrientation(text) !== null;
    case 'bleed':
      return isAuto(text) || readLength(text) !== null;
    default:
      return isNone(text) || parseMarks(text).length > 0;
  }
}

const isAuto = (text: string): boolean => text.trim().toLowerCase() === 'auto';
const isNone = (text: string): boolean => text.trim().toLowerCase() === 'none';

/** Parses `auto | <length> auto | <length>{1,2} | [ <page-size> || [ portrait | landscape ] ]`. Returns null when invalid. */
export function parsePageSize(text: string, context: ComputeContext): PageSize | null {
  return readPageSize(text, (length) => resolveSpecified(length, context).px);
}

function readPageSize(text: string, pxOf: (length: Specified<Length>) => number): PageSize | null {
  const reader = readValue(text);
  if (reader === null || reader.atEnd) return null;
  if (reader.ident('auto')) return reader.atEnd ? { width: null, height: null, orientation: null } : null;
  const lengths: number[] = [];
  while (lengths.length < 2) {
    const length = attempt(reader, (r) => parseLength(r, LENGTH_POSITIVE));
    if (length === undefined) break;
    lengths.push(pxOf(length));
  }
  if (lengths.length === 1 && reader.ident('auto'))
    return reader.atEnd && lengths[0]! > 0 ? { width: lengths[0]!, height: null, orientation: null } : null;
  if (lengths.length > 0) {
    const [width, height = width] = lengths;
    return reader.atEnd && width! > 0 && height! > 0 ? { width: width!, height: height!, orientation: null } : null;
  }
  return parseNamedSize(reader);
}

function parseNamedSize(reader: ValueReader): PageSize | null {
  let size: readonly [number, number] | null = null;
  let orientation: PageSize['orientation'] = null;
  while (!reader.atEnd) {
    const word = reader.anyIdent()?.toLowerCase();
    if ((word === 'portrait' || word === 'landscape') && orientation === null) orientation = word;
    else if (word !== undefined && size === null && PAGE_SIZES.has(word)) size = PAGE_SIZES.get(word) ?? null;
    else return null;
  }
  if (size === null) return { width: null, height: null, orientation };
  const [short, long] = [Math.min(...size), Math.max(...size)];
  if (orientation === 'landscape') return { width: long, height: short, orientation: null };
  if (orientation === 'portrait') return { width: short, height: long, orientation: null };
  return { width: size[0], height: size[1], orientation: null };
}

export function parsePageOrientation(text: string): 'upright' | 'rotate-left' | 'rotate-right' | null {
  const word = text.trim().toLowerCase();
  return word === 'upright' || word === 'rotate-left' || word === 'rotate-right' ? word : null;
}

/** Returns the bleed in CSS px; null for `auto` or an invalid value. */
export function parseBleed(text: string, context: ComputeContext): number | null {
  const length = readLength(text);
  return length === null ? null : resolveSpecified(length, context).px;
}

function readLength(text: string): Specified<Length> | null {
  const reader = readValue(text);
  const length = reader === null ? undefined : parseLength(reader, LENGTH);
  return reader !== null && length !== undefined && reader.atEnd ? length : null;
}

const MARKS: ReadonlySet<string> = new Set(['crop', 'cross', '-pagewright-registration', '-pagewright-color-bars']);

export function parseMarks(text: string): readonly string[] {
  const words = text.trim().toLowerCase().split(/\s+/);
  return words.every((word) => MARKS.has(word)) ? words : [];
}
