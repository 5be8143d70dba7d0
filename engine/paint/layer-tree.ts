/**
 * The stacking of a page (css2 Appendix E, css-position-3 §4): which fragments are painted as layers, and in which stacking context.
 * A layer is a positioned box or one that establishes a stacking context; everything else is painted with the layer that it lies in.
 */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import { hasTransform, isTransformable } from '../boxes/box-flags.ts';
import { Containment, containmentOf } from '../boxes/containment.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { initialStyle } from '../css/properties/registry.ts';
import { type BoxFragment, type Fragment, FragmentFlag, type LineFragment } from '../layout/fragment.ts';
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
  /** Top left corner of the border box, before any transformation. */
  readonly x: LU;
  readonly y: LU;
  readonly isStackingContext: boolean;
  readonly zIndex: number;
  /** Clips of the ancestors, up to the page. */
  clip: ClipNode | null;
  /** Layers of this stacking context with z-index below, at and above 0; in tree order until sorted. */
  readonly negative: PaintLayer[] = [];
  readonly zero: PaintLayer[] = [];
  readonly positive: PaintLayer[] = [];
  /** A layer in this stacking context blends with what the context has painted so far, and with nothing else. */
  isolates = false;
  /** The same of a root, whose group holds more than the layer. */
  isBlendedInto = false;
  /** Some box painted with this layer has an outline. */
  hasOutline = false;
  /** It is a repeated copy or in one (a table header, a fixed box): an artifact to the structure tree. */
  isRepeated = false;
  /** Further fragments of the same inline box, and of blocks in it: what applies to the one applies to all of them together. */
  readonly pieces: PlacedFragment[] = [];
  /** The fragment that establishes the containing block, where a motion path asks for it; null outside the root's tree. */
  container: PlacedFragment | null = null;

  constructor(fragment: BoxFragment, x: LU, y: LU, isStackingContext: boolean, zIndex: number, clip: ClipNode | null) {
    this.fragment = fragment;
    this.x = x;
    this.y = y;
    this.isStackingContext = isStackingContext;
    this.zIndex = zIndex;
    this.clip = clip;
  }
}

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

/** Effects that make a stacking context whatever the position. */
function hasStackingEffect(box: Box, style: ComputedStyle): boolean {
  const { rare } = style;
  // Nearly every box.
  if (rare === initialStyle().rare) return false;
  if (rare.opacity < 1 || rare.mixBlendMode !== 'normal' || rare.isolation === 'isolate' || rare.clipPath !== null)
    return true;
  if (rare.pagewrightLayer !== null || rare.pagewrightOverprint !== 'auto') return true;
  if (rare.filter.length > 0 || rare.backdropFilter.length > 0 || hasMask(style)) return true;
  if (
    isTransformable(box.kind) &&
    (hasTransform(style) || rare.perspective !== null || rare.transformStyle === 'preserve-3d')
  )
    return true;
  // css-transforms-2 §6: in a space that it shares, a box that shows one side only is a plane of its own.
  if (rare.backfaceVisibility === 'hidden' && box.parent?.style.rare.transformStyle === 'preserve-3d') return true;
  if (rare.willChange.some((name) => TRIGGERS.has(name))) return true;
  return (containmentOf(box.kind, style) & (Containment.Paint | Containment.Layout)) !== 0;
}

function isPositioned(style: ComputedStyle): boolean {
  const { position } = style.box;
  return position === 'relative' || position === 'absolute' || position === 'fixed' || position === 'sticky';
}

/** z-index applies to positioned boxes and to flex and grid items. */
function hasZIndex(box: Box, style: ComputedStyle): boolean {
  return (
    style.box.zIndex !== null && (isPositioned(style) || (box.flags & (BoxFlag.FlexItem | BoxFlag.GridItem)) !== 0)
  );
}

/** The style that decides about stacking: a table's lies on its wrapper. */
function establishesStackingContext(box: Box, style: ComputedStyle): boolean {
  const { position } = style.box;
  return position === 'fixed' || position === 'sticky' || hasZIndex(box, style) || hasStackingEffect(box, style);
}

