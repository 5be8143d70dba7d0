/** Longhands of gap decorations (css-gaps-1), in the group `rare`. */
import { Length } from '../length.ts';
import { Color } from '../color.ts';
import { RuleList } from '../computed-values.ts';
import { parseGapInset, parseRuleColors, parseRuleStyles, parseRuleWidths } from '../values/gap-rule.ts';
import { type Definition, keywords, table } from './definition.ts';

const gaps = table('rare', 'css-gaps-1');

const parseBreak = keywords('none', 'normal', 'intersection');
const parseVisibility = keywords('normal', 'all', 'around', 'between');

/** The values of a rule that gives no width, style or color. */
export const INITIAL_RULE = { width: 3, style: 'none', color: Color.CURRENT } as const;

/** Defines the longhands of one axis. Only those of columns, which are older, have prefixed names too. */
function rules(axis: 'column' | 'row'): readonly Definition[] {
  const aliases = (part: string): string[] => (axis === 'column' ? [`-webkit-column-rule-${part}`] : []);
  return [
    gaps(`${axis}-rule-width`, new RuleList([INITIAL_RULE.width]), parseRuleWidths, { aliases: aliases('width') }),
    gaps(`${axis}-rule-style`, new RuleList([INITIAL_RULE.style]), parseRuleStyles, { aliases: aliases('style') }),
    gaps(`${axis}-rule-color`, new RuleList([INITIAL_RULE.color]), parseRuleColors, { aliases: aliases('color') }),
    gaps(`${axis}-rule-break`, 'normal', parseBreak),
    gaps(`${axis}-rule-visibility-items`, 'normal', parseVisibility),
    gaps(`${axis}-rule-inset-cap-start`, Length.ZERO, parseGapInset),
    gaps(`${axis}-rule-inset-cap-end`, Length.ZERO, parseGapInset),
    gaps(`${axis}-rule-inset-junction-start`, Length.ZERO, parseGapInset),
    gaps(`${axis}-rule-inset-junction-end`, Length.ZERO, parseGapInset),
  ];
}

export const gapProperties: readonly Definition[] = [
  ...rules('column'),
  ...rules('row'),
  gaps('rule-overlap', 'row-over-column', keywords('row-over-column', 'column-over-row')),
];
