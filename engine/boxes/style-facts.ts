/** Facts that follow from a style alone. PERF: every box needs them, but many boxes share a style. */
import type { ComputedStyle } from '../css/computed-style.ts';
import { Length } from '../css/length.ts';
import { hasMask } from '../css/masked.ts';
import type { BoxKind } from './box.ts';
import { flagsOfStyle, hasTransform, mayBeNegative } from './box-flags.ts';

/** Effects of a style that create stacking contexts, by the boxes for which they do. Bits of `StyleMemo.facts`. */
export const StackingEffect = {
  Any: 4,
  /** css-transforms-1 §6 */
  Transformable: 32,
  /** css-transforms-2 §6: in a shared 3D space, a box with a hidden back face is a separate plane. */
  In3dSpace: 64,
  /** css-contain-2 §3.2, §3.4 */
  Contained: 128,
  All: 4 + 32 + 64 + 128,
} as const;

/** The other bits of `StyleMemo.facts`. */
const StyleFact = { Known: 1, Still: 2, Edgeless: 8, PlainText: 16, Quiet: 256 } as const;

/** Finds the facts of a style. PERF: callers read known facts from the memo themselves. */
function findFacts(style: ComputedStyle): number {
  const { memo } = style;
  let facts: number = StyleFact.Known;
  if (findStill(style)) facts |= StyleFact.Still;
  facts |= findStackingEffects(style);
  if (!hasInlineEdge(style, true) && !hasInlineEdge(style, false)) facts |= StyleFact.Edgeless;
  if (findPlainText(style)) facts |= StyleFact.PlainText;
  if (findQuiet(style)) facts |= StyleFact.Quiet;
  return (memo.facts = facts);
}

/**
 * Returns whether a box is painted where layout places it and without clipping, whatever its kind: it has neither
 * transforms nor relative offsets, negative margins or indents, containment or clipped overflow.
 */
export const isStill = (style: ComputedStyle): boolean =>
  ((style.memo.facts || findFacts(style)) & StyleFact.Still) !== 0;

/** Returns the bits of `StackingEffect` that apply, regardless of position and z-index. */
export const stackingEffects = (style: ComputedStyle): number =>
  (style.memo.facts || findFacts(style)) & StackingEffect.All;

/** Returns whether an inline box has neither margin, border nor padding along its line. */
export const isEdgeless = (style: ComputedStyle): boolean =>
  ((style.memo.facts || findFacts(style)) & StyleFact.Edgeless) !== 0;

/** Returns whether text collapses spaces and has no negative spacing, hanging punctuation or emphasis marks. */
export const isPlainText = (style: ComputedStyle): boolean =>
  ((style.memo.facts || findFacts(style)) & StyleFact.PlainText) !== 0;

/**
 * Returns whether a style affects only the box of its element and what is inside: it changes no counters, leaves no page
 * marks, takes part in no named flow, contains nothing (css-contain-2), and its element's contents are its own.
 */
export const isQuiet = (style: ComputedStyle): boolean =>
  ((style.memo.facts || findFacts(style)) & StyleFact.Quiet) !== 0;

/** Returns the flags that depend on style alone (`flagsOfStyle`). */
export function keptFlagsOfStyle(kind: BoxKind, style: ComputedStyle): number {
  const { memo } = style;
  if (memo.kind !== kind) {
    memo.flags = flagsOfStyle(kind, style);
    memo.kind = kind;
  }
  return memo.flags;
}

const isUncontained = ({ rare }: ComputedStyle): boolean =>
  rare.contain.length === 0 && rare.containerType === 'normal' && rare.contentVisibility === 'visible';

