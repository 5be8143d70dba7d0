/**
 * The page or column around a constraint space. Immutable after construction, like ConstraintSpace. Only this file
 * copies its fields.
 */
import type { Mutable } from '../../mutable.ts';
import { type LU, MAX_LU } from '../../units.ts';

/** The fragmentainer (a page's area or a column) that content is laid out into. */
export class FragmentainerSpace {
  readonly kind: 'page' | 'column' | 'region';
  /** Block size of the whole fragmentainer. */
  readonly blockSize: LU;
  /** Maximum block size. A balanced column is only as high as its contents require. Otherwise equal to `blockSize`. */
  readonly fullSize: LU;
  /**
   * Block size of the largest fragmentainer of the flow. MAX_LU: columns of a fixed height set no limit, as in other
   * engines.
   */
  readonly largestSize: LU;
  /**
   * Distance from the fragmentainer's block start to this box's border-box block start. Negative margins can make it
   * negative.
   */
  readonly offset: LU;
  /** Space at its end that is excluded from `blockSize`, for cloned edges or a repeated footer. */
  readonly reserved: LU;
  /** Space at the start of this fragmentainer and the next for repeated content, such as headers. */
  readonly repeated: LU;
  /** Whether content precedes this box in the fragmentainer, so that a break before it makes progress. */
  readonly hasPrecedingContent: boolean;
  /** Whether forced page breaks apply: on pages, or in columns inside pages. */
  readonly insidePages: boolean;
  /**
   * Whether overflow of a box that ends here can't break before its first content, regardless of empty space above it.
   */
  readonly requiresContent: boolean;
  /**
   * Whether the layout only measures the height of the contents. Continued boxes then end with their contents, not with
   * the fragmentainer.
   */
  readonly isGuess: boolean;
  /** Whether a surrounding box avoids breaks, so that a break may have to go back into this box even though it fits. */
  readonly seeksPlaces: boolean;
  /** Whether this is the first column of its flow. */
  readonly startsFlow: boolean;
  /** Whether this is the last fragmentainer, which takes all remaining content and ignores forced breaks. */
  readonly takesRest: boolean;
  /** Whether it is a region, or in one that another region follows, so that breaks of regions apply. */
  readonly endsRegion: boolean;

  /** Copies `from`, or creates an empty page area of no size if null. */
  private constructor(from: FragmentainerSpace | null) {
    this.kind = from === null ? 'page' : from.kind;
    this.blockSize = from === null ? 0 : from.blockSize;
    this.fullSize = from === null ? 0 : from.fullSize;
    this.largestSize = from === null ? 0 : from.largestSize;
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
    this.endsRegion = from === null ? false : from.endsRegion;
  }

  /** Returns an empty page area of this block size. */
  static page(blockSize: LU): FragmentainerSpace {
    const space: Mutable<FragmentainerSpace> = new FragmentainerSpace(null);
    space.blockSize = space.fullSize = space.largestSize = blockSize;
    return space;
  }

  /** Returns a page without successor. Content beyond its end overflows it. */
  static lastPage(): FragmentainerSpace {
    const space: Mutable<FragmentainerSpace> = new FragmentainerSpace(null);
    space.blockSize = space.fullSize = space.largestSize = MAX_LU >> 1;
    space.takesRest = true;
    return space;
  }

  /**
   * Returns an empty column. `insidePages` tells whether its container is itself fragmented, `fullSize` how high columns
   * may become, and `largestSize` how high they may be on any page.
   */
  static column(
    blockSize: LU,
    insidePages: boolean,
    isGuess = false,
    startsFlow = false,
    fullSize = blockSize,
    largestSize = MAX_LU,
  ): FragmentainerSpace {
    const space: Mutable<FragmentainerSpace> = new FragmentainerSpace(null);
    space.kind = 'column';
    space.blockSize = blockSize;
    space.fullSize = fullSize;
    space.largestSize = largestSize;
    space.insidePages = insidePages;
    space.isGuess = isGuess;
    space.startsFlow = startsFlow;
    return space;
  }

