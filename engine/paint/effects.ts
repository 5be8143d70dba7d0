/** Effects on a layer as a whole: transforms, clip paths, masks, filters, opacity and blending. */
import { BoxKind } from '../boxes/box.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import type { Path } from './display-list.ts';
import { applyClipPath, referenceBox } from './clip-path.ts';
import type { FilterTarget } from './filters/filter-steps.ts';
import type { PaintLayer } from './layer-tree.ts';
import { hasMask } from '../css/masked.ts';
import { openMask } from './mask.ts';
import { motionMatrix } from './motion-path.ts';
import { orMissing } from './motion-reference.ts';
import { applyClip, cssClip } from './overflow-clip.ts';
import type { PaintContext } from './paint-context.ts';
import type { Perspective } from './projected.ts';
import { paintResource } from './paint-image.ts';
import type { PlacedFragment } from '../pages/page.ts';
import { referencedFilter, shapeElement } from './svg/svg-image.ts';
import { enterSpace, isTransformed, type Shown, spaceAround } from './spaces.ts';
import type { Matrix4 } from '../layout/fragments/transform.ts';
import { type Rect, uniteRects } from './rects.ts';

/** The effects that `beginEffects` has opened. */
interface Effects {
  /** The painted part: less than everything if the layer is edge-on, seen from the back or fully transparent. */
  readonly shown: Shown;
  readonly saved: boolean;
  /** Number of masks around the group. */
  readonly clips: number;
  readonly group: boolean;
  /** Whether a mask is open inside the group. */
  readonly isMasked: boolean;
  /** The context inside a transform, or null if nothing is transformed. */
  readonly inside: PaintContext | null;
  /** The filter for the layer's contents, or null. */
  readonly filter: FilterTarget | null;
  /**
   * The perspective in which the layer must be drawn. Its other effects are still to be opened. null: no perspective.
   */
  readonly perspective: Perspective | null;
}

const NONE: Effects = {
  shown: 'all',
  saved: false,
  clips: 0,
  group: false,
  isMasked: false,
  inside: null,
  filter: null,
  perspective: null,
};

/** Opens the effects on a layer. `endEffects` closes them. `isPlaced`: the layer is already in its final position. */
export function beginEffects(context: PaintContext, layer: PaintLayer, isPlaced: boolean): Effects {
  const { fragment, x, y, isolates } = layer;
  const { style, box } = fragment;
  const { rare } = style;
  const { canvas, scope } = context;
  const space = spaceAround(context, box);
  const transforms = !isPlaced && isTransformed(box, style, space);
  const makesSpace = !isPlaced && (rare.perspective !== null || rare.transformStyle === 'preserve-3d');
  const masked = hasMask(style);
  const filtered = rare.filter.length > 0;
  const { opacity } = rare;
  const isolated = isolates || (rare.isolation === 'isolate' && box.kind !== BoxKind.Inline);
  const grouped = opacity < 1 || rare.mixBlendMode !== 'normal' || isolated;
  if (!transforms && !makesSpace && !masked && !grouped && !filtered && rare.clipPath === null && rare.clip === null) {
    return NONE;
  }
  if (opacity <= 0) return { ...NONE, shown: 'nothing' };
  const rect = borderBox(layer);
  canvas.save();
  if (transforms || makesSpace) {
    const flattens = grouped || masked || filtered || rare.clipPath !== null;
    const entered = enterSpace(context, layer, rect, motionOf(context, layer, rect), space, flattens);
    if (entered.shown !== 'all' || entered.perspective) return { ...NONE, ...entered, saved: true };
  }
  const inside = transforms ? context.with({ transformed: scope.transformed + 1 }) : null;
  const within = inside ?? context;
  const clip = cssClip(fragment, x, y);
  if (clip !== null) applyClip(canvas, clip);
  const clips = rare.clipPath === null ? 0 : applyClipPath(within, fragment, x, y, rare.clipPath);
  // The group blends with its backdrop, so the mask goes inside the group.
  if (grouped) canvas.beginGroup(opacity, rare.mixBlendMode, true);
  const isMasked = masked && openMask(within, fragment, x, y);
  const filter = filtered ? filterTarget(within, fragment, boundsOf(layer)) : null;
  return { ...NONE, saved: true, clips, group: grouped, isMasked, inside, filter };
}

/** Returns the border box in CSS px. */
const borderBox = ({ fragment, x, y }: PlacedFragment): Rect => ({
  x: x / 64,
  y: y / 64,
  width: fragment.width / 64,
  height: fragment.height / 64,
});

/** Returns the union of the border boxes of all pieces, in CSS px. */
function boundsOf(layer: PaintLayer): Rect {
  let bounds = borderBox(layer);
  for (const piece of layer.pieces) bounds = uniteRects(bounds, borderBox(piece)) ?? bounds;
  return bounds;
}

export function endEffects({ canvas }: PaintContext, effects: Effects): void {
  if (effects.isMasked) canvas.endMask();
  if (effects.group) canvas.endGroup();
  for (let i = 0; i < effects.clips; i++) canvas.endMask();
  if (effects.saved) canvas.restore();
}

function motionOf(context: PaintContext, layer: PaintLayer, box: Rect): Matrix4 | null {
  const { style } = layer.fragment;
  const path = style.rare.offsetPath;
  if (path === null) return null;
  const container = layer.container;
  const reference = container
    ? referenceBox(container.fragment, container.x, container.y, path.box)
    : { ...context.viewport, radii: null };
  const shape = (url: string): Path | null => orMissing(context, url, shapeElement(context, url, reference));
  return motionMatrix(style, { box, corner: box, reference, budget: context.budget, shapeOf: shape });
}

/** Returns the filters of a box. Their user space starts at the corner of its border box. */
function filterTarget(context: PaintContext, { style, box }: BoxFragment, rect: Rect): FilterTarget {
  const { x, y, width, height } = rect;
  const { viewport } = context;
  return {
    filters: style.rare.filter,
    currentColor: style.text.color,
    origin: { x, y },
    bounds: { x: 0, y: 0, width, height },
    includesInk: true,
    mirrors: false,
    viewport: { width, height },
    scale: 1,
    visible: context.scope.transformed > 0 ? null : { ...viewport, x: viewport.x - x, y: viewport.y - y },
    position: box.element?.position ?? null,
    filterOf: (url) => referencedFilter(context, url, paintResource),
  };
}
