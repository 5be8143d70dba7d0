/** What a schema finds wrong, as callers are told of it. */
import type { z } from 'zod';
import type { FieldError } from '../refusal.ts';

type Issue = z.core.$ZodIssue;

/** The fields that an issue is about, by their paths. */
export function fieldErrors(issue: Issue): FieldError[] {
  const field = issue.path.join('.') || 'body';
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      field: `${field}.${key}`.slice(0, 200),
      code: 'unknown',
      message: 'there is no such option',
    }));
  if (issue.code === 'invalid_union') {
    const nearest = nearestOf(issue.errors);
    if (nearest) return nearest.flatMap((inner) => fieldErrors({ ...inner, path: [...issue.path, ...inner.path] }));
  }
  return [fieldError(issue, field)];
}

/** Of several shapes that a value could have the one that it seems to be meant as. */
const nearestOf = (branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined =>
  branches.find((issues) => issues.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys'));

function fieldError(issue: Issue, field: string): FieldError {
  if (issue.code === 'custom') return { field, code: 'forbidden_character', message: issue.message };
  if (issue.code === 'invalid_type' && issue.input === undefined && field !== 'body')
    return { field, code: 'required', message: 'is required' };
  return { field, code: 'type', message: sentence(issue) };
}

function sentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kind(issue.expected)}`;
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(', ')}`.replace(/, ([^,]*)$/, ' or $1');
    case 'invalid_union':
      return `must be ${unionKinds(issue.errors).join(' or ')}`;
    default:
      return issue.message;
  }
}

const unionKinds = (branches: readonly (readonly Issue[])[]): string[] => [
  ...new Set(branches.flatMap(([issue]) => (issue ? [sentence(issue).replace(/^must be /, '')] : []))),
];

const kind = (expected: string): string =>
  expected === 'object' || expected === 'array' || expected === 'int'
    ? `an ${expected === 'int' ? 'integer' : expected}`
    : `a ${expected}`;
