/** The content streams that are open on a page: its own, and those of the groups, masks and pattern cells in it. */
import { assertInvariant } from '../invariant.ts';
import type { Matrix } from '../paint/canvas.ts';
import { multiply } from '../paint/matrix.ts';
import type { Bounds } from './bounds.ts';
import { ContentStream } from './content-stream.ts';
import { IDENTITY } from './pdf-gradients.ts';
import type { PdfRef } from './pdf-values.ts';

/** How a group or what a mask covers is put on what lies below. */
export interface GroupLook {
  readonly opacity: number;
  readonly blend: string;
  readonly isolated: boolean;
  readonly mask: { readonly kind: 'alpha' | 'luminance'; readonly form: PdfRef } | null;
}

export interface Layer extends GroupLook {
  readonly stream: ContentStream;
  /** From the stream's base coordinates to the page's, in points. */
  readonly toPage: Matrix;
  /** What is drawn goes into the stream around it, so much more transparent; null: into a stream of its own. */
  readonly dimmed: number | null;
}

/** Groups deeper than this are drawn into those around them, each thing in it as transparent as they are: readers have stacks that end. */
export const MAX_GROUPS = 32;

const OPAQUE: GroupLook = { opacity: 1, blend: 'normal', isolated: true, mask: null };
const NOWHERE: Bounds = { x0: 0, y0: 0, x1: 0, y1: 0 };

export class LayerStack {
  private layers: Layer[] = [];
  /** What is drawn into. */
  stream = new ContentStream(IDENTITY, NOWHERE);

  get depth(): number {
    return this.layers.length;
  }

  get isFull(): boolean {
    return this.layers.length > MAX_GROUPS;
  }

  /** How opaque things are that are drawn now, by groups that have no stream of their own: 0 to 1. */
  get dimmed(): number {
    return this.top.dimmed ?? 1;
  }

  private get top(): Layer {
    return this.layers[this.layers.length - 1]!;
  }

  /** Starts a page's content. */
  begin(stream: ContentStream): void {
    this.layers = [{ ...OPAQUE, stream, toPage: IDENTITY, dimmed: null }];
    this.stream = stream;
  }

  push(stream: ContentStream, look: GroupLook = OPAQUE): void {
    this.layers.push({ ...look, stream, toPage: this.toPage(), dimmed: null });
    this.stream = stream;
  }

  /** A group beyond the deepest: drawn into the one around it. */
  pushDimmed(opacity: number): void {
    this.layers.push({ ...this.top, mask: null, dimmed: this.dimmed * opacity });
  }

  /** Ends the innermost layer: what is drawn from now on goes into the one around it. */
  pop(): Layer {
    const layer = this.layers.pop();
    assertInvariant(
      layer !== undefined && this.layers.length > 0,
      'a group that is closed has been opened on its page',
    );
    this.stream = this.top.stream;
    return layer;
  }

  /** From the present coordinates to the page's points. */
  toPage(): Matrix {
    return multiply(this.stream.ctm, this.top.toPage);
  }

  /** What clips leave of the stream, in the present coordinates. */
  visible(): Bounds {
    return this.stream.visibleBounds() ?? NOWHERE;
  }
}
