/** Converts schema errors to field errors for callers. */
import { z } from 'zod';
import { suggestion, valueWords } from '../../engine/option-names.ts';
import { optionIssues } from '../../engine/options.ts';
import type { FieldError } from '../refusal.ts';
import { plainOptions } from '../rendering/submitted-document.ts';
import { type GivenOptions, LIBRARY_ONLY, submittedOptions } from './render-options.ts';

type Issue = z.core.$ZodIssue;

/** Returns all errors of a value: names, types and the values that the engine would refuse. */
export function wrongFields(schema: z.ZodType, value: unknown): FieldError[] {
  const parsed = schema.safeParse(value, { reportInput: true });
  const wrong = parsed.success ? [] : parsed.error.issues.flatMap((issue) => fieldErrors(issue, schema));
  return [...wrong, ...valueErrors((value as { readonly options?: unknown } | null)?.options, wrong)];
}

/** Returns the engine's errors for options whose names and types are valid. */
function valueErrors(options: unknown, wrong: readonly FieldError[]): FieldError[] {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return [];
  const right = rightPart(options, 'options', new Set(wrong.map(({ field }) => field))) as GivenOptions;
  return optionIssues(plainOptions(submittedOptions(right))).map(({ path, message }) => ({
    field: `options.${path}`,
    code: 'value',
    message,
  }));
}

/** Returns a value without its invalid fields. Lists must be valid as a whole. undefined: nothing is valid. */
function rightPart(value: unknown, path: string, wrong: ReadonlySet<string>): unknown {
  if (wrong.has(path)) return undefined;
  if (Array.isArray(value))
    return [...wrong].some((field) => field.startsWith(`${path}.`)) ? undefined : (value as unknown);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, rightPart(part, `${path}.${name}`, wrong)] as const);
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
}

/** Returns the fields of an issue, by path. */
function fieldErrors(issue: Issue, schema: z.ZodType): FieldError[] {
  const field = issue.path.join('.') || 'body';
  if (issue.code === 'unrecognized_keys') {
    const isOption = issue.path[0] === 'options';
    const known = namesAt(schema, issue.path);
    return issue.keys.map((key) => ({
      field: `${field}.${key}`.slice(0, 200),
      code: 'unknown',
      message: isOption && issue.path.length === 1 ? optionMessage(key, known) : unknownMessage(isOption, key, known),
    }));
  }
  if (issue.code === 'invalid_union') {
    const nearest = nearestOf(issue.errors);
    if (nearest)
      return nearest.flatMap((inner) => fieldErrors({ ...inner, path: [...issue.path, ...inner.path] }, schema));
  }
  return [fieldError(issue, field)];
}

const unknownMessage = (isOption: boolean, key: string, known: readonly string[]): string =>
  `unknown ${isOption ? 'option' : 'field'}${suggestion(key, known)}`;

function optionMessage(key: string, known: readonly string[]): string {
  const instead = ELSEWHERE.get(key);
  return decidedHere(key) ?? (instead === undefined ? unknownMessage(true, key, known) : `unknown option; ${instead}`);
}

/** Option names of browser-based renderers, with their equivalents here. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...['format', 'landscape', 'width', 'height'].map(
    (name) => [name, 'use pageSize: A4 landscape, 100mm 200mm'] as const,
  ),
  ...['printBackground', 'omitBackground'].map((name) => [name, 'backgrounds are always drawn'] as const),
  ...['displayHeaderFooter', 'headerTemplate', 'footerTemplate'].map(
    (name) => [name, 'use header and footer, which take HTML'] as const,
  ),
  ['data', 'send the data of a template as values, next to html'],
]);

/** Why the service doesn't take an option of the library. */
function decidedHere(name: string): string | null {
  if (!LIBRARY_ONLY.some((one) => one === name)) return null;
  return name === 'externalResources' || name === 'external'
    ? 'is not available over HTTP: the service refuses documents with http(s) references'
    : 'is not available over HTTP: the service decides it';
}

/** Returns the valid names at a path of a schema. */
function namesAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let at: unknown = schema;
  for (const step of path) at = shapeOf(at)?.[String(step)];
  return Object.keys(shapeOf(at) ?? {});
}

/** Returns the object shape inside optional, nullable and union types. */
function shapeOf(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return shapeOf(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.map(shapeOf).find((shape) => shape !== undefined);
  return schema instanceof z.ZodObject ? schema.shape : undefined;
}

/** Returns the issues of the union member that the value most likely meant. */
const nearestOf = (branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined =>
  branches.find((issues) => issues.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys'));

function fieldError(issue: Issue, field: string): FieldError {
  if (issue.code === 'custom') return { field, code: customCode(issue), message: issue.message };
  if (issue.code === 'invalid_type' && issue.input === undefined && field !== 'body')
    return { field, code: 'required', message: 'is required' };
  return { field, code: 'type', message: valueWords(issue) };
}

/** Returns the code that a check of the schema names. */
const customCode = ({ params }: Issue & { readonly code: 'custom' }): FieldError['code'] =>
  (params as { readonly code: FieldError['code'] }).code;