function findStill(style: ComputedStyle): boolean {
  const { box, text } = style;
  return (
    box.position === 'static' &&
    box.overflowX === 'visible' &&
    box.overflowY === 'visible' &&
    isUncontained(style) &&
    !hasTransform(style) &&
    !mayBeNegative(box.marginTop) &&
    !mayBeNegative(box.marginRight) &&
    !mayBeNegative(box.marginBottom) &&
    !mayBeNegative(box.marginLeft) &&
    !mayBeNegative(text.textIndent.length)
  );
}

/** Properties that create a stacking context if `will-change` names them (css-will-change-1 §3). */
const TRIGGERS = new Set([
  'transform',
  'opacity',
  'filter',
  'clip-path',
  'mask',
  'mask-image',
  'mix-blend-mode',
  'isolation',
  'perspective',
  'translate',
  'rotate',
  'scale',
  'offset-path',
  'backdrop-filter',
]);

function findStackingEffects(style: ComputedStyle): number {
  const { rare } = style;
  let effects = 0;
  if (
    rare.opacity < 1 ||
    rare.mixBlendMode !== 'normal' ||
    rare.isolation === 'isolate' ||
    // css-regions-1 §3.2
    rare.flowFrom !== null ||
    rare.clipPath !== null ||
    rare.pagewrightLayer !== null ||
    rare.pagewrightOverprint !== 'auto' ||
    rare.filter.length > 0 ||
    rare.backdropFilter.length > 0 ||
    hasMask(style) ||
    rare.willChange.some((name) => TRIGGERS.has(name))
  )
    effects |= StackingEffect.Any;
  if (hasTransform(style) || rare.perspective !== null || rare.transformStyle === 'preserve-3d')
    effects |= StackingEffect.Transformable;
  if (rare.backfaceVisibility === 'hidden') effects |= StackingEffect.In3dSpace;
  if (!isUncontained(style)) effects |= StackingEffect.Contained;
  return effects;
}

/** Returns whether an inline box has an edge at its start or its end. A box split by blocks has each edge in one part only. */
export function hasInlineEdge({ box, border, text }: ComputedStyle, atStart: boolean): boolean {
  const isFirst = atStart === (text.direction === 'ltr');
  if (text.writingMode === 'horizontal-tb') {
    return isFirst
      ? border.borderLeftWidth > 0 || !isZero(box.marginLeft) || !isZero(box.paddingLeft)
      : border.borderRightWidth > 0 || !isZero(box.marginRight) || !isZero(box.paddingRight);
  }
  // NOTE In `sideways-lr`, lines start at the bottom.
  return isFirst === (text.writingMode !== 'sideways-lr')
    ? border.borderTopWidth > 0 || !isZero(box.marginTop) || !isZero(box.paddingTop)
    : border.borderBottomWidth > 0 || !isZero(box.marginBottom) || !isZero(box.paddingBottom);
}

const isZero = ({ px, hasPercent }: Length): boolean => px === 0 && !hasPercent;

function findPlainText({ text }: ComputedStyle): boolean {
  const { whiteSpaceCollapse, letterSpacing, wordSpacing, hangingPunctuation, textEmphasisStyle, lineHeightStep } =
    text;
  if (lineHeightStep !== Length.ZERO || hangingPunctuation.length > 0 || textEmphasisStyle !== null) return false;
  return whiteSpaceCollapse === 'collapse' && !mayBeNegative(letterSpacing) && !mayBeNegative(wordSpacing);
}

function findQuiet(style: ComputedStyle): boolean {
  const { box, rare } = style;
  const { outside, listItem } = box.display;
  return (
    outside !== 'none' &&
    outside !== 'contents' &&
    !listItem &&
    typeof box.position === 'string' &&
    box.float !== 'footnote' &&
    typeof rare.content === 'string' &&
    rare.counterReset.length + rare.counterIncrement.length + rare.counterSet.length === 0 &&
    rare.pagewrightSum.length === 0 &&
    rare.stringSet.length === 0 &&
    rare.bookmarkLevel === null &&
    rare.flowInto === null &&
    rare.flowFrom === null &&
    isUncontained(style)
  );
}
