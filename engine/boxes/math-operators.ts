/** Finds operators, their embellishments and their form (MathML Core §3.2.4). */
import { type Element, Namespace } from '../document/node.ts';
import { type Box, BoxFlag, isInFlow, type MathData, type OperatorForm } from './box.ts';

/** Elements that are embellished operators if their first child is one. */
const SCRIPTED = new Set(['msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover', 'mmultiscripts']);
/** Rows that are embellished operators if all but one of their children are space-like. */
const GROUPING = new Set(['mrow', 'mstyle', 'mphantom', 'mpadded', 'merror', 'semantics', 'maction']);

/** Rows inside which the lines of a formula may break. */
const DIVISIBLE = new Set(['math', 'mrow', 'mstyle', 'semantics']);

const NO_OPERATOR: MathData = { type: 'math', core: null, isSpaceLike: false, mustBreak: false, form: 'infix' };

/** Returns the name of a box's MathML element; '' for anonymous boxes and elements of other languages. */
export function mathTag({ element, pseudo, flags }: Box): string {
  if (element === null || pseudo !== null || (flags & BoxFlag.Anonymous) !== 0) return '';
  return element.namespace === Namespace.MathMl ? element.tag : '';
}

/** Returns the in-flow children. */
export function inFlow(box: Box): readonly Box[] {
  const { children } = box;
  return children.every(isInFlow) ? children : children.filter(isInFlow);
}

/** Returns the core `mo` of an embellished operator, or null. */
export const operatorCore = ({ data }: Box): Box | null => (data?.type === 'math' ? data.core : null);

/** Returns whether a box is ignored in the search for operators: spaces and text (MathML Core §3.2.5, §3.3.1.1). */
const isSpaceLike = ({ data }: Box): boolean => data?.type === 'math' && data.isSpaceLike;

/** Returns the data of an element's box, whose children have theirs already. */
export function mathData(box: Box): MathData {
  const tag = mathTag(box);
  const mustBreak = forcesBreak(box, tag);
  if (tag === 'mspace' || tag === 'mtext') return { ...NO_OPERATOR, isSpaceLike: true, mustBreak };
  if (!isInFlow(box)) return NO_OPERATOR;
  if (tag === 'mo') return { ...NO_OPERATOR, core: box, mustBreak };
  const children = inFlow(box);
  if (SCRIPTED.has(tag) || tag === 'mfrac') {
    const core = children.length === 0 ? null : operatorCore(children[0]!);
    return core === null ? NO_OPERATOR : { ...NO_OPERATOR, core };
  }
  if (!GROUPING.has(tag)) return mustBreak ? { ...NO_OPERATOR, mustBreak } : NO_OPERATOR;
  const inked = children.filter((child) => !isSpaceLike(child));
  return {
    ...NO_OPERATOR,
    core: inked.length === 1 ? operatorCore(inked[0]!) : null,
    isSpaceLike: inked.length === 0,
    mustBreak,
  };
}

/** Returns whether a line must break at an operator or space, or in a row (MathML 3 §3.2.5.2, `linebreak`). */
function forcesBreak(box: Box, tag: string): boolean {
  if (DIVISIBLE.has(tag)) return box.children.some(({ data }) => data?.type === 'math' && data.mustBreak);
  if (tag !== 'mo' && tag !== 'mspace') return false;
  const asked = box.element?.attribute('linebreak')?.trim().toLowerCase();
  return asked === 'newline' || asked === 'indentingnewline';
}

/** Returns whether a line of a formula must break in it. */
export const mustBreak = ({ data }: Box): boolean => data?.type === 'math' && data.mustBreak;

/**
 * Sets the form of the embellished operators in a box. The form of the box's own operator depends on its surroundings.
 */
export function setForms(box: Box): void {
  const own = operatorCore(box);
  const children = inFlow(box);
  const inked = children.filter((child) => !isSpaceLike(child));
  children.forEach((child, i) => {
    const core = operatorCore(child);
    if (core === null || core === own || core.data?.type !== 'math') return;
    const isScript = i > 0 && SCRIPTED.has(mathTag(box));
    const form = isScript ? 'postfix' : formAmong(inked, child);
    if (form !== core.data.form) core.data = { ...core.data, form };
  });
}

function formAmong(inked: readonly Box[], child: Box): OperatorForm {
  if (inked.length > 1 && inked[0] === child) return 'prefix';
  return inked.length > 1 && inked.at(-1) === child ? 'postfix' : 'infix';
}

/** Returns an attribute of an operator or the nearest `mstyle` and `math` around it; null if none has it. */
export function inheritedAttribute({ element }: Box, name: string): string | null {
  for (let at: Element | null = element; at?.namespace === Namespace.MathMl; at = at.parent) {
    const value = at === element || at.tag === 'mstyle' || at.tag === 'math' ? at.attribute(name) : null;
    if (value !== null) return value.trim();
    if (at.tag === 'math') return null;
  }
  return null;
}
