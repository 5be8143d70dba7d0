/**
 * Substitutes random() and random-item() (css-values-5 §9.4). The same document must always print the same, so numbers
 * depend only on the name, element and property. Custom properties keep the functions: each use draws its own number.
 */
import { tokenize, tokenTypes } from '../css-tree.ts';
import { closingOf, isClosing } from '../css/syntax/token-list.ts';

/** Returns a number in [0, 1). `name`: null if none is given. `isShared`: independent of the element. */
export type Draw = (name: string | null, isShared: boolean, ordinal: number) => number;

const MAX_DEPTH = 16;
/** Maximum length of a result in characters. Limits are repeated several times, and may nest. */
const MAX_LENGTH = 100_000;

/** Replaces each function with a calculation or an item. Returns null when one is malformed. */
export function substituteRandoms(text: string, draw: Draw): string | null {
  if (!/random(?:-item)?\(/i.test(text)) return text;
  return new RandomSubstituter(draw).run(text, 0);
}

interface Part {
  readonly type: number;
  readonly text: string;
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  tokenize(text, (type, start, end) => {
    parts.push({ type, text: text.slice(start, end) });
  });
  return parts;
}

class RandomSubstituter {
  private readonly draw: Draw;
  private ordinal = 0;

  constructor(draw: Draw) {
    this.draw = draw;
  }

  run(text: string, depth: number): string | null {
    if (depth > MAX_DEPTH) return null;
    const parts = partsOf(text);
    let result = '';
    for (let i = 0; i < parts.length; i++) {
      const name = parts[i]!.type === tokenTypes.Function ? parts[i]!.text.toLowerCase() : '';
      if (name !== 'random(' && name !== 'random-item(') {
        result += parts[i]!.text;
        continue;
      }
      const [args, end] = argumentsFrom(parts, i + 1);
      const replaced = name === 'random(' ? this.number(args, depth) : this.item(args, depth);
      if (replaced === null || result.length + replaced.length > MAX_LENGTH) return null;
      result += replaced;
      i = end;
    }
    return result;
  }

  /** Substitutes `random([<name> || element-shared | fixed <number>]?, <min>, <max>, <step>?)`. */
  private number(args: readonly string[], depth: number): string | null {
    const drawn = args.length > 2 ? this.drawn(args[0]!) : null;
    const limits = drawn === null ? args : args.slice(1);
    if (limits.length < 2 || limits.length > 3 || limits.some((limit) => limit === '')) return null;
    const share = drawn ?? this.draw(null, false, this.ordinal++);
    const inner = limits.map((limit) => this.run(limit, depth + 1));
    if (inner.includes(null)) return null;
    const [least, most, step] = inner;
    const range = `(max(${least}, ${most}) - (${least}))`;
    if (step === undefined) return `calc((${least}) + ${share} * ${range})`;
    const steps = `round(down, ${range}, ${step})`;
    return `calc((${least}) + min(${steps}, round(down, ${share} * (${steps} + (${step})), ${step})))`;
  }

  /** Substitutes `random-item(<name> || element-shared | fixed <number>, <value>#)`. */
  private item([sharing, ...items]: readonly string[], depth: number): string | null {
    const drawn = this.drawn(sharing!);
    if (drawn === null || items.length === 0) return null;
    return this.run(items[Math.min(items.length - 1, Math.floor(drawn * items.length))]!, depth + 1);
  }

  /** Returns the number for a sharing argument, or null for the argument `none`. */
  private drawn(sharing: string): number | null {
    const words = sharing.split(/\s/).filter((word) => word !== '');
    if (words.length === 0 || words.length > 2) return null;
    if (words[0]!.toLowerCase() === 'fixed') {
      const number = Number(words[1] ?? NaN);
      return number >= 0 && number < 1 ? number : null;
    }
    let name: string | null = null;
    let isShared = false;
    for (const word of words) {
      if (word.startsWith('--') && !word.includes('(') && name === null) name = word;
      else if (word.toLowerCase() === 'element-shared' && !isShared) isShared = true;
      else if (word.toLowerCase() !== 'auto' || words.length > 1) return null;
    }
    return this.draw(name, isShared, name === null ? this.ordinal++ : 0);
  }
}

/** Returns the arguments up to the closing bracket, and its index. */
function argumentsFrom(parts: readonly Part[], from: number): readonly [args: string[], end: number] {
  const args = [''];
  let depth = 0;
  let i = from;
  for (; i < parts.length; i++) {
    if (isClosing(parts[i]!.type) && depth-- === 0) break;
    if (closingOf(parts[i]!.type) !== 0) depth++;
    if (depth === 0 && parts[i]!.type === tokenTypes.Comma) args.push('');
    else args[args.length - 1] += parts[i]!.text;
  }
  return [args.map((arg) => arg.trim()), i];
}

/** Derives a number in [0, 1) from a text, with six digits. */
export function drawnFrom(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  // Mixes the last characters into the upper bits.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return Math.floor((((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32) * 1e6) / 1e6;
}
