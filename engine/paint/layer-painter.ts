/**
 * Paints layers in the order of css2 Appendix E. Within a layer, three passes paint everything that isn't a layer: the
 * backgrounds and borders of block-level boxes, then floats, then the foreground (lines and replaced elements).
 * Inline-blocks, flex and grid items and floats are each painted as a whole, like stacking contexts without layers.
 */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import type { SourcePosition } from '../diagnostics.ts';
import {
  type BoxFragment,
  type Fragment,
  FragmentFlag,
  type LineFragment,
  type TextFragment,
} from '../layout/contract/fragment.ts';
import type { PlacedFragment } from '../pages/page.ts';
import type { LU } from '../units.ts';
import { paintDecorations, paintOutline, paintTableExtras, paintCollapsedBorders } from './box-painter.ts';
import { isBackdropRoot, paintBackdrop } from './backdrop.ts';
import { type ClipNode, hasOutline, isLayer, type PaintLayer } from './layer-tree.ts';
import { beginEffects, endEffects } from './effects.ts';
import { paintFiltered } from './filters/filtered.ts';
import { fieldOf, isDrawnField, paintField } from './form-field.ts';
import { InlineOutlines } from './inline-outlines.ts';
import { standsByItself } from './inline-origin.ts';
import { paintNavigation } from './navigation.ts';
import { applyClip, contentClip, type ContentClip, sliceClip } from './overflow-clip.ts';
import { type PaintContext, snap } from './paint-context.ts';
import { paintProjected } from './projected.ts';
import { layerOrder } from './spaces.ts';
import type { FormField } from '../semantics/form-fields.ts';
import { paintMarkerShape } from './marker.ts';
import { paintReplaced } from './replaced.ts';
import { paintText } from './text-painter.ts';
import type { Rect } from './rects.ts';

const ATOMIC_FLAGS = BoxFlag.FlexItem | BoxFlag.GridItem | BoxFlag.AtomicInline;

export class LayerPainter {
  /** The fragments don't belong to the document's boxes. Their content belongs to the open structure element. */
  private readonly isUntagged: boolean;
  /** The document text painted last. */
  private lastText: { readonly box: Box; readonly end: number } | null = null;
  /** The outlines of the current block container's lines. */
  private inlineOutlines: InlineOutlines | null = null;

  constructor(tagging: 'tagged' | 'untagged' = 'tagged') {
    this.isUntagged = tagging === 'untagged';
  }

  /** Paints a layer and the layers of its stacking context. `outer`: the clips already in effect. */
  paint(context: PaintContext, layer: PaintLayer, outer: ClipNode | null): void {
    const { canvas, budget } = context;
    budget.tick();
    const { fragment } = layer;
    const clips = clipsBetween(layer.clip, outer);
    if (clips.length > 0) {
      canvas.save();
      for (const node of clips) applyClip(canvas, node.clip);
    }
    if (layer.isRepeated) canvas.beginArtifact('pagination');
    const shown = fragment.style.rare.pagewrightLayer;
    if (shown !== null) canvas.beginContentLayer(shown, positionOf(fragment.box));
    const isOverprinted = fragment.style.rare.pagewrightOverprint === 'overprint';
    if (isOverprinted) canvas.beginOverprint();
    this.shown(context, layer, false);
    if (isOverprinted) canvas.endOverprint();
    if (shown !== null) canvas.endContentLayer();
    if (layer.isRepeated) canvas.endTag();
    if (clips.length > 0) canvas.restore();
  }

  /** Paints a layer with its effects. `isPlaced`: the layer is already in its final position. */
  private shown(context: PaintContext, layer: PaintLayer, isPlaced: boolean): void {
    const { fragment } = layer;
    const start = context.canvas.list.length;
    const effects = beginEffects(context, layer, isPlaced);
    if (effects.perspective) paintProjected(context, effects.perspective, (inside) => this.shown(inside, layer, true));
    else if (effects.shown === 'children') this.sharing(context, layer);
    else if (effects.shown === 'all') {
      const inside = effects.inside ?? context;
      if (fragment.style.rare.backdropFilter.length > 0) paintBackdrop(inside, layer, start);
      if (effects.filter) paintFiltered(inside, effects.filter, (filtered) => this.content(filtered, layer));
      else this.content(inside, layer);
    }
    endEffects(context, effects);
  }

