/** What a space knows of the page or column that it lies in. Made and never changed, as ConstraintSpace; only this file copies its fields. */
import { type LU, MAX_LU } from '../units.ts';
import type { Draft } from './draft.ts';

/** The fragmentainer (a page's area or a column) that content is being laid out into. */
export class FragmentainerSpace {
  readonly kind: 'page' | 'column';
  /** Block size of the whole fragmentainer. */
  readonly blockSize: LU;
  /** The block size that it may have at most. A balanced column is only as high as its contents ask for; elsewhere it is `blockSize`. */
  readonly fullSize: LU;
  /** From the fragmentainer's block start to this box's border-box block start; negative margins may make it negative. */
  readonly offset: LU;
  /** Room at its end that is left out of `blockSize`: for cloned edges, a repeated footer. */
  readonly reserved: LU;
  /** Room at the start of this fragmentainer and of the next one that the same things take: repeated headers. */
  readonly repeated: LU;
  /** Something precedes this box in the fragmentainer, so a break before it makes progress. */
  readonly hasPrecedingContent: boolean;
  /** Pages, or an enclosing column layout inside pages: forced page breaks matter. */
  readonly insidePages: boolean;
  /** What overflows a box that ends here has no break before its first content, empty room above it or not. */
  readonly requiresContent: boolean;
  /** Only to see how high the contents are: boxes that go on end with theirs, not with the fragmentainer. */
  readonly isGuess: boolean;
  /** Something around this box is best not broken: a break may have to go back to a place inside this box, though it fits. */
  readonly seeksPlaces: boolean;
  /** The first column of its flow: nothing begins before it. */
  readonly startsFlow: boolean;
  /** The last there is, which takes whatever is left: nothing forces a break in it. */
  readonly takesRest: boolean;

  /** `from`: the space that is copied; null: an empty page area of no size. */
  private constructor(from: FragmentainerSpace | null) {
    this.kind = from === null ? 'page' : from.kind;
    this.blockSize = from === null ? 0 : from.blockSize;
    this.fullSize = from === null ? 0 : from.fullSize;
    this.offset = from === null ? 0 : from.offset;
    this.reserved = from === null ? 0 : from.reserved;
    this.repeated = from === null ? 0 : from.repeated;
    this.hasPrecedingContent = from === null ? false : from.hasPrecedingContent;
    this.insidePages = from === null ? true : from.insidePages;
    this.requiresContent = from === null ? false : from.requiresContent;
    this.isGuess = from === null ? false : from.isGuess;
    this.seeksPlaces = from === null ? false : from.seeksPlaces;
    this.startsFlow = from === null ? false : from.startsFlow;
    this.takesRest = from === null ? false : from.takesRest;
  }

  /** An empty page area of this block size. */
  static page(blockSize: LU): FragmentainerSpace {
    const space: Draft<FragmentainerSpace> = new FragmentainerSpace(null);
    space.blockSize = space.fullSize = blockSize;
    return space;
  }

  /** A page that is followed by none: what reaches past its end overflows it. */
  static lastPage(): FragmentainerSpace {
    const space: Draft<FragmentainerSpace> = new FragmentainerSpace(null);
    space.blockSize = space.fullSize = MAX_LU >> 1;
    space.takesRest = true;
    return space;
  }

  /** Returns an empty column; `insidePages`: its container is itself broken. */
  static column(
    blockSize: LU,
    insidePages: boolean,
    isGuess = false,
    startsFlow = false,
    fullSize = blockSize,
  ): FragmentainerSpace {
    const space: Draft<FragmentainerSpace> = new FragmentainerSpace(null);
    space.kind = 'column';
    space.blockSize = blockSize;
    space.fullSize = fullSize;
    space.insidePages = insidePages;
    space.isGuess = isGuess;
    space.startsFlow = startsFlow;
    return space;
  }

  /** What is left below `offset`. */
  get remaining(): LU {
    return this.blockSize - this.offset;
  }

  /** Nothing that stands here would have more room at the start of the next one. */
  get isStart(): boolean {
    return this.offset <= this.repeated;
  }

  /** The same for what comes after something that is repeated at the start of each. */
  afterRepeated(size: LU): FragmentainerSpace {
    if (size === 0) return this;
    const inner: Draft<FragmentainerSpace> = new FragmentainerSpace(this);
    inner.repeated += size;
    return inner;
  }

  /** The same with less room at its end. */
  shortenedBy(reserved: LU): FragmentainerSpace {
    if (reserved === 0) return this;
    const shorter: Draft<FragmentainerSpace> = new FragmentainerSpace(this);
    shorter.blockSize -= reserved;
    shorter.reserved += reserved;
    return shorter;
  }

  /** The same for the contents of a box of known size that ends here. */
  forOverflow(): FragmentainerSpace {
    const inner: Draft<FragmentainerSpace> = new FragmentainerSpace(this);
    inner.hasPrecedingContent = false;
    inner.requiresContent = true;
    return inner;
  }

  /** The same where a break may have to go back to an earlier place. */
  seekingPlaces(): FragmentainerSpace {
    if (this.seeksPlaces) return this;
    const inner: Draft<FragmentainerSpace> = new FragmentainerSpace(this);
    inner.seeksPlaces = true;
    return inner;
  }

  /** The same fragmentainer seen from a box that starts `delta` further down. */
  advancedBy(delta: LU, hasPrecedingContent: boolean): FragmentainerSpace {
    if (delta === 0 && hasPrecedingContent === this.hasPrecedingContent) return this;
    const inner: Draft<FragmentainerSpace> = new FragmentainerSpace(this);
    inner.offset += delta;
    inner.hasPrecedingContent = hasPrecedingContent;
    inner.requiresContent &&= !hasPrecedingContent;
    return inner;
  }

  equals(other: FragmentainerSpace): boolean {
    return (
      this.kind === other.kind &&
      this.blockSize === other.blockSize &&
      this.fullSize === other.fullSize &&
      this.offset === other.offset &&
      this.reserved === other.reserved &&
      this.repeated === other.repeated &&
      this.hasPrecedingContent === other.hasPrecedingContent &&
      this.insidePages === other.insidePages &&
      this.requiresContent === other.requiresContent &&
      this.isGuess === other.isGuess &&
      this.seeksPlaces === other.seeksPlaces &&
      this.startsFlow === other.startsFlow &&
      this.takesRest === other.takesRest
    );
  }
}
