/**
 * Places boxes that depend on anchors (css-anchor-position-1): finds their anchors, resolves anchor functions, reduces
 * the containing block to the `position-area`, and tries fallbacks until one fits.
 */
import { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { type LU, pxFromLu } from '../../units.ts';
import { writingModeOf } from '../sizing/box-edges.ts';
import { SpaceFlag } from '../contract/constraint-space.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { Rect, WritingMode } from '../contract/geometry.ts';
import { type AnchoredPlacement, layoutOutOfFlow, type PlacedOutOfFlow } from '../positioned/positioned.ts';
import type { AnchoredAxis } from '../positioned/positioned-axis.ts';
import { type Asking, asksAnchors, namesAsked, withAnswers } from './anchor-answers.ts';
import type { AnchorIndex } from './anchor-index.ts';
import { areaRect, normalAlignment } from './position-area.ts';
import { type TryOption, tryOptions } from './try-options.ts';
import type { OutOfFlowCandidate } from '../positioned/out-of-flow-candidate.ts';
import type { FoundAnchor } from './anchor-table.ts';

/** Whether anything other than plain insets affects the box's position. */
export function isAnchored({ style }: Box): boolean {
  const { rare, box } = style;
  return (
    rare.positionAnchor !== null ||
    rare.positionArea !== null ||
    rare.positionTryFallbacks.length > 0 ||
    !(rare.positionVisibility.length === 1 && rare.positionVisibility[0] === 'anchors-visible') ||
    asksAnchors(box)
  );
}

/** Whether the box refers to an anchor that appears or continues in a later fragment of its containing block. */
export function waitsForAnchors({ box, inlineContainer }: OutOfFlowCandidate, anchors: AnchorIndex | null): boolean {
  if (anchors === null) return false;
  const { positionAnchor } = box.style.rare;
  const names = namesAsked(box.style.box);
  if (positionAnchor !== null) names.add(positionAnchor);
  return [...names].some((name) => anchors.comesLater(name, box, inlineContainer?.box ?? null));
}

/** A box positioned by anchors. */
interface PlacedByAnchors extends PlacedOutOfFlow {
  /** Whether `position-visibility` hides it. */
  readonly isHidden: boolean;
}

/** Same as layoutOutOfFlow, with anchors. `anchors` is null if the document has none. */
export function layoutAnchored(
  context: LayoutContext,
  candidate: OutOfFlowCandidate,
  container: Rect,
  containerMode: WritingMode,
  anchors: AnchorIndex | null,
): PlacedByAnchors {
  return new Anchored(context, candidate, container, containerMode, anchors).place();
}

/** An option with its available rectangle. */
interface Attempt {
  readonly rect: Rect;
  readonly placement: AnchoredPlacement;
  readonly anchor: FoundAnchor | null;
  readonly isValid: boolean;
}

class Anchored {
  private readonly context: LayoutContext;
  private readonly candidate: OutOfFlowCandidate;
  private readonly container: Rect;
  private readonly mode: WritingMode;
  private readonly anchors: AnchorIndex | null;

  constructor(
    context: LayoutContext,
    candidate: OutOfFlowCandidate,
    container: Rect,
    mode: WritingMode,
    anchors: AnchorIndex | null,
  ) {
    this.context = context;
    this.candidate = candidate;
    this.container = container;
    this.mode = mode;
    this.anchors = anchors;
  }

  place(): PlacedByAnchors {
    const { style } = this.candidate.box;
    const attempts = this.ordered(tryOptions(style, this.mode, writingModeOf(style)).map((one) => this.attempt(one)));
    if (attempts.length === 1) return this.placed(attempts.base);
    // Positioned boxes inside don't affect the fit. Placing them for every option would multiply the cost of nested
    // fallbacks.
    const fitting = attempts.find((attempt) => {
      this.context.budget.tick();
      return this.laidOut(attempt, SpaceFlag.Measure).fits;
    });
    // If no option fits, the box's own style applies.
    return this.placed(fitting ?? attempts.base);
  }

  private laidOut({ rect, placement }: Attempt, flags: number): PlacedOutOfFlow {
    return layoutOutOfFlow(this.context, this.candidate, rect, this.mode, placement, flags);
  }

  private attempt(option: TryOption): Attempt {
    const anchor = option.anchor === null ? null : this.find(option.anchor);
    const area = anchor === null ? null : option.area;
    const rect = anchor === null || area === null ? this.container : areaRect(area, this.container, anchor.rect);
    const { style } = this.candidate.box;
    const asking: Asking = {
      container: rect,
      containerMode: this.mode,
      ownMode: writingModeOf(style),
      rectOf: (name) => (name === null ? anchor : this.find(name))?.rect ?? null,
    };
    const { box, isValid } = withAnswers(option.box, asking);
    const axis = (horizontal: boolean): AnchoredAxis => {
      const span = area === null ? null : horizontal ? area.x : area.y;
      const start = horizontal ? this.container.x - rect.x : this.container.y - rect.y;
      const size = horizontal ? this.container.width : this.container.height;
      return {
        isFilled: span !== null,
        normal: span === null ? null : normalAlignment(span),
        normalIsCenter: span === 'span-all',
        center: anchor === null ? null : middle(anchor.rect, horizontal) - (horizontal ? rect.x : rect.y),
        limitStart: start,
        limitEnd: start + size,
      };
    };
    const sized = this.sized(box);
    const placement = { sized, resizes: resizes(style, sized.style), horizontal: axis(true), vertical: axis(false) };
    return { rect, placement, anchor, isValid };
  }

  private find(name: string): FoundAnchor | null {
    const { box, inlineContainer } = this.candidate;
    return this.anchors?.find(name, box, inlineContainer?.box ?? null) ?? null;
  }

  /** Returns the box with a different style, for computing its sizes. */
  private sized(group: ComputedStyle['box']): Box {
    const { box } = this.candidate;
    if (group === box.style.box) return box;
    // The copy shares the cache. Its intrinsic sizes must come from the original, because the contents are the same.
    this.context.intrinsicSizes(box);
    const style = box.style.with(box.style.id, { box: group });
    const sized = new Box(box.kind, style, box.element, box.pseudo, box.flags, box.data);
    sized.index = box.index;
    sized.cache = box.cache;
    sized.inline = box.inline;
    sized.children = box.children;
    return sized;
  }

  private placed(attempt: Attempt): PlacedByAnchors {
    const { anchor, isValid } = attempt;
    const placed = this.laidOut(attempt, 0);
    const { positionVisibility } = this.candidate.box.style.rare;
    const isHidden = positionVisibility.some((condition) => {
      if (condition === 'anchors-visible') return anchor !== null && !anchor.isVisible;
      return condition === 'no-overflow' ? !placed.fits : !isValid;
    });
    return { ...placed, isHidden };
  }

  /** Sorts the attempts by `position-try-order`, with the most space first unless it is `normal` (§5.2). */
  private ordered(attempts: readonly Attempt[]): readonly Attempt[] & { readonly base: Attempt } {
    const { positionTryOrder: order } = this.candidate.box.style.rare;
    const [base] = attempts;
    if (order === 'normal') return Object.assign([...attempts], { base: base! });
    const isWidth = order === 'most-width' || (order.endsWith('-size') && this.isWidth(order === 'most-inline-size'));
    const room = ({ rect, placement }: Attempt): number => {
      const { box } = placement.sized.style;
      const size = isWidth ? rect.width : rect.height;
      const insets = isWidth ? [box.left, box.right] : [box.top, box.bottom];
      return pxFromLu(size) - insets.reduce((sum, one) => sum + (one.isLength ? one.resolvePx(pxFromLu(size)) : 0), 0);
    };
    return Object.assign(
      attempts.toSorted((a, b) => room(b) - room(a)),
      { base: base! },
    );
  }

  private isWidth(inline: boolean): boolean {
    return this.mode.vertical !== inline;
  }
}

function middle(rect: Rect, horizontal: boolean): LU {
  return horizontal ? rect.x + (rect.width >> 1) : rect.y + (rect.height >> 1);
}

/** Whether the sizing properties differ from those the box's own layout uses. */
function resizes({ box: own }: ComputedStyle, { box }: ComputedStyle): boolean {
  return (
    own.width !== box.width ||
    own.height !== box.height ||
    own.minWidth !== box.minWidth ||
    own.minHeight !== box.minHeight ||
    own.maxWidth !== box.maxWidth ||
    own.maxHeight !== box.maxHeight
  );
}