  private content(context: PaintContext, layer: PaintLayer): void {
    const { canvas, scope } = context;
    // Separately recorded content has no known backdrop.
    const isRoot = scope.backdrop?.list !== canvas.list || isBackdropRoot(layer.fragment.style);
    const inside = isRoot ? context.with({ backdrop: { ...canvas.place, paper: null } }) : context;
    if (isOfInline(layer)) this.inlineLayer(inside, layer);
    else this.contents(inside, layer);
  }

  /** Returns whether the box is painted as a whole in the foreground. */
  private isAtomic(context: PaintContext, fragment: BoxFragment): boolean {
    return (fragment.box.flags & ATOMIC_FLAGS) !== 0 || this.fieldOf(context, fragment) !== null;
  }

  private fieldOf(context: PaintContext, fragment: BoxFragment): FormField | null {
    return this.isUntagged ? null : fieldOf(context, fragment);
  }

  private contents(context: PaintContext, layer: PaintLayer): void {
    const { fragment, x, y } = layer;
    const { behind, negative, zero, positive, front } = layerOrder(context, layer, 'all');
    this.layers(context, behind, layer);
    this.decorate(context, fragment, x, y);
    this.layers(context, negative, layer);
    this.passes(context, fragment, x, y);
    if (layer.hasOutline) this.outlines(context, fragment, x, y);
    this.layers(context, zero, layer);
    this.layers(context, positive, layer);
    this.layers(context, front, layer);
  }

  /** Paints the children that share the space of a hidden layer. */
  private sharing(context: PaintContext, layer: PaintLayer): void {
    const { behind, negative, zero, positive, front } = layerOrder(context, layer, 'children');
    for (const children of [behind, negative, zero, positive, front]) this.layers(context, children, layer);
  }

  private layers(context: PaintContext, children: readonly PaintLayer[], { clip }: PaintLayer): void {
    for (const child of children) this.paint(context, child, clip);
  }

  /** Paints an inline box. Its background and text are all foreground, above the backgrounds of blocks in it. */
  private inlineLayer(context: PaintContext, layer: PaintLayer): void {
    const pieces = [layer, ...layer.pieces];
    const isBlock = ({ fragment: { box } }: PlacedFragment): boolean => box.kind !== BoxKind.Inline;
    this.layers(context, layer.negative, layer);
    for (const piece of pieces) if (isBlock(piece)) this.ground(context, piece);
    for (const piece of pieces) {
      const { fragment, x, y } = piece;
      if (isBlock(piece)) this.foreground(context, fragment, x, y);
      else this.inlineBox(context, fragment, x, y, y, snap(y));
    }
    if (layer.hasOutline) for (const { fragment, x, y } of pieces) this.outlines(context, fragment, x, y);
    this.layers(context, layer.zero, layer);
    this.layers(context, layer.positive, layer);
  }

  /** Paints the part of a non-clipping block that is below its foreground. */
  private ground(context: PaintContext, { fragment, x, y }: PlacedFragment): void {
    this.decorate(context, fragment, x, y);
    this.backgrounds(context, fragment, x, y);
    this.floats(context, fragment, x, y);
  }

  private passes(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): void {
    const field = this.fieldOf(context, fragment);
    if (field !== null) {
      paintField(context, fragment, field, x, y, (inside) => this.inside(inside, fragment, x, y));
    } else if (isDrawnField(context, fragment)) {
      context.canvas.beginArtifact('layout');
      this.inside(context, fragment, x, y);
      context.canvas.endTag();
    } else {
      this.inside(context, fragment, x, y);
    }
  }

  /** Paints the inside of a fragment in three passes, clipped to its overflow area. */
  private inside(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): void {
    const isClipped = this.clip(context, fragment, x, y);
    this.backgrounds(context, fragment, x, y);
    if (fragment.box.has(BoxFlag.HasFloat) || fragment.box.isFloat) this.floats(context, fragment, x, y);
    this.foreground(context, fragment, x, y);
    if (isClipped) context.canvas.restore();
    this.own(context, fragment, x, y);
  }

