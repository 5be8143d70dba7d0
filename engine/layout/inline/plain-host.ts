import type { LU } from '../../units.ts';
import type { AtomicInlines } from './atomic-inline.ts';
import type { LineHost } from './line-breaker.ts';
import type { PreparedContent } from './prepared-content.ts';

/** Answers the breaker for content whose floats are absent or irrelevant. */
export class PlainHost implements LineHost {
  private readonly maker: { readonly atomics: AtomicInlines; readonly rest: PreparedContent };

  constructor(maker: { readonly atomics: AtomicInlines; readonly rest: PreparedContent }) {
    this.maker = maker;
  }

  atomicInlineSize(item: number): LU {
    return this.maker.atomics.of(this.maker.rest.items[item]!.box).inlineSize;
  }

  meetFloat(_item: number, _used: LU, _isEmpty: boolean, available: LU): LU {
    return available;
  }

  floatMark(): number {
    return 0;
  }

  rewindFloats(): void {}
}
