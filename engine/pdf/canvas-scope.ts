/**
 * Describes the graphics state around a piece of a page as a chain of the calls that set it up. Replaying the chain
 * lets the piece be drawn later.
 */
import { assertInvariant } from '../invariant.ts';
import type { Canvas, Matrix } from '../paint/canvas.ts';
import { type Bounds, transformBounds } from './bounds.ts';
import { multiply } from '../paint/matrix.ts';
import { intersection } from './ink-bounds.ts';

/** Replays recorded calls on a canvas. */
export type Replay = (canvas: Canvas) => void;

/** `state` is a transformation or a clip. It ends with the enclosing `save`. */
type ScopeKind = 'page' | 'save' | 'state' | 'tag';

/** How readers treat what is drawn: a position in the document order, or outside the document's content. */
export type Reading = number | 'artifact' | 'furniture';

/** CSS px: the usual patterns leave a box of one. */
const HIDDEN_SIZE = 2;

const NOWHERE: Bounds = { x0: 0, y0: 0, x1: 0, y1: 0 };

export class Scope {
  readonly parent: Scope | null;
  readonly kind: ScopeKind;
  readonly open: Replay;
  /** Maps to CSS px on the page. */
  readonly matrix: Matrix;
  /** CSS px on the page; null if nothing is clipped. */
  readonly clip: Bounds | null;
  readonly reading: Reading;
  /** Whether an artifact is open. */
  readonly isArtifact: boolean;
  /** The position in the document that painting had reached when the state was saved. */
  readonly from: number;
  readonly depth: number;
  /** Whether something around is clipped to so little that its content is meant for screen readers only. */
  readonly isHidden: boolean;

  private constructor(
    parent: Scope | null,
    kind: ScopeKind,
    open: Replay,
    matrix: Matrix,
    clip: Bounds | null,
    reading: Reading,
    from: number,
    isHidden = parent !== null && parent.isHidden,
  ) {
    this.parent = parent;
    this.kind = kind;
    this.open = open;
    this.matrix = matrix;
    this.clip = clip;
    this.reading = reading;
    this.isArtifact = kind === 'tag' ? typeof reading !== 'number' : parent !== null && parent.isArtifact;
    this.from = from;
    this.isHidden = isHidden;
    this.depth = parent === null ? 0 : parent.depth + 1;
  }

  /** `sheet`: what is visible, in CSS px; null if that isn't known. */
  static ofPage(sheet: Bounds | null): Scope {
    return new Scope(null, 'page', () => undefined, [1, 0, 0, 1, 0, 0], sheet, 'artifact', -1);
  }

  /** `from` is the position in the document that painting has reached. */
  saved(open: Replay, from: number): Scope {
    return new Scope(this, 'save', open, this.matrix, this.clip, this.reading, from);
  }

  transformed(open: Replay, matrix: Matrix): Scope {
    return new Scope(this, 'state', open, multiply(matrix, this.matrix), this.clip, this.reading, this.from);
  }

  /** Returns a scope that is clipped to these bounds. */
  clipped(open: Replay, bounds: Bounds): Scope {
    const clip = this.shownOf(bounds) ?? NOWHERE;
    const isHidden = this.isHidden || bounds.x1 - bounds.x0 <= HIDDEN_SIZE || bounds.y1 - bounds.y0 <= HIDDEN_SIZE;
    return new Scope(this, 'state', open, this.matrix, clip, this.reading, this.from, isHidden);
  }

  tagged(open: Replay, reading: Reading): Scope {
    return new Scope(this, 'tag', open, this.matrix, this.clip, reading, this.from);
  }

  /** Returns the visible part of a box in page coordinates, or null if nothing is visible. */
  shownOf(box: Bounds | null): Bounds | null {
    if (box === null) return null;
    const onPage = transformBounds(box, this.matrix);
    return this.clip === null ? onPage : intersection(onPage, this.clip);
  }

  /** Makes the calls that lead from this scope to another. */
  leadTo(to: Scope, canvas: Canvas): void {
    if (to === this) return;
    to.openFrom(leaveFor(this, commonOf(this, to), canvas), canvas);
  }

  /** Makes the calls that lead here from an enclosing scope. */
  private openFrom(outer: Scope, canvas: Canvas): void {
    if (this === outer) return;
    this.parent?.openFrom(outer, canvas);
    this.open(canvas);
  }
}

function commonOf(a: Scope, b: Scope): Scope {
  let one = a;
  let other = b;
  while (one !== other) {
    if (one.depth >= other.depth) one = one.parent!;
    else other = other.parent!;
  }
  return one;
}

/**
 * Closes scopes up to an enclosing one and returns the scope it reached. It closes further ones if a transformation or
 * clip is still in effect there, because only `restore` ends those.
 */
function leaveFor(from: Scope, outer: Scope, canvas: Canvas): Scope {
  let at = from;
  let last = outer;
  let isChanged = false;
  while (at !== last || isChanged) {
    if (at === last) last = at.parent ?? last;
    assertInvariant(at.parent !== null, 'a page restores its changes');
    if (at.kind === 'state') isChanged = true;
    else if (at.kind === 'tag') canvas.endTag();
    else {
      canvas.restore();
      isChanged = false;
    }
    at = at.parent;
  }
  return at;
}