  /**
   * Returns an empty region that ends before the page or column around it, if any. `isMore` tells whether content that
   * doesn't fit can move to a later region, so that this one may stay empty. `isGuess` is the field.
   */
  static region(
    blockSize: LU,
    around: FragmentainerSpace | null,
    isGuess: boolean,
    isMore: boolean,
  ): FragmentainerSpace {
    const insidePages = around !== null && !around.takesRest && (around.kind === 'page' || around.insidePages);
    const space: Mutable<FragmentainerSpace> = FragmentainerSpace.column(blockSize, insidePages, isGuess);
    space.kind = 'region';
    space.endsRegion = true;
    space.hasPrecedingContent = isMore;
    return space;
  }

  /**
   * Returns a copy for the contents of a region that continues in the next page or column. `isGuess` is the field.
   */
  inRegion(isGuess: boolean): FragmentainerSpace {
    const inner: Mutable<FragmentainerSpace> = new FragmentainerSpace(this);
    inner.endsRegion = true;
    inner.isGuess ||= isGuess;
    return inner;
  }

  /** Space for content on a whole page like this one, below repeated headers. Columns set no limit, as in other engines. */
  get pageCapacity(): LU {
    return this.kind === 'page' ? this.blockSize - this.repeated : MAX_LU;
  }

  /** Space for content in the largest fragmentainer of the flow, below repeated headers. */
  get capacity(): LU {
    return this.kind === 'page' ? this.pageCapacity : this.largestSize - this.repeated - this.reserved;
  }

  /** Space left below `offset`. */
  get remaining(): LU {
    return this.blockSize - this.offset;
  }

  /**
   * Whether content here would have no more space at the start of the next fragmentainer. Later regions may be larger.
   */
  get isStart(): boolean {
    return this.offset <= this.repeated && !(this.kind === 'region' && this.hasPrecedingContent);
  }

  /** Returns the space for content after something repeated in every fragmentainer. */
  afterRepeated(size: LU): FragmentainerSpace {
    if (size === 0) return this;
    const inner: Mutable<FragmentainerSpace> = new FragmentainerSpace(this);
    inner.repeated += size;
    return inner;
  }

  /** Returns a copy with less space at its end. */
  shortenedBy(reserved: LU): FragmentainerSpace {
    if (reserved === 0) return this;
    const shorter: Mutable<FragmentainerSpace> = new FragmentainerSpace(this);
    shorter.blockSize -= reserved;
    shorter.reserved += reserved;
    return shorter;
  }

  /** Returns a copy for the contents of a box of known size that ends here. */
  forOverflow(): FragmentainerSpace {
    const inner: Mutable<FragmentainerSpace> = new FragmentainerSpace(this);
    inner.hasPrecedingContent = false;
    inner.requiresContent = true;
    return inner;
  }

  /** Returns a copy without end or forced breaks, for a box that ends here and hides what is beyond. */
  withoutEnd(): FragmentainerSpace {
    const endless: Mutable<FragmentainerSpace> = new FragmentainerSpace(this);
    endless.blockSize = MAX_LU >> 1;
    endless.takesRest = true;
    return endless;
  }

  /** Returns a copy for content where a break may have to go back to an earlier place. */
  seekingPlaces(): FragmentainerSpace {
    if (this.seeksPlaces) return this;
    const inner: Mutable<FragmentainerSpace> = new FragmentainerSpace(this);
    inner.seeksPlaces = true;
    return inner;
  }

  /** Returns the fragmentainer relative to a box that starts `delta` further down. */
  advancedBy(delta: LU, hasPrecedingContent: boolean): FragmentainerSpace {
    if (delta === 0 && hasPrecedingContent === this.hasPrecedingContent) return this;
    const inner: Mutable<FragmentainerSpace> = new FragmentainerSpace(this);
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
      this.takesRest === other.takesRest &&
      this.endsRegion === other.endsRegion
    );
  }
}
