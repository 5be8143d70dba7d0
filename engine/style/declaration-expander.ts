/** Blocks' declarations to longhands, each distinct text parsed once and its troubles reported once. */
import type { PropertyDefinition, SpecifiedValue } from '../css/properties/definition.ts';
import { type DeclarationResult, parseDeclaration, propertyNamed, shorthandNamed } from '../css/properties/registry.ts';
import { CssWide } from '../css/values/specified.ts';
import type { ParseContext } from '../css/values/value-reader.ts';
import type { DeclarationBlock } from '../css/declaration.ts';
import type { DeclarationText } from '../css/syntax/block-parser.ts';
import { hasReferences, isDeclarationValue } from '../css/syntax/declaration-value.ts';
import type { SourceText } from '../css/syntax/source-text.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { AppliedBlock } from './applied-block.ts';

/** A declaration whose value is known only when var() and the like are substituted for an element. */
export class Deferred {
  readonly name: string;
  readonly text: string;
  readonly longhands: readonly PropertyDefinition[];
  readonly context: ParseContext;

  constructor(name: string, text: string, longhands: readonly PropertyDefinition[], context: ParseContext) {
    this.name = name;
    this.text = text;
    this.longhands = longhands;
    this.context = context;
  }
}

export interface LonghandItem {
  readonly property: PropertyDefinition;
  readonly value: SpecifiedValue;
}

/** What a block says, in order. */
export interface Expansion {
  readonly items: readonly (LonghandItem | Deferred)[];
  readonly custom: readonly { readonly name: string; readonly value: string }[];
  /** Some value is `revert` or `revert-layer`. */
  readonly rollsBack: boolean;
}

const isRollback = (item: LonghandItem | Deferred): boolean => !(item instanceof Deferred) && isRevert(item.value);

/** A keyword that rolls the cascade back (css-cascade-5 §7.3.4). */
export const isRevert = (value: unknown): boolean => value === CssWide.REVERT || value === CssWide.REVERT_LAYER;

const DEFERRED: DeclarationResult = { kind: 'deferred' };

const VENDOR = /^-(webkit|moz|ms|o|khtml|apple|epub|ro|ah|prince|weasy|fs|antenna|tc|hp|xsl|mso)-|^mso-|^[*_]/;

export class DeclarationExpander {
  private readonly diagnostics: Diagnostics;
  private readonly quirks: ParseContext;
  private readonly standard: ParseContext = { quirks: false, svgAttribute: false };
  private readonly expansions = new Map<AppliedBlock, Expansion>();
  private readonly results = new Map<string, DeclarationResult>();
  /** Blocks whose unknown properties have been reported. */
  private readonly looked = new Set<DeclarationBlock>();

  constructor(quirks: boolean, diagnostics: Diagnostics) {
    this.diagnostics = diagnostics;
    this.quirks = quirks ? { quirks: true, svgAttribute: false } : this.standard;
  }

  /** Reports the properties of a block that there are not, or that have no effect: authors learn of them though nothing matches the rule. */
  reportUnknown(block: DeclarationBlock): void {
    this.looked.add(block);
    for (const declaration of block.declarations) {
      const { name, value } = declaration;
      if (name.startsWith('--') || propertyNamed(name) !== null || shorthandNamed(name) !== null) continue;
      this.report(declaration, this.parse(name, value, this.quirks), block.source);
    }
  }

  expand(applied: AppliedBlock): Expansion {
    let expansion = this.expansions.get(applied);
    if (expansion === undefined) {
      expansion = this.compile(applied);
      this.expansions.set(applied, expansion);
    }
    return expansion;
  }

  parse(name: string, text: string, context: ParseContext): DeclarationResult {
    const key = context === this.standard ? `${name}:${text}` : `${context.quirks ? 'q' : 's'} ${name}:${text}`;
    let result = this.results.get(key);
    if (result === undefined) {
      result = parseDeclaration(name, text, context);
      this.results.set(key, result);
    }
    return result;
  }

  private compile(applied: AppliedBlock): Expansion {
    const { block, hint, important } = applied;
    const items: (LonghandItem | Deferred)[] = [];
    const custom: { name: string; value: string }[] = [];
    if (hint !== null) for (const item of hint.values) items.push(item);
    if (block === null) return { items, custom, rollsBack: items.some(isRollback) };
    const context = applied.origin === 'user-agent' ? this.standard : this.quirks;
    for (const declaration of block.declarations) {
      if (declaration.important !== important) continue;
      if (declaration.name.startsWith('--')) this.compileCustom(declaration, block.source, custom);
      else this.compileDeclaration(declaration, context, block, items);
    }
    return { items, custom, rollsBack: items.some(isRollback) };
  }

  /** A value with var() is checked for its form only; what is wrong with the rest shows after substitution. */
  private withReferences(name: string, value: string, result: DeclarationResult): DeclarationResult {
    const mayDefer = result.kind === 'deferred' || (result.kind === 'invalid-value' && hasReferences(value));
    if (!mayDefer) return result;
    if (isDeclarationValue(value)) return DEFERRED;
    return {
      kind: 'invalid-value',
      message: `\`${value.slice(0, 80)}\` is not a value of ${name}; the declaration is ignored.`,
    };
  }

  private compileCustom(
    { name, value, offset }: DeclarationText,
    source: SourceText,
    custom: { name: string; value: string }[],
  ): void {
    if (name.length > 2 && isDeclarationValue(value)) custom.push({ name, value });
    else
      this.diagnostics.warn(
        'css/invalid-value',
        `The value of ${name} is not one that a custom property can have.`,
        source.positionOf(offset),
      );
  }

  private compileDeclaration(
    declaration: DeclarationText,
    context: ParseContext,
    block: DeclarationBlock,
    items: (LonghandItem | Deferred)[],
  ): void {
    const { name, value } = declaration;
    const result = this.withReferences(name, value, this.parse(name, value, context));
    switch (result.kind) {
      case 'longhands':
        for (const item of result.values) items.push(item);
        return;
      case 'deferred': {
        const property = propertyNamed(name);
        const longhands = property === null ? (shorthandNamed(name)?.longhands ?? []) : [property];
        items.push(new Deferred(name, value, longhands, context));
        return;
      }
      default:
        if (result.kind === 'invalid-value' || !this.looked.has(block)) this.report(declaration, result, block.source);
    }
  }

  private report({ name, value, offset }: DeclarationText, result: DeclarationResult, source: SourceText): void {
    if (result.kind === 'longhands' || result.kind === 'deferred') return;
    const vendor = VENDOR.test(name) || VENDOR.test(value);
    const severity = vendor || result.kind === 'unsupported' ? 'info' : 'warning';
    this.diagnostics.report(`css/${result.kind}`, severity, result.message, source.positionOf(offset));
  }
}