  /**
   * Clips the following content to a fragment's overflow area. Returns false if nothing is clipped, so nothing must be
   * restored.
   */
  private clip(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): boolean {
    return this.clipTo(context, contentClip(fragment, x, y));
  }

  /** Clips a line that the page slices, and returns the same as `clip`. */
  private cut(context: PaintContext, { slice }: LineFragment, x: LU, y: LU): boolean {
    return slice !== null && this.clipTo(context, sliceClip(slice, x, y));
  }

  private clipTo(context: PaintContext, clip: ContentClip | null): boolean {
    if (!clip) return false;
    context.canvas.save();
    applyClip(context.canvas, clip);
    return true;
  }

  /** Paints a float, inline-block, flex item or similar box with all its phases. */
  private atomic(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): void {
    context.budget.tick();
    this.decorate(context, fragment, x, y);
    this.passes(context, fragment, x, y);
  }

  private decorate(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): void {
    paintNavigation(context, fragment, x, y);
    paintDecorations(context, fragment, x, y);
  }

  /** Paints the backgrounds and borders of in-flow block-level descendants. */
  private backgrounds(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): void {
    const { children, offsets } = fragment;
    paintTableExtras(context, fragment, x, y);
    for (let i = 0; i < children.length; i++) {
      const child = children[i]!;
      if (child.type !== 'box' || child.box.isFloat || this.isAtomic(context, child) || isLayer(child)) continue;
      context.budget.tick();
      const childX = x + offsets[2 * i]!;
      const childY = y + offsets[2 * i + 1]!;
      this.decorate(context, child, childX, childY);
      if (child.children.length === 0 && !child.extra) continue;
      const isClipped = this.clip(context, child, childX, childY);
      this.backgrounds(context, child, childX, childY);
      if (isClipped) context.canvas.restore();
    }
    paintCollapsedBorders(context, fragment, x, y);
  }

  private floats(context: PaintContext, fragment: BoxFragment | LineFragment, x: LU, y: LU): void {
    const { children, offsets } = fragment;
    for (let i = 0; i < children.length; i++) {
      const child = children[i]!;
      if (child.type === 'text') continue;
      const childX = x + offsets[2 * i]!;
      const childY = y + offsets[2 * i + 1]!;
      if (child.type === 'line') {
        const isCut = this.cut(context, child, childX, childY);
        this.floats(context, child, childX, childY);
        if (isCut) context.canvas.restore();
      } else if (isLayer(child) || (this.isAtomic(context, child) && !child.box.isFloat)) {
        continue;
      } else if (child.box.isFloat) {
        this.atomic(context, child, childX, childY);
      } else if (child.box.has(BoxFlag.HasFloat)) {
        const isClipped = this.clip(context, child, childX, childY);
        this.floats(context, child, childX, childY);
        if (isClipped) context.canvas.restore();
      }
    }
  }

  private foreground(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): void {
    const { children, offsets } = fragment;
    for (let i = 0; i < children.length; i++) {
      const child = children[i]!;
      const childX = x + offsets[2 * i]!;
      const childY = y + offsets[2 * i + 1]!;
      if (child.type === 'line') this.line(context, child, childX, childY);
      else if (child.type === 'text') this.text(context, child, childX / 64, childY / 64);
      else if (!child.box.isFloat && !isLayer(child)) this.foregroundBox(context, child, childX, childY);
    }
  }

  private foregroundBox(context: PaintContext, child: BoxFragment, x: LU, y: LU): void {
    const repeated = (child.flags & FragmentFlag.Repeated) !== 0;
    if (repeated) context.canvas.beginArtifact('pagination');
    if (this.isAtomic(context, child)) {
      this.atomic(context, child, x, y);
    } else {
      if (child.children.length > 0) {
        const isClipped = this.clip(context, child, x, y);
        this.foreground(context, child, x, y);
        if (isClipped) context.canvas.restore();
      }
      this.own(context, child, x, y);
    }
    if (repeated) context.canvas.endTag();
  }

