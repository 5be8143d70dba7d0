/**
 * Evaluates calls of custom functions (css-mixins-1 §3). Arguments and local variables shadow the caller's properties
 * of the same name.
 */
import { matchesMedia, type MediaEnvironment } from '../css/at-rules/media.ts';
import { matchesSyntax } from '../css/at-rules/custom-property-syntax.ts';
import type { FunctionParameter, FunctionRule } from '../css/rules.ts';
import type { Budget } from '../budget.ts';
import { type Substitutions, substitute } from './substitution.ts';

/** A function as it applies in a medium. */
export interface CustomFunction {
  readonly parameters: readonly FunctionParameter[];
  readonly returns: string | null;
  /** null: it returns nothing. */
  readonly result: string | null;
  readonly locals: ReadonlyMap<string, string>;
}

export function customFunction(
  { parameters, returns, declarations }: FunctionRule,
  media: MediaEnvironment,
): CustomFunction {
  const values = new Map<string, string>();
  for (const { name, value, media: queries } of declarations)
    if (queries.every((query) => matchesMedia(query, media))) values.set(name, value);
  const result = values.get('result') ?? null;
  values.delete('result');
  return { parameters, returns, result, locals: values };
}

/** Maximum nesting depth of calls. */
const MAX_CALLS = 32;

/** Evaluates calls of a document's functions. */
export class FunctionCalls {
  private readonly functions: ReadonlyMap<string, CustomFunction>;
  private readonly budget: Budget;

  constructor(functions: ReadonlyMap<string, CustomFunction>, budget: Budget) {
    this.functions = functions;
    this.budget = budget;
  }

  /** Returns the substitutions for a caller's values. `depth`: of the caller. */
  for(caller: Omit<Substitutions, 'call'>, depth = 0): Substitutions {
    return { ...caller, call: (name, args) => (depth >= MAX_CALLS ? null : this.evaluate(name, args, caller, depth)) };
  }

  /** Returns null when the function doesn't exist or returns nothing for the arguments. */
  private evaluate(
    name: string,
    args: readonly string[],
    caller: Omit<Substitutions, 'call'>,
    depth: number,
  ): string | null {
    this.budget.tick();
    const called = this.functions.get(name);
    if (called === undefined || called.result === null || args.length > called.parameters.length) return null;
    const { locals, parameters, returns } = called;
    const known = new Map<string, string | null>();
    const scope = this.for(
      {
        attribute: caller.attribute,
        condition: caller.condition,
        // A function's parent is its call site.
        inherited: caller.variable,
        variable: (variable) => {
          const value = known.get(variable);
          if (value !== undefined) return value;
          const local = locals.get(variable);
          if (local === undefined) return caller.variable(variable);
          // A reference to it from here on is a cycle.
          known.set(variable, null);
          const found = substitute(local, scope, this.budget)?.trim() ?? null;
          known.set(variable, found);
          return found;
        },
      },
      depth + 1,
    );
    parameters.forEach(({ name: parameter, syntax, otherwise }, i) => {
      if (locals.has(parameter)) return;
      const given = i < args.length && fits(args[i]!, syntax) ? args[i] : null;
      const value = given ?? (otherwise === null ? null : substitute(otherwise, scope, this.budget));
      known.set(parameter, value !== null && fits(value, syntax) ? value : null);
    });
    const result = substitute(called.result, scope, this.budget)?.trim() ?? null;
    return result === null || !fits(result, returns) ? null : result;
  }
}

const fits = (value: string, syntax: string | null): boolean =>
  syntax === null || syntax === '*' || matchesSyntax(value.trim(), syntax);
