/** Properties of operators from attributes and the dictionary (MathML Core §3.2.4). */
import type { Box, OperatorForm } from '../../boxes/box.ts';
import { operatorCore } from '../../boxes/math-operators.ts';
import type { LU } from '../../units.ts';
import { MathFont } from './math-font.ts';
import { mathLength } from './math-length.ts';
import { operatorEntry, stretchesInline } from './operator-dictionary.ts';
import type { LayoutContext } from '../contract/contract.ts';

export interface Operator {
  /** The `mo` element's box. */
  readonly core: Box;
  readonly text: string;
  readonly lspace: LU;
  readonly rspace: LU;
  readonly stretchy: boolean;
  readonly symmetric: boolean;
  readonly largeop: boolean;
  readonly movablelimits: boolean;
  readonly stretchesInline: boolean;
}

function formOf(core: Box): OperatorForm {
  const given = core.element?.attribute('form')?.toLowerCase();
  if (given === 'prefix' || given === 'infix' || given === 'postfix') return given;
  return core.data?.type === 'math' ? core.data.form : 'infix';
}

/**
 * PERF: the properties depend on the box tree only, but are queried whenever a surrounding row is measured or laid out.
 */
const operators = new WeakMap<Box, Operator | null>();

/** Returns the properties of an embellished operator, or null if the box isn't one. */
export function operatorOf(context: LayoutContext, box: Box): Operator | null {
  let operator = operators.get(box);
  if (operator === undefined) operators.set(box, (operator = readOperator(context, box)));
  return operator;
}

function readOperator(context: LayoutContext, box: Box): Operator | null {
  const core = operatorCore(box);
  if (core === null) return null;
  const { element } = core;
  const text = textOf(core);
  const entry = operatorEntry(withoutVariant(text, core), formOf(core));
  const font = MathFont.of(context, core.style);
  const is = (name: string, otherwise: boolean): boolean => {
    const value = element?.attribute(name)?.toLowerCase();
    return value === 'true' || (value !== 'false' && otherwise);
  };
  const space = (name: string, em: number): LU =>
    mathLength(context, core, element?.attribute(name) ?? null, font.ofEm(em)) ?? font.ofEm(em);
  return {
    core,
    text,
    lspace: space('lspace', entry.lspace),
    rspace: space('rspace', entry.rspace),
    stretchy: is('stretchy', entry.stretchy),
    symmetric: is('symmetric', entry.symmetric),
    largeop: is('largeop', entry.largeop),
    movablelimits: is('movablelimits', entry.movablelimits),
    stretchesInline: stretchesInline(text),
  };
}

/** Maps math variants to plain letters, as the dictionary lists them. A bold nabla is treated as nabla. */
function withoutVariant(text: string, { style }: Box): string {
  return style.text.textTransform.variant !== null && /^[\u{1d400}-\u{1d7ff}]$/u.test(text)
    ? text.normalize('NFKC')
    : text;
}

/** Returns the trimmed text of an operator, or '' if it isn't plain text. */
export function textOf(core: Box): string {
  const [only] = core.children;
  return core.children.length === 1 ? (only!.inline?.text ?? '').trim() : '';
}
