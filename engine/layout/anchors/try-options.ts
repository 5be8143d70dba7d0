/**
 * Alternative styles of a box that doesn't fit (css-anchor-position-1 §5): position fallbacks and their try tactics.
 */
import type { BoxStyle, ComputedStyle } from '../../css/computed-style.ts';
import type { Length } from '../../css/length.ts';
import type { Alignment, TryTactic } from '../../css/computed-values.ts';
import { AnchoredLength } from '../../css/values/anchored-length.ts';
import { alignment } from '../../css/values/alignment.ts';
import type { AnchorDimension, AnchorQuery, AnchorSide } from '../../css/values/math-expression.ts';
import type { WritingMode } from '../contract/geometry.ts';
import { oppositeSpan, type PhysicalArea, physicalArea } from './position-area.ts';

/** One option for placing a box. */
export interface TryOption {
  readonly box: BoxStyle;
  readonly area: PhysicalArea | null;
  readonly anchor: string | null;
}

/** Returns the box's own style followed by its fallbacks, in order. */
export function tryOptions(style: ComputedStyle, container: WritingMode, own: WritingMode): readonly TryOption[] {
  const plain = (of: ComputedStyle): TryOption => {
    const { positionArea, positionAnchor } = of.rare;
    const area = positionArea === null ? null : physicalArea(positionArea, container, own);
    return { box: of.box, area, anchor: positionAnchor };
  };
  const base = plain(style);
  const options = [base];
  for (const { name, tactics, area } of style.rare.positionTryFallbacks) {
    if (area !== null) {
      options.push({ ...base, area: physicalArea(area, container, own) });
      continue;
    }
    const tried = name === null ? style : style.rare.positionTryStyles.get(name);
    if (tried === undefined) continue;
    let option = plain(tried);
    for (const tactic of tactics) option = flipped(option, tactic, container);
    options.push(option);
  }
  return options;
}

function flipped(option: TryOption, tactic: TryTactic, container: WritingMode): TryOption {
  if (tactic === 'flip-start') return transposed(option, container);
  const isBlock = tactic === 'flip-block';
  const horizontal = container.vertical === isBlock;
  const { box, area } = option;
  const mirrored = horizontal
    ? {
        left: mirror(box.right),
        right: mirror(box.left),
        marginLeft: box.marginRight,
        marginRight: box.marginLeft,
      }
    : {
        top: mirror(box.bottom),
        bottom: mirror(box.top),
        marginTop: box.marginBottom,
        marginBottom: box.marginTop,
      };
  const aligned = isBlock
    ? { alignSelf: oppositeAlignment(box.alignSelf) }
    : { justifySelf: oppositeAlignment(box.justifySelf) };
  return {
    ...option,
    box: { ...box, ...mirrored, ...aligned },
    area: area && (horizontal ? { ...area, x: oppositeSpan(area.x) } : { ...area, y: oppositeSpan(area.y) }),
  };
}

const MIRRORED = new Map<AnchorSide, AnchorSide>([
  ['left', 'right'],
  ['right', 'left'],
  ['top', 'bottom'],
  ['bottom', 'top'],
  ['start', 'end'],
  ['end', 'start'],
  ['self-start', 'self-end'],
  ['self-end', 'self-start'],
]);

function mirror(length: Length): Length {
  if (!(length instanceof AnchoredLength)) return length;
  return length.withQueries((query: AnchorQuery) => {
    if (query.type !== 'side') return query;
    return { ...query, side: MIRRORED.get(query.side) ?? query.side, percentage: 1 - query.percentage };
  });
}

const OPPOSITE = new Map<Alignment['keyword'], Alignment['keyword']>([
  ['start', 'end'],
  ['end', 'start'],
  ['self-start', 'self-end'],
  ['self-end', 'self-start'],
  ['flex-start', 'flex-end'],
  ['flex-end', 'flex-start'],
  ['left', 'right'],
  ['right', 'left'],
]);

const oppositeAlignment = ({ keyword, overflow, legacy }: Alignment): Alignment =>
  alignment(OPPOSITE.get(keyword) ?? keyword, overflow, legacy);

/**
 * Applies `flip-start`: mirrors the option along the diagonal through the start corner, which swaps inline and block
 * axes.
 */
function transposed(option: TryOption, container: WritingMode): TryOption {
  const { box, area } = option;
  // Whether the block and inline axes run in opposite physical directions.
  const isCrossed = container.blockReversed !== container.inlineReversed;
  const insets = {
    top: transpose(isCrossed ? box.right : box.left, isCrossed),
    left: transpose(isCrossed ? box.bottom : box.top, isCrossed),
    bottom: transpose(isCrossed ? box.left : box.right, isCrossed),
    right: transpose(isCrossed ? box.top : box.bottom, isCrossed),
    marginTop: isCrossed ? box.marginRight : box.marginLeft,
    marginLeft: isCrossed ? box.marginBottom : box.marginTop,
    marginBottom: isCrossed ? box.marginLeft : box.marginRight,
    marginRight: isCrossed ? box.marginTop : box.marginBottom,
  };
  const sizes = {
    width: turned(box.height),
    height: turned(box.width),
    minWidth: turned(box.minHeight),
    minHeight: turned(box.minWidth),
    maxWidth: turned(box.maxHeight),
    maxHeight: turned(box.maxWidth),
  };
  const across = (span: PhysicalArea['x']): PhysicalArea['x'] => (isCrossed ? oppositeSpan(span) : span);
  return {
    ...option,
    box: { ...box, ...insets, ...sizes, alignSelf: box.justifySelf, justifySelf: box.alignSelf },
    area: area && { x: across(area.y), y: across(area.x) },
  };
}

const TRANSPOSED = new Map<AnchorSide, AnchorSide>([
  ['left', 'top'],
  ['top', 'left'],
  ['right', 'bottom'],
  ['bottom', 'right'],
]);
const CROSSED = new Map<AnchorSide, AnchorSide>([
  ['left', 'bottom'],
  ['bottom', 'left'],
  ['right', 'top'],
  ['top', 'right'],
]);

function transpose(length: Length, isCrossed: boolean): Length {
  if (!(length instanceof AnchoredLength)) return length;
  const sides = isCrossed ? CROSSED : TRANSPOSED;
  return length.withQueries((query) =>
    query.type === 'side' ? { ...query, side: sides.get(query.side) ?? query.side } : turnedQuery(query),
  );
}

const TURNED = new Map<AnchorDimension, AnchorDimension>([
  ['width', 'height'],
  ['height', 'width'],
  ['block', 'inline'],
  ['inline', 'block'],
  ['self-block', 'self-inline'],
  ['self-inline', 'self-block'],
]);

function turnedQuery(query: AnchorQuery): AnchorQuery {
  return query.type === 'size' ? { ...query, dimension: TURNED.get(query.dimension) ?? query.dimension } : query;
}

const turned = (length: Length): Length =>
  length instanceof AnchoredLength ? length.withQueries(turnedQuery) : length;
