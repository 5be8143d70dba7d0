/**
 * The stacking of a page (css2 Appendix E, css-position-3 §4): determines which fragments are layers, and their
 * stacking contexts. A layer is a positioned box or a box that establishes a stacking context. Everything else is
 * painted with the layer that contains it.
 */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import { isTransformable } from '../boxes/box-flags.ts';
import { Containment, containmentOf } from '../boxes/containment.ts';
import { StackingEffect, stackingEffects } from '../boxes/style-facts.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { type BoxFragment, type Fragment, FragmentFlag, type LineFragment } from '../layout/contract/fragment.ts';
import type { LU } from '../units.ts';
import type { PlacedFragment } from '../pages/page.ts';
import { containingBlocks } from './containing-blocks.ts';
import { sortLayers } from './layer-order.ts';
import { hasMask } from '../css/masked.ts';
import { contentClip, type ContentClip, cssClip, sliceClip } from './overflow-clip.ts';
import { FragmentPath } from './sticky.ts';
import type { Slices } from './slices.ts';

/** A chain of overflow clips, innermost first. */
export class ClipNode {
  readonly parent: ClipNode | null;
  readonly clip: ContentClip;

  constructor(parent: ClipNode | null, clip: ContentClip) {
    this.parent = parent;
    this.clip = clip;
  }
}

export class PaintLayer {
  readonly fragment: BoxFragment;
  /** Top left corner of the border box, before transforms. */
  readonly x: LU;
  readonly y: LU;
  readonly zIndex: number;
  /** Clips of the ancestors, up to the page. */
  clip: ClipNode | null;
  /** Layers of this stacking context with z-index below, at and above 0, in document order until sorted. */
  readonly negative: PaintLayer[] = [];
  readonly zero: PaintLayer[] = [];
  readonly positive: PaintLayer[] = [];
  /** Whether a layer in this stacking context blends with its backdrop, which is limited to this context. */
  isolates = false;
  /** The same as `isolates` for a root, whose group holds more than the layer. */
  isBlendedInto = false;
  /** Whether any box painted with this layer has an outline. */
  hasOutline = false;
  /**
   * Whether the layer is a repeated copy or inside one (a table header, a fixed box). Copies are artifacts in the
   * structure tree.
   */
  isRepeated = false;
  /** Further fragments of the same inline box, and of blocks in it. Effects apply to all of them together. */
  readonly pieces: PlacedFragment[] = [];
  /** The fragment that establishes the containing block, set only for motion paths. null outside the root's tree. */
  container: PlacedFragment | null = null;

  constructor(fragment: BoxFragment, x: LU, y: LU, zIndex: number, clip: ClipNode | null) {
    this.fragment = fragment;
    this.x = x;
    this.y = y;
    this.zIndex = zIndex;
    this.clip = clip;
  }
}

/** Returns whether a box has effects that create a stacking context regardless of its position. */
function hasStackingEffect(box: Box, style: ComputedStyle): boolean {
  const effects = stackingEffects(style);
  // Fast path for nearly every box.
  if (effects === 0) return false;
  return (
    (effects & StackingEffect.Any) !== 0 ||
    ((effects & StackingEffect.Transformable) !== 0 && isTransformable(box.kind)) ||
    ((effects & StackingEffect.In3dSpace) !== 0 && box.parent?.style.rare.transformStyle === 'preserve-3d') ||
    ((effects & StackingEffect.Contained) !== 0 &&
      (containmentOf(box.kind, style) & (Containment.Paint | Containment.Layout)) !== 0)
  );
}

function isPositioned(style: ComputedStyle): boolean {
  const { position } = style.box;
  return position === 'relative' || position === 'absolute' || position === 'fixed' || position === 'sticky';
}

/** Returns whether z-index applies: to positioned boxes and to flex and grid items. */
function hasZIndex(box: Box, style: ComputedStyle): boolean {
  return (
    style.box.zIndex !== null && (isPositioned(style) || (box.flags & (BoxFlag.FlexItem | BoxFlag.GridItem)) !== 0)
  );
}

/**
 * Returns whether a box with the given style establishes a stacking context. A table's style applies to its wrapper.
 */
function establishesStackingContext(box: Box, style: ComputedStyle): boolean {
  const { position } = style.box;
  return position === 'fixed' || position === 'sticky' || hasZIndex(box, style) || hasStackingEffect(box, style);
}

/**
 * Returns whether the box is a float in an inline box that is a stacking context. The float's fragment is outside the
 * inline box's, but gets its effects.
 */
function isFloatInContext(box: Box): boolean {
  if ((box.flags & BoxFlag.Float) === 0) return false;
  for (let { parent } = box; parent !== null && parent.kind === BoxKind.Inline; parent = parent.parent)
    if (establishesStackingContext(parent, parent.style)) return true;
  return false;
}

