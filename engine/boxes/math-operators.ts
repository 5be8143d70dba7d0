/** Operators and what embellishes them (MathML Core §3.2.4): which box is one, and where it stands. */
import { Namespace } from '../document/node.ts';
import { type Box, BoxFlag, isInFlow, type MathData, type OperatorForm } from './box.ts';

/** Elements that are embellished operators when their first child is one. */
const SCRIPTED = new Set(['msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover', 'mmultiscripts']);
/** Rows that are when all but one of their children are like spaces. */
const GROUPING = new Set(['mrow', 'mstyle', 'mphantom', 'mpadded', 'merror', 'semantics', 'maction']);

const NO_OPERATOR: MathData = { type: 'math', core: null, isSpaceLike: false, form: 'infix' };

/** The name of a box's MathML element; '' for anonymous boxes and elements of other languages. */
export function mathTag({ element, pseudo, flags }: Box): string {
  if (element === null || pseudo !== null || (flags & BoxFlag.Anonymous) !== 0) return '';
  return element.namespace === Namespace.MathMl ? element.tag : '';
}

/** In-flow children. */
export function inFlow(box: Box): readonly Box[] {
  const { children } = box;
  return children.every(isInFlow) ? children : children.filter(isInFlow);
}

/** The `mo` at the core of an embellished operator; null: the box is none. */
export const operatorCore = ({ data }: Box): Box | null => (data?.type === 'math' ? data.core : null);

/** Boxes that don't count where operators are looked for: spaces and text (MathML Core §3.2.5, §3.3.1.1). */
const isSpaceLike = ({ data }: Box): boolean => data?.type === 'math' && data.isSpaceLike;

/** What an element's box is, whose children have their data already. */
export function mathData(box: Box): MathData {
  const tag = mathTag(box);
  if (tag === 'mspace' || tag === 'mtext') return { ...NO_OPERATOR, isSpaceLike: true };
  if (!isInFlow(box)) return NO_OPERATOR;
  if (tag === 'mo') return { ...NO_OPERATOR, core: box };
  const children = inFlow(box);
  if (SCRIPTED.has(tag) || tag === 'mfrac') {
    const core = children.length === 0 ? null : operatorCore(children[0]!);
    return core === null ? NO_OPERATOR : { ...NO_OPERATOR, core };
  }
  if (!GROUPING.has(tag)) return NO_OPERATOR;
  const inked = children.filter((child) => !isSpaceLike(child));
  return {
    ...NO_OPERATOR,
    core: inked.length === 1 ? operatorCore(inked[0]!) : null,
    isSpaceLike: inked.length === 0,
  };
}

/** Says of the embellished operators in a box where they stand. The place of the operator that the box itself is follows from what is around that. */
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
