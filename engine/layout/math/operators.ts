/** Operators and what embellishes them (MathML Core §3.2.4): which box is one, its form, and what its attributes and the dictionary say. */
import { type Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { inFlow, mathTag } from './math-content.ts';
import { MathFont } from './math-font.ts';
import { mathLength } from './math-length.ts';
import { operatorEntry, type OperatorForm, stretchesInline } from './operator-dictionary.ts';
import type { LayoutContext } from '../contract.ts';

export interface Operator {
  /** The `mo` itself. */
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

/** Elements that are embellished operators when their first child is one. */
const SCRIPTED = new Set(['msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover', 'mmultiscripts']);
/** Rows that are when all but one of their children are like spaces. */
const GROUPING = new Set(['mrow', 'mstyle', 'mphantom', 'mpadded', 'merror', 'semantics', 'maction']);
/** Deeper operators are none: nobody writes them. */
const MAX_DEPTH = 64;

/** Boxes that don't count where operators are looked for: spaces and text (MathML Core §3.2.5, §3.3.1.1). */
function isSpaceLike(box: Box, depth = 0): boolean {
  const tag = mathTag(box);
  if (tag === 'mspace' || tag === 'mtext') return true;
  if (!GROUPING.has(tag) || depth > MAX_DEPTH) return false;
  return inFlow(box).every((child) => isSpaceLike(child, depth + 1));
}

/** The `mo` at the core of an embellished operator; null: the box is none. */
export function operatorCore(box: Box, depth = 0): Box | null {
  if (box.isOutOfFlow || box.isFloat || depth > MAX_DEPTH) return null;
  const tag = mathTag(box);
  if (tag === 'mo') return box;
  const children = inFlow(box);
  if (SCRIPTED.has(tag) || tag === 'mfrac') return children.length === 0 ? null : operatorCore(children[0]!, depth + 1);
  if (!GROUPING.has(tag)) return null;
  const inked = children.filter((child) => !isSpaceLike(child));
  return inked.length === 1 ? operatorCore(inked[0]!, depth + 1) : null;
}

function formOf(box: Box, core: Box): OperatorForm {
  const given = core.element?.attribute('form')?.toLowerCase();
  if (given === 'prefix' || given === 'infix' || given === 'postfix') return given;
  let outer = box;
  // The place that counts is that of the whole embellished operator.
  for (let at = box; at.parent !== null && operatorCore(at.parent) === core; at = at.parent) outer = at.parent;
  const { parent } = outer;
  if (parent === null) return 'infix';
  if (SCRIPTED.has(mathTag(parent)) && inFlow(parent)[0] !== outer) return 'postfix';
  const siblings = inFlow(parent).filter((child) => !isSpaceLike(child));
  if (siblings.length > 1) {
    if (siblings[0] === outer) return 'prefix';
    if (siblings[siblings.length - 1] === outer) return 'postfix';
  }
  return 'infix';
}

/** PERF: what a box is follows from the tree around it, and is asked for whenever one of its rows is measured or laid out. */
const operators = new WeakMap<Box, Operator | null>();

/** What an embellished operator does where it stands; null: the box is none. */
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
  const entry = operatorEntry(text, formOf(box, core));
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

/** The text of an operator without spaces around; '' when it isn't text alone. */
export function textOf(core: Box): string {
  const [only] = core.children;
  return core.children.length === 1 ? (only!.inline?.text ?? '').trim() : '';
}