/**
 * Returns a key for the inline box whose fragments form a single layer, across lines and around blocks. null: each
 * fragment of the box is a separate layer. Masks, clip paths and backdrops apply to each fragment. Positioned pieces on
 * the lines of one paragraph are adjacent anyway.
 */
function wholeOf(box: Box, style: ComputedStyle): symbol | Box | null {
  const { opacity, mixBlendMode, filter, clipPath, backdropFilter } = style.rare;
  if (clipPath !== null || backdropFilter.length > 0 || hasMask(style)) return null;
  if (box.cutFrom !== null) return box.cutFrom;
  return box.kind === BoxKind.Inline && (opacity < 1 || mixBlendMode !== 'normal' || filter.length > 0) ? box : null;
}

/** Returns whether any of the outline is drawn. The width is ignored if the style is `auto` (css-ui-4 §3.3). */
export function hasOutline({ border: { outlineStyle, outlineWidth } }: ComputedStyle): boolean {
  if (outlineStyle === 'auto') return true;
  return outlineWidth > 0 && outlineStyle !== 'none' && outlineStyle !== 'hidden';
}

/**
 * Returns whether the fragment is painted as a layer. A table grid box isn't: it shares its wrapper's style and layer.
 */
export function isLayer(fragment: BoxFragment): boolean {
  const { box, style } = fragment;
  const { position, zIndex } = style.box;
  // PERF: nearly no box is a layer.
  if (position === 'static' && zIndex === null && (box.flags & BoxFlag.Float) === 0 && stackingEffects(style) === 0)
    return false;
  if (box.kind === BoxKind.Table && box.parent?.kind === BoxKind.TableWrapper) return false;
  return isPositioned(style) || establishesStackingContext(box, style) || isFloatInContext(box);
}

/** Returns the clip of a line's layers, which the page may slice. */
const clipOfLine = ({ slice }: LineFragment, x: LU, y: LU, outer: ClipNode | null): ClipNode | null =>
  slice === null ? outer : new ClipNode(outer, sliceClip(slice, x, y));

/** Collects the layers below a root. */
export class LayerTreeBuilder {
  /** Stacking contexts by box, for boxes whose containing block is further up. */
  private readonly contexts = new Map<Box, PaintLayer>();
  /** Layers by their `wholeOf` key. */
  private readonly wholes = new Map<symbol | Box, PaintLayer>();
  /** Number of repeated copies around the current fragment. */
  private repeated = 0;
  /** Clips of boxes with `clip`. They apply to all descendants in the document. */
  private readonly clipped = new Map<Box, ClipNode>();
  private readonly pending: { layer: PaintLayer; context: PaintLayer }[] = [];
  private readonly slices: Slices;
  private readonly cut: ContentClip | null;
  /** The ancestors of the current fragment. */
  private readonly path = new FragmentPath();

  /** Every fragment is registered in `slices`. `cut`: the visible part on a page of boxes that several pages show. */
  constructor(slices: Slices, cut: ContentClip | null = null) {
    this.slices = slices;
    this.cut = cut;
  }

  /** Returns the layer of a fragment that starts a stacking context: the page's root. */
  root(fragment: BoxFragment, x: LU, y: LU): PaintLayer {
    const layer = new PaintLayer(fragment, x, y, 0, null);
    this.contexts.set(fragment.box, layer);
    this.slices.note(fragment);
    layer.isRepeated = (fragment.flags & FragmentFlag.Repeated) !== 0;
    this.repeated = layer.isRepeated ? 1 : 0;
    this.noteOutline(fragment, layer);
    this.walkInside(fragment, x, y, layer, layer, this.clipInside(fragment, x, y, null));
    return layer;
  }

  /** Adds a fragment outside the root's fragment tree to its stacking context. */
  add(fragment: BoxFragment, x: LU, y: LU, root: PaintLayer): void {
    this.box(fragment, x, y, root, root, null);
  }

  /** Puts every layer into its stacking context, in painting order. */
  finish(root: PaintLayer): void {
    const contexts = new Set<PaintLayer>([root]);
    for (const { layer, context } of this.pending) {
      if (this.clipped.size > 0) this.clipFixed(layer);
      const target = this.stackingParent(layer, context);
      contexts.add(target);
      if (layer.fragment.style.rare.mixBlendMode !== 'normal') {
        if (target === root) target.isBlendedInto = true;
        else target.isolates = true;
      }
      const list = layer.zIndex < 0 ? target.negative : layer.zIndex > 0 ? target.positive : target.zero;
      list.push(layer);
    }
    this.findContainers(root);
    for (const context of contexts) {
      sortLayers(context.negative);
      sortLayers(context.zero);
      sortLayers(context.positive);
    }
  }

