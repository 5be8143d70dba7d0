/**
 * Parses the condition grammar shared by `@media`, `@supports` and `@container`: `not`, `and`, `or`, parentheses and
 * specific leaves.
 */
import { type ComponentValue, ValueKind } from '../values/component-value.ts';
import type { ValueReader } from '../values/value-reader.ts';

/** A truth value of Kleene's three-valued logic; null is unknown. */
export type Truth = boolean | null;

export type Condition<Leaf> =
  | { readonly op: 'leaf'; readonly leaf: Leaf }
  | { readonly op: 'not'; readonly operand: Condition<Leaf> }
  | { readonly op: 'and' | 'or'; readonly operands: readonly Condition<Leaf>[] }
  /** `<general-enclosed>`: matches the grammar but has no known meaning. */
  | { readonly op: 'unknown' };

/** Maximum nesting depth of conditions. */
const MAX_DEPTH = 32;

/** Parses parentheses or a function. Returns undefined when it isn't a leaf of this kind. */
type LeafParser<Leaf> = (value: ComponentValue, reader: ValueReader) => Leaf | undefined;

/**
 * Parses a condition up to the first value that can't continue it. Returns undefined when it doesn't match the grammar.
 */
export function parseCondition<Leaf>(
  reader: ValueReader,
  parseLeaf: LeafParser<Leaf>,
  allowOr = true,
  depth = 0,
): Condition<Leaf> | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (reader.ident('not')) {
    const operand = parseInParens(reader, parseLeaf, depth);
    return operand === undefined ? undefined : { op: 'not', operand };
  }
  const first = parseInParens(reader, parseLeaf, depth);
  if (first === undefined) return undefined;
  const operands = [first];
  let op: 'and' | 'or' | null = null;
  for (;;) {
    const next = reader.peek();
    const word: 'and' | 'or' | null = next?.isIdent('and') ? 'and' : next?.isIdent('or') ? 'or' : null;
    if (word === null) break;
    if ((op !== null && op !== word) || (word === 'or' && !allowOr)) return undefined;
    op = word;
    reader.position++;
    const operand = parseInParens(reader, parseLeaf, depth);
    if (operand === undefined) return undefined;
    operands.push(operand);
  }
  return op === null ? first : { op, operands };
}

function parseInParens<Leaf>(
  reader: ValueReader,
  parseLeaf: LeafParser<Leaf>,
  depth: number,
): Condition<Leaf> | undefined {
  const value = reader.next();
  if (value === null || (value.kind !== ValueKind.Parens && value.kind !== ValueKind.Function)) return undefined;
  const leaf = parseLeaf(value, reader);
  if (leaf !== undefined) return { op: 'leaf', leaf };
  if (value.kind === ValueKind.Parens) {
    const inner = reader.inside(value);
    const condition = parseCondition(inner, parseLeaf, true, depth + 1);
    if (condition !== undefined && inner.atEnd) return condition;
  }
  return { op: 'unknown' };
}

/** Returns whether a condition contains `<general-enclosed>`. */
export function hasUnknown<Leaf>(condition: Condition<Leaf>): boolean {
  switch (condition.op) {
    case 'leaf':
      return false;
    case 'unknown':
      return true;
    case 'not':
      return hasUnknown(condition.operand);
    default:
      return condition.operands.some((operand) => hasUnknown(operand));
  }
}

/** Evaluates a condition. `unknown` is the value of `<general-enclosed>`. */
export function evaluateCondition<Leaf>(
  condition: Condition<Leaf>,
  test: (leaf: Leaf) => Truth,
  unknown: Truth = null,
): Truth {
  switch (condition.op) {
    case 'leaf':
      return test(condition.leaf);
    case 'unknown':
      return unknown;
    case 'not': {
      const operand = evaluateCondition(condition.operand, test, unknown);
      return operand === null ? null : !operand;
    }
    default: {
      const decisive = condition.op === 'or';
      let result: Truth = !decisive;
      for (const operand of condition.operands) {
        const truth = evaluateCondition(operand, test, unknown);
        if (truth === decisive) return decisive;
        if (truth === null) result = null;
      }
      return result;
    }
  }
}
