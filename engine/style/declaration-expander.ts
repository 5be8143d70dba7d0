/**
 * Expands the declarations of blocks to longhands. Each distinct text is parsed once, and its problems are reported
 * once.
 */
import { Complaints, reportComplaints } from '../css/complaints.ts';
import { type DeclarationResult, parseDeclaration, propertyNamed, shorthandNamed } from '../css/properties/registry.ts';
import { CssWide } from '../css/values/specified.ts';
import type { ParseContext } from '../css/values/value-reader.ts';
import type { DeclarationText } from '../css/syntax/block-parser.ts';
import { hasReferences, isDeclarationValue } from '../css/syntax/declaration-value.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { type AppliedBlock, Deferred, type Expansion, type LonghandItem } from './applied-block.ts';
import { complain } from './declaration-complaints.ts';
import type { DocumentRules } from './document-rules.ts';

const isRollback = (item: LonghandItem | Deferred): boolean => !(item instanceof Deferred) && isRevert(item.value);

/** Returns whether the value is a keyword that rolls back the cascade (css-cascade-5 §7.3.4). */
export const isRevert = (value: unknown): boolean => value === CssWide.REVERT || value === CssWide.REVERT_LAYER;

const DEFERRED: DeclarationResult = { kind: 'deferred' };

const STANDARD: ParseContext = { quirks: false, svgAttribute: false };
const QUIRKS: ParseContext = { quirks: true, svgAttribute: false };

export class DeclarationExpander {
  private readonly rules: DocumentRules;
  private readonly diagnostics: Diagnostics;
  private readonly context: ParseContext;
  private readonly results = new Map<string, DeclarationResult>();
  /** Blocks whose problems have been reported. */
  private readonly reported = new Set<AppliedBlock>();
  private readonly compileBlock = (applied: AppliedBlock): Expansion => this.compile(applied);

  constructor(rules: DocumentRules, quirks: boolean, diagnostics: Diagnostics) {
    this.rules = rules;
    this.diagnostics = diagnostics;
    this.context = quirks ? QUIRKS : STANDARD;
  }

  reportUnknown(): void {
    for (const { complaint, source } of this.rules.author.unknown)
      reportComplaints([complaint], this.rules.authorSource(source), this.diagnostics);
    for (const { set, sheets } of this.rules.trees.values())
      for (const { complaint, source } of set.unknown)
        reportComplaints([complaint], typeof source === 'number' ? sheets[source]!.source : source, this.diagnostics);
  }

  /** Returns the expansion of a block. Its problems are reported once per render. */
  expand(applied: AppliedBlock): Expansion {
    const expansion = applied.expanded(this.compileBlock);
    if (expansion.complaints.length > 0 && !this.reported.has(applied)) {
      this.reported.add(applied);
      const source = this.rules.sourceOf(applied);
      if (source !== null) reportComplaints(expansion.complaints, source, this.diagnostics);
    }
    return expansion;
  }

  parse(name: string, text: string, context: ParseContext): DeclarationResult {
    const key =
      context.quirks || context.svgAttribute ? `${context.quirks ? 'q' : 's'} ${name}:${text}` : `${name}:${text}`;
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
    const complaints = new Complaints();
    if (hint !== null) for (const item of hint.values) items.push(item);
    const context = applied.origin === 'user-agent' ? STANDARD : this.context;
    // Unknown properties in author style rules are reported elsewhere, whether the rule matches or not.
    const reportsUnknown = applied.origin !== 'author' || applied.rule === null;
    for (const declaration of block?.declarations ?? []) {
      if (declaration.important !== important) continue;
      if (declaration.name.startsWith('--')) compileCustom(declaration, custom, complaints);
      else {
        const result = this.compileDeclaration(declaration, context, items);
        if (result.kind === 'invalid-value' || reportsUnknown) complain(complaints, declaration, result);
      }
    }
    return { items, custom, rollsBack: items.some(isRollback), complaints: complaints.list() };
  }

  private compileDeclaration(
    { name, value }: DeclarationText,
    context: ParseContext,
    items: (LonghandItem | Deferred)[],
  ): DeclarationResult {
    const result = withReferences(name, value, this.parse(name, value, context));
    if (result.kind === 'longhands') for (const item of result.values) items.push(item);
    if (result.kind === 'deferred') {
      const property = propertyNamed(name);
      const longhands = property === null ? (shorthandNamed(name)?.longhands ?? []) : [property];
      items.push(new Deferred(name, value, longhands, context));
    }
    return result;
  }
}

/** Checks only the syntax of a value with var(). The rest is validated after substitution. */
function withReferences(name: string, value: string, result: DeclarationResult): DeclarationResult {
  const mayDefer = result.kind === 'deferred' || (result.kind === 'invalid-value' && hasReferences(value));
  if (!mayDefer) return result;
  if (isDeclarationValue(value)) return DEFERRED;
  return {
    kind: 'invalid-value',
    message: `\`${value.slice(0, 80)}\` is not a valid value for ${name}. The declaration was ignored.`,
  };
}

function compileCustom(
  { name, value, offset }: DeclarationText,
  custom: { name: string; value: string }[],
  complaints: Complaints,
): void {
  if (name.length > 2 && isDeclarationValue(value)) custom.push({ name, value });
  else
    complaints.add(
      'css/invalid-value',
      'warning',
      `Invalid value for the custom property ${name}. The declaration was ignored.`,
      offset,
    );
}
