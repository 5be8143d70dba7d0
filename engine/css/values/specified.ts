/**
 * Specified values. Values that don't depend on an element are parsed directly to computed values. The rest are
 * `Pending` values that yield the computed value for a ComputeContext. So most declarations cost nothing to compute.
 */
import type { ComputeContext } from './compute-context.ts';

/** A value that depends on a font size, a viewport, a color or the like. */
export abstract class Pending<T> {
  abstract resolve(context: ComputeContext): T;
}

export type Specified<T> = T | Pending<T>;

/** A Pending derived from other values. */
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

/** Returns `build(...parts)` immediately if every part is known, otherwise a Pending. */
export function combine<const P extends readonly unknown[], R>(
  parts: { readonly [K in keyof P]: Specified<P[K]> },
  build: (...parts: P) => R,
): Specified<R> {
  const list = parts as readonly unknown[];
  if (!list.some((part) => part instanceof Pending)) return build(...(parts as unknown as P));
  return new Derived((context) => build(...(list.map((part) => resolveSpecified(part, context)) as unknown as P)));
}

/** Combines specified values into one specified list. */
export function combineList<T>(parts: readonly Specified<T>[]): Specified<readonly T[]> {
  if (!parts.some((part) => part instanceof Pending)) return parts as readonly T[];
  return new Derived((context) => parts.map((part) => resolveSpecified(part, context)));
}

/** The CSS-wide keywords (css-cascade-5 §7.3). The cascade resolves them. */
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
