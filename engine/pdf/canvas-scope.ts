/** What is in effect around a piece of a page while it is drawn, so that it can be drawn at another time: a chain of calls that were made before it. */
import { assertInvariant } from '../invariant.ts';
import type { Canvas, Matrix } from '../paint/canvas.ts';
import type { Bounds } from './bounds.ts';

/** Calls on a canvas, made again. */
export type Replay = (canvas: Canvas) => void;

/** `state`: a transformation or a clip, which ends with the state that was saved before it. */
type ScopeKind = 'page' | 'save' | 'state' | 'tag';

/** How to read what is drawn: where it stands in the document; `artifact`: it is none of its content. */
export type Reading = number | 'artifact' | 'furniture';

export class Scope {
  readonly parent: Scope | null;
  readonly kind: ScopeKind;
  readonly open: Replay;
  /** To px on the page. */
  readonly matrix: Matrix;
  /** px on the page; null: nothing is clipped. */
  readonly clip: Bounds | null;
  readonly reading: Reading;
  /** The place in the document that painting had come to when the state was saved. */
  readonly from: number;
  readonly depth: number;

  constructor(parent: Scope | null, kind: ScopeKind, open: Replay, change: Partial<Scope>) {
    this.parent = parent;
    this.kind = kind;
    this.open = open;
    this.matrix = change.matrix ?? parent?.matrix ?? [1, 0, 0, 1, 0, 0];
    this.clip = change.clip ?? parent?.clip ?? null;
    this.reading = change.reading ?? parent?.reading ?? 'artifact';
    this.from = change.from ?? parent?.from ?? -1;
    this.depth = parent === null ? 0 : parent.depth + 1;
  }

  /** Makes the calls that lead from this scope to another. */
  leadTo(to: Scope, canvas: Canvas): void {
    if (to === this) return;
    const left = leaveFor(this, commonOf(this, to), canvas);
    const path: Scope[] = [];
    for (let scope: Scope | null = to; scope !== null && scope !== left; scope = scope.parent) path.push(scope);
    for (const scope of path.reverse()) scope.open(canvas);
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
 * Ends what is in effect up to a scope around this one, and further out where that doesn't end a transformation or clip; the scope that it has come to.
 */
function leaveFor(from: Scope, outer: Scope, canvas: Canvas): Scope {
  let at = from;
  let last = outer;
  let isChanged = false;
  while (at !== last || isChanged) {
    if (at === last) last = at.parent ?? last;
    assertInvariant(at.parent !== null, 'what changes on a page is restored');
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
