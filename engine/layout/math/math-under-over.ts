/** Limits and accents under and over a base (MathML Core §3.4.2). */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import {
  layoutPart,
  type MathContent,
  type MathState,
  type Part,
  place,
  type Placed,
  type Stretch,
} from './math-content.ts';
import type { MathFont } from './math-font.ts';
import { inkAscent } from './ink.ts';
import { type Operator, operatorOf } from './operators.ts';

export interface Limits {
  readonly base: Box;
  readonly under: Box | null;
  readonly over: Box | null;
}

/** Whether limits are placed as scripts: operators with movable limits do so outside of display style. */
export function hasMovedLimits(state: MathState, base: Box): boolean {
  return !state.font.isDisplayStyle && (operatorOf(state.context, base)?.movablelimits ?? false);
}

function isTrue({ box }: MathState, attribute: string): boolean {
  return box.element?.attribute(attribute)?.toLowerCase() === 'true';
}

export function underOverContent(state: MathState, limits: Limits, stretch: Stretch | null): MathContent {
  const { base, under, over } = layoutLimits(state, limits, stretch);
  const core = operatorOf(state.context, limits.base);
  const inline = Math.max(base.inline, under?.inline ?? 0, over?.inline ?? 0);
  const placed: Placed[] = [place(base, (inline - base.inline) >> 1, 0)];
  let { ascent, descent } = base;
  // Limits of a slanted operator follow its slant.
  const slant = base.italicCorrection >> 1;
  if (over !== null) {
    const { gap, extra } = overGap(state, core, base, over, isTrue(state, 'accent'));
    const up = base.ascent + gap + over.descent;
    placed.push(place(over, ((inline - over.inline) >> 1) + slant, -up));
    ascent = up + over.ascent + extra;
  }
  if (under !== null) {
    const { gap, extra } = underGap(state, core, under, isTrue(state, 'accentunder'));
    const down = base.descent + gap + under.ascent;
    placed.push(place(under, ((inline - under.inline) >> 1) - slant, down));
    descent = down + under.descent + extra;
  }
  return { inline, ascent, descent, placed, rules: [], italicCorrection: 0 };
}

/**
 * Lays out base and limits. Parts that stretch along the line match the longest of the others (MathML Core §3.4.2.1).
 */
function layoutLimits(
  state: MathState,
  limits: Limits,
  stretch: Stretch | null,
): { readonly base: Part; readonly under: Part | null; readonly over: Part | null } {
  const boxes = [limits.base, limits.under, limits.over];
  const isAccent = [false, isTrue(state, 'accentunder'), isTrue(state, 'accent')];
  const stretchy = boxes.map((box, i) => {
    const operator = box === null ? null : operatorOf(state.context, box);
    return operator !== null && (isAccent[i]! || (operator.stretchy && operator.stretchesInline));
  });
  const own = boxes.map((box, i) => (box === null ? null : layoutPart(state, box, i === 0 ? stretch : null)));
  const fixed = own.filter((_, i) => !stretchy[i]);
  let size: LU = 0;
  for (const part of fixed.some((part) => part !== null) ? fixed : own) size = Math.max(size, part?.inline ?? 0);
  if (stretch !== null && stretch.axis === 'inline') size = Math.max(size, stretch.size);
  const [base, under, over] = boxes.map((box, i) =>
    box !== null && stretchy[i] ? layoutPart(state, box, { axis: 'inline', size }) : own[i]!,
  );
  return { base: base!, under: under ?? null, over: over ?? null };
}

/** Returns the gap between the base and the overscript, and the extra space above the overscript. */
function overGap(
  { font }: MathState,
  core: Operator | null,
  base: Part,
  over: Part,
  accent: boolean,
): { readonly gap: LU; readonly extra: LU } {
  if (core !== null && core.largeop)
    return {
      gap: Math.max(font.constant('upperLimitGapMin'), font.constant('upperLimitBaselineRiseMin') - over.descent),
      extra: 0,
    };
  if (core !== null && core.stretchy && core.stretchesInline) {
    const gap = Math.max(
      font.constant('stretchStackGapAboveMin'),
      font.constant('stretchStackTopShiftUp') - over.descent,
    );
    return { gap, extra: 0 };
  }
  if (accent) return { gap: accentGap(font, base, over), extra: 0 };
  return { gap: font.constant('overbarVerticalGap'), extra: font.constant('overbarExtraAscender') };
}

/**
 * Returns the gap below an accent. Accents are designed for letters of a given height and are raised over taller ones
 * (MathML Core §3.4.2.4). The base's ink is used if known, otherwise its line.
 */
function accentGap(font: MathFont, base: Part, over: Part): LU {
  const meant = font.constant('accentBaseHeight');
  const ink = inkAscent(base.result.fragment) ?? base.ascent;
  // Accents without their own clearance, such as arrows and braces, keep a gap from the base.
  const above = -over.descent > meant ? -over.descent - meant : font.constant('overbarVerticalGap');
  return Math.max(ink, meant) + above - base.ascent;
}

function underGap(
  { font }: MathState,
  core: Operator | null,
  under: Part,
  accent: boolean,
): { readonly gap: LU; readonly extra: LU } {
  if (core !== null && core.largeop)
    return {
      gap: Math.max(font.constant('lowerLimitGapMin'), font.constant('lowerLimitBaselineDropMin') - under.ascent),
      extra: 0,
    };
  if (core !== null && core.stretchy && core.stretchesInline) {
    const gap = Math.max(
      font.constant('stretchStackGapBelowMin'),
      font.constant('stretchStackBottomShiftDown') - under.ascent,
    );
    return { gap, extra: 0 };
  }
  if (accent) return { gap: 0, extra: 0 };
  return { gap: font.constant('underbarVerticalGap'), extra: font.constant('underbarExtraDescender') };
}