  /** Paints the content of a box other than its children: a replaced element's content or a marker's shape. */
  private own(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): void {
    const { data, style } = fragment.box;
    if (data === null || style.text.visibility !== 'visible') return;
    if (data.type === 'replaced') {
      const { width, height } = fragment;
      const bounds = { x: x / 64, y: y / 64, width: width / 64, height: height / 64 };
      this.beginTag(context, fragment.box, 0, 0, bounds);
      paintReplaced(context, fragment, x, y, data);
      this.endTag(context);
    } else if (data.type === 'marker' && data.shape !== null) {
      this.beginTag(context, fragment.box, 0, 0, null);
      paintMarkerShape(context, fragment, x, y, data.shape);
      this.endTag(context);
    }
  }

  /**
   * Opens the structure element of a box until `endTag`. The content is the range [start, end) of its text, or a
   * picture with `bounds` in px.
   */
  private beginTag(context: PaintContext, box: Box, start: number, end: number, bounds: Rect | null): void {
    if (!this.isUntagged) context.canvas.beginTag(box.index, start, end, bounds);
  }

  private endTag(context: PaintContext): void {
    if (!this.isUntagged) context.canvas.endTag();
  }

  private line(context: PaintContext, line: LineFragment, x: LU, y: LU, originY = y, snappedY = snap(y)): void {
    context.budget.tick();
    const baseline = snappedY + (y - originY + line.baseline) / 64;
    const inside = context.with({ baseline, firstLine: null, lineEnd: endOf(line) });
    const isCut = this.cut(context, line, x, y);
    this.inlineChildren(inside, line, x, y, originY, snappedY);
    if (isCut) context.canvas.restore();
  }

  /**
   * Paints inline children. `originY` is the parent's y in LU, and `snappedY` its whole px. Text keeps its offset from
   * that parent.
   */
  private inlineChildren(
    context: PaintContext,
    parent: LineFragment | BoxFragment,
    x: LU,
    y: LU,
    originY: LU,
    snappedY: number,
  ): void {
    const { children, offsets } = parent;
    for (let i = 0; i < children.length; i++) {
      const child: Fragment = children[i]!;
      const childX = x + offsets[2 * i]!;
      const childY = y + offsets[2 * i + 1]!;
      if (child.type === 'text') {
        this.text(context, child, childX / 64, snappedY + (childY - originY) / 64);
      } else if (child.type === 'line') {
        this.line(context, child, childX, childY);
      } else if (isLayer(child) || child.box.isFloat) {
        continue;
      } else if (child.box.kind === BoxKind.Inline) {
        this.inlineBox(context, child, childX, childY, originY, snappedY);
      } else if (child.box.kind === BoxKind.RubyText) {
        this.annotation(context, child, childX, childY, originY, snappedY);
      } else {
        this.atomic(context, child, childX, childY);
      }
    }
  }

  /** Paints a ruby annotation. Its text keeps its offset from the line that it belongs to. */
  private annotation(context: PaintContext, fragment: BoxFragment, x: LU, y: LU, originY: LU, snappedY: number): void {
    const painted = paintDecorations(context, fragment, x, y);
    paintNavigation(context, fragment, x, y);
    const [origin, snapped] = painted ? [y, snap(y)] : [originY, snappedY];
    noteBaseline(context, fragment, snapped + (y - origin) / 64);
    for (const [i, line] of fragment.children.entries()) {
      if (line.type !== 'line') continue;
      this.line(context, line, x + fragment.offsets[2 * i]!, y + fragment.offsets[2 * i + 1]!, origin, snapped);
    }
  }

  /** Paints text at (x, y) in px. */
  private text(context: PaintContext, fragment: TextFragment, x: number, y: number): void {
    const { start, end } = this.placeOf(fragment);
    this.beginTag(context, fragment.box, start, end, null);
    paintText(context, fragment, x, y);
    this.endTag(context);
  }

  /**
   * Returns the range of a text fragment in its inline content. Hyphens and ellipses aren't part of it: their range is
   * empty, at the end of the preceding text.
   */
  private placeOf({ run, box }: TextFragment): { readonly start: number; readonly end: number } {
    if (run.item >= 0) {
      this.lastText = { box, end: run.textEnd ?? run.end };
      return run;
    }
    const { lastText } = this;
    return lastText?.box === box ? { start: lastText.end, end: lastText.end } : run;
  }

