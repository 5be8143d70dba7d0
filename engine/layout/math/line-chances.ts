/** Where a formula may break (MathML 3 §3.2.5.2): the parts of its rows, and the operators between them. */
import type { Box } from '../../boxes/box.ts';
import { inFlow, inheritedAttribute, mathTag } from '../../boxes/math-operators.ts';
import { lazily } from '../../lazily.ts';
import { isEdgeless } from '../../boxes/style-facts.ts';
import type { LU } from '../../units.ts';
import { hasBackground } from '../table/background-areas.ts';
import type { MathState, Part } from './math-content.ts';
import { MathFont } from './math-font.ts';
import { rowParts } from './math-row.ts';
import { type Operator, textOf } from './operators.ts';

/** A part that no line divides. */
export interface Atom {
  readonly box: Box;
  readonly part: Part;
  /** The space that an operator adds before and after itself. */
  readonly lead: LU;
  readonly trail: LU;
}

/** A place where a line may end. */
export interface Chance {
  /** The line's end, exclusive, and the next line's start, as indexes of atoms. */
  readonly end: number;
  readonly next: number;
  /** The cost of a break here; -Infinity: the line must break. */
  readonly cost: number;
  /** The `mo` or `mspace`, whose attributes indent the next line. */
  readonly source: Box;
}

export interface Unbroken {
  readonly atoms: readonly Atom[];
  readonly chances: readonly Chance[];
}

/** Rows are divided up to this depth, which real formulas don't exceed. */
const MAX_DEPTH = 32;
/** Rows without a layout algorithm or appearance of their own. */
const PLAIN: ReadonlySet<string> = new Set(['mrow', 'mstyle', 'semantics']);

/** Costs by the kind of operator, per level of fences and rows, and by attribute. */
const COST = { relation: 0, sum: 1, separator: 2, product: 3, invisible: 4, level: 2.5, good: -2, bad: 8 } as const;

const SEPARATOR = /^[,;\u2063]$/;
const INVISIBLE_TIMES = '\u2062';
const OPENING = lazily(() => /^\p{Ps}$/u);
const CLOSING = lazily(() => /^\p{Pe}$/u);

/** Returns the parts of a formula in sequence, with the places between them where it may break. */
export function unbroken(state: MathState): Unbroken {
  const collector = new Collector();
  collector.addRow(state, 0, 'before');
  return collector;
}

class Collector implements Unbroken {
  readonly atoms: Atom[] = [];
  readonly chances: Chance[] = [];
  /** Whether the last atom is an operator, so that the next one is the sign of an operand. */
  private followsOperator = true;

  addRow(state: MathState, depth: number, inherited: string): void {
    const { box, context } = state;
    const infixStyle = valueOf(box, 'infixlinebreakstyle') ?? inherited;
    const { parts, operators } = rowParts(state, null);
    let level = depth;
    inFlow(box).forEach((child, i) => {
      context.budget.tick();
      const operator = operators[i]!;
      if (operator === null && depth < MAX_DEPTH && isPlainRow(child)) {
        const nested = { ...state, box: child, font: MathFont.of(context, child.style) };
        return this.addRow(nested, inFlow(child).length > 1 ? level + 1 : level, infixStyle);
      }
      if (operator === null) return this.addOperand(child, parts[i]!, level);
      if (CLOSING().test(operator.text)) level--;
      this.addOperator(child, parts[i]!, operator, level, infixStyle);
      if (OPENING().test(operator.text)) level++;
    });
  }

  private addOperand(box: Box, part: Part, level: number): void {
    const at = this.atoms.length;
    this.atoms.push({ box, part, lead: 0, trail: 0 });
    this.followsOperator = false;
    const asked = mathTag(box) === 'mspace' ? valueOf(box, 'linebreak') : null;
    if (asked === null || asked === 'auto' || asked === 'nobreak') return;
    const cost = costWith(asked, COST.separator, level);
    if (cost !== null) this.chances.push({ end: at, next: at + 1, cost, source: box });
  }

  private addOperator(box: Box, part: Part, operator: Operator, level: number, infixStyle: string): void {
    const { core, lspace, rspace } = operator;
    const at = this.atoms.length;
    this.atoms.push({ box, part, lead: lspace, trail: rspace });
    const asked = valueOf(core, 'linebreak') ?? 'auto';
    const kind = this.followsOperator ? null : kindCost(operator);
    this.followsOperator = !CLOSING().test(operator.text) && (kind !== null || OPENING().test(operator.text));
    const cost = costWith(asked, kind, level);
    if (cost === null) return;
    const given = valueOf(core, 'linebreakstyle') ?? (SEPARATOR.test(operator.text) ? 'after' : 'infixlinebreakstyle');
    const style = given === 'infixlinebreakstyle' ? infixStyle : given;
    const end = style === 'after' || style === 'duplicate' ? at + 1 : at;
    const next = style === 'after' ? at + 1 : at;
    if (end > 0) this.chances.push({ end, next, cost, source: core });
  }
}

/** Returns the cost by the `linebreak` attribute, or null if no line may break here. `kind`: null without it. */
function costWith(asked: string, kind: number | null, level: number): number | null {
  if (asked === 'newline' || asked === 'indentingnewline') return -Infinity;
  if (asked === 'nobreak') return null;
  const depth = Math.max(0, level) * COST.level;
  if (asked === 'goodbreak') return depth + COST.good;
  if (asked === 'badbreak') return depth + COST.bad;
  return kind === null ? null : depth + kind;
}

/** Returns the cost of a break at an infix operator or separator; null for other operators. */
function kindCost({ text, core, lspace, rspace, largeop }: Operator): number | null {
  if (SEPARATOR.test(text)) return COST.separator;
  if (text === INVISIBLE_TIMES) return COST.invisible;
  if (largeop || lspace <= 0 || rspace <= 0 || OPENING().test(text) || CLOSING().test(text)) return null;
  const em = core.style.font.fontSize * 64;
  // The dictionary gives relations 5/18 em on both sides, and operators of sums 4/18 em.
  if (lspace >= em * 0.25) return COST.relation;
  return lspace >= em * 0.2 ? COST.sum : COST.product;
}

function isPlainRow(box: Box): boolean {
  const { element, style } = box;
  return (
    PLAIN.has(mathTag(box)) &&
    element?.id === null &&
    isEdgeless(style) &&
    style.box.position === 'static' &&
    style.box.width.isAuto &&
    !hasBackground(box)
  );
}

const valueOf = ({ element }: Box, name: string): string | null =>
  element?.attribute(name)?.trim().toLowerCase() ?? null;

/** Returns the replacement by `linebreakmultchar` of an invisible times sign at which a line breaks; '' for nothing. */
export function visibleTimes(source: Box): string {
  if (mathTag(source) !== 'mo' || textOf(source) !== INVISIBLE_TIMES) return '';
  const given = inheritedAttribute(source, 'linebreakmultchar') ?? '';
  return given === INVISIBLE_TIMES ? '' : given;
}
