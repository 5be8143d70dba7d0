/**
 * Computes custom properties (css-variables-1) from cascaded text: detects cycles and checks registered ones against
 * their syntax.
 */
import type { Budget } from '../budget.ts';
import { matchingComponent } from '../css/at-rules/custom-property-syntax.ts';
import type { CustomProperties } from '../css/computed-style.ts';
import type { PropertyRule } from '../css/rules.ts';
import { mayHaveReferences } from '../css/syntax/declaration-value.ts';
import type { FunctionCalls } from './custom-functions.ts';
import { referencedVariables, substitute } from './substitution.ts';

/** The winning declared values by name. */
type DeclaredCustom = ReadonlyMap<string, string>;

interface CustomContext {
  readonly registered: ReadonlyMap<string, PropertyRule>;
  readonly budget: Budget;
  readonly calls: FunctionCalls;
  attribute(name: string): string | null;
  /** Returns whether a condition of if() holds with these custom properties. */
  condition(text: string, variable: (name: string) => string | null): boolean;
  /** Returns the computed form of a registered value such as a length. */
  computeRegistered(text: string, rule: PropertyRule): string | null;
}

const WIDE = /^(initial|inherit|unset|revert|revert-layer)$/i;

export function computeCustomProperties(
  declared: DeclaredCustom | null,
  parent: CustomProperties,
  context: CustomContext,
): CustomProperties {
  const inherited = inheritedProperties(parent, context.registered);
  if (declared === null || declared.size === 0) return inherited;
  return new CustomComputer(declared, inherited, parent, context).run();
}

/** Returns the parent's properties, with registered ones that don't inherit reset to their initial values. */
function inheritedProperties(
  parent: CustomProperties,
  registered: ReadonlyMap<string, PropertyRule>,
): CustomProperties {
  let changed: Map<string, string> | null = null;
  for (const rule of registered.values()) {
    const value = rule.inherits ? (parent.get(rule.name) ?? rule.initialValue) : rule.initialValue;
    if ((changed ?? parent).get(rule.name) === (value ?? undefined)) continue;
    changed ??= new Map(parent);
    if (value === null) changed.delete(rule.name);
    else changed.set(rule.name, value);
  }
  return changed ?? parent;
}

class CustomComputer {
  private readonly declared: DeclaredCustom;
  private readonly parent: CustomProperties;
  private readonly context: CustomContext;
  private readonly result: Map<string, string>;
  private readonly done = new Set<string>();
  private readonly cyclic = new Set<string>();

  constructor(declared: DeclaredCustom, inherited: CustomProperties, parent: CustomProperties, context: CustomContext) {
    this.declared = declared;
    this.parent = parent;
    this.context = context;
    this.result = new Map(inherited);
  }

  run(): CustomProperties {
    this.findCycles();
    for (const name of this.order()) this.compute(name);
    return this.result;
  }

  private references(name: string): string[] {
    const text = this.declared.get(name);
    if (text === undefined || !mayHaveReferences(text)) return [];
    return referencedVariables(text).filter((other) => this.declared.has(other));
  }

  /**
   * Finds strongly connected components (Tarjan's algorithm, iterative). Members of a cycle are invalid
   * (css-variables-1 §2.3).
   */
  private findCycles(): void {
    const index = new Map<string, number>();
    const low = new Map<string, number>();
    const onStack = new Set<string>();
    const stack: string[] = [];
    for (const root of this.declared.keys()) {
      if (index.has(root)) continue;
      const work = [{ name: root, refs: this.references(root), next: 0 }];
      while (work.length > 0) {
        this.context.budget.tick();
        const frame = work[work.length - 1]!;
        if (!index.has(frame.name)) {
          index.set(frame.name, index.size);
          low.set(frame.name, index.size - 1);
          stack.push(frame.name);
          onStack.add(frame.name);
        }
        if (frame.next < frame.refs.length) {
          const other = frame.refs[frame.next++];
          if (other === frame.name) this.cyclic.add(other);
          if (!index.has(other!)) work.push({ name: other!, refs: this.references(other!), next: 0 });
          else if (onStack.has(other!)) low.set(frame.name, Math.min(low.get(frame.name) ?? 0, index.get(other!) ?? 0));
          continue;
        }
        work.pop();
        const parent = work.at(-1);
        if (parent !== undefined) low.set(parent.name, Math.min(low.get(parent.name) ?? 0, low.get(frame.name) ?? 0));
        if (low.get(frame.name) === index.get(frame.name)) this.closeComponent(frame.name, stack, onStack);
      }
    }
  }

  private closeComponent(root: string, stack: string[], onStack: Set<string>): void {
    const members: string[] = [];
    for (;;) {
      const name = stack.pop();
      if (name === undefined) break;
      onStack.delete(name);
      members.push(name);
      if (name === root) break;
    }
    if (members.length > 1) for (const name of members) this.cyclic.add(name);
  }

  /** Returns the names with referenced properties before those that refer to them. */
  private order(): string[] {
    const order: string[] = [];
    for (const root of this.declared.keys()) {
      const work = [{ name: root, refs: this.references(root), next: 0 }];
      while (work.length > 0) {
        this.context.budget.tick();
        const frame = work[work.length - 1]!;
        if (this.done.has(frame.name)) {
          work.pop();
        } else if (frame.next < frame.refs.length && !this.cyclic.has(frame.name)) {
          const other = frame.refs[frame.next++]!;
          if (!this.done.has(other)) work.push({ name: other, refs: this.references(other), next: 0 });
        } else {
          this.done.add(frame.name);
          order.push(frame.name);
          work.pop();
        }
      }
    }
    return order;
  }

  private compute(name: string): void {
    const rule = this.context.registered.get(name);
    const text = this.declared.get(name) ?? '';
    const wide = WIDE.exec(text.trim());
    if (wide !== null) return this.setWide(name, wide[1]!.toLowerCase(), rule);
    let value: string | null = null;
    if (!this.cyclic.has(name)) {
      const variable = (other: string): string | null => this.result.get(other) ?? null;
      const { context, parent } = this;
      const substitutions = context.calls.for({
        variable,
        inherited: (other) => parent.get(other) ?? null,
        attribute: (attribute) => context.attribute(attribute),
        condition: (condition, variables) => context.condition(condition, variables),
      });
      value = substitute(text, substitutions, this.context.budget);
    }
    const substitutedWide = value === null ? null : WIDE.exec(value.trim());
    if (substitutedWide !== null) return this.setWide(name, substitutedWide[1]!.toLowerCase(), rule);
    if (value !== null && rule !== undefined && matchingComponent(value, rule.syntax) === null) value = null;
    if (value !== null && rule !== undefined) value = this.context.computeRegistered(value, rule);
    // Invalid at computed-value time: a registered property behaves as `unset`, any other becomes the
    // guaranteed-invalid value.
    if (value !== null) this.result.set(name, value.trim());
    else if (rule !== undefined) this.setWide(name, 'unset', rule);
    else this.result.delete(name);
  }

  private setWide(name: string, keyword: string, rule: PropertyRule | undefined): void {
    const inherits = keyword === 'inherit' || (keyword !== 'initial' && (rule === undefined || rule.inherits));
    const value = inherits ? (this.parent.get(name) ?? rule?.initialValue) : rule?.initialValue;
    if (value === undefined || value === null) this.result.delete(name);
    else this.result.set(name, value);
  }
}