  private inlineBox(context: PaintContext, fragment: BoxFragment, x: LU, y: LU, originY: LU, snappedY: number): void {
    const painted = paintDecorations(context, fragment, x, y);
    paintNavigation(context, fragment, x, y);
    const isSnapped = painted || standsByItself(context, fragment);
    const [origin, snapped] = isSnapped ? [y, snap(y)] : [originY, snappedY];
    noteBaseline(context, fragment, snapped + (y - origin) / 64);
    const inside = fragment.box.pseudo === 'first-line' ? context.with({ firstLine: fragment.box }) : context;
    this.inlineChildren(inside, fragment, x, y, origin, snapped);
  }

  /** Paints outlines above everything in the layer except its positioned descendants (css2 Appendix E.2 step 10). */
  private outlines(context: PaintContext, fragment: Fragment, x: LU, y: LU): void {
    if (fragment.type === 'text') return;
    if (fragment.type === 'line') {
      const isCut = this.cut(context, fragment, x, y);
      this.childOutlines(context, fragment, x, y);
      if (isCut) context.canvas.restore();
      return;
    }
    if (fragment.children.length > 0) {
      const isClipped = this.clip(context, fragment, x, y);
      this.childOutlines(context, fragment, x, y);
      if (isClipped) context.canvas.restore();
    }
    if (!hasOutline(fragment.style)) return;
    // The box's outline covers those of its descendants, as in Chromium.
    if (fragment.box.kind === BoxKind.Inline && this.inlineOutlines !== null) this.inlineOutlines.add(fragment, x, y);
    else paintOutline(context, fragment, x, y);
  }

  private childOutlines(context: PaintContext, fragment: BoxFragment | LineFragment, x: LU, y: LU): void {
    if (!fragment.children.some(({ type }) => type === 'line')) return this.eachOutline(context, fragment, x, y);
    const around = this.inlineOutlines;
    this.inlineOutlines = new InlineOutlines();
    this.eachOutline(context, fragment, x, y);
    this.inlineOutlines.paint(context);
    this.inlineOutlines = around;
  }

  private eachOutline(context: PaintContext, fragment: BoxFragment | LineFragment, x: LU, y: LU): void {
    const { children, offsets } = fragment;
    for (let i = 0; i < children.length; i++) {
      const child = children[i]!;
      if (child.type === 'text' || (child.type === 'box' && isLayer(child))) continue;
      this.outlines(context, child, x + offsets[2 * i]!, y + offsets[2 * i + 1]!);
    }
  }
}

/** Records the baseline of a box whose decorations are drawn with its texts. `y`: its top, in px. */
function noteBaseline({ page }: PaintContext, { style, box, firstBaseline }: BoxFragment, y: number): void {
  if (style.box.textDecorationLine.length > 0 && firstBaseline !== null)
    page.baselines.set(box, y + firstBaseline / 64);
}

const isOfInline = ({ fragment, pieces }: PaintLayer): boolean =>
  fragment.box.kind === BoxKind.Inline || pieces.length > 0;

/** Returns the end of a line's text in its inline content, or -1 if the line has no text. */
function endOf({ children }: LineFragment | BoxFragment): number {
  let end = -1;
  for (const child of children) {
    if (child.type === 'text' && child.run.item >= 0) end = Math.max(end, child.run.textEnd ?? child.run.end);
    else if (child.type === 'box' && child.box.kind === BoxKind.Inline) end = Math.max(end, endOf(child));
  }
  return end;
}

/** Returns the source position of a box's element, or of its nearest ancestor with a known position. */
function positionOf({ element }: Box): SourcePosition | null {
  for (let at = element; at !== null; at = at.parent) if (at.position !== null) return at.position;
  return null;
}

/** Returns the clips from `inner` outwards that aren't in effect yet, outermost first. */
function clipsBetween(inner: ClipNode | null, outer: ClipNode | null): ClipNode[] {
  const active = new Set<ClipNode>();
  for (let node = outer; node !== null; node = node.parent) active.add(node);
  const out: ClipNode[] = [];
  for (let node = inner; node !== null && !active.has(node); node = node.parent) out.push(node);
  return out.reverse();
}
