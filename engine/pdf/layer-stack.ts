/**
 * Tracks the content streams that are open on a page: the page's own, and those of nested groups, masks and pattern
 * cells.
 */
import { assertInvariant } from '../invariant.ts';
import type { Matrix } from '../paint/display-list.ts';
import { multiply } from '../paint/matrix.ts';
import { type Bounds, EVERYWHERE, NOWHERE, transformBounds } from './bounds.ts';
import { ContentStream } from './content-stream.ts';
import { intersection } from './ink-bounds.ts';
import { IDENTITY } from './pdf-gradients.ts';
import type { PdfRef } from './pdf-values.ts';

/** How a group or masked content is composited with its backdrop. */
export interface GroupLook {
  readonly opacity: number;
  readonly blend: string;
  readonly isolated: boolean;
  readonly mask: { readonly kind: 'alpha' | 'luminance'; readonly form: PdfRef } | null;
}

interface Layer extends GroupLook {
  readonly stream: ContentStream;
  /** Maps the stream's base coordinates to the page's, in points. */
  readonly toPage: Matrix;
  /** The bounds of the clips around the stream, in the page's points. */
  readonly clip: Bounds;
  /**
   * The opacity, 0 to 1, of a flattened group, which draws into the enclosing stream. Null if the layer has its own
   * stream.
   */
  readonly dimmed: number | null;
}

/**
 * Groups nested deeper than this are flattened: their children are drawn individually with the group's opacity. Readers
 * have a limited stack.
 */
export const MAX_GROUPS = 32;

const OPAQUE: GroupLook = { opacity: 1, blend: 'normal', isolated: true, mask: null };

export class LayerStack {
  private layers: Layer[] = [];
  /** The stream that drawing calls write to. */
  stream = new ContentStream(IDENTITY, NOWHERE);

  get depth(): number {
    return this.layers.length;
  }

  get isFull(): boolean {
    return this.layers.length > MAX_GROUPS;
  }

  /** The opacity, 0 to 1, that flattened groups apply to each object. */
  get dimmed(): number {
    return this.top.dimmed ?? 1;
  }

  private get top(): Layer {
    return this.layers[this.layers.length - 1]!;
  }

  /** Starts a page's content. */
  begin(stream: ContentStream): void {
    this.layers = [{ ...OPAQUE, stream, toPage: IDENTITY, clip: EVERYWHERE, dimmed: null }];
    this.stream = stream;
  }

  push(stream: ContentStream, look: GroupLook = OPAQUE): void {
    this.layers.push({ ...look, stream, toPage: this.toPage(), clip: this.clip(), dimmed: null });
    this.stream = stream;
  }

  /** Opens a flattened group, which draws into the enclosing stream. */
  pushDimmed(opacity: number): void {
    this.layers.push({ ...this.top, mask: null, dimmed: this.dimmed * opacity });
  }

  /** Ends the innermost layer, so that drawing continues in the enclosing one. */
  pop(): Layer {
    const layer = this.layers.pop();
    assertInvariant(
      layer !== undefined && this.layers.length > 0,
      'a group that is closed has been opened on its page',
    );
    this.stream = this.top.stream;
    return layer;
  }

  /** Returns the matrix from the current coordinates to the page's points. */
  toPage(): Matrix {
    return multiply(this.stream.ctm, this.top.toPage);
  }

  /** Returns the bounds of the clips in effect, in the page's points. */
  clip(): Bounds {
    const { stream, toPage, clip } = this.top;
    const inner = stream.clipBounds;
    return inner === EVERYWHERE ? clip : (intersection(transformBounds(inner, toPage), clip) ?? NOWHERE);
  }

  /** Returns the visible area of the stream in the current coordinates. */
  visible(): Bounds {
    return this.stream.visibleBounds() ?? NOWHERE;
  }
}