  /** Adds the clips of a fixed box's ancestors, because a fixed box isn't laid out inside them. */
  private clipFixed(layer: PaintLayer): void {
    const { fragment } = layer;
    if (fragment.style.box.position !== 'fixed') return;
    for (let { parent } = fragment.box; parent !== null; { parent } = parent) {
      const node = this.clipped.get(parent);
      if (node !== undefined) layer.clip = new ClipNode(layer.clip, node.clip);
    }
  }

  private findContainers(root: PlacedFragment): void {
    const moved = this.pending.filter(({ layer }) => layer.fragment.style.rare.offsetPath !== null);
    if (moved.length === 0) return;
    const containers = containingBlocks(root, new Set(moved.map(({ layer }) => layer.fragment)));
    for (const { layer } of moved) layer.container = containers.get(layer.fragment) ?? null;
  }

  /**
   * Returns the stacking context of a layer: the nearest one in the box tree. A box is painted inside an ancestor with
   * opacity or a similar effect, even if its containing block or line is above that ancestor.
   */
  private stackingParent(layer: PaintLayer, found: PaintLayer): PaintLayer {
    const { isOutOfFlow, isFloat } = layer.fragment.box;
    if (!isOutOfFlow && !isFloat) return found;
    const stop = found.fragment.box;
    for (let box = layer.fragment.box.parent; box !== null && box !== stop; box = box.parent) {
      const context = this.contexts.get(box);
      if (context && context !== layer) return context;
    }
    return found;
  }

  private walk(fragment: Fragment, x: LU, y: LU, context: PaintLayer, layer: PaintLayer, clip: ClipNode | null): void {
    if (fragment.type === 'text') return;
    const { children, offsets } = fragment;
    for (let i = 0; i < children.length; i++) {
      const child = children[i]!;
      if (child.type === 'text') continue;
      const childX = x + offsets[2 * i]!;
      const childY = y + offsets[2 * i + 1]!;
      if (child.type === 'line')
        this.walk(child, childX, childY, context, layer, clipOfLine(child, childX, childY, clip));
      else this.box(child, childX, childY, context, layer, clip);
    }
  }

  private box(
    fragment: BoxFragment,
    x: LU,
    y: LU,
    context: PaintLayer,
    owner: PaintLayer,
    clip: ClipNode | null,
  ): void {
    let inner = context;
    let layer = owner;
    this.slices.note(fragment);
    if ((fragment.flags & FragmentFlag.CutAtArea) !== 0 && this.cut !== null) clip = new ClipNode(clip, this.cut);
    const isRepeated = (fragment.flags & FragmentFlag.Repeated) !== 0;
    if (isRepeated) this.repeated++;
    if (isLayer(fragment)) {
      const { box, style } = fragment;
      if (style.box.position === 'sticky') {
        const { dx, dy } = this.path.shiftOf(fragment, x, y);
        x += dx;
        y += dy;
      }
      const stacking = establishesStackingContext(box, style) || isFloatInContext(box);
      const whole = wholeOf(box, style);
      const first = whole === null ? undefined : this.wholes.get(whole);
      if (first !== undefined && first.clip === clip) {
        first.pieces.push({ fragment, x, y });
        layer = first;
      } else {
        layer = new PaintLayer(fragment, x, y, hasZIndex(box, style) ? (style.box.zIndex ?? 0) : 0, clip);
        layer.isRepeated = this.repeated > 0;
        if (whole !== null) this.wholes.set(whole, layer);
        this.pending.push({ layer, context });
      }
      if (stacking) {
        inner = layer;
        this.contexts.set(box, layer);
      }
    }
    this.noteOutline(fragment, layer);
    this.walkInside(fragment, x, y, inner, layer, this.clipInside(fragment, x, y, clip));
    if (isRepeated) this.repeated--;
  }

  private walkInside(
    fragment: BoxFragment,
    x: LU,
    y: LU,
    context: PaintLayer,
    layer: PaintLayer,
    clip: ClipNode | null,
  ): void {
    this.path.enter(fragment, x, y);
    this.walk(fragment, x, y, context, layer, clip);
    this.path.leave();
  }

  private noteOutline(fragment: BoxFragment, layer: PaintLayer): void {
    if (hasOutline(fragment.style)) layer.hasOutline = true;
  }

  private clipInside(fragment: BoxFragment, x: LU, y: LU, outer: ClipNode | null): ClipNode | null {
    const clip = contentClip(fragment, x, y);
    const around = cssClip(fragment, x, y);
    let inner = outer;
    // If the box isn't a stacking context, the layers inside it are painted elsewhere.
    if (around !== null) this.clipped.set(fragment.box, (inner = new ClipNode(inner, around)));
    return clip ? new ClipNode(inner, clip) : inner;
  }
}
