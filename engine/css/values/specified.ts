/**
 * Specified values. What doesn't depend on an element is parsed straight to its computed value; the rest is a `Pending`,
 * which makes the computed value when it gets a ComputeContext. So most declarations cost nothing to compute.
 */
import type { ComputeContext } from './compute-context.ts';

/** A value that waits for a font size, a viewport, a colour or the like. */
export abstract class Pending<T> {
  abstract resolve(context: ComputeContext): T;
}

export type Specified<T> = T | Pending<T>;

/** A Pending made of other values. */
class Derived<T> extends Pending<T> {
  private readonly make: (context: ComputeContext) => T;

  constructor(make: (context: ComputeContext) => T) {
    super();
    this.make = make;
  }

  resolve(context: ComputeContext): T {
    return this.make(context);
  }
}

export function pending<T>(make: (context: ComputeContext) => T): Pending<T> {
  return new Derived(make);
}

export function resolveSpecified<T>(value: Specified<T>, context: ComputeContext): T {
  return value instanceof Pending ? value.resolve(context) : value;
}

/** `build(...parts)` at once if every part is known, later otherwise. */
export function combine<const P extends readonly unknown[], R>(
  parts: { readonly [K in keyof P]: Specified<P[K]> },
  build: (...parts: P) => R,
): Specified<R> {
  const list = parts as readonly unknown[];
  if (!list.some((part) => part instanceof Pending)) return build(...(parts as unknown as P));
  return new Derived((context) => build(...(list.map((part) => resolveSpecified(part, context)) as unknown as P)));
}

/** A list of specified values as one specified list. */
export function combineList<T>(parts: readonly Specified<T>[]): Specified<readonly T[]> {
  if (!parts.some((part) => part instanceof Pending)) return parts as readonly T[];
  return new Derived((context) => parts.map((part) => resolveSpecified(part, context)));
}

/** The CSS-wide keywords, css-cascade-5 §7.3. The cascade resolves them. */
export class CssWide {
  readonly keyword: 'initial' | 'inherit' | 'unset' | 'revert' | 'revert-layer';

  private constructor(keyword: CssWide['keyword']) {
    this.keyword = keyword;
  }

  static readonly INITIAL = new CssWide('initial');
  static readonly INHERIT = new CssWide('inherit');
  static readonly UNSET = new CssWide('unset');
  static readonly REVERT = new CssWide('revert');
  static readonly REVERT_LAYER = new CssWide('revert-layer');

  static named(lower: string): CssWide | null {
    switch (lower) {
      case 'initial':
        return CssWide.INITIAL;
      case 'inherit':
        return CssWide.INHERIT;
      case 'unset':
        return CssWide.UNSET;
      case 'revert':
        return CssWide.REVERT;
      case 'revert-layer':
        return CssWide.REVERT_LAYER;
      default:
        return null;
    }
  }
}

export function isCssWide(value: unknown): value is CssWide {
  return value instanceof CssWide;
}