/** Is it a float in an inline box that is a stacking context? Its fragment lies outside of that box's, and has its effects all the same. */
function isFloatInContext(box: Box): boolean {
  if (!box.isFloat) return false;
  for (let { parent } = box; parent !== null && parent.kind === BoxKind.Inline; parent = parent.parent)
    if (establishesStackingContext(parent, parent.style)) return true;
  return false;
}

/**
 * What names the inline box whose fragments, on whatever lines and around whatever blocks, are one layer; null: each fragment of the box is one.
 * Masks, clip paths and backdrops are for each by itself. Positioned pieces on the lines of one paragraph follow each other anyway.
 */
function wholeOf(box: Box, style: ComputedStyle): symbol | Box | null {
  const { opacity, mixBlendMode, filter, clipPath, backdropFilter } = style.rare;
  if (clipPath !== null || backdropFilter.length > 0 || hasMask(style)) return null;
  if (box.cutFrom !== null) return box.cutFrom;
  return box.kind === BoxKind.Inline && (opacity < 1 || mixBlendMode !== 'normal' || filter.length > 0) ? box : null;
}

/** Is anything of the outline drawn? css-ui-4 §3.3: the width counts for nothing where the style is `auto`. */
export function hasOutline({ border: { outlineStyle, outlineWidth } }: ComputedStyle): boolean {
  if (outlineStyle === 'auto') return true;
  return outlineWidth > 0 && outlineStyle !== 'none' && outlineStyle !== 'hidden';
}

/** Is the fragment painted as a layer? A table grid box shares its wrapper's style, and is part of it. */
export function isLayer(fragment: BoxFragment): boolean {
  const { box, style } = fragment;
  if (box.kind === BoxKind.Table && box.parent?.kind === BoxKind.TableWrapper) return false;
  return isPositioned(style) || establishesStackingContext(box, style) || isFloatInContext(box);
}

/** What is seen of a line's layers, where the page slices it. */
const clipOfLine = ({ slice }: LineFragment, x: LU, y: LU, outer: ClipNode | null): ClipNode | null =>
  slice === null ? outer : new ClipNode(outer, sliceClip(slice, x, y));

/** Collects the layers below a root. */
export class LayerTreeBuilder {
  /** Stacking contexts by their box, for boxes whose containing block lies further up. */
  private readonly contexts = new Map<Box, PaintLayer>();
  /** By what `wholeOf` says. */
  private readonly wholes = new Map<symbol | Box, PaintLayer>();
  /** How many of the fragments around the one that is looked at are repeated copies. */
  private repeated = 0;
  /** Boxes that `clip` clips, with all that is in them in the document. */
  private readonly clipped = new Map<Box, ClipNode>();
  private readonly pending: { layer: PaintLayer; context: PaintLayer }[] = [];
  private readonly slices: Slices;
  /** What stands around the fragment that is looked at. */
  private readonly path = new FragmentPath();

  /** `slices` takes notice of every fragment. */
  constructor(slices: Slices) {
    this.slices = slices;
  }

  /** The layer of a fragment that starts a stacking context of its own: the page's root. */
  root(fragment: BoxFragment, x: LU, y: LU): PaintLayer {
    const layer = new PaintLayer(fragment, x, y, true, 0, null);
    this.contexts.set(fragment.box, layer);
    this.slices.note(fragment);
    layer.isRepeated = (fragment.flags & FragmentFlag.Repeated) !== 0;
    this.repeated = layer.isRepeated ? 1 : 0;
    this.noteOutline(fragment, layer);
    this.walkInside(fragment, x, y, layer, layer, this.clipInside(fragment, x, y, null));
    return layer;
  }

  /** Adds a fragment that lies outside the root's fragment tree to its stacking context. */
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

  /** A fixed box isn't laid out in what clips it. */
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
   * A box whose containing block, or whose line, is above an ancestor with opacity or the like is still painted inside that ancestor:
   * the stacking context is the nearest one in the box tree.
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
        layer = new PaintLayer(fragment, x, y, stacking, hasZIndex(box, style) ? (style.box.zIndex ?? 0) : 0, clip);
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
    // Layers inside are painted elsewhere, if the box is no stacking context.
    if (around !== null) this.clipped.set(fragment.box, (inner = new ClipNode(inner, around)));
    return clip ? new ClipNode(inner, clip) : inner;
  }
}
