/**
 * Describes the graphics state around a piece of a page as a chain of the commands that set it up. Repeating the chain
 * lets the piece be drawn later.
 */
import { assertInvariant } from '../invariant.ts';
import { closerOf, type Command, type Matrix } from '../paint/display-list.ts';
import { type Bounds, NOWHERE, transformBounds } from './bounds.ts';
import { multiply } from '../paint/matrix.ts';
import { intersection } from './ink-bounds.ts';

/** `state` is a transformation or a clip. It ends with the enclosing `save`. */
type ScopeKind = 'page' | 'save' | 'state' | 'tag';

/** How readers treat a drawing: at a position in the document order, or outside the document's content. */
export type Reading = number | 'artifact' | 'furniture';

/** CSS px: the usual patterns for hiding content leave a box of one px. */
const HIDDEN_SIZE = 2;

export class Scope {
  readonly parent: Scope | null;
  readonly kind: ScopeKind;
  /** The command that opens it. Null: a page. */
  readonly open: Command | null;
  /** Maps to CSS px on the page. */
  readonly matrix: Matrix;
  /** CSS px on the page. */
  readonly clip: Bounds;
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
    open: Command | null,
    matrix: Matrix,
    clip: Bounds,
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

  /** `sheet`: the visible area, in CSS px. */
  static ofPage(sheet: Bounds): Scope {
    return new Scope(null, 'page', null, [1, 0, 0, 1, 0, 0], sheet, 'artifact', -1);
  }

  /** `from` is the position in the document that painting has reached. */
  saved(open: Command, from: number): Scope {
    return new Scope(this, 'save', open, this.matrix, this.clip, this.reading, from);
  }

  transformed(open: Command, matrix: Matrix): Scope {
    return new Scope(this, 'state', open, multiply(matrix, this.matrix), this.clip, this.reading, this.from);
  }

  /** Returns a scope that is clipped to these bounds. */
  clipped(open: Command, bounds: Bounds): Scope {
    const clip = this.shownOf(bounds) ?? NOWHERE;
    const isHidden = this.isHidden || bounds.x1 - bounds.x0 <= HIDDEN_SIZE || bounds.y1 - bounds.y0 <= HIDDEN_SIZE;
    return new Scope(this, 'state', open, this.matrix, clip, this.reading, this.from, isHidden);
  }

  tagged(open: Command, reading: Reading): Scope {
    return new Scope(this, 'tag', open, this.matrix, this.clip, reading, this.from);
  }

  /** Returns the visible part of a box in page coordinates, or null if nothing is visible. */
  shownOf(box: Bounds | null): Bounds | null {
    return box === null ? null : intersection(transformBounds(box, this.matrix), this.clip);
  }

  /** Adds the commands that lead from this scope to another. */
  leadTo(to: Scope, out: Command[]): void {
    if (to === this) return;
    to.openFrom(leaveFor(this, commonOf(this, to), out), out);
  }

  /** Adds the commands that lead here from an enclosing scope. */
  private openFrom(outer: Scope, out: Command[]): void {
    if (this === outer) return;
    this.parent?.openFrom(outer, out);
    if (this.open !== null) out.push(this.open);
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
function leaveFor(from: Scope, outer: Scope, out: Command[]): Scope {
  let at = from;
  let last = outer;
  let isChanged = false;
  while (at !== last || isChanged) {
    if (at === last) last = at.parent ?? last;
    assertInvariant(at.parent !== null, 'a page restores its changes');
    const closer = at.open === null ? null : closerOf(at.open);
    if (closer !== null) out.push(closer);
    if (at.kind !== 'tag') isChanged = at.kind === 'state';
    at = at.parent;
  }
  return at;
}
