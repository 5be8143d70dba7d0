/** Sums (`-pagewright-sum`): counters with decimals, to which elements add the amounts that they show. */
import type { CounterChange, SumItem } from '../css/computed-values.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Element } from '../document/node.ts';
import { machineAmount, MAX_AMOUNT, writtenAmount } from './amounts.ts';
import type { BuildContext } from './build-context.ts';
import { collapsedText } from './content.ts';

/** Maximum length of an unreadable amount in a diagnostic, in characters. */
const MAX_QUOTED = 40;

/**
 * Returns the amounts that an element adds to sums, as changes of counters. Amounts that can't be read are reported and
 * add 0.
 */
export function amountsOf(context: BuildContext, element: Element, style: ComputedStyle): readonly CounterChange[] {
  return style.rare.pagewrightSum.map((item) => ({
    name: item.name,
    value: amountOf(context, element, style, item),
    reversed: false,
    isAmount: true,
  }));
}

function amountOf(context: BuildContext, element: Element, style: ComputedStyle, { name, amount }: SumItem): number {
  if (typeof amount === 'number') return amount;
  const text = amount ?? collapsedText(context, element);
  const { language } = style.font;
  const value = amount === null ? writtenAmount(text, language) : machineAmount(text);
  if (value !== null && Math.abs(value) < MAX_AMOUNT) return value;
  const quoted = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
  const expected =
    amount === null ? `an amount in ${language === '' ? 'English' : language}` : 'a number such as 1234.5';
  context.diagnostics.warnAbout(
    'content/sum',
    `"${quoted}" is not ${expected}, so it is not added to the sum "${name}".`,
    element,
  );
  return 0;
}
