/** Radicals (MathML Core §3.3.3). */
import type { LU } from '../../units.ts';
import { layoutPart, type MathContent, type MathState, type Part, place, type Placed } from './math-content.ts';
import { rowContent } from './math-row.ts';
import { stretchyGlyph } from './stretchy-glyph.ts';
import { inFlow, mathTag } from '../../boxes/math-operators.ts';

const RADICAL_SIGN = '\u221A';

/**
 * Returns the content of an `msqrt` or `mroot`. All children of an `msqrt` are under the sign. The second child of an
 * `mroot` is its degree.
 */
export function radicalContent(state: MathState): MathContent {
  const { box, font } = state;
  const isRoot = mathTag(box) === 'mroot';
  const [first, second] = inFlow(box);
  const inside = isRoot ? partContent(layoutPart(state, first!)) : rowContent(state, null);
  const index = isRoot ? layoutPart(state, second!) : null;
  const rule = font.constant('radicalRuleThickness');
  const gap = font.byStyle('radicalDisplayStyleVerticalGap', 'radicalVerticalGap');
  const height = inside.ascent + inside.descent;
  const sign = stretchyGlyph(
    state.context,
    box,
    RADICAL_SIGN,
    { axis: 'block', size: height + gap + rule },
    state.mode,
  );
  const signHeight = sign === null ? height + gap + rule : sign.ascent + sign.descent;
  // Excess height of the sign extends below (MathML Core §3.3.3.2).
  const top = inside.ascent + gap + rule;
  const degree = index === null ? null : degreePlace(state, index, signHeight, signHeight - top);
  const signAt = degree === null ? 0 : degree.signAt;
  const bodyAt = signAt + (sign === null ? 0 : sign.width);
  const placed: Placed[] = inside.placed.map((one) => ({ ...one, inline: one.inline + bodyAt }));
  if (sign !== null) placed.push({ what: sign.line, inline: signAt, block: -top });
  if (degree !== null) placed.push(place(index!, degree.inline, degree.baseline));
  const rules = inside.rules.map((one) => ({ ...one, x: one.x + bodyAt }));
  return {
    inline: bodyAt + inside.inline,
    ascent: Math.max(
      top + font.constant('radicalExtraAscender'),
      degree === null ? 0 : index!.ascent - degree.baseline,
    ),
    descent: Math.max(inside.descent, signHeight - top),
    placed,
    rules: [...rules, { x: bodyAt, y: -top, width: inside.inline, height: rule }],
    italicCorrection: 0,
  };
}

/**
 * Returns the position of the degree above the sign's foot, raised by a share of the sign's height (MathML Core
 * §3.3.3.3).
 */
function degreePlace(
  { font }: MathState,
  index: Part,
  signHeight: LU,
  signDescent: LU,
): { readonly inline: LU; readonly baseline: LU; readonly signAt: LU } {
  const before = Math.max(0, font.constant('radicalKernBeforeDegree'));
  const after = Math.max(-index.inline, font.constant('radicalKernAfterDegree'));
  const raised = Math.round(font.degreeRaise * signHeight);
  return { inline: before, baseline: signDescent - raised - index.descent, signAt: before + index.inline + after };
}

function partContent(part: Part): MathContent {
  const { inline, ascent, descent, italicCorrection } = part;
  return { inline, ascent, descent, placed: [place(part, 0, 0)], rules: [], italicCorrection };
}
